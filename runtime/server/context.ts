/** A call under way, as the runtime's own behaviors see it, and the two ways in which it ends. */
import type { AskUser, PassOn } from '../asking/question.ts';
import type { ToolFailure } from './failure.ts';
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
  readonly atDeadline: (make: Unfinished) => void;
}

/** Makes the result of work that its deadline ends, from the failure that would be the answer. */
type Unfinished = (failed: ToolFailure) => unknown;

/** Where progress of one call goes; absent when the client did not ask. */
export type ProgressSink = Call['progress'] | undefined;

/** A call and the two ways in which the runtime ends it. */
export interface OpenCall {
  readonly call: Call;
  /** Aborts the work; the call is over. */
  readonly abort: (reason: string) => void;
  /** The call is answered: nothing more is sent for it. */
  readonly close: () => void;
  /** What to do once the call is aborted or answered; replaces what was to be done before. */
  readonly whenOver: (action: () => void) => void;
  /** Starts the timer of the deadline: once the call is aborted, it keeps no program alive. */
  readonly until: (start: () => ReturnType<typeof setTimeout>) => void;
  /** Stops that timer; once all that it returned were called, it starts again. */
  readonly hold: () => () => void;
  /** Ends the call with this, whatever its work does; set once the work takes longer. */
  finish?: (end: () => unknown) => void;
  /** The result at the deadline. */
  readonly unfinished: Unfinished;
}

/** Gives a call its way to ask the user. */
export type AttachDialog = (open: OpenCall) => void;

/** What changes while a call is open. */
interface CallState {
  controller: AbortController | undefined;
  ended: Error | undefined;
  open: boolean;
  over: (() => void) | undefined;
  unfinished?: Unfinished;
  start?: () => ReturnType<typeof setTimeout>;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Where a call comes from, as far as that is known. */
type CallOrigin = Pick<Call, 'user' | 'trace'>;

/** A class for the sake of `signal`: an accessor in an object literal would cost every call 0.3 µs. */
class StatefulCall implements Call {
  readonly log: Call['log'];
  readonly progress: Call['progress'];
  readonly user: CallUser | undefined;
  readonly trace: Trace | undefined;
  ask?: AskUser | undefined;
  // Set where users are asked: no other call pays for the member.
  declare passOn?: PassOn | undefined;
  readonly #state: CallState;

  constructor(log: Call['log'], progress: Call['progress'], state: CallState, { user, trace }: CallOrigin) {
    this.log = log;
    this.progress = progress;
    this.user = user;
    this.trace = trace;
    this.#state = state;
  }

  /** Lazy: most calls never read it. */
  get signal(): AbortSignal {
    const { ended } = this.#state;
    const controller = (this.#state.controller ??= new AbortController());
    if (ended !== undefined) controller.abort(ended);
    return controller.signal;
  }

  atDeadline(make: Unfinished): void {
    this.#state.unfinished = make;
  }
}

/** Opens a call; its functions work without their object. */
export function openCall(log: Call['log'], sink: ProgressSink, origin: CallOrigin = {}): OpenCall {
  const state: CallState = { controller: undefined, ended: undefined, open: true, over: undefined };
  /** By so many the timer is stopped. */
  let holds = 0;
  const close = (): void => {
    state.open = false;
    const { over } = state;
    state.over = undefined;
    over?.();
  };
  const progress: Call['progress'] = (...step) => {
    if (state.open) sink?.(...step);
  };
  return {
    call: new StatefulCall(log, progress, state, origin),
    abort(reason) {
      state.ended ??= new DOMException(reason, 'AbortError');
      state.controller?.abort(state.ended);
      state.timer?.unref?.();
      close();
    },
    close,
    until(start) {
      state.start = start;
      if (holds === 0) state.timer = start();
    },
    hold() {
      holds += 1;
      clearTimeout(state.timer);
      return () => {
        holds -= 1;
        if (holds === 0 && state.open) state.timer = state.start?.();
      };
    },
    whenOver(action) {
      state.over = action;
    },
    unfinished: (failed) => state.unfinished?.(failed) ?? failed,
  };
}
