/** Whose tokens a server accepts over HTTP, and which of its tools need them. */

/** OAuth 2.1, as a resource server. Texts are templates over `env` alone. */
export interface AuthDescriptor {
  /** The authorization server, as tokens name it in `iss`. */
  readonly issuer: string;
  /** Where its keys are; found by its metadata where absent. */
  readonly jwks_uri?: string;
  /** Accepted in `aud`; the public URL of the endpoint where absent. */
  readonly audience?: readonly string[];
  /** All scopes of the server, in the author's order. */
  readonly scopes: readonly string[];
  /** What a client without a token is told to ask for. */
  readonly challenge: readonly string[];
  /** By name of the tool; one that is absent requires a token with any scope. */
  readonly tools: Readonly<Record<string, ToolAccess>>;
  /** Headers of a request that connections may send on, by their names in lower case. */
  readonly headers?: Readonly<Record<string, CallerHeader>>;
  /** The authorization server is asked about each token (RFC 7662), instead of its keys. */
  readonly introspection?: IntrospectionDescriptor;
}

/** The scopes that a call requires; `public`: no token; `named`: those of the tool that the argument `name` names. */
export type ToolAccess = readonly string[] | 'public' | 'named';

/** `secret`: its value is redacted. */
export interface CallerHeader {
  readonly secret: boolean;
}

export interface IntrospectionDescriptor {
  /** Found by the metadata of the authorization server where absent. */
  readonly url?: string;
  readonly client_id: string;
  readonly client_secret: string;
}
