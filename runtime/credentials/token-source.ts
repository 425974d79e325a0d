/** What access tokens for other services come from, as those who send them see it. */
import type { ConnectionAuth } from '../descriptor/http-descriptor.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Clock } from '../server/clock.ts';
import type { Call } from '../server/context.ts';
import type { SetVariables } from '../server/environment.ts';
import type { ToolFailure } from '../server/failure.ts';
import type { Challenge } from './challenge.ts';
import type { TokenRefusal } from './token-request.ts';

export interface AccessToken {
  readonly text: string;
  /** Time of the clock from which a new one is requested. */
  readonly renewAt: number;
}

/** The tokens of one connection or upstream, which all its tools share. */
export interface TokenSource {
  /** Undefined where only the service says, by its challenge, where tokens are. */
  readonly current: (log: Call['log']) => Promise<AccessToken | ToolFailure | undefined>;
  /** To try once in place of the one that the service does not accept, or of none. A failure says what would help. */
  readonly another: (
    sent: AccessToken | undefined,
    challenge: Challenge,
    log: Call['log'],
  ) => Promise<AccessToken | ToolFailure | undefined>;
  /** Looks for the tokens that were issued. */
  readonly redact: () => Redact;
}

/** Where tokens are for, and what they are made with. */
export interface TokenContext {
  /** Such as `notes/tracker`: as `haft login` takes it. */
  readonly name: string;
  /** The address of the service. */
  readonly resource: string;
  readonly env: SetVariables;
  readonly clock: Clock;
  readonly modules: CredentialModules;
  /** The access token with which the caller has come; empty where it has none that could be exchanged. */
  readonly callerToken?: string | undefined;
}

export type OpenTokens = (auth: ConnectionAuth, context: TokenContext) => TokenSource;

/** By the modules that bring them. */
export interface CredentialModules {
  /** `login` of `auth:`. */
  readonly loginTokens?: OpenTokens;
  /** Settles when no login is being renewed. */
  readonly endLogins?: () => Promise<void>;
  /** Finds the token endpoint of an upstream. */
  readonly discoverTokens?: (resource: string, challenge: Challenge) => Promise<Authority>;
  /** `exchange` of `auth:`. */
  readonly exchangeGrant?: GrantOfCaller;
  /** `private_key` and `workload` of `auth:`. */
  readonly proveClient?: ProveClient;
}

/** What a request for a token in the name of a caller has beside that of the client. */
export interface CallerGrant {
  readonly fields: TokenFields;
  /** Milliseconds for a token whose end is not known. */
  readonly life: number;
  readonly refused: (refusal: TokenRefusal, variables: readonly string[]) => ToolFailure;
}

export type GrantOfCaller = (auth: ConnectionAuth, context: TokenContext) => CallerGrant | ToolFailure;

/** What proves the client to the authorization server that is the audience; no fields where a secret does. */
export type ProveClient = (
  auth: ConnectionAuth,
  audience: string,
  env: SetVariables,
) => Promise<TokenFields | ToolFailure>;

/** Fields of a request to a token endpoint. */
type TokenFields = Readonly<Record<string, string>>;

/** Where the tokens of a service come from. */
export interface Authority {
  readonly issuer: string;
  readonly authorize_url: string;
  readonly token_url: string;
  /** Where a client registers itself (RFC 7591); empty where none can. */
  readonly register_url: string;
  /** What tokens are for (RFC 8707), where the service says it. */
  readonly resource?: string;
  /** What to ask for where the challenge does not say it. */
  readonly scopes: readonly string[];
  /** What the authorization server knows. */
  readonly known: readonly string[];
  /** How a client with a secret authenticates. */
  readonly credentials: 'header' | 'body';
  readonly isPublicAllowed: boolean;
  readonly hasPkce: boolean;
  /** Its answers name it (RFC 9207). */
  readonly namesIssuer: boolean;
}
