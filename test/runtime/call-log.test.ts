/** `HAFT_LOG=calls`: a line a call, which `haft diff --usage` reads, without the secrets of the environment. */
import { expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import { readMessage } from '../../runtime/protocol/message.ts';
import { unwanted } from '../../runtime/transport/fetch.ts';
import { descriptorOf, tool } from './support/descriptor.ts';

const server = descriptorOf({
  env: { KEY: { description: 'A key.', secret: true, optional: true } },
  tools: [
    {
      ...tool,
      name: 'find',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: [] },
      behavior: { kind: 'handler', export: 'find' },
    },
  ],
});

function linesOf(level: string, args: object): Record<string, unknown>[] {
  const lines: string[] = [];
  const variables = { HAFT_LOG: level, KEY: 'hunter22' };
  const { answer, allow } = assemble(server, { find: () => ({}) }, variables, (line) => lines.push(line), {
    ...handlerTools,
    ...secrets,
  });
  const params = { name: 'find', arguments: args };
  const request = readMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  if (request.kind !== 'request') throw new Error(request.kind);
  answer(request, { allowance: allow(), outlet: unwanted });
  return lines.map((line) => JSON.parse(line));
}

test('a call is a line with server, tool and arguments, and secrets are redacted', () => {
  expect(linesOf('calls', { text: 'key hunter22, 5 books' })).toEqual([
    { time: expect.any(String), server: 'small', tool: 'find', arguments: { text: 'key [redacted], 5 books' } },
  ]);
});

test('a call that is too long is left out, and without the setting no call is written', () => {
  expect(linesOf('calls', { text: 'x'.repeat(300_000) })).toEqual([]);
  for (const level of ['debug', 'info', '']) {
    const written = linesOf(level, { text: 'private' });
    expect(JSON.stringify(written)).not.toContain('private');
  }
});
