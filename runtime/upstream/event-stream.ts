/** Reads the messages of an event stream (HTML, server-sent events), where only their data matters. */
import { WireError } from './wire.ts';

/** The data of each event; fails on an event of more than `most` characters. */
export async function* eventsIn({ body }: Pick<Response, 'body'>, most: number): AsyncGenerator<string> {
  if (body === null) return;
  let rest = '';
  const data: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line === '' && data.length > 0) yield data.splice(0).join('\n');
    }
    if (rest.length + data.reduce((sum, { length }) => sum + length, 0) > most)
      throw new WireError('it sent a message larger than 10 MiB');
  }
  if (data.length > 0) yield data.join('\n');
}
