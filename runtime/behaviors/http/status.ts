/** Failures for HTTP statuses that the spec has no error for. */
import type { ToolFailure } from '../../server/failure.ts';
import { failure } from '../../server/failure.ts';
import type { Repeat } from '../../server/repeat.ts';
import { repeatHint } from '../../server/repeat.ts';
import { cleanDetail } from '../shared/response.ts';

/** The error and the hint for a status. */
export function statusFailure(status: number, text: string, headers: Headers, repeat: Repeat): ToolFailure {
  const [error, advice] = textsFor(status, secondsIn(headers, 'retry-after'));
  const hint = isRejection(status) ? advice : repeatHint('sent', repeat, advice);
  // HTML is for eyes; a short plain answer often names what was wrong.
  const isHtml = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  const detail = isHtml || status < 400 ? '' : cleanDetail(text);
  return failure('http_error', `${error} (HTTP ${status}).${detail === '' ? '' : ` Response: ${detail}`}`, hint);
}

/** Statuses that say that the request was not carried out. */
function isRejection(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}

function textsFor(status: number, wait: number | undefined): readonly [error: string, hint: string] {
  const later = wait === undefined ? 'Wait a moment, then retry once.' : `Wait ${wait} s, then retry once.`;
  if (status < 400) return ['The service returned a redirect, which is not followed', 'Tell the user. Do not retry.'];
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
