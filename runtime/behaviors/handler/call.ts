/** The context of a running call: the second argument of every handler. */
import type { Content, ContentBlock } from '../../server/content.ts';
import { content } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import type { SetVariables } from '../../server/environment.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { failure } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import { printable } from '../../server/printable.ts';
import type { SendRequest } from '../../server/service.ts';

/** The call a handler works for. */
export interface HandlerCall<Connection extends string = string, Env = DeclaredEnv> extends Omit<Call, 'atDeadline'> {
  /** The declared variables that are set, nothing else of the environment; those that are required always are. */
  readonly env: Env;
  /** Makes the failure to return: what went wrong, what the model can do next, and a snake_case code. */
  readonly fail: (error: string, retryHint: string, code?: string) => ToolFailure;
  /**
   * Makes the result to return where hosts shall show something else than the data as text: images, audio, resources,
   * plain text. The blocks pass through unchanged; `data` is checked and sent as always.
   */
  readonly content: (blocks: readonly ContentBlock[], data?: JsonObject) => Content;
  /** Sends a request to one of the server's connections. */
  readonly request: SendRequest<Connection>;
}

/** Where no spec says which variables there are. */
export type DeclaredEnv = Readonly<Record<string, string | undefined>>;

/** Sends a request to a connection, in the name of a call. */
export type RequestFor = (call: Pick<Call, 'signal' | 'log'>) => SendRequest;

/** Makes the contexts of one tool's handler; their functions work without their object, so that handlers may take them apart. */
export function handlerCalls(env: SetVariables, requestFor: RequestFor): (call: Call) => HandlerCall {
  return (call) => new OwnCall(call, env, requestFor);
}

/** A class for the sake of `signal` and `request`, which most calls never read. Handlers are not bound to their types. */
class OwnCall implements HandlerCall {
  readonly env: SetVariables;
  readonly fail: HandlerCall['fail'] = fail;
  readonly content: HandlerCall['content'] = content;
  readonly log: Call['log'];
  readonly progress: Call['progress'];
  readonly #call: Call;
  readonly #requestFor: RequestFor;

  constructor(call: Call, env: SetVariables, requestFor: RequestFor) {
    this.env = env;
    this.log = (message, level) => call.log(printable(message), level);
    this.progress = (done, total, message) => {
      call.progress(done, total, message === undefined ? undefined : printable(message));
    };
    this.#call = call;
    this.#requestFor = requestFor;
  }

  get request(): SendRequest {
    return this.#requestFor(this);
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
}

function fail(error: string, retryHint: string, code = 'tool_failed'): ToolFailure {
  return failure(printable(code), printable(error), printable(retryHint));
}
