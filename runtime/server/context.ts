/** A call under way, as the runtime's own behaviors see it, and the two ways in which it ends. */
import type { AskUser, PassOn } from '../asking/question.ts';
import type { ToolFailure } from './failure.ts';
import type { RateLimiter } from './limits.ts';
import type { LogLevel } from './log.ts';
import type { Trace } from './trace.ts';
import type { CallUser } from './user.ts';

/** The call that work is done for. */
export interface Call {
  /** Aborted at the deadline, when the client cancels, and when the server stops. */
  readonly signal: AbortSignal;
  /** Writes a line to the server's log (stderr), without secrets; `info` where no level is given. */
  readonly log: (message: string, level?: LogLevel) => void;
  /** Reports progress to a client that asked for it; values that do not increase are not sent. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Who calls: over HTTP, where the server knows its users by their tokens. */
  readonly user?: CallUser | undefined;
  /** The trace that the call belongs to; requests for it carry it on. */
  readonly trace?: Trace | undefined;
  /** Asks the user of the client; undefined where it cannot be asked. */
  ask?: AskUser | undefined;
  /** Passes questions of another server on; undefined where it cannot be asked. */
  passOn?: PassOn | undefined;
  /** Keeps what the call is answered with if its deadline ends it from now on; replaces what was kept before. */
  readonly atDeadline: (make?: Unfinished) => void;
}

/** Makes the result of work that its deadline ends, from the failure that would be the answer. */
type Unfinished = (failed: ToolFailure) => unknown;

/** Where progress of one call goes; absent when the client did not ask. */
type ProgressSink = Call['progress'] | undefined;

/** Gives a call its way to ask the user. */
export type AttachDialog = (open: OpenCall) => void;

/** Who calls, and on what terms. */
export interface CallOrigin extends Pick<Call, 'user' | 'trace'> {
  /** Of the client. */
  readonly allowance: RateLimiter;
  readonly progress?: ProgressSink;
  /** The name that the client gave. */
  readonly client?: unknown;
  readonly attach?: AttachDialog | undefined;
  /** Whether it takes data of results that is no object (since MCP 2026-07-28). */
  readonly anyData?: boolean;
}

const unheard: Call['progress'] = () => {};

export function rethrow(thrown: unknown): never {
  throw thrown;
}

/**
 * A call, and the two ways in which the runtime ends it; its work sees only what `Call` has. A class because methods and
 * accessors, unlike functions of its own, cost a call nothing.
 */
export class OpenCall implements Call {
  readonly log: Call['log'];
  readonly progress: Call['progress'];
  readonly user: CallUser | undefined;
  readonly trace: Trace | undefined;
  declare readonly anyData: boolean | undefined;
  isOpen = true;
  /** Of its failure, once it is over. */
  code: string | undefined = undefined;
  /** Ends the call with this, whatever its work does; set once the work takes longer. */
  finish: ((end: () => unknown) => void) | undefined = undefined;
  // Set where users are asked: no other call pays for the members.
  declare ask?: AskUser | undefined;
  declare passOn?: PassOn | undefined;
  private makeUnfinished: Unfinished | undefined = undefined;
  private controller: AbortController | undefined = undefined;
  private ended: Error | undefined = undefined;
  private over: (() => void) | undefined = undefined;
  private start: (() => ReturnType<typeof setTimeout>) | undefined = undefined;
  private timer: ReturnType<typeof setTimeout> | undefined = undefined;
  /** By so many the timer is stopped. */
  private holds = 0;

  constructor(log: Call['log'], { progress, user, trace, anyData }: CallOrigin) {
    this.log = log;
    this.progress = progress ? (...step) => void (this.isOpen && progress(...step)) : unheard;
    this.user = user;
    this.trace = trace;
    this.anyData = anyData;
  }

  /** Lazy: most calls never read it. */
  get signal(): AbortSignal {
    const controller = (this.controller ??= new AbortController());
    if (this.ended !== undefined) controller.abort(this.ended);
    return controller.signal;
  }

  /** Aborts the work; the call is over. */
  abort(reason: string): void {
    this.ended ??= new DOMException(reason, 'AbortError');
    this.controller?.abort(this.ended);
    this.timer?.unref?.();
    this.close();
  }

  /** The call is answered: nothing more is sent for it. */
  close(): void {
    this.isOpen = false;
    const over = this.over;
    this.over = undefined;
    over?.();
  }

  /** What to do once the call is aborted or answered; replaces what was to be done before. */
  whenOver(action: () => void): void {
    this.over = action;
  }

  /** Starts the timer of the deadline: once the call is aborted, it keeps no program alive. */
  until(start: () => ReturnType<typeof setTimeout>): void {
    this.start = start;
    if (this.holds === 0) this.timer = start();
  }

  /** Stops that timer; once all that it returned were called, it starts again. */
  hold(): () => void {
    this.holds += 1;
    clearTimeout(this.timer);
    return () => {
      this.holds -= 1;
      if (this.holds === 0 && this.isOpen) this.timer = this.start?.();
    };
  }

  atDeadline(make?: Unfinished): void {
    this.makeUnfinished = make;
  }

  /** The result at the deadline. */
  unfinished(failed: ToolFailure): unknown {
    return this.makeUnfinished?.(failed) ?? failed;
  }
}
