/** Token exchange (RFC 8693): the token of a caller goes to the authorization server that the spec names, and what that issues goes to the service. */
import { textOf } from '../language/template.ts';
import { TOKEN_VARIABLE } from '../server/environment.ts';
import { type ToolFailure, failure, retryOnce } from '../server/failure.ts';
import type { TokenRefusal } from './token-request.ts';
import type { CallerGrant, GrantOfCaller } from './token-source.ts';

/** Milliseconds for which a token is used whose end the authorization server does not say. */
const LIFE = 300_000;

export const exchangeGrant: GrantOfCaller = ({ exchange }, { callerToken = '', env }): CallerGrant | ToolFailure => {
  if (callerToken === '') return noCaller;
  return {
    fields: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: callerToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...(exchange?.resource !== undefined && { resource: textOf(exchange.resource, { env }) }),
    },
    life: LIFE,
    refused: notExchanged,
  };
};

/** Without a token, and with one of the server's own. */
export const noCaller = failure(
  'user_unknown',
  'This tool acts for a user who is logged in, and this call has no access token of one.',
  `Ask the user to connect to this server over HTTP, with a login, or set ${TOKEN_VARIABLE} where it runs without HTTP. Do not retry before that.`,
);

function notExchanged({ status, code }: TokenRefusal, variables: readonly string[]): ToolFailure {
  const error = `The authorization server issued no token for this user (HTTP ${status}${code === '' ? '' : `, ${code}`}).`;
  if (status === 429 || status >= 500) return failure('auth_failed', error, retryOnce('tell the user'));
  return failure('auth_failed', error, `${nextStep(status, code, variables)} Do not retry before that.`);
}

/** RFC 6749 §5.2, RFC 8693 §2.2.2. */
function nextStep(status: number, code: string, variables: readonly string[]): string {
  if (code === 'invalid_target' || code === 'invalid_scope')
    return 'Ask the author of this server to check `audience`, `resource` and `scope` of its token exchange.';
  const isClient = status === 401 || /^(?:invalid|unauthorized)_client$|^unsupported_grant_type$/.test(code);
  if (!isClient)
    return 'Ask the user to log in to this server again. If that does not help, ask the operator of the authorization server whether this server may exchange tokens.';
  const names = [...new Set(variables)].join(', ');
  return `Ask the user to check ${names === '' ? 'the client of the token exchange' : names} in the settings of this server, and whether that client may exchange tokens.`;
}
