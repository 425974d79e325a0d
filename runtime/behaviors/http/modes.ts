/** `response: text`, `lines`, `bytes` and `none` of `http` tools, and `redirect: location`. */
import { linesOf } from '../command/delimited.ts';
import { isFailure } from '../../server/failure.ts';
import { headerOf } from './answer.ts';
import { isRead, textIn } from './exchange.ts';
import type { Received } from './exchange.ts';
import type { ReadMode } from './parts.ts';

export const readMode: ReadMode = (received, { method, response, redirect }, { url, args, redact }) => {
  const header = headerOf(received, redact);
  const location = redirect === undefined ? undefined : locationIn(received, { method, url });
  if (location !== undefined) {
    const text = redact.text(location);
    return { text, json: { location: text }, args, header };
  }
  if (received.status < 200 || received.status > 299 || response === undefined || response === 'json') return undefined;
  if (response === 'bytes' || response === 'none') return { text: '', json: {}, args, header };
  const text = textIn(received);
  if (isFailure(text)) return text;
  const safe = redact.text(text);
  return { text: safe, json: response === 'text' ? safe : linesOf(safe), args, header };
};

interface Sent {
  readonly method: string;
  readonly url: URL;
}

/** The address of a redirect, complete. After a write, that of another host may be a login: nothing says that it is the success. */
function locationIn({ status, headers }: Received, { method, url }: Sent): string | undefined {
  const next = headers.get('location');
  if (status < 300 || status > 399 || next === null || !URL.canParse(next, url.href)) return undefined;
  const place = new URL(next, url);
  return isRead(method) || place.origin === url.origin ? place.href : undefined;
}
