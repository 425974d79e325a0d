/** Arguments that headers repeat (MCP 2026-07-28, x-mcp-header): equal, readable and there, or the call is rejected. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ObjectSchema } from '../../runtime/index.ts';
import { legacy, modern, startHttp } from './support/http-client.ts';
import { tool } from './support/descriptor.ts';
import { smallServer } from './support/small-server.ts';

const inputSchema: ObjectSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', default: 'eu', 'x-mcp-header': 'Region' },
    floor: { type: 'integer', 'x-mcp-header': 'Floor' },
    open: { type: 'boolean', 'x-mcp-header': 'X-Open' },
    place: { type: 'object', properties: { room: { type: 'string', 'x-mcp-header': 'Room' } }, required: [] },
    words: { type: 'string' },
  },
  required: [],
};

/** One server for all tests: it keeps nothing between two requests. */
let url = '';
const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));
beforeAll(async () => {
  const other = { ...tool, name: 'get_y' };
  const file = await smallServer(
    { transports: ['http', 'stdio'], tools: [{ ...tool, inputSchema }, other] },
    'args => args',
  );
  ({ url } = await startHttp(file, [], {}, (end) => void ends.push(end)));
});
const call = (url: string, args: unknown, headers: object) => {
  return modern(url, 'tools/call', { name: 'get_x', arguments: args }, headers);
};
const base64 = (text: string | Uint8Array): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Why, arguments, headers. */
const GOOD: readonly (readonly [string, object, object])[] = [
  ['with nothing to repeat', { words: 'x' }, {}],
  ['with null, which no header stands for', { region: null }, {}],
  ['with a plain text', { region: 'us west, 1' }, { 'Mcp-Param-Region': 'us west, 1' }],
  ['whatever the case of the name', { region: 'us' }, { 'mcp-PARAM-region': 'us' }],
  ['with a text in Base64', { region: 'Grüße, 世界 ' }, { 'Mcp-Param-Region': base64('Grüße, 世界 ') }],
  ['with a mark of byte order', { region: '\uFEFFx' }, { 'Mcp-Param-Region': base64('\uFEFFx') }],
  ['with an empty text', { region: '' }, { 'Mcp-Param-Region': base64('') }],
  ['with a text that looks like Base64', { region: 'SGVsbG8=' }, { 'Mcp-Param-Region': 'SGVsbG8=' }],
  ['with half a wrapper', { region: '=?base64?SGVsbG8=' }, { 'Mcp-Param-Region': '=?base64?SGVsbG8=' }],
  ['with a wrapper in capitals', { region: '=?BASE64?SGVsbG8=?=' }, { 'Mcp-Param-Region': '=?BASE64?SGVsbG8=?=' }],
  ['with the least wrapper', { region: '=?base64?=' }, { 'Mcp-Param-Region': '=?base64?=' }],
  ['with an integer', { floor: -7 }, { 'Mcp-Param-Floor': '-7' }],
  ['with an integer written otherwise', { floor: 42 }, { 'Mcp-Param-Floor': '42.0' }],
  ['with a flag', { open: false }, { 'Mcp-Param-X-Open': 'false' }],
  ['with a value inside an object', { place: { room: 'a' } }, { 'Mcp-Param-Room': 'a' }],
  ['with a header that nothing asked for', { words: 'x' }, { 'Mcp-Param-Words': 'y' }],
];

/** And what the error says of it. */
const BAD: readonly (readonly [string, object, object, string])[] = [
  ['without the header', { region: 'us' }, {}, 'The header Mcp-Param-Region is missing, but the body has "us".'],
  ['with another text', { region: 'us' }, { 'Mcp-Param-Region': 'eu' }, 'is "eu", but the body has "us"'],
  ['with another case', { region: 'us' }, { 'Mcp-Param-Region': 'US' }, 'is "US"'],
  ['with a header for an absent argument', {}, { 'Mcp-Param-Region': 'us' }, 'is "us", but the body has no value'],
  ['with a header for null', { region: null }, { 'Mcp-Param-Region': 'null' }, 'the body has no value'],
  ['without padding', { region: 'Hello' }, { 'Mcp-Param-Region': '=?base64?SGVsbG8?=' }, 'invalid Base64'],
  ['with other characters', { region: 'Hello' }, { 'Mcp-Param-Region': '=?base64?SGVs!!!bG8=?=' }, 'invalid Base64'],
  [
    'with bytes that are no text',
    { region: 'é' },
    { 'Mcp-Param-Region': base64(Uint8Array.of(0xe9)) },
    'invalid Base64',
  ],
  ['with a letter that no header may have', { region: 'é' }, { 'Mcp-Param-Region': 'é' }, 'characters'],
  ['with the header twice', { region: 'us' }, { 'Mcp-Param-Region': ['us', 'us'] }, 'is "us, us"'],
  ['with another number', { floor: 1 }, { 'Mcp-Param-Floor': '2' }, 'is "2", but the body has "1"'],
  ['with a number in other signs', { floor: 16 }, { 'Mcp-Param-Floor': '0x10' }, 'is "0x10"'],
  ['with an empty number', { floor: 0 }, { 'Mcp-Param-Floor': '' }, 'is ""'],
  ['with a flag in capitals', { open: true }, { 'Mcp-Param-X-Open': 'True' }, 'is "True"'],
  ['without the header of an inner value', { place: { room: 'a' } }, {}, 'Mcp-Param-Room is missing'],
  ['when a second one differs', { region: 'us', floor: 1 }, { 'Mcp-Param-Region': 'us' }, 'Mcp-Param-Floor'],
];

test('a call goes through …', async () => {
  for (const [why, args, headers] of GOOD) {
    const { status, json } = await call(url, args, headers);
    expect(status, why).toBe(200);
    // A null is answered by the tool itself, as every wrong type.
    expect(json.result.structuredContent.success, why).toBe(!JSON.stringify(args).includes('null'));
  }
});

test('a call is rejected …', async () => {
  for (const [why, args, headers, message] of BAD) {
    const { status, json } = await call(url, args, headers);
    expect({ status, code: json.error?.code, id: json.id }, why).toEqual({ status: 400, code: -32020, id: 1 });
    expect(json.error.message, why).toContain(message);
  }
});

test('arguments that are no object, and values that are no value, are left to the tool', async () => {
  expect(await call(url, [1], {})).toMatchObject({ status: 200, json: { error: { code: -32602 } } });
  const wrong = await call(url, { region: ['us'], place: 'attic' }, {});
  expect(wrong).toMatchObject({ status: 200, json: { result: { isError: true } } });
});

test('other tools, unknown tools and the older era ask for no header', async () => {
  const args = { region: 'us' };
  expect(await modern(url, 'tools/call', { name: 'get_y', arguments: {} })).toMatchObject({ status: 200 });
  for (const name of ['get_z', 'toString', '__proto__'])
    expect(await modern(url, 'tools/call', { name, arguments: args })).toMatchObject({
      json: { error: { code: -32602 } },
    });
  const old = await legacy(url, 'tools/call', { name: 'get_x', arguments: args });
  expect(old).toMatchObject({ status: 200, json: { result: { structuredContent: { success: true } } } });
});

test('the official client repeats them by itself', async () => {
  const client = new Client(
    { name: 'judge', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema.properties?.['region']).toMatchObject({ 'x-mcp-header': 'Region' });
  const args = { region: 'Süd ', floor: 3, open: true, place: { room: '=?base64?x?=' }, words: 'x' };
  const result = await client.callTool({ name: 'get_x', arguments: args });
  expect(result).toMatchObject({ structuredContent: { success: true, data: args } });
});
