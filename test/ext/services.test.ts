/** Sentences of EXT about the model runner and the reference manager (§4.3, §4.4, §5), of the shipped servers before their doubles. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { KEYS, WRITE_KEY } from '../doubles/reference-manager/constants.ts';
import { HELLO, modelRunner } from '../support/model-runner.ts';
import { asked, caller, local, writingToWeb } from '../support/reference-manager.ts';
import { sourcesOf } from '../support/sources.ts';

const at = modelRunner();
const { specs, files } = sourcesOf(join(import.meta.dirname, '../..'));
const plan = planSpecs(specs, { files }).value?.plan;
const baseUrl = (server: string, connection: string): string | undefined =>
  plan?.servers.find(({ name }) => name === server)?.connections[connection]?.base_url;

test('§4.3 a question is POST /v1/chat/completions as JSON, with the model and its messages', async () => {
  await at.runner.become('ollama');
  expect((await at.call('ask_model', { ...HELLO })).envelope).toMatchObject({ success: true });
  await at.runner.settle();
  const request = at.runner.requests.at(-1);
  expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
  expect(request?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    model: MODELS.small,
    messages: [{ role: 'user', content: 'hello' }],
  });
});

test('§4.3 the runner is on this computer, at port 11434, unless the user says otherwise', () => {
  expect(baseUrl('model-runner', 'runner')).toBe('{env.MODEL_RUNNER_URL|http://127.0.0.1:11434}');
});

test('§4.4 the library is on this computer, at port 23119, unless the user says otherwise', () => {
  expect(baseUrl('reference-manager', 'local')).toBe('http://127.0.0.1:{env.ZOTERO_PORT|23119}/api');
});

test('§4.4 the port is the one that the user sets', async () => {
  // A connection that breaks would be tried again, with pauses.
  const refused = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const listener = createServer((socket) => void socket.on('error', () => {}).end(refused)).listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const reached = once(listener, 'connection');
  const call = await caller({ ZOTERO_PORT: String(port) });
  expect(await call('search_references', { query: 'tide' })).toMatchObject({ success: false });
  await reached;
});

test('§5 a model runner needs no credential', async () => {
  await at.runner.become('ollama');
  expect((await at.call('ask_model', { ...HELLO })).envelope).toMatchObject({ success: true });
  await at.runner.settle();
  // Without a key the header says so, for runners that want to see one.
  expect(at.runner.requests.at(-1)?.headers['authorization'] ?? 'Bearer none').toBe('Bearer none');
});

test('§5 the local interface is only read, unless the user allows more', async () => {
  const { call, double } = await local('zotero10');
  expect(await call('search_references', { query: 'tide' })).toMatchObject({ success: true });
  expect(await call('add_tags', { item_keys: [KEYS.book], tags: ['x'] })).toMatchObject({ success: false });
  const sent = await asked(double);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test('§5 adding and moving go through the web interface with the key of the user', async () => {
  const { call, double } = await writingToWeb();
  expect(await call('create_reference', { item_type: 'book', title: 'A Book' })).toMatchObject({ success: true });
  await double.settle();
  const writes = double.requests.filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(0);
  for (const { headers } of writes) expect(headers['zotero-api-key']).toBe(WRITE_KEY);
});
