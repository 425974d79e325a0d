/** What a server offers next to its tools: several extensions become one set of capabilities and one table of methods. */
import { describe, expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { skills } from '../../runtime/modules.ts';
import { combine } from '../../runtime/optional-modules.ts';
import { RPC, errorReply, readMessage } from '../../runtime/protocol/message.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import type { Extend, Extension, ResourceSource } from '../../runtime/protocol/extensions.ts';
import { joinExtensions } from '../../runtime/protocol/extensions.ts';
import { serveResources } from '../../runtime/protocol/resources.ts';
import { redactBy } from '../../runtime/redaction/redact.ts';
import { frame } from '../../runtime/redaction/redacted.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { descriptorOf } from './support/descriptor.ts';

const server = descriptorOf({
  tools: [],
  skills: [{ uri: 'skill://a/SKILL.md', frontmatter: { name: 'a', description: 'A.' }, files: [] }],
});

const prompts: Extend = (_server, { json }) => ({
  capabilities: { prompts: { listChanged: false }, extensions: { 'example.com/tone': { tones: ['warm'] } } },
  lists: { 'prompts/list': () => frame`"prompts":${json([{ name: 'greet' }])}` },
  methods: {
    'prompts/get': ({ name }) =>
      name === 'greet' ? frame`"messages":[]` : errorReply(RPC.invalidParams, 'Unknown prompt.'),
  },
});

const { answer, allow } = assemble(
  server,
  {},
  {},
  () => {},
  combine([skills, { extensions: [prompts, () => undefined] }]),
);

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

function ask(method: string, params: object = {}): ReturnType<typeof JSON.parse> {
  const request = readMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  if (request.kind !== 'request') throw new Error(request.kind);
  return JSON.parse(String(answer(request, { allowance: allow(), outlet: unwanted }).line));
}

describe('two extensions next to the tools', () => {
  const all = {
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
    extensions: { 'io.modelcontextprotocol/skills': {}, 'example.com/tone': { tones: ['warm'] } },
  };

  test('declare the capabilities of both, in both eras', () => {
    expect(ask('initialize', { protocolVersion: '2025-11-25' }).result.capabilities).toEqual(all);
    expect(ask('server/discover', { _meta: META }).result.capabilities).toEqual(all);
  });

  test('answer their methods, in both eras', () => {
    expect(ask('prompts/list').result).toEqual({ prompts: [{ name: 'greet' }] });
    expect(ask('resources/list').result.resources).toHaveLength(1);
    expect(ask('prompts/get', { name: 'greet' }).result).toEqual({ messages: [] });
    expect(ask('prompts/list', { _meta: META }).result).toMatchObject({
      prompts: [{ name: 'greet' }],
      resultType: 'complete',
      ttlMs: 300_000,
    });
  });

  test('reject what they do not know: a name, a cursor, a method', () => {
    expect(ask('prompts/get', { name: 'x' }).error).toEqual({ code: -32602, message: 'Unknown prompt.' });
    expect(ask('prompts/list', { cursor: 'x' }).error.code).toBe(-32602);
    expect(ask('skills/list', { cursor: 'x' }).error.code).toBe(-32602);
    for (const method of ['prompts/unknown', 'toString', '__proto__'])
      expect(ask(method).error).toEqual({ code: -32601, message: `Unknown method: ${method}.` });
  });
});

describe('resources of several extensions', () => {
  const { json } = redactBy(undefined);
  const serve = serveResources(redactBy(undefined));
  const text = (uri: string, body: string): [string, JsonObject] => [uri, { mimeType: 'text/plain', text: body }];
  const offering = (source: ResourceSource): Extension => {
    return { capabilities: {}, resources: { source, serve } };
  };
  const one: ResourceSource = {
    listed: [{ uri: 'x://a', name: 'a' }],
    texts: new Map([text('x://a', 'A'), text('x://hidden/a%20b', 'H')]),
  };
  const two: ResourceSource = {
    listed: [{ uri: 'x://b', name: 'b' }],
    templates: [{ uriTemplate: 'y://{id}', name: 'y' }],
    texts: new Map([text('x://b', 'B'), text('x://a', 'never')]),
    find: (uri) =>
      uri.startsWith('y://')
        ? () => ({ outcome: frame`"contents":["worked"]`, open: { code: undefined, abort: () => {} } })
        : undefined,
  };
  const beyond: ResourceSource = {
    beyond: {
      'resources/list':
        ({ cursor }, own = []) =>
        () => ({
          outcome: frame`"resources":${json([...own, { uri: `far://${String(cursor ?? 'first')}` }])}`,
          open: { code: undefined, abort: () => {} },
        }),
      'resources/read': ({ uri }) => errorReply(RPC.invalidParams, `far: ${String(uri)}`),
    },
  };
  const replyOf = (sources: readonly ResourceSource[], method: string, params: object = {}): unknown => {
    const { reply } = joinExtensions(sources.map(offering));
    const found = reply({ kind: 'request', id: 1, method, params: { ...params } }, false);
    const result = typeof found === 'function' ? found({ allowance: () => 0 }).outcome : found;
    return typeof result === 'string' ? JSON.parse(`{${result}}`) : result;
  };

  test('are one list, and are read whatever offers them; the first of two with one URI is read', () => {
    const ask = (method: string, uri?: string): unknown => replyOf([one, two], method, { uri });
    expect(joinExtensions([one, two].map(offering)).capabilities['resources']).toEqual({ listChanged: false });
    expect(ask('resources/list')).toEqual({
      resources: [
        { uri: 'x://a', name: 'a' },
        { uri: 'x://b', name: 'b' },
      ],
    });
    expect(ask('resources/templates/list')).toMatchObject({ resourceTemplates: [{ name: 'y' }] });
    expect(ask('resources/read', 'x://a')).toMatchObject({ contents: [{ uri: 'x://a', text: 'A' }] });
    expect(ask('resources/read', 'x://hidden/a b')).toMatchObject({ contents: [{ uri: 'x://hidden/a%20b' }] });
    expect(ask('resources/read', 'y://5')).toEqual({ contents: ['worked'] });
    expect(ask('resources/read', 'x://c')).toMatchObject({
      error: { code: RPC.unknownResource, data: { uri: 'x://c' } },
    });
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) expect(ask(method, 'x://a')).toEqual({});
  });

  test('stand in front of those of another server, on its first page only', () => {
    const all = [one, beyond, two];
    expect(joinExtensions(all.map(offering)).capabilities['resources']).toEqual({});
    const uris = (params: object): unknown => replyOf(all, 'resources/list', params);
    expect(uris({})).toMatchObject({ resources: [{ name: 'a' }, { name: 'b' }, { uri: 'far://first' }] });
    expect(uris({ cursor: 'p2' })).toEqual({ resources: [{ uri: 'far://p2' }] });
    expect(replyOf(all, 'resources/read', { uri: 'x://b' })).toMatchObject({ contents: [{ text: 'B' }] });
    expect(replyOf(all, 'resources/read', { uri: 'z://' })).toMatchObject({ error: { message: 'far: z://' } });
    expect(replyOf(all, 'resources/subscribe', { uri: 'x://a' })).toEqual({});
    expect(replyOf(all, 'resources/subscribe', { uri: 'z://' })).toMatchObject({ error: { code: RPC.unknownMethod } });
  });
});

describe('extensions that contradict each other', () => {
  const having = (more: Partial<Extension>): Extension => ({ capabilities: {}, ...more });
  const list = { 'x/list': () => frame`"x":[]` };

  test.each([
    ['a list twice', [having({ lists: list }), having({ lists: list })], 'x/list'],
    ['a list and a method', [having({ lists: list }), having({ methods: list })], 'x/list'],
    ['a method of the tools', [having({ methods: { 'tools/call': () => frame`` } })], 'tools/call'],
    ['a method of an era', [having({ lists: { 'server/discover': () => frame`` } })], 'server/discover'],
  ])('%s', (_name, extensions, method) => {
    expect(() => joinExtensions(extensions)).toThrow(`The method "${method}" has two implementations.`);
  });

  test('a capability that both have, differently', () => {
    const one = having({ capabilities: { resources: { listChanged: false } } });
    const same = having({ capabilities: { resources: { listChanged: false, subscribe: true } } });
    const other = having({ capabilities: { resources: { listChanged: true } } });
    expect(joinExtensions([one, same]).capabilities).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
    });
    expect(() => joinExtensions([one, other])).toThrow(
      'Two extensions declare the capability "listChanged" differently.',
    );
  });
});
