/** `lambda.mjs`: what takes the place of a response that Lambda would drop. */
// In depth: an answer of 6 MB in a process of its own; platforms.test.ts has the answers of lambda.mjs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';

const TOKEN = 'a-token-of-16-chars';
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };

const SPEC = `kind: server
name: clock
version: 1.0.0
summary: Tells the time.
transports: [stdio, http]
resources: [{ uri: "clock://history", name: history, description: All changes of the clock., tool: list_changes }]
tools:
  - name: set_time
    description: { does: Sets the clock of the computer., when: the user wants another time, examples: [set the clock] }
    effects: write
    handler: clock.ts
  - name: list_changes
    description: { does: Lists the changes of the clock., when: the user asks what changed, examples: [what changed] }
    effects: read
    parameters: { limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many changes to list. } }
    limits: { result_bytes: 10000000 }
    returns: { type: object, properties: { all: { type: string } } }
    handler: clock.ts
`;

const HANDLERS = `export const setTime = (_args: object, call) => call.content([{ type: 'text', text: 'x'.repeat(7e6) }]);
export const listChanges = () => ({ all: 'x'.repeat(7e6) });
`;

test('lambda.mjs answers a request whose response is beyond 6 MB as the request can be answered', async () => {
  const folder = temporaryFolder({
    'specs/clock.yaml': SPEC,
    'specs/clock.ts': HANDLERS,
    'haft.yaml': 'outputs: [lambda]\n',
  });
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  vi.stubEnv('HAFT_TOKEN', TOKEN);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { handler } = await import(pathToFileURL(join(folder, 'generated/servers/clock/lambda.mjs')).href);
  const http = { method: 'POST' };
  const event = {
    rawPath: '/mcp',
    rawQueryString: '',
    isBase64Encoded: false,
    requestContext: { domainName: 'x', http },
  };
  const PREFIX = 'io.modelcontextprotocol/';
  const _meta = { [`${PREFIX}protocolVersion`]: '2026-07-28', [`${PREFIX}clientCapabilities`]: {} };
  const answer = async (method: string, params: object, headers = {}) => {
    const response = await handler({
      ...event,
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return JSON.parse(response.body);
  };
  const list = { name: 'list_changes', arguments: {} };
  const code = 'result_too_large';
  const retry_hint = 'Call the tool again with a smaller "limit".';
  const failed = { isError: true, structuredContent: { success: false, code, retry_hint } };
  const earlier = await answer('tools/call', list);
  expect(earlier).toMatchObject({ id: 1, result: failed });
  expect(earlier.result).not.toHaveProperty('resultType');
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_changes' };
  expect(await answer('tools/call', { ...list, _meta }, modern)).toMatchObject({
    result: { ...failed, resultType: 'complete' },
  });
  const risky = await answer('tools/call', { name: 'set_time', arguments: {} });
  expect(JSON.stringify(risky)).toContain('check whether it did before calling again');
  expect(await answer('resources/read', { uri: 'clock://history' })).toMatchObject({
    id: 1,
    error: {
      code: -32603,
      message: expect.stringMatching(/^The result has \d+ bytes/),
      data: { uri: 'clock://history', code },
    },
  });
});
