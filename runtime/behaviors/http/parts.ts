/** Optional parts of `http:` tools: a generated server includes them only where its spec uses them. */
import { requireModule } from '../../language/require-module.ts';
import type { Clock } from '../../server/clock.ts';
import type { Content } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import type {
  ConnectionDescriptor,
  HttpBehavior,
  HttpStep,
  ServerDescriptor,
  ToolDescriptor,
} from '../../descriptor/descriptor.ts';
import type { SetVariables } from '../../server/environment.ts';
import type { Repeat, ToolFailure } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import type { TemplateScope } from '../../language/template.ts';
import type { Hide } from '../../redaction/hide.ts';
import type { Redact } from '../../redaction/redact.ts';
import { type RawResponse, type Send, type sendWithin, exchange } from './exchange.ts';
import type { CredentialModules } from '../../credentials/token-source.ts';
import type { FailureCases } from '../shared/failure-cases.ts';
import type { Authenticate, CompileContent, FormParts, OutgoingRequest } from './request.ts';
import type { ServiceResponse } from '../shared/response.ts';
import type { Translate } from '../../language/translate.ts';

/** A response that was read as the step says. */
export interface StepReply {
  readonly answer: ServiceResponse;
  readonly received: RawResponse;
}

/** Sends one more request of a call; a failure has ended the call. */
export type SendFollowUp = (request: OutgoingRequest) => Promise<StepReply | ToolFailure>;

/** One call, as the parts that send several requests see it. */
export interface MultiRequestContext {
  readonly request: OutgoingRequest;
  readonly scope: TemplateScope;
  readonly ask: SendFollowUp;
  /** The failure that an answer reports. */
  readonly failed: (answer: ServiceResponse) => ToolFailure | undefined;
  readonly call: Call;
  readonly clock: Clock;
  readonly repeat: Repeat;
  /** Milliseconds until the deadline. */
  readonly left: () => number;
  /** The data of a reply. */
  readonly finish: (reply: StepReply) => unknown;
}

/** Gives the answer of a call that takes several requests. */
export type MultiRequestCall = (exchange: MultiRequestContext) => Promise<StepReply | ToolFailure>;

/** A connection's own way to send requests, and what must not leave the server besides the secrets of its environment. */
export interface ConnectionTransport {
  readonly send: Send;
  readonly redact: Redact;
  /** Removes the secrets of the connection alone. */
  readonly hide: Hide | undefined;
}

/** Optional modules of behaviors and their parts. */
export interface PartModules extends CredentialModules {
  readonly httpParts?: HttpParts | undefined;
  readonly failureCases?: FailureCases | undefined;
  readonly translate?: Translate | undefined;
}

/** What behaviors and their parts are made from. */
export interface PartContext extends PartModules {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
  readonly env: SetVariables;
  /** Redacts texts of services and programs before anything is cut from them: half a secret would not be found. */
  readonly redact: Redact;
  readonly clock: Clock;
  /** Of the caller, for `exchange` of `auth:`. */
  readonly callerToken?: string | undefined;
  /** Removes the secrets of the caller alone. */
  readonly hide?: Hide | undefined;
}

/** The parts, by the modules that bring them. */
interface HttpParts {
  /** Basic credentials. */
  readonly login?: Authenticate;
  /** `json`, `text` and `form`. */
  readonly content?: CompileContent;
  /** `style`, `join` and `form`. */
  readonly forms?: FormParts;
  /** Responses that are no JSON. */
  readonly modes?: ReadMode;
  /** For several requests in one call, each with a time limit. */
  readonly sendWithin?: typeof sendWithin;
  /** `auth:` with tokens. */
  readonly tokens?: (connection: ConnectionDescriptor, context: PartContext) => ConnectionTransport;
  readonly multipart?: (fields: NonNullable<HttpStep['multipart']>) => BuildMultipart;
  /** `response: bytes`, and `save_to`. */
  readonly bytes?: (behavior: HttpBehavior, context: PartContext) => ReadBytes;
  readonly paging?: (
    policy: NonNullable<HttpBehavior['paging']>,
    table: HttpBehavior['result'],
    schema: Schema | undefined,
  ) => MultiRequestCall;
  readonly poll?: (
    policy: NonNullable<HttpBehavior['poll']>,
    connection: ConnectionDescriptor,
    late: ToolDescriptor['on_timeout'],
  ) => MultiRequestCall;
}

/** The answer of a mode, or of a redirect that is the success; undefined if the response is of another kind. */
export type ReadMode = (
  received: RawResponse,
  step: Pick<HttpBehavior, 'method' | 'response' | 'redirect'>,
  reading: { readonly url: URL; readonly args: JsonObject; readonly redact: Redact },
) => ServiceResponse | ToolFailure | undefined;

export type BuildMultipart = (scope: TemplateScope, signal: AbortSignal) => Promise<FormData | ToolFailure>;

/** `data` is what the result table gives, where there is one. */
export type ReadBytes = (
  received: RawResponse,
  given: { readonly args: JsonObject; readonly call: Call; readonly data: JsonObject | undefined },
) => Promise<Content | JsonObject | ToolFailure>;

/** A part; that it is there follows from the spec. */
export function partOf<K extends keyof HttpParts>(
  context: Pick<PartContext, 'httpParts'>,
  name: K,
): NonNullable<HttpParts[K]> {
  return requireModule(context.httpParts?.[name], `"${name}" of http: tools`);
}

/** How requests of a connection are sent. */
export function transportFor(connection: ConnectionDescriptor, context: PartContext): ConnectionTransport {
  const { auth } = connection;
  if (auth && !auth.basic) return partOf(context, 'tokens')(connection, context);
  return { send: exchange, redact: context.redact, hide: context.hide };
}
