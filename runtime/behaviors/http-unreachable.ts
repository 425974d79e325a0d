/** Failures of requests without a response, or with one that cannot be read. */
import type { ConnectionDescriptor } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure } from '../failure.ts';

interface Trouble {
  /** The network's or the parser's names of it. */
  readonly names: RegExp;
  readonly code: string;
  readonly error: string;
  readonly hint: string;
  /** The request cannot have reached the service. */
  readonly unsent?: boolean;
}

const CHECK = 'Ask the user to check the address in the settings of this server. Do not retry.';
const AGAIN = 'Retry once. If it fails again, tell the user.';
const CHECK_EFFECT = 'The request may have taken effect: check whether it did before calling again.';
const CHANGED = 'Retry once. If it fails again, tell the user that the service may be broken or has changed.';

/** The first that fits holds. */
const TROUBLES: readonly Trouble[] = [
  {
    names: /CERT|SSL|TLS|EPROTO|SIGNATURE/,
    code: 'tls_error',
    error: 'The certificate or encryption of the service is not valid',
    hint: 'Tell the user. Do not retry.',
    unsent: true,
  },
  {
    names: /^ECONNREFUSED$/,
    code: 'unreachable',
    error: 'The address of the service does not accept connections',
    hint: 'Ask the user whether the program or service is running, then retry.',
    unsent: true,
  },
  {
    names: /^(?:ENOTFOUND|ENODATA)$/,
    code: 'unknown_host',
    error: 'The host name of the service cannot be resolved',
    hint: 'Ask the user to check the network connection, and the address in the settings of this server. Do not retry.',
    unsent: true,
  },
  {
    names: /^EAI_/,
    code: 'unknown_host',
    error: 'The host name of the service cannot be resolved at the moment',
    hint: 'Ask the user to check the network connection, then retry.',
    unsent: true,
  },
  {
    names: /^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|ENETRESET)$/,
    code: 'unreachable',
    error: 'There is no network path to the service',
    hint: 'Ask the user to check the network connection and the address, then retry.',
    unsent: true,
  },
  {
    names: /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    code: 'timeout',
    error: 'The connection to the service timed out',
    hint: 'Retry later. If it fails again, ask the user to check the address and the network.',
    unsent: true,
  },
  {
    names: /^bad port$/,
    code: 'bad_configuration',
    error: 'The port of the service is reserved',
    hint: CHECK,
    unsent: true,
  },
  {
    names: /TIMEOUT/,
    code: 'timeout',
    error: 'The service accepted the request but did not respond in time',
    hint: 'Retry later, or request less data at once.',
  },
  {
    names: /HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/,
    code: 'bad_response',
    error: 'The headers of the response are too large',
    hint: CHANGED,
  },
  {
    names: /^(?:Z_|ERR_(?:_?BROTLI|_ERROR|ZSTD|BUFFER)|ZSTD_|bad compression)/,
    code: 'bad_response',
    error: 'The response cannot be decompressed',
    hint: CHANGED,
  },
  { names: /CHUNK/, code: 'bad_response', error: 'The chunks of the response are malformed', hint: CHANGED },
  { names: /^HPE_|^HTTPParserError$/, code: 'bad_response', error: 'The response is not valid HTTP', hint: CHANGED },
  {
    names: /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE|ECONNABORTED)$/,
    code: 'connection_lost',
    error: 'The connection was closed before the response was complete',
    hint: AGAIN,
  },
];

const OTHER: Trouble = {
  names: /^/,
  code: 'unreachable',
  error: 'The service returned no readable response',
  hint: AGAIN,
};

/** By the name of the error; with the author's message if the address does not accept connections. */
export function noAnswer(name: string, method: string, { on_unreachable }: ConnectionDescriptor): ToolFailure {
  const { code, error, hint, unsent } = TROUBLES.find(({ names }) => names.test(name)) ?? OTHER;
  if (name === 'ECONNREFUSED' && on_unreachable !== undefined) return authoredFailure(on_unreachable, code);
  const arrived = method !== 'GET' && method !== 'HEAD' && unsent !== true;
  // The service may have stopped during the request: then the author's hint applies.
  const next = (code === 'connection_lost' && on_unreachable?.retry_hint) || (arrived ? '' : hint);
  return failure(code, `${error} (${name}).`, [...(arrived ? [CHECK_EFFECT] : []), next].join(' ').trim());
}
