/** Tools that flags and variables hide are neither listed nor callable, in both eras, over every transport. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServerDescriptor, ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { authDescriptor } from '../../compiler/spec/behaviors/server-auth.ts';
import { open } from '../../runtime/in-process/open.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import { fitFinders } from '../../runtime/behaviors/find/find.ts';
import { readPrintedServer } from '../../runtime/server/printed.ts';
import { filterTools } from '../../runtime/server/tool-filter.ts';
import { createFetchHandler } from '../../runtime/transport/fetch.ts';
import { runs } from '../support/runs.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { envelope, legacy, modern, startHttp } from './support/http-client.ts';
import { startServer } from './support/server-process.ts';
import { smallServer } from './support/small-server.ts';

const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const named = (name: string, more: Partial<ToolDescriptor> = {}): ToolDescriptor => ({ ...tool, name, ...more });

const NOTES: readonly ToolDescriptor[] = [
  named('find_note', { description: 'Finds a note. If it is no longer needed, use delete_note instead. Fast.' }),
  named('read_note', { tags: ['text'] }),
  named('delete_note', { annotations: WRITES, tags: ['admin', 'text'] }),
  named('list', { tags: ['admin'] }),
];

const server = descriptorOf({
  transports: ['stdio', 'http'],
  instructions: 'Keeps a list of notes. Ask before you call delete_note. Notes are private.',
  tools: NOTES,
});

const filter = (one: ServerDescriptor, flags: readonly string[], variables = {}): ServerDescriptor =>
  filterTools(one, { flags, variables, fitFinders });

const namesIn = ({ tools }: ServerDescriptor): string[] => tools.map(({ name }) => name);

describe('the tools that are served', () => {
  test.each<[string, readonly string[], Record<string, string>, string[]]>([
    ['--read-only', ['--read-only'], {}, ['find_note', 'read_note', 'list']],
    ['HAFT_READ_ONLY', [], { HAFT_READ_ONLY: 'true' }, ['find_note', 'read_note', 'list']],
    ['any word but no', [], { HAFT_READ_ONLY: 'yes' }, ['find_note', 'read_note', 'list']],
    ['a no', [], { HAFT_READ_ONLY: 'False', HAFT_WITHOUT: 'list' }, ['find_note', 'read_note', 'delete_note']],
    ['--tools', ['--tools', 'list,find_note'], {}, ['find_note', 'list']],
    ['a tag', ['--tools', 'tag:text'], {}, ['read_note', 'delete_note']],
    ['--without', ['--without', 'delete_note'], {}, ['find_note', 'read_note', 'list']],
    ['two of --without', ['--without', 'list', '--without', 'tag:text'], {}, ['find_note']],
    ['read-only over --tools', ['--tools', 'delete_note,list', '--read-only'], {}, ['list']],
    ['--without over --tools', ['--tools', 'tag:admin', '--without', 'list'], {}, ['delete_note']],
    ['a flag and a variable', ['--tools', 'tag:text'], { HAFT_TOOLS: 'tag:admin' }, ['delete_note']],
    ['nothing', [], { HAFT_READ_ONLY: '', HAFT_TOOLS: '', HAFT_WITHOUT: '' }, NOTES.map(({ name }) => name)],
  ])('are those that %s lets through', (_name, flags, variables, expected) => {
    expect(namesIn(filter(server, flags, variables))).toEqual(expected);
  });

  test.each<[string, readonly string[], Record<string, string>, string]>([
    [
      'a slip',
      ['--without', 'delete_nota'],
      {},
      '--without has an unknown tool "delete_nota". Did you mean delete_note?',
    ],
    [
      'a slip in a tag',
      [],
      { HAFT_TOOLS: 'tag:admim' },
      'HAFT_TOOLS has an unknown tool "tag:admim". Did you mean tag:admin?',
    ],
    ['another name', ['--tools', 'zzzzzz'], {}, '--tools has an unknown tool "zzzzzz".'],
    ['no name', ['--tools'], {}, '--tools has an unknown tool "".'],
    [
      'a variable that no host has replaced',
      [],
      { HAFT_WITHOUT: '${HAFT_WITHOUT}' },
      'HAFT_WITHOUT has an unknown tool',
    ],
    ['nothing left', ['--read-only', '--tools', 'delete_note'], {}, 'No tool is left to serve: hide fewer.'],
  ])('cannot be chosen by %s: the server does not start', (_name, flags, variables, message) => {
    expect(() => filter(server, flags, variables)).toThrow(message);
  });

  test('a setting more never shows a tool more, and a tool is hidden by exactly those settings that say so', () => {
    const tags = fc.subarray(['a', 'b']);
    const tools = fc
      .array(fc.record({ read: fc.boolean(), tags, via: fc.boolean() }), { minLength: 1, maxLength: 5 })
      .map((all) =>
        all.map((one, at) =>
          named(`get_${at}`, {
            tags: one.tags,
            annotations: one.read ? { readOnlyHint: true } : WRITES,
            ...(one.via && at > 0 && { behavior: { kind: 'via', tool: 'get_0', arguments: {} } }),
          }),
        ),
      );
    const entries = fc.subarray(['get_0', 'get_1', 'get_2', 'tag:a', 'tag:b'], { minLength: 1 });
    const setting = fc.oneof(
      fc.constant(['--read-only']),
      entries.map((list) => ['--tools', list.join()]),
      entries.map((list) => ['--without', list.join()]),
    );
    const served = (all: readonly ToolDescriptor[], flags: readonly string[]): string[] | string => {
      try {
        return namesIn(filter(descriptorOf({ tools: all }), flags));
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    const hides = ([flag, list = '']: readonly string[], one: ToolDescriptor): boolean => {
      const isIn = list.split(',').some((name) => name === one.name || (one.tags ?? []).includes(name.slice(4)));
      return flag === '--read-only' ? one.annotations?.['readOnlyHint'] !== true : (flag === '--without') === isIn;
    };
    fc.assert(
      fc.property(tools, setting, (all, flags) => {
        const found = served(all, flags);
        if (typeof found === 'string') return;
        const expected = all.filter((one) => {
          const [first] = all;
          return !hides(flags, one) && !(one.behavior.kind === 'via' && first && hides(flags, first));
        });
        expect(found).toEqual(expected.map(({ name }) => name));
      }),
      { numRuns: runs(200) },
    );
  });

  test('no text of the server names a hidden tool; a name that is a plain word stays', () => {
    const { instructions, tools } = filter(server, ['--tools', 'tag:text,find_note', '--read-only']);
    expect(instructions).toBe('Keeps a list of notes. Notes are private.');
    expect(tools[0]?.description).toBe('Finds a note. Fast.');
  });

  test('with `list: search` they are found and called; where none is left, nothing finds them', () => {
    const find = named('find_tools', { behavior: { kind: 'find' }, description: 'Finds tools by words.' });
    const found = NOTES.map((one) => ({ ...one, listed: 'found' as const }));
    const searched = descriptorOf({ tools: [find, ...found] });
    expect(filter(searched, ['--tools', 'list']).tools).toMatchObject([
      { name: 'find_tools', annotations: {} },
      { name: 'list' },
    ]);
    const some = descriptorOf({ tools: [find, ...found.slice(0, 1), named('keep_note')] });
    expect(namesIn(filter(some, ['--tools', 'keep_note']))).toEqual(['keep_note']);
  });

  test('of a printed server are the same', () => {
    const { tools, ...rest } = server;
    const printed = tools.map(({ name, behavior, tags, ...listed }) => {
      return [name, JSON.stringify({ name, ...listed }), JSON.stringify({ behavior, tags })] as const;
    });
    const choose = (one: ServerDescriptor): ServerDescriptor => filter(one, ['--without', 'tag:admin']);
    expect(choose(readPrintedServer({ ...rest, printed }))).toEqual(choose(server));
  });
});

describe('a hidden tool', async () => {
  const file = await smallServer(server);
  const call = { name: 'delete_note', arguments: {} };
  const unknown = { error: { code: -32602, message: 'Unknown tool: delete_note.' } };

  test('is not there over stdio, in both eras', async () => {
    const { ask, next, logged } = startServer(file, ['--read-only']);
    await logged(/serving 3 of 4 tools/);
    for (const _meta of [{}, envelope()]) {
      ask('tools/list', { _meta });
      expect(JSON.stringify(await next())).not.toContain('delete_note');
      ask('tools/call', { ...call, _meta });
      expect(await next()).toMatchObject(unknown);
    }
  });

  test('is not there over HTTP, in both eras, nor in what --help prints', async () => {
    const { url } = await startHttp(file, ['--http', '--without', 'delete_note']);
    for (const ask of [legacy, modern]) {
      expect((await ask(url, 'tools/list')).text).not.toContain('delete_note');
      expect((await ask(url, 'tools/call', call)).json).toMatchObject(unknown);
    }
    const { rest } = await startServer(file, ['--help', '--read-only']).end();
    expect(rest.join('\n')).toMatch(/Tools: find_note, read_note, list$/m);
  });

  test('is not there on platforms with fetch', async () => {
    const answer = createFetchHandler(server, { run: () => ({}) }, { env: { HAFT_WITHOUT: 'delete_note' } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    const headers = { 'Content-Type': 'application/json' };
    const reply = await answer(new Request('https://tools.example/mcp', { method: 'POST', headers, body }));
    expect(await reply.json()).toMatchObject(unknown);
    expect(() => createFetchHandler(server, { run: () => ({}) }, { env: { HAFT_TOOLS: 'x' } })).toThrow('HAFT_TOOLS');
  });

  test('that is misspelled keeps the server from starting', async () => {
    const { code, stderr } = await startServer(file, ['--without', 'delet_note']).end();
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean delete_note?')]);
  });
});

describe('what follows from the tools that are left', () => {
  const SCOPES = ['a', 'b', 'c', 'd'];
  const tools = fc.array(
    fc.record({
      name: fc.constantFrom('find_note', 'read_note', 'delete_note', 'list', 'move_note'),
      scopes: fc.subarray(SCOPES),
      reads: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  );

  test('the scopes of the challenge are those of a server that was compiled with these tools alone', async () => {
    await fc.assert(
      fc.asyncProperty(tools, fc.integer({ min: 1, max: 31 }), async (all, mask) => {
        const unique = [...new Map(all.map((one) => [one.name, one])).values()];
        const left = unique.filter((_one, at) => (mask >> at) & 1);
        fc.pre(left.length > 0);
        const planned = (those: typeof unique) =>
          those.map(({ name, scopes, reads }) => ({
            name,
            scopes,
            behavior: tool.behavior,
            annotations: reads ? tool.annotations : WRITES,
          }));
        const plan = { issuer: 'https://login.example', scopes: Object.fromEntries(SCOPES.map((one) => [one, one])) };
        const auth = (those: typeof unique) => authDescriptor(plan as never, planned(those) as never);
        const whole = descriptorOf({
          format: 3,
          transports: ['http'],
          auth: auth(unique),
          tools: unique.map(({ name, reads }) => named(name, reads ? {} : { annotations: WRITES })),
        });
        const env = { HAFT_TOOLS: left.map(({ name }) => name).join() };
        const handle = createFetchHandler(whole, { run: () => ({}) }, { env, url: 'https://tools.example/mcp' });
        const { headers } = await handle(new Request('https://tools.example/mcp', { method: 'POST', body: '{}' }));
        const [, scopes = ''] = /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
        expect(scopes.split(' ').filter(Boolean)).toEqual(auth(left).challenge);
      }),
      { numRuns: runs(1000, 20) },
    );
  });

  test('a resource that a hidden tool reads is hidden', () => {
    const resources = [
      { uri: 'notes://{title}', name: 'note', tool: 'read_note' },
      { uri: 'notes://styles', name: 'styles', text: 'Short.' },
    ];
    expect(filter({ ...server, resources }, ['--without', 'read_note']).resources).toEqual(resources.slice(1));
    expect(filter({ ...server, resources }, ['--tools', 'read_note']).resources).toEqual(resources);
  });

  test('a program that opens the server has these tools alone, and an unknown name fails', async () => {
    const opened = await open(server, { run: () => ({}) }, [handlerTools, secrets], {
      env: { HAFT_WITHOUT: 'tag:admin' },
    });
    expect(Object.keys(opened.tools)).toEqual(['find_note', 'read_note']);
    const wrong = open(server, {}, [handlerTools, secrets], { env: { HAFT_TOOLS: 'find_nota' } });
    await expect(wrong).rejects.toThrow('Did you mean find_note?');
  });
});
