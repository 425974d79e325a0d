/** Reads the events of an event stream (HTML, server-sent events). */
import { WireError } from './wire.ts';

/** One event; `data` is empty where it only sets the others. */
interface StreamEvent {
  readonly data: string;
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
    if (rest.length + size > most) throw new WireError('it sent a message larger than 10 MiB');
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
    // It is sent back in a header.
    ...(id !== undefined && /^[\x21-\x7e]{1,1024}$/.test(id) && { id }),
    ...(/^\d{1,9}$/.test(retry) && { retry: Number(retry) }),
  };
}
