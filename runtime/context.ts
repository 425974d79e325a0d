/** The context of a running call: the second argument of every handler. */
import type { Content, ContentBlock } from './content.ts';
import { content } from './content.ts';
import type { ToolFailure } from './failure.ts';
import { failure } from './failure.ts';
import type { JsonObject } from './language/json.ts';
import type { Level } from './log.ts';
import { printable } from './printable.ts';
import type { SendRequest } from './service.ts';

/** The call a handler works for. */
export interface Call<Connection extends string = string> {
  /** Aborted at the deadline, when the client cancels, and when the server stops. */
  readonly signal: AbortSignal;
  /** The declared variables that are set, nothing else of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes the failure to return: what went wrong, what the model can do next, and a snake_case code. */
  readonly fail: (error: string, retryHint: string, code?: string) => ToolFailure;
  /**
   * Makes the result to return where hosts shall show something else than the data as text: images, audio, resources,
   * plain text. The blocks pass through unchanged; `data` is checked and sent as always.
   */
  readonly content: (blocks: readonly ContentBlock[], data?: JsonObject) => Content;
  /** Sends a request to one of the server's connections. */
  readonly request: SendRequest<Connection>;
  /** Writes a line to the server's log (stderr), without secrets; `info` where no level is given. */
  readonly log: (message: string, level?: Level) => void;
  /** Reports progress to a client that asked for it; values that do not increase are not sent. */
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** One step of progress, as MCP `notifications/progress` carries it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Where progress of one call goes; absent when the client did not ask. */
export type ProgressSink = ((progress: Progress) => void) | undefined;

/** A call and the two ways in which the runtime ends it. */
export interface OpenCall {
  readonly call: Call;
  /** Aborts the work; the call is over. */
  readonly abort: (reason: string) => void;
  /** The call is answered: nothing more is sent for it. */
  readonly close: () => void;
  /** What to do once the call is aborted or answered; replaces what was to be done before. */
  readonly whenOver: (action: () => void) => void;
}

/** Sends a request to a connection, in the name of a call. */
export type RequestFor = (call: Pick<Call, 'signal' | 'log'>) => SendRequest;

/** What changes while a call is open. */
interface CallState {
  controller: AbortController | undefined;
  ended: Error | undefined;
  open: boolean;
  over: (() => void) | undefined;
  /** The last progress sent. */
  reached: number;
}

/** A class for the sake of `signal`: an accessor in an object literal would cost every call 0.3 µs. */
class StatefulCall implements Call {
  readonly env: Call['env'];
  readonly log: Call['log'];
  readonly fail: Call['fail'] = callFailure;
  readonly content: Call['content'] = content;
  readonly progress: Call['progress'];
  readonly #state: CallState;
  readonly #requestFor: RequestFor | undefined;

  constructor({ env, log, requestFor }: CallPlace, progress: Call['progress'], state: CallState) {
    this.env = env;
    this.log = log;
    this.progress = progress;
    this.#state = state;
    this.#requestFor = requestFor;
  }

  /** Lazy, as `signal` is. */
  get request(): SendRequest {
    if (this.#requestFor === undefined) throw new Error('requests are available only in handlers');
    return this.#requestFor(this);
  }

  /** Lazy: most calls never read it. */
  get signal(): AbortSignal {
    const { ended } = this.#state;
    const controller = (this.#state.controller ??= new AbortController());
    if (ended !== undefined) controller.abort(ended);
    return controller.signal;
  }
}

/** What the calls of one tool have in common. */
interface CallPlace {
  readonly env: Call['env'];
  readonly log: Call['log'];
  /** Absent without handlers: only they send requests. */
  readonly requestFor: RequestFor | undefined;
}

/** Opens a call; its functions work without their object, so that handlers may take them apart. */
export function openCall(place: CallPlace, sink: ProgressSink): OpenCall {
  const state: CallState = { controller: undefined, ended: undefined, open: true, over: undefined, reached: -Infinity };
  const close = (): void => {
    state.open = false;
    const { over } = state;
    state.over = undefined;
    over?.();
  };
  const progress = sink === undefined ? ignoreProgress : risingProgress(sink, state);
  return {
    call: new StatefulCall(place, progress, state),
    abort(reason) {
      state.ended ??= new DOMException(reason, 'AbortError');
      state.controller?.abort(state.ended);
      close();
    },
    close,
    whenOver(action) {
      state.over = action;
    },
  };
}

function callFailure(error: string, retryHint: string, code = 'tool_failed'): ToolFailure {
  return failure(code, error, retryHint);
}

function ignoreProgress(): void {}

function risingProgress(sink: NonNullable<ProgressSink>, state: CallState): Call['progress'] {
  return (done, total, message) => {
    // Handlers are not bound to their types.
    if (!state.open || typeof done !== 'number' || !(done > state.reached)) return;
    state.reached = done;
    sink({
      progress: done,
      ...(typeof total === 'number' && { total }),
      ...(message !== undefined && { message: printable(message) }),
    });
  };
}
