/** The ways by which bytes leave a server are these; a new one takes redacted text, or fails here. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AnswerRequest, Asker } from '../../runtime/protocol/answer.ts';
import { frame } from '../../runtime/redaction/redacted.ts';
import type { WriteOut } from '../../runtime/server/stdout.ts';
import { plainReply } from '../../runtime/transport/http-guard.ts';
import { event } from '../../runtime/transport/sse.ts';

/** Every call in the runtime that puts bytes outside. The type of what passes there is `Redacted`, or it says nothing. */
const WAYS_OUT: readonly string[] = [
  // A response that the author asked to save (`save_to`), in a folder of the author's; it never reaches the model.
  'behaviors/file/inside.ts writeFile',
  // Questions to the person at the terminal: texts of the spec, and of forms, which are cleaned where they come from.
  'command-line/ask.ts stderr.write(',
  // Results as they would be sent, in the file that the person names (`--out`).
  'command-line/files.ts writeFile',
  // Redacted lines of the log and notes; the title of a tool before it is called.
  'command-line/program.ts stderr.write(',
  'command-line/program.ts stderr.write(line)',
  // Tokens of the user, in a file of the user (mode 0600).
  'credentials/store.ts writeFile',
  'server/start.ts stderr.write(',
  'server/start.ts stderr.write(line)',
  'server/stdout.ts stderr.write(',
  'transport/http-routes.ts response.end(',
  'transport/http-routes.ts response.end(line)',
  'transport/http-routes.ts response.write(',
  'transport/http-routes.ts response.writeHead(',
  // Constants, and what the request itself sent: its own origin.
  'transport/http-routes.ts setHeader(',
  // Lines of the log, which are redacted, and why a server could not start.
  'transport/platforms.ts console.',
  // Constants.
  'transport/platforms.ts new Response(',
  'transport/serve-fetch.ts controller?.enqueue(',
  'transport/serve-fetch.ts new Response(',
  // The end of a stream, without a text.
  'transport/sse.ts response.end(',
  'transport/sse.ts response.write(',
  'transport/sse.ts response.writeHead(',
];

test('there are no other ways out', () => {
  const root = path.join(import.meta.dirname, '../../runtime');
  const found = new Set<string>();
  const casts = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const name = entry.replaceAll('\\', '/');
    if (!name.endsWith('.ts') || name.startsWith('dist')) continue;
    const text = readFileSync(path.join(root, name), 'utf8');
    const ways =
      /\b(?:(?:stdout|stderr|response|writer|socket|web|controller)\??\.(?:write|end|writeHead|enqueue)\((?:line\))?|new Response\(|console\.|writeFile|appendFile|emitWarning|setHeader\((?!'Content-Type'))/g;
    for (const [way] of text.matchAll(ways)) found.add(`${name} ${way}`);
    if (/\bas Redacted\b/.test(text)) casts.add(name);
  }
  expect([...found].toSorted()).toEqual(WAYS_OUT);
  expect([...casts].toSorted()).toEqual(['redaction/redact.ts', 'redaction/redacted.ts']);
});

test('plain text is a type error wherever something leaves', () => {
  const send: Asker['outlet']['send'] = () => {};
  const write: WriteOut = () => {};
  const line: ReturnType<AnswerRequest['error']> = frame`{}`;
  const text: string = line;
  // @ts-expect-error Not redacted.
  send(text);
  // @ts-expect-error Not redacted.
  write(text);
  // @ts-expect-error Not redacted.
  plainReply(400, text);
  // @ts-expect-error Not redacted.
  event(text);
  // @ts-expect-error Not redacted.
  expect(frame`${text}`).toBe('{}');
});
