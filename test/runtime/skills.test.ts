/** Skills over MCP, message by message: what is declared, what an unknown or hostile URI leads to, what may be kept. */
import { afterAll, describe, expect, test } from 'vitest';
import type { SkillDescriptor } from '../../runtime/index.ts';
import { createFetchHandler } from '../../runtime/index.ts';
import { legacy, modern, startHttp } from './support/http-client.ts';
import { descriptorOf } from './support/descriptor.ts';
import { smallServer } from './support/small-server.ts';

const file = (path: string, text: string) => {
  return {
    uri: `skill://read-marks/${path}`,
    digest: `sha256:${'0'.repeat(64)}`,
    size: 3,
    mimeType: 'text/markdown',
    text,
  };
};
const SKILL: SkillDescriptor = {
  uri: 'skill://read-marks/SKILL.md',
  frontmatter: { name: 'read-marks', description: 'Reads marks.', metadata: { version: '1.0.0' } },
  files: [file('SKILL.md', 'one'), file('references/a%20b.md', 'two')],
};

const path = await smallServer({ transports: ['http'], skills: [SKILL] });
/** One for all tests: it keeps nothing between two requests. */
const { url } = await startHttp(path, [], {}, afterAll);

const DECLARED = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  extensions: { 'io.modelcontextprotocol/skills': {} },
};
/** None of these is a file of the skill, whatever a file system would make of it. */
const HOSTILE = [
  'skill://read-marks/references/../SKILL.md',
  'skill://read-marks/references/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  'skill://read-marks',
  'skill://read-marks/',
  'skill://read-marks/references',
  'skill://read-marks/evals/evals.json',
  'skill://READ-MARKS/SKILL.md',
  'skill://read-marks/SKILL.md#top',
  'skill://read-marks/%zz',
  'file:///etc/passwd',
  '__proto__',
  '',
  '\u0000\u202e',
  `skill://${'a'.repeat(100_000)}`,
];

const WRONG: readonly (readonly [string, object])[] = [
  ['skills/get', {}],
  ['skills/get', { uri: 5 }],
  ['skills/get', { uri: ['skill://read-marks/SKILL.md'] }],
  ['resources/read', {}],
  ['resources/read', { uri: null }],
  ['skills/list', { cursor: 'x' }],
  ['resources/list', { cursor: 'x' }],
  ['resources/templates/list', { cursor: 'x' }],
];

const CONTENT = { uri: 'skill://read-marks/references/a%20b.md', mimeType: 'text/markdown', text: 'two' };

describe('both eras', () => {
  test('declare the extension and the resources that it needs', async () => {
    const hello = await legacy(url, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    expect(hello.json.result.capabilities).toEqual(DECLARED);
    expect((await modern(url, 'server/discover')).json.result.capabilities).toEqual(DECLARED);
  });

  test('say the same; only the modern one says how long it may be kept', async () => {
    const { files, ...rest } = SKILL;
    const entry = { ...rest, resources: files.map(({ uri, digest, size }) => ({ uri, digest, size })) };
    const { name, description } = SKILL.frontmatter;
    const answers: [string, object, object][] = [
      ['skills/list', {}, { skills: [entry] }],
      ['skills/get', { uri: SKILL.uri }, { skill: entry }],
      ['resources/list', {}, { resources: [{ uri: SKILL.uri, name, description, mimeType: 'text/markdown' }] }],
      ['resources/templates/list', {}, { resourceTemplates: [] }],
      ['resources/read', { uri: CONTENT.uri }, { contents: [CONTENT] }],
    ];
    for (const [method, params, members] of answers) {
      expect((await legacy(url, method, params)).json.result, method).toEqual(members);
      const { json } = await modern(url, method, params);
      const { _meta, ...result } = json.result;
      expect(result, method).toEqual({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public', ...members });
    }
  });

  test.each([
    'skill://read-marks/references/a b.md',
    'skill://read-marks/references/%61%20b.md',
    'skill://read-marks%2Freferences%2Fa%20b.md',
  ])('find a file however its name is escaped: %s', async (uri) => {
    expect((await legacy(url, 'resources/read', { uri })).json.result).toEqual({ contents: [CONTENT] });
  });

  test('know nothing but their own files', async () => {
    for (const uri of HOSTILE) {
      const known = { code: -32602, data: { uri } };
      const before = (await legacy(url, 'resources/read', { uri })).json.error;
      expect(before, uri).toMatchObject({ ...known, code: -32002 });
      const header = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
      // A header of 130 KB is refused by Node itself.
      if (uri.length < 10_000)
        expect(await modern(url, 'resources/read', { uri }, { 'Mcp-Name': header })).toMatchObject({
          status: 200,
          json: { error: known },
        });
      const { error } = (await legacy(url, 'skills/get', { uri })).json;
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^Unknown skill: /) });
      expect(error.message.length).toBeLessThan(400);
      expect(error).not.toHaveProperty('data');
    }
  });

  test('reject what is no URI, and a cursor that they never gave', async () => {
    for (const [method, params] of WRONG) {
      expect((await legacy(url, method, params)).json.error, method).toMatchObject({ code: -32602 });
      expect((await modern(url, method, params)).json.error, method).toMatchObject({ code: -32602 });
    }
  });

  test('suggest the skill that was meant', async () => {
    const { error } = (await legacy(url, 'skills/get', { uri: 'skill://read-mark/SKILL.md' })).json;
    expect(error.message).toBe('Unknown skill: skill://read-mark/SKILL.md. Did you mean skill://read-marks/SKILL.md?');
  });

  test('do not read directories, as they have declared', async () => {
    const params = { uri: 'skill://read-marks' };
    expect((await legacy(url, 'resources/directory/read', params)).json.error).toMatchObject({ code: -32601 });
    expect(await modern(url, 'resources/directory/read', params)).toMatchObject({ status: 404 });
  });
});

test('over HTTP a header has to name the resource that is read', async () => {
  const params = { uri: SKILL.uri };
  const wrong = { status: 400, json: { error: { code: -32020 } } };
  expect(await modern(url, 'resources/read', params, { 'Mcp-Name': 'skill://other/SKILL.md' })).toMatchObject(wrong);
  expect(await modern(url, 'resources/read', params, { 'Mcp-Name': undefined })).toMatchObject(wrong);
});

test('a server without skills has no such method', async () => {
  const { url } = await startHttp(await smallServer({ transports: ['http'] }), []);
  for (const method of ['skills/list', 'skills/get', 'resources/list', 'resources/read'])
    expect(await modern(url, method)).toMatchObject({ status: 404, json: { error: { code: -32601 } } });
});

test('the fetch handler serves them too', async () => {
  const server = descriptorOf({ transports: ['http'], skills: [SKILL] });
  const answer = createFetchHandler(server, { run: () => ({}) });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: CONTENT.uri } });
  const headers = { 'Content-Type': 'application/json' };
  const reply = await answer(new Request('https://tools.example/mcp', { method: 'POST', headers, body }));
  expect(await reply.json()).toMatchObject({ result: { contents: [CONTENT] } });
});
