/** The context of a running call: the second argument of every handler. */
import { type Content, type ContentBlock, content } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import type { SetVariables } from '../../server/environment.ts';
import { type ToolFailure, failure } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import type { FolderFiles, RunHandlerProgram } from '../../server/programs.ts';
import type { SendRequest } from '../../server/service.ts';
import type { AskUser } from '../../asking/question.ts';

/** A chain of causes may be a circle. */
const MAX_CAUSES = 10;

/** The call a handler works for. */
export interface HandlerCall<
  Connection extends string = string,
  Env = DeclaredEnv,
  Program extends string = never,
  Folder extends string = never,
> extends Omit<Call, 'atDeadline' | 'ask'> {
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
  /** Runs a program of `runs`. */
  readonly run: RunHandlerProgram<Program>;
  /** Asks the user, where the spec has `asks: true`. */
  readonly ask: AskUser;
  /** Files of the folders of `folders`. */
  readonly file: FolderFiles<Folder>;
}

/** Where no spec says which variables there are. */
export type DeclaredEnv = Readonly<Record<string, string | undefined>>;

/** A call whose names the types of its handler have checked. */
type AnyCall = HandlerCall<string, DeclaredEnv, string, string>;

/** A member of calls that acts in the name of one of them. */
export type HandlerMember<K extends MemberName> = (call: Call) => AnyCall[K];

type MemberName = 'request' | 'run' | 'file' | 'ask';

/** Each is made when a handler first reads it. */
export type LazyMembers = { readonly [K in MemberName]: () => HandlerMember<K> };

/** Makes the contexts of one tool's handler; their functions work without their object, so that handlers may take them apart. */
export function handlerCalls(env: SetVariables, members: LazyMembers): (call: Call) => AnyCall {
  return (call) => new OwnCall(call, env, members);
}

/** A class for the sake of `signal` and what follows it, which most calls never read. Handlers are not bound to their types. */
class OwnCall implements AnyCall {
  readonly env: SetVariables;
  readonly fail: HandlerCall['fail'] = fail;
  readonly content: HandlerCall['content'] = content;
  readonly #call: Call;
  readonly #members: LazyMembers;

  constructor(call: Call, env: SetVariables, members: LazyMembers) {
    this.env = env;
    this.#call = call;
    this.#members = members;
  }

  get log(): Call['log'] {
    return (message, level) => this.#call.log(printable(message), level);
  }

  get progress(): Call['progress'] {
    return (done, total, message) =>
      this.#call.progress(done, total, message === undefined ? undefined : printable(message));
  }

  get request(): AnyCall['request'] {
    return this.#members.request()(this.#call);
  }

  get run(): AnyCall['run'] {
    return this.#members.run()(this.#call);
  }

  get file(): AnyCall['file'] {
    return this.#members.file()(this.#call);
  }

  get ask(): AnyCall['ask'] {
    return this.#members.ask()(this.#call);
  }

  get user(): Call['user'] {
    return this.#call.user;
  }

  get trace(): Call['trace'] {
    return this.#call.trace;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
}

function fail(error: string, retryHint: string, code = 'tool_failed'): ToolFailure {
  return failure(printable(code), printable(error), printable(retryHint));
}

/** Strings unchanged, errors with their stack and causes, other values as JSON or by their own text; never throws. */
function printable(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return value instanceof Error ? errorText(value, MAX_CAUSES) : valueText(value);
  } catch {
    return 'something that cannot be printed';
  }
}

function errorText(error: Error, depth: number): string {
  const { cause } = error;
  const own = `${error.stack ?? error.message}`;
  if (cause === undefined || depth === 0) return own;
  return `${own}\ncaused by ${cause instanceof Error ? errorText(cause, depth - 1) : valueText(cause)}`;
}

function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
