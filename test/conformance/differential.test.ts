/** The same calls to our server and to one on the official SDK, in both eras: every difference has its reason here. */
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import { differences } from './support/differences.ts';
import { reasonsOf } from './support/reasons.ts';
import type { Era } from './support/reasons.ts';
import { CALLS, twins } from './support/twins.ts';

let files: readonly (readonly string[])[] = [];
beforeAll(async () => {
  files = await twins();
});

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
};

const HELLO: Readonly<Record<Era, object>> = {
  legacy: { jsonrpc: '2.0', id: 'hello', ...Object(CALLS['initialize']) },
  modern: { jsonrpc: '2.0', id: 'hello', method: 'server/discover', params: { _meta: ENVELOPE } },
};

/** What a server answers to each call; one that stays silent has no answer there. */
async function answersOf([file = '', ...args]: readonly string[], era: Era): Promise<Record<string, unknown>> {
  const server = startServer(file, args);
  server.write(`${JSON.stringify(HELLO[era])}\n`);
  await server.next();
  const answers: Record<string, unknown> = {};
  const take = async (current: string): Promise<unknown> => {
    const { id, ...answer } = await server.next();
    if (id === 'end') return id;
    // A call is its own id, unless its id is what it is about; an answer may be late.
    const name = Object.hasOwn(CALLS, String(id)) ? String(id) : current;
    answers[name] = name === id ? answer : { ...answer, id };
    return id;
  };
  for (const [name, asked] of Object.entries(CALLS)) {
    server.write(`${typeof asked === 'string' ? asked : JSON.stringify(inEra({ id: name, ...asked }, era))}\n`);
    // An answer to this one ends the wait for one that never comes.
    server.write(`${JSON.stringify(inEra({ id: 'end', ...Object(CALLS['a good call']) }, era))}\n`);
    while ((await take(name)) !== 'end');
  }
  return answers;
}

function inEra(asked: object, era: Era): object {
  const message = { jsonrpc: '2.0', ...asked };
  if (era === 'legacy' || ('params' in message && Array.isArray(message.params))) return message;
  return { ...message, params: { ...('params' in message && Object(message.params)), _meta: ENVELOPE } };
}

describe.each(['legacy', 'modern'] as const)('%s', (era) => {
  test('differs only where there is a reason', async () => {
    const [ours = {}, theirs = {}] = await Promise.all(files.map((file) => answersOf(file, era)));
    const found = Object.keys(CALLS).map((name) => [name, differences(ours[name], theirs[name])] as const);
    const expected = Object.keys(CALLS).map((name) => [name, reasonsOf(name, era)] as const);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});
