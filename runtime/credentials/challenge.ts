/** What a service demands that rejects a request for its token (RFC 6750 §3, RFC 9728 §5.1). None of it is to be trusted. */

export interface Challenge {
  readonly status: number;
  /** Such as `insufficient_scope`; empty where no token was sent. */
  readonly error: string;
  readonly scopes: readonly string[];
  /** The address of the metadata of the service; empty where it names none. */
  readonly metadata: string;
}

const MAX_HEADER = 8192;

/** Undefined where another token would not help. */
export function challengeOf({ status, headers }: Pick<Response, 'status' | 'headers'>): Challenge | undefined {
  const header = (headers.get('www-authenticate') ?? '').slice(0, MAX_HEADER);
  const parameters = bearerParameters(header);
  const error = parameters.get('error') ?? '';
  const challenge = {
    status,
    error,
    scopes: scopesIn(parameters.get('scope')),
    metadata: parameters.get('resource_metadata') ?? '',
  };
  return status === 401 || (status === 403 && isForScope(challenge)) ? challenge : undefined;
}

/** Each once, in order; what is no scope is left out (RFC 6749 §3.3). */
export function scopesIn(text = ''): readonly string[] {
  return [...new Set(text.split(' ').filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope)))];
}

/** Whether the token is good, and only lacks scopes. */
export function isForScope({ error }: Challenge): boolean {
  return error === 'insufficient_scope';
}

/** Those that are harmless in a message and in a command line, separated by spaces. */
export function printableScopes({ scopes }: Pick<Challenge, 'scopes'> = { scopes: [] }): string {
  return scopes.filter((scope) => /^[\w.:/-]{1,99}$/.test(scope)).join(' ');
}

/** The parameters of the scheme Bearer, among other schemes. */
function bearerParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  let isBearer = false;
  for (const [, scheme, name = '', quoted, plain = ''] of header.matchAll(
    /(?:^|,)\s*(?:([A-Za-z][\w-]*)\s+)?([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|(?:^|,)\s*([A-Za-z][\w-]*)\s*(?=,|$)/g,
  )) {
    if (scheme !== undefined) isBearer = scheme.toLowerCase() === 'bearer';
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (isBearer && name !== '' && !parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}
