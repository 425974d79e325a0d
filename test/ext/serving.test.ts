/** Sentences of EXT about a running server: what `haft compile` writes, started alone and judged by the official client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SOME_MODES, connect } from '../support/official-client.ts';
import { runProgram } from '../support/run-program.ts';
import { built } from './project.ts';
import type { Edit } from './project.ts';

function server(...edits: readonly Edit[]): string {
  const { texts } = built(...edits);
  return join(temporaryFolder({ 'server.mjs': texts.get('servers/library/server.mjs') ?? '' }), 'server.mjs');
}

const FOUND = { success: true, data: { lines: ['bees', 'titles', '10'] } };

describe.each(SOME_MODES)('over %s', (_name, mode) => {
  test('§2.3 every content item is a text that holds the result', async () => {
    const client = await connect(mode, server());
    for (const args of [{ query: 'bees' }, { query: 7 }]) {
      const result = await client.callTool({ name: 'search_books', arguments: args });
      expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }]);
      const [item] = result.content;
      expect(item?.type === 'text' && JSON.parse(item.text)).toEqual(result.structuredContent);
    }
  });

  test('§2.4 a success is success and data, and nothing else', async () => {
    const client = await connect(mode, server());
    const result = await client.callTool({ name: 'search_books', arguments: { query: 'bees' } });
    expect(result.structuredContent).toEqual(FOUND);
  });

  test('§4.1 a server has its name, lists its tools and calls them', async () => {
    const client = await connect(mode, server());
    expect(client.getServerVersion()).toMatchObject({ name: 'library' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['get_book', 'search_books']);
    for (const tool of tools)
      expect(tool).toMatchObject({ description: expect.stringMatching(/./), inputSchema: { type: 'object' } });
    const result = await client.callTool({ name: 'get_book', arguments: { number: 12 } });
    expect(result.structuredContent).toEqual({ success: true, data: { text: '12' } });
  });

  test('§4.1 rule 2: an unknown tool is an error that says that the name is unknown', async () => {
    const client = await connect(mode, server());
    await expect(client.callTool({ name: 'lend_book', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/unknown.*lend_book|lend_book.*unknown|no tool.*lend_book/i),
    });
  });
});

describe('§7', () => {
  test.each<[string, Record<string, unknown>, ...Edit[]]>([
    ['arguments of a wrong type', { query: 7 }],
    ['a required argument that is missing', {}],
    ['a program that is not there', { query: 'bees' }, ['argv: [printf, --', 'argv: [haft-no-such-program, --']],
    [
      'a program that fails',
      { query: 'bees' },
      [
        'argv: [printf, --, "%s\\\\n", "{query}", "{scope}", "{limit}", "{tags}"]',
        'argv: [ls, "/{query}{scope}{limit}{tags}"]',
      ],
    ],
  ])('rules 1 to 3: %s', async (_name, args, ...edits) => {
    const client = await connect('auto', server(...edits));
    const result = await client.callTool({ name: 'search_books', arguments: args });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toEqual({
      success: false,
      error: expect.stringMatching(/\w{3}.*\./),
      code: expect.stringMatching(/^[a-z_]+$/),
      retry_hint: expect.stringMatching(/\w{3}.*\./),
    });
  });
});

test('§4.1 a server runs until the transport closes', async () => {
  const child = spawn(process.execPath, [server()], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ask = async (id: number): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return JSON.parse(String(line));
  };
  for (const id of [1, 2, 3]) expect(await ask(id)).toMatchObject({ id });
  expect(child.exitCode).toBeNull();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('§4.1 rule 4: a server that fails at start answers nothing, and its error stream says why', () => {
  const folder = temporaryFolder({
    'specs/clock.yaml': `kind: server
name: clock
version: 1.0.0
summary: Tells the time.
tools:
  - name: tell_time
    description:
      does: Reads the clock of the station.
      when: the user asks what time it is
      examples: [What time is it?]
    effects: read
    handler: handlers.ts
`,
    'specs/handlers.ts': `throw new Error('The clock is not wound up.');\nexport const tell_time = () => ({});\nexport const tellTime = tell_time;\n`,
  });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  const asked = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`;
  const ended = runProgram(process.execPath, ['generated/servers/clock/server.mjs'], folder, asked);
  expect(ended.status).not.toBe(0);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toContain('The clock is not wound up.');
});
