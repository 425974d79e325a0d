/** A compiled server that asks, and the client of the official SDK: each answer that a user can give, over both transports, and among three replicas behind a balancer. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { JSON_HEADERS, modern, send, startHttp } from './runtime/support/http-client.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { eachLine } from './support/lines.ts';
import { everyNth } from './support/runs.ts';

const SPEC = `kind: server
name: trash
version: 1.0.0
summary: Removes notes.
transports: [stdio, http]
tools:
  - name: delete_note
    description: { does: Removes one note., when: the user wants to get rid of it, examples: [remove it] }
    effects: destroy
    parameters:
      title: { type: string, maxLength: 40, description: Title of the note. }
      copies: { type: integer, minimum: 1, maximum: 9, description: Number of copies that are kept. }
    required: [title]
    ask: [{ copies: How many copies shall stay? }]
    confirm: 'Delete "{title}"?'
    returns: { type: object, properties: { text: { type: string } } }
    command: { argv: [echo, "{title}", "{copies}"], stdout: text }
`;

const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));
let script = '';

beforeAll(() => {
  const root = temporaryFolder({ 'specs/trash.yaml': SPEC }, (end) => ends.push(end));
  const { code, stdout, stderr } = haft(root, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
  script = join(root, 'generated/servers/trash/server.mjs');
});

const accept = (content: object): object => ({ action: 'accept', content });

/** What the user answers to each form in turn, and the envelope of the call. */
async function call(client: Client, answers: readonly object[]): Promise<Record<string, unknown>> {
  const left = [...answers];
  client.setRequestHandler('elicitation/create', () =>
    Promise.resolve((left.shift() ?? { action: 'cancel' }) as never),
  );
  const result = await client.callTool({ name: 'delete_note', arguments: { title: 'Milk' } });
  return { ...(result.structuredContent as object), unasked: left.length };
}

const YES = accept({ confirm: true });

/** Each answer that there is. */
const ANSWERS: readonly (readonly [answers: readonly object[], expected: object])[] = [
  [[accept({ copies: 2 }), YES], { success: true, data: { text: 'Milk 2' }, unasked: 0 }],
  [[accept({ copies: 2 }), accept({ confirm: false })], { code: 'declined', unasked: 0 }],
  [[accept({ copies: 2 }), { action: 'decline' }], { code: 'declined', unasked: 0 }],
  [[accept({ copies: 2 }), { action: 'cancel' }], { code: 'cancelled_by_user', unasked: 0 }],
  [[{ action: 'decline' }, YES], { code: 'declined', unasked: 1 }],
  [[{ action: 'cancel' }, YES], { code: 'cancelled_by_user', unasked: 1 }],
];

describe.each(
  everyNth(3, [
    ['legacy', 'stdio'],
    ['legacy', 'http'],
    ['2026-07-28', 'stdio'],
    ['2026-07-28', 'http'],
  ]),
)('a client of %s over %s', (era, transport) => {
  test('accepts, declines, closes, and does nothing that the user did not agree to', async () => {
    const mode = era === 'legacy' ? 'legacy' : { pin: era };
    const capabilities = { elicitation: { form: {} } };
    const client = new Client({ name: 'judge', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    const server =
      transport === 'stdio'
        ? new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' })
        : new StreamableHTTPClientTransport(new URL((await startHttp(script)).url));
    await client.connect(server);
    for (const [answers, expected] of ANSWERS)
      expect(await call(client, answers), JSON.stringify(answers)).toMatchObject(expected);
  });
});

/** The official client rejects what does not fit its form by itself; others do not. */
test.each([
  ['a value outside of its bounds', { copies: 99 }],
  ['another type', { copies: 'two' }],
  ['nothing', {}],
])('an answer that does not fit is asked for again: %s', async (_what, content) => {
  const { url } = await startHttp(script);
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const params = { name: 'delete_note', arguments: { title: 'Milk' }, _meta };
  const inputResponses = { ask: accept(content), confirm: YES };
  const { json } = await modern(url, 'tools/call', { ...params, inputResponses });
  expect(json.result).toMatchObject({ resultType: 'input_required', inputRequests: { ask: {} } });
});

describe('three replicas behind a balancer', () => {
  const BALANCER = join(import.meta.dirname, 'doubles/balancer/main.mjs');

  /** The address of the balancer, which gives each request to the next one, once all are in rotation. */
  async function balanced(): Promise<string> {
    const replicas = await Promise.all([1, 2, 3].map(() => startHttp(script)));
    const balancer = spawn(process.execPath, [BALANCER], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void balancer.kill());
    const port = await new Promise<string>((resolve) => {
      let own = '';
      eachLine(balancer.stdout, (line) => {
        if (own === '') {
          own = line;
          for (const replica of replicas) balancer.stdin.write(`+${replica.port}\n`);
        } else if (line.split(',').length === 3) resolve(own);
      });
    });
    return `http://127.0.0.1:${port}/mcp`;
  }

  test('in 2026-07-28 each round is answered by another one, without memory and without a key', async () => {
    const url = await balanced();
    const capabilities = { elicitation: { form: {} } };
    const mode = { pin: '2026-07-28' };
    const client = new Client({ name: 'judge', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    for (let round = 0; round < 4; round += 1)
      expect(await call(client, [accept({ copies: 2 }), YES])).toMatchObject({ success: true, unasked: 0 });
  });
});

test.each([
  ['1', 'confirm'],
  ['3', 'needs_confirmation'],
])('an older client over HTTP is asked where HAFT_REPLICAS is %s: %s', async (HAFT_REPLICAS, expected) => {
  const { url } = await startHttp(script, ['--http'], { HAFT_REPLICAS });
  const message = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const about = { capabilities: { elicitation: {} }, clientInfo: { name: 'judge', version: '1' } };
  const hello = message('initialize', { protocolVersion: '2025-11-25', ...about });
  const { headers } = await send(url, 'POST', JSON_HEADERS, hello);
  const session = headers['mcp-session-id']?.toString();
  expect(session !== undefined).toBe(HAFT_REPLICAS === '1');
  const params = { name: 'delete_note', arguments: { title: 'Milk', copies: 2 } };
  const more = session === undefined ? {} : { 'Mcp-Session-Id': session };
  const aborted = new AbortController();
  onTestFinished(() => aborted.abort());
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...more },
    body: message('tools/call', params),
    signal: aborted.signal,
  });
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toContain(expected);
});
