/** Reads the answer to a request from an event stream, and goes on where the stream ends too early (MCP 2025-11-25, resumability). */
import { systemClock } from '../server/clock.ts';
import { isObject, MAX_BYTES } from '../language/json.ts';
import { UnusableResponse, WireError, parseMessage, tooLargeMessage } from './wire.ts';

interface Reading {
  /** Of the request; a notification has none. */
  readonly id: unknown;
  readonly onMessage: (message: unknown) => void;
  readonly signal: AbortSignal;
  /** Opens the stream again behind the event with this id. */
  readonly reopen: (last: string) => Promise<Response>;
}

/** Where a stream that was opened again has to go on. */
interface Place {
  last: string | undefined;
  /** Milliseconds to wait before that. */
  retry: number;
}

/** Milliseconds where the server does not say how long to wait. */
const RETRY_MS = 1000;

/** Attempts in a row that bring no event. */
const MAX_ATTEMPTS = 3;

/** Resolves once the answer was received, or nothing more can come. */
export async function readEvents(first: Response, reading: Reading): Promise<void> {
  const place: Place = { last: undefined, retry: RETRY_MS };
  if (await readOne(first, place, reading)) return;
  for (let attempt = 1; place.last !== undefined && reading.id !== undefined; attempt += 1) {
    if (attempt > MAX_ATTEMPTS) throw new WireError('its response ended early');
    const before = place.last;
    await systemClock.sleep(place.retry, reading.signal);
    reading.signal.throwIfAborted();
    // A server that restarts cannot be reached for a while.
    const response = await reading.reopen(before).catch((thrown: unknown) => {
      if (thrown instanceof WireError) return undefined;
      throw thrown;
    });
    if (response?.ok === false) {
      await response.body?.cancel();
      throw new WireError(`its response ended early and cannot be continued (status ${response.status})`);
    }
    if (response && (await readOne(response, place, reading))) return;
    if (place.last !== before) attempt = 0;
  }
}

/** Whether the answer was among the events. */
async function readOne(response: Response, place: Place, { id, onMessage, signal }: Reading): Promise<boolean> {
  try {
    for await (const { data, id: event, retry, isCut } of eventsIn(response, MAX_BYTES)) {
      // It comes again, as a whole, where the stream is continued.
      if (isCut && place.last !== undefined) continue;
      const message = parseMessage(data);
      if (message === undefined && data !== '' && !isCut)
        throw new UnusableResponse('it sent a message that is not JSON');
      if (!isCut) {
        place.last = event ?? place.last;
        place.retry = retry ?? place.retry;
      }
      if (message !== undefined) onMessage(message);
      if (isObject(message) && message['id'] === id && id !== undefined && !('method' in message)) return true;
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof WireError || place.last === undefined) throw thrown;
  }
  return false;
}

/** One event; `data` is empty where it only sets the others. */
interface StreamEvent {
  readonly data: string;
  /** Its name, where it has one. */
  readonly event?: string | undefined;
  readonly id?: string;
  /** Milliseconds to wait before the stream is opened again. */
  readonly retry?: number;
  /** The stream has ended before the event did. */
  readonly isCut?: true;
}

/** Fails on an event of more than `most` characters. */
export async function* eventsIn({ body }: Pick<Response, 'body'>, most: number): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  let rest = '';
  let size = 0;
  let fields: (readonly [name: string, value: string])[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') fields.push(fieldOf(line));
      else if (fields.length > 0) yield eventOf(fields.splice(0));
      size = line === '' ? 0 : size + line.length;
    }
    if (rest.length + size > most) throw tooLargeMessage();
  }
  if (fields.length > 0) yield { ...eventOf(fields), isCut: true };
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
  return [name, value];
}

function eventOf(fields: readonly (readonly [name: string, value: string])[]): StreamEvent {
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []));
  const last = new Map(fields);
  const [id, retry = ''] = [last.get('id'), last.get('retry')];
  return {
    data: data.join('\n'),
    event: last.get('event'),
    // It is sent back in a header.
    ...(id !== undefined && /^[\x21-\x7e]{1,1024}$/.test(id) && { id }),
    ...(/^\d{1,9}$/.test(retry) && { retry: Number(retry) }),
  };
}
