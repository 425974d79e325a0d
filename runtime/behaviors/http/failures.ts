/** Failures of requests: statuses that the spec has no error for, and services that cannot be reached. */
import {
  type Reach,
  type Repeat,
  type ToolFailure,
  authoredFailure,
  failure,
  repeatHint,
  retryOnce,
} from '../../server/failure.ts';
import { cleanDetail } from '../shared/response.ts';
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';

const NETWORK = 'Ask the user to check the network connection';

const UNRESOLVED = 'The host name of the service cannot be resolved';

const CHECK = 'Ask the user to check the address in the settings of this server. Do not retry.';

const STOP = 'Tell the user. Do not retry.';

const AGAIN = retryOnce('tell the user');

const CHANGED = retryOnce('tell the user that the service may be broken or has changed');

/** The first that fits holds. */
const TROUBLES: readonly Trouble[] = [
  [
    /CERT|SSL|TLS|EPROTO|SIGNATURE/,
    'tls_error',
    'The certificate or encryption of the service is not valid',
    STOP,
    true,
  ],
  [
    /^ECONNREFUSED$/,
    'unreachable',
    'The address of the service does not accept connections',
    'Ask the user whether the program or service is running, then retry.',
    true,
  ],
  [
    /^(?:ENOTFOUND|ENODATA)$/,
    'unknown_host',
    UNRESOLVED,
    `${NETWORK}, and the address in the settings of this server. Do not retry.`,
    true,
  ],
  [/^EAI_/, 'unknown_host', `${UNRESOLVED} at the moment`, `${NETWORK}, then retry.`, true],
  [
    /^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|ENETRESET)$/,
    'unreachable',
    'There is no network path to the service',
    `${NETWORK} and the address, then retry.`,
    true,
  ],
  [
    /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'timeout',
    'The connection to the service timed out',
    'Retry later. If it fails again, ask the user to check the address and the network.',
    true,
  ],
  [/^bad port$/, 'bad_configuration', 'The port of the service is reserved', CHECK, true],
  [
    /TIMEOUT/,
    'timeout',
    'The service accepted the request but did not respond in time',
    'Retry later, or request less data at once.',
  ],
  [/HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/, 'bad_response', 'The headers of the response are too large', CHANGED],
  [
    /^(?:Z_|ERR_(?:_?BROTLI|_ERROR|ZSTD|BUFFER)|ZSTD_|bad compression)/,
    'bad_response',
    'The response cannot be decompressed',
    CHANGED,
  ],
  [/CHUNK/, 'bad_response', 'The chunks of the response are malformed', CHANGED],
  [/^HPE_|^HTTPParserError$/, 'bad_response', 'The response is not valid HTTP', CHANGED],
  [
    /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE|ECONNABORTED)$/,
    'connection_lost',
    'The connection was closed before the response was complete',
    AGAIN,
  ],
];

const OTHER: Trouble = [/^/, 'unreachable', 'The service returned no readable response', AGAIN];

/** The error and the hint for a status. */
export function statusFailure(status: number, text: string, headers: Headers, repeat: Repeat): ToolFailure {
  const [error, advice] = textsFor(status, secondsIn(headers, 'retry-after'));
  // These say that the request was not carried out, or that it changed nothing (304).
  const isRejection = (status >= 400 && status < 500) || status === 503 || status === 304;
  const hint = isRejection ? advice : repeatHint('sent', repeat, advice);
  // HTML is for eyes; a short plain answer often names what was wrong.
  const isHtml = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  const detail = isHtml || status < 400 ? '' : cleanDetail(text);
  return failure('http_error', `${error} (HTTP ${status}).${detail === '' ? '' : ` Response: ${detail}`}`, hint);
}

function textsFor(status: number, wait: number | undefined): readonly [error: string, hint: string] {
  const later = wait === undefined ? 'Wait a moment, then retry once.' : `Wait ${wait} s, then retry once.`;
  if (status === 304) return ['The service reports no change', STOP];
  if (status < 400) return ['The service returned no result, or a redirect that is not followed', STOP];
  if (status === 401 || status === 403) {
    return [
      'The service denied access',
      'Ask the user to check the API key and its permissions. Do not retry unchanged.',
    ];
  }
  if (status === 404 || status === 410) {
    return ['The service did not find the requested item', 'Check the identifier, or look it up with another tool.'];
  }
  if (status === 409 || status === 412) {
    return [
      'The request conflicts with the current state of the service',
      'Read the current state, then retry with it.',
    ];
  }
  if (status === 429) return ['The service limits the rate of requests', later];
  if (status < 500) return ['The service rejected the request', 'Change the arguments before calling again.'];
  if (status === 503) return ['The service is temporarily unavailable', later];
  return ['The service had an internal error', `${later} If it fails again, tell the user.`];
}

/** Seconds to wait, at most an hour (RFC 9110 §10.2.3: a number or a date). */
export function secondsIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, 3600) : undefined;
}

/** `names`: the network's or the parser's names of it. `unsent`: the request cannot have reached the service. */
type Trouble = readonly [names: RegExp, code: string, error: string, hint: string, unsent?: true];

/** What is known of a request that failed on its way. */
interface Attempted {
  readonly connection: ConnectionDescriptor;
  readonly repeat: Repeat;
  /** Of the requests of the call before this one. */
  readonly reach: Reach;
}

/** By the name of the error; with the author's message if the address does not accept connections. */
export function noAnswer(name: string, { connection: { on_unreachable }, repeat, reach }: Attempted): ToolFailure {
  const [, code, error, hint, unsent] = TROUBLES.find(([names]) => names.test(name)) ?? OTHER;
  const reached = unsent === true ? reach : 'sent';
  const isRefused = name === 'ECONNREFUSED';
  // The service may have stopped during the request: then the author's hint applies, too.
  const own = isRefused || code === 'connection_lost' ? on_unreachable : undefined;
  const next = repeatHint(reached, repeat, hint, own?.retry_hint);
  return own && isRefused
    ? authoredFailure({ ...own, retry_hint: next }, code)
    : failure(code, `${error} (${name}).`, next);
}
