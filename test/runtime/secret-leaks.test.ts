/** A secret, planted in everything that a service, a program or a handler can say, leaves by no way that there is. */
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { CommandBehavior, ServerDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { createFetchHandler } from '../../runtime/transport/fetch.ts';
import { callTool, variable } from './support/call-tool.ts';
import { get, http, recorder } from './support/loopback.ts';
import { descriptorOf } from './support/descriptor.ts';
import { SECRET, SPELLINGS, base64, env, everything, given, isClean } from './support/spellings.ts';

describe.each(Object.entries(SPELLINGS))('%s', (_name, form) => {
  test('data, names, content, errors, codes, hints', async () => {
    const run: Handler = (_args, call) => {
      call.log(form);
      return call.fail(`error ${form}.`, `hint ${form}.`, `code_${form}`);
    };
    const declared = { declared: env, source: given };
    const failed = await callTool({ behavior: { kind: 'handler', export: 'run' }, handlers: { run }, ...declared });
    const data = { [form]: { deep: [`<${form}>`] } };
    const passed = await callTool({
      behavior: { kind: 'handler', export: 'run' },
      handlers: { run: () => data },
      ...declared,
    });
    isClean(JSON.stringify([failed, passed]));
    expect(failed).toMatchObject({
      error: expect.stringMatching(/^error .*\.$/),
      code: expect.stringMatching(/^code_/),
    });
    expect(JSON.stringify(passed.data)).toMatch(/\[redacted\]|REDACTED/);
  });

  test('a service that echoes, also piece by piece', async () => {
    const base = await http(({ url }, response) => {
      response.writeHead(url?.includes('bad') ? 400 : 200, { 'X-Echo': encodeURIComponent(form) });
      response.end(JSON.stringify({ text: `${'x'.repeat(290)}${form}`, [form]: 1 }));
    });
    const result = {
      text: { pointer: '/text', slice: { start: 'n', length: 'length' } },
      header: { header: 'x-echo', slice: { start: 'n', length: 'length' } },
    };
    const more = { declared: env, source: given };
    const window = get(
      base,
      { result },
      { ...more, parameters: { n: { type: 'integer' }, length: { type: 'integer' } } },
    );
    let text = '';
    let header = '';
    for (let n = 0; n < 400; n += 40) {
      const { data } = await callTool(window, { n, length: 40 });
      text += String(data?.['text'] ?? '');
      header += String(data?.['header'] ?? '');
    }
    isClean(`${text} ${header}`);
    isClean(JSON.stringify(await callTool(get(base, {}, more))));
    isClean(JSON.stringify(await callTool(get(base, { path: '/bad' }, more))));
  });
});

test('a program that echoes', async () => {
  const print = (stdout: CommandBehavior['stdout'], code: string): CommandBehavior => ({
    kind: 'command',
    argv: [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&')],
    stdout,
    max_bytes: 100_000,
  });
  const text = JSON.stringify(everything);
  for (const behavior of [
    print('json', `console.log(${text})`),
    print('text', `console.log(${text})`),
    print('lines', `console.log(${text}.replaceAll(",", "\\n"))`),
    print('text', `console.error(${text}); process.exit(1)`),
    print(
      'text',
      `console.error("x".repeat(295) + ${JSON.stringify(SECRET)}.slice(3)); console.error(${text}); process.exit(1)`,
    ),
  ])
    isClean(JSON.stringify(await callTool({ behavior, declared: env, source: given })));
});

test('an image and a file with a secret in them can still be decoded', async () => {
  const bytes = base64(`before ${SECRET} behind`);
  const run: Handler = (_args, call) => call.content([{ type: 'image', data: bytes, mimeType: 'image/png' }], { n: 1 });
  const handler = createFetchHandler(descriptor({}), { run }, { env: given });
  const { content: all } = JSON.parse(await bodyOf(handler, call())).result;
  const content = all.filter(({ type }: { readonly type: string }) => type === 'image');
  const decoded = Buffer.from(content[0].data, 'base64').toString('latin1');
  expect(decoded).toMatch(/^before.*behind$/s);
  expect(content[0].data).toHaveLength(bytes.length);
  isClean(JSON.stringify(content));
});

test('numbers that are a secret, names of the protocol that are one, and JSON that stays JSON', async () => {
  const secrets = { A: '12345678', B: 'success', C: '":{"', D: 'ntext', E: '\\n\\n', F: 'structuredContent' };
  const declared = Object.fromEntries(Object.keys(secrets).map((name) => [name, variable({ secret: true })]));
  const data = { n: 12_345_678, more: 123_456_789, text: 'a\ntext\\n\\n":{"', success: 'success' };
  const handler = createFetchHandler(descriptor({ env: declared }), { run: () => data }, { env: secrets });
  const { result } = JSON.parse(await bodyOf(handler, call()));
  expect(result.structuredContent).toEqual({
    success: true,
    data: { n: '[redacted]', more: 123_456_789, text: 'a\ntext[redacted][redacted]', '[redacted]': '[redacted]' },
  });
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
});

test('values of one to three characters, and of variables that are no secrets, are left', async () => {
  const declared = { SHORT: variable({ secret: true }), PLAIN: variable() };
  const run: Handler = (_args, call) => ({ short: call.env['SHORT'], plain: call.env['PLAIN'] });
  const source = { SHORT: 'abc', PLAIN: 'plain-value' };
  const { data } = await callTool({
    behavior: { kind: 'handler', export: 'run' },
    handlers: { run },
    declared,
    source,
  });
  expect(data).toEqual({ short: 'abc', plain: 'plain-value' });
});

const call = (params: object = {}): object => ({
  method: 'tools/call',
  params: { name: 'get_x', arguments: {}, ...params },
});

function descriptor(more: Partial<ServerDescriptor>): ServerDescriptor {
  return descriptorOf({ env, ...more });
}

async function bodyOf(
  handler: (request: Request) => Promise<Response>,
  message: object,
  accept = 'application/json',
): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const headers = { 'Content-Type': 'application/json', Accept: accept };
  return (await handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text();
}

test('the password of an address, and a bearer token, are secrets whatever is declared', async () => {
  const { base, seen } = await recorder();
  const url = base.replace('http://', 'http://reader:open%40sesame@');
  const setting = get('{env.URL}', {}, { declared: { URL: variable() }, source: { URL: url } });
  expect(await callTool(setting)).toMatchObject({ success: true });
  expect(seen[0]?.headers['authorization']).toBe(`Basic ${base64('reader:open@sesame')}`);
  const nobody = get(
    '{env.URL}',
    {},
    { declared: { URL: variable() }, source: { URL: 'http://u:open-sesame@127.0.0.1:1/x' } },
  );
  expect(JSON.stringify(await callTool(nobody))).not.toContain('sesame');
  const run: Handler = () => ({ token: process.env['HAFT_TOKEN'], again: 'the-token-of-clients' });
  const handler = createFetchHandler(descriptor({}), { run }, { token: 'the-token-of-clients' });
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer the-token-of-clients' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call() });
  const response = await handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  expect(await response.text()).toContain('[redacted]');
});
