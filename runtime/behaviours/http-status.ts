/** Words for statuses that no author foresaw. */
import type { ToolFailure } from '../failure.ts';
import { failure } from '../failure.ts';
import { cleanDetail } from './answer.ts';

/** What a status says, and what a model should do about it. */
export function statusFailure(status: number, text: string, headers: Headers): ToolFailure {
  const [error, hint] = words(status, secondsIn(headers, 'retry-after'));
  // HTML is for eyes; a short plain answer often names what was wrong.
  const isHtml = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  const detail = isHtml || status < 400 ? '' : cleanDetail(text);
  return failure('http_error', `${error} (HTTP ${status}).${detail === '' ? '' : ` It said: ${detail}`}`, hint);
}

function words(status: number, wait: number | undefined): readonly [error: string, hint: string] {
  const later = wait === undefined ? 'Wait a moment, then try once more.' : `Wait ${wait} seconds, then try once more.`;
  if (status < 400)
    return ['The service answered with a redirect that is not followed', 'Tell the user; calling again will not help.'];
  if (status === 401 || status === 403) {
    return [
      'The service refused access',
      'Tell the user to check the key and its permissions; do not repeat the call unchanged.',
    ];
  }
  if (status === 404 || status === 410) {
    return [
      'The service does not have what was asked for',
      'Check the identifier; look it up with another tool if there is one.',
    ];
  }
  if (status === 409 || status === 412) {
    return ['The service has a newer state than this call expected', 'Read the current state, then try again with it.'];
  }
  if (status === 429) return ['The service received too many requests', later];
  if (status < 500) return ['The service did not accept the request', 'Change the arguments before calling again.'];
  if (status === 503) return ['The service is not available at the moment', later];
  return ['The service failed', `${later} If it fails again, tell the user.`];
}

/** Seconds to wait, at most an hour (RFC 9110 §10.2.3: a number or a date). */
export function secondsIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, 3600) : undefined;
}
