/** Prompts, resources and suggestions of a server, as both eras get them. */
import { describe, expect, test } from 'vitest';
import type { ServerDescriptor } from '../../runtime/descriptor/descriptor.ts';
import * as modules from '../../runtime/modules.ts';
import { combine } from '../../runtime/optional-modules.ts';
import type { Asker } from '../../runtime/protocol/answer.ts';
import { assemble } from '../../runtime/server/assemble.ts';
import type { StartModules } from '../../runtime/server/start.ts';

const NOTE = {
  name: 'read_note',
  inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
  behavior: { kind: 'handler', export: 'readNote' },
} as const;

const SERVER: ServerDescriptor = {
  format: 2,
  name: 'notes',
  title: 'Notes',
  version: '1.0.0',
  instructions: '',
  transports: ['stdio'],
  coerce: false,
  env: {},
  connections: {},
  limits: { calls_per_minute: 1000, concurrency: 8, timeout_ms: 5000 },
  tools: [NOTE],
  icons: [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png' }],
  prompts: [
    {
      name: 'plan_day',
      description: 'Plans a day.',
      arguments: [
        { name: 'day', description: 'Which.', required: true, complete: ['today', 'tomorrow', 'monday'] },
        { name: 'focus' },
      ],
      messages: [
        { role: 'user', content: { type: 'text', text: 'Plan {day}. {{Braces}}' } },
        { role: 'user', content: { type: 'text', text: '{focus}' } },
        { role: 'assistant', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      ],
    },
  ],
  resources: [
    { uri: 'notes://styles', name: 'styles', mimeType: 'text/markdown', size: 5, text: 'Short' },
    {
      uri: 'notes://note/{id}',
      name: 'note',
      tool: 'read_note',
      numbers: ['id'],
      pointer: '/text',
      complete: { id: ['1', '12'] },
    },
    { uri: 'notes://raw/{id}', name: 'raw', tool: 'read_note', numbers: ['id'] },
  ],
};

const HANDLERS = {
  readNote: ({ id }: { readonly id: number }, call: { fail: (error: string, hint: string, code: string) => object }) =>
    id === 0 ? call.fail('No such note.', 'Search first.', 'not_found') : { text: `Note ${id}`, id },
};

const answer = assemble(SERVER, HANDLERS as never, {}, () => {}, combine(Object.values<StartModules>(modules))).answer;

async function ask(method: string, params: object, modern = false): Promise<Record<string, never>> {
  const asker: Asker = { allowance: () => 0, outlet: { send: () => {}, isReady: () => true, whenReady: () => {} } };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const given = { ...params, ...(modern && { _meta: meta }) };
  const { line } = answer({ kind: 'request', id: 1, method, params: given }, asker);
  return JSON.parse(await line);
}

describe.each([false, true])('in the era of 2026-07-28: %s', (modern) => {
  const result = async (method: string, params: object = {}): Promise<unknown> =>
    (await ask(method, params, modern))['result'];
  const failed = async (method: string, params: object): Promise<unknown> =>
    (await ask(method, params, modern))['error'];

  test('prompts are listed without their messages and suggestions', async () => {
    expect(await result('prompts/list')).toMatchObject({
      prompts: [
        {
          name: 'plan_day',
          description: 'Plans a day.',
          arguments: [{ name: 'day', description: 'Which.', required: true }, { name: 'focus' }],
        },
      ],
    });
    expect(JSON.stringify(await result('prompts/list'))).not.toMatch(/messages|"complete":/);
  });

  test('arguments are filled in, and a message without text is left out', async () => {
    const messages = (await result('prompts/get', { name: 'plan_day', arguments: { day: '{focus}' } })) as object;
    expect(messages).toMatchObject({
      messages: [
        { role: 'user', content: { type: 'text', text: 'Plan {focus}. {Braces}' } },
        { role: 'assistant', content: { type: 'image' } },
      ],
    });
  });

  test.each([
    [{}, /"name" must be/],
    [{ name: 'plan_dy' }, /Unknown prompt: plan_dy. Did you mean plan_day\?/],
    [{ name: 'plan_day' }, /Missing arguments: day\./],
    [{ name: 'plan_day', arguments: { dya: 'x' } }, /Unknown argument: dya. Did you mean day\?/],
    [{ name: 'plan_day', arguments: { day: 1 } }, /Argument "day" must be a string\./],
    [{ name: 'plan_day', arguments: [] }, /"arguments" must be an object\./],
  ])('a prompt is not filled from %j', async (params, message) => {
    expect(await failed('prompts/get', params)).toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });

  test('resources are listed, templates apart', async () => {
    expect(await result('resources/list')).toMatchObject({
      resources: [{ uri: 'notes://styles', name: 'styles', mimeType: 'text/markdown', size: 5 }],
    });
    expect(await result('resources/templates/list')).toMatchObject({
      resourceTemplates: [
        { uriTemplate: 'notes://note/{id}', name: 'note' },
        { uriTemplate: 'notes://raw/{id}', name: 'raw' },
      ],
    });
  });

  test.each([
    ['notes://styles', { mimeType: 'text/markdown', text: 'Short' }],
    ['notes://note/7', { mimeType: 'text/plain', text: 'Note 7' }],
    ['notes://raw/7', { mimeType: 'application/json', text: '{"text":"Note 7","id":7}' }],
  ])('%s is read', async (uri, content) => {
    expect(await result('resources/read', { uri })).toMatchObject({ contents: [{ uri, ...content }] });
  });

  test.each([
    ['notes://note/0', modern ? -32602 : -32002, /No such note\. Search first\./],
    ['notes://note/x', -32603, /must be an integer/],
    ['notes://note/9007199254740993', -32603, /must be an integer/],
    ['notes://nothing', modern ? -32602 : -32002, /Unknown resource/],
  ])('%s is an error', async (uri, code, message) => {
    expect(await failed('resources/read', { uri })).toMatchObject({
      code,
      message: expect.stringMatching(message),
      data: { uri },
    });
  });

  test.each([
    [{ type: 'ref/prompt', name: 'plan_day' }, 'day', 'TO', ['today', 'tomorrow']],
    [{ type: 'ref/prompt', name: 'plan_day' }, 'focus', '', []],
    [{ type: 'ref/resource', uri: 'notes://note/{id}' }, 'id', '1', ['1', '12']],
  ])('%j suggests values of %s', async (ref, name, value, values) => {
    const found = await result('completion/complete', { ref, argument: { name, value } });
    expect(found).toMatchObject({ completion: { values, total: values.length, hasMore: false } });
  });

  test('an unknown reference is an error', async () => {
    const params = { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'day', value: '' } };
    expect(await failed('completion/complete', params)).toMatchObject({ code: -32602 });
  });
});

test('the server has its icons, and says what it offers', async () => {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect((await ask('initialize', hello))['result']).toMatchObject({
    capabilities: { prompts: { listChanged: false }, resources: { listChanged: false }, completions: {} },
    serverInfo: { icons: SERVER.icons },
  });
});
