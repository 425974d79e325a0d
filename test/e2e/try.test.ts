/** `haft try` without a browser: who may talk to it, and what its answers write into the specs; as the command once. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { assert, asyncProperty, boolean, constantFrom, oneof, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { haft } from '../support/haft.ts';
import { runs } from '../support/runs.ts';
import type { ListedProject } from '../../compiler/cli/try/messages.ts';
import { TRY_KEY, TRY_SPEC, tryBench } from '../support/try-server.ts';
import type { TryBench } from '../support/try-server.ts';

const CALL = { tool: 'library/find_books', arguments: { query: 'sea' }, agreed: false };
const specOf = ({ cwd }: TryBench): string => readFileSync(join(cwd, 'specs/library.yaml'), 'utf8');

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Without what `fetch` would add or refuse: any Host, Origin and Sec-Fetch-Site. */
function raw(
  { port, token }: TryBench,
  { method = 'POST', path = '/api/call', headers = {}, body }: Sent,
): Promise<number> {
  const all = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, host: '127.0.0.1', port, method, path, headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body ?? JSON.stringify(CALL));
  });
}

test('only the page that was served may ask, and only with the token of this start', async () => {
  const bench = await tryBench();
  const { port } = bench;
  const attacks: readonly (readonly [what: string, sent: Sent, status: number])[] = [
    ['no token', { headers: { authorization: '' } }, 401],
    ['another token', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }, 401],
    ['the token as a part', { headers: { authorization: `Bearer ${bench.token.slice(0, 20)}` } }, 401],
    ['a foreign host', { headers: { host: 'evil.example' } }, 403],
    ['a foreign host on our port', { headers: { host: `evil.example:${port}` } }, 403],
    ['a host without the port', { headers: { host: '127.0.0.1' } }, 403],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['a page of another port', { headers: { origin: `http://127.0.0.1:${port + 1}` } }, 403],
    ['a page without an origin', { headers: { origin: 'null' } }, 403],
    ['a request across sites', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['a request of the same site', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    ['the page for another site', { method: 'GET', path: '/', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['plain text', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a read', { method: 'GET' }, 405],
    ['a look before a request across sites', { method: 'OPTIONS' }, 405],
    ['a path that is not there', { path: '/api/run' }, 404],
    ['a path that leads up', { path: '/../specs/library.yaml' }, 404],
    ['a path of an object', { path: '/constructor' }, 404],
    ['arguments that are a list', { body: '{"tool":"library/find_books","arguments":[],"agreed":true}' }, 400],
    ['no JSON', { body: '{"tool":' }, 400],
    ['too much', { body: JSON.stringify({ ...CALL, more: 'x'.repeat(1_100_000) }) }, 413],
  ];
  for (const [what, sent, status] of attacks) expect([what, await raw(bench, sent)]).toEqual([what, status]);
  expect(bench.seen).toEqual([]);
  expect(await raw(bench, {})).toBe(200);
  expect(bench.seen).toHaveLength(1);
});

test('whatever is written to the port, whoever writes it, the page goes on working', async () => {
  const bench = await tryBench();
  const targets = oneof(
    stringMatching(/^[/.?#@:\\[\]%a-z0-9-]{1,12}$/),
    constantFrom('//', '///', '//:80', '//[', 'http://', 'http://[/', '*', '/%', '/\\'),
  );
  const check = asyncProperty(targets, boolean(), async (path, knows) => {
    const headers = knows ? {} : { authorization: '' };
    expect(await raw(bench, { path, headers, body: '{}' })).toBeGreaterThanOrEqual(400);
  });
  await assert(check, { numRuns: runs(10_000) });
  await goneInTheMiddle(bench);
  expect(await raw(bench, {})).toBe(200);
});

/** Resolves when the server closed its end too. */
async function goneInTheMiddle({ port, token }: TryBench): Promise<void> {
  const head = `POST /api/call HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}`;
  const socket = connect(port, '127.0.0.1');
  socket.end(`${head}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"tool"`);
  socket.resume();
  await once(socket, 'close');
}

test('every response forbids to be framed, scripted or read by others, and allows no other origin', async () => {
  const bench = await tryBench();
  const responses = [
    await fetch(`${bench.origin}/`),
    await bench.ask('/api/project'),
    await fetch(`${bench.origin}/api/tools`),
  ];
  for (const { headers } of responses) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'set-cookie')).toEqual(
      [],
    );
  }
  const page = await (await fetch(`${bench.origin}/`)).text();
  const script = await (await fetch(`${bench.origin}/page.js`)).text();
  const style = await (await fetch(`${bench.origin}/page.css`)).text();
  expect(page + script).not.toContain(bench.token);
  expect(page + script + style).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|https?:\/\//,
  );
  expect(page).not.toMatch(/\son\w+=/);
  expect(Buffer.byteLength(page + script + style)).toBeLessThanOrEqual(60_000);
});

interface Tried {
  readonly answer: number;
  readonly success: boolean;
  readonly source: unknown;
  readonly result: { readonly data: unknown };
}

test('a picked value is in the spec, in the place where its author would write it, and one request takes it back', async () => {
  const bench = await tryBench();
  const tried = await bench.reply<Tried>('/api/call', CALL);
  expect(tried).toMatchObject({ success: true, source: { total: 1, key: '[redacted]' } });
  expect(JSON.stringify(tried)).not.toContain(TRY_KEY);
  const pick = (pointer: string, field: string): Promise<object> =>
    bench.reply('/api/pick', { answer: tried.answer, pointer, field });
  expect(await pick('/total', 'total')).toEqual({ says: 'total: /total is in specs/library.yaml.' });
  expect(specOf(bench)).toBe(
    TRY_SPEC.replace('result: { books: /items } #', 'result: { books: /items, total: /total } #').replace(
      / # all of them\n/,
      (comment) => `${comment}${specOf(bench).split(comment)[1]?.split('\n')[0] ?? ''}\n`,
    ),
  );
  expect(specOf(bench)).toMatch(/returns: \{ type: object, properties: \{ books: .*total: \{ type: integer \}/);
  expect(await pick('/items/0/title', 'first_title')).toMatchObject({ says: expect.stringContaining('first_title') });
  expect(await pick('/odd~1name', 'odd')).toMatchObject({ says: expect.stringContaining('odd') });
  const again = await bench.reply<Tried>('/api/call', CALL);
  expect(again.result.data).toEqual({
    books: [{ title: 'Emma', year: 1815 }],
    total: 1,
    first_title: 'Emma',
    odd: '<img src=x>',
  });
  for (let count = 0; count < 3; count += 1) expect(await bench.reply('/api/undo')).toHaveProperty('says');
  expect(specOf(bench)).toBe(TRY_SPEC);
  expect(await bench.reply('/api/undo')).toMatchObject({ error: 'Nothing that this page wrote is left to undo.' });
});

test('a file that was changed since is not overwritten, and is undone once the change is taken back', async () => {
  const bench = await tryBench();
  const { answer } = await bench.reply<Tried>('/api/call', CALL);
  await bench.reply('/api/pick', { answer, pointer: '/total', field: 'total' });
  const picked = specOf(bench);
  const edited = picked.replace('Finds and deletes', 'Finds, lends and deletes');
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), edited);
  for (const _time of ['once', 'again']) {
    expect(await bench.reply('/api/undo')).toEqual({
      error: '"specs/library.yaml" was changed by another program in the meantime.',
      hint: 'Take that change back in your editor, and undo then.',
    });
    expect(specOf(bench)).toBe(edited);
  }
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), picked);
  expect(await bench.reply('/api/undo')).toEqual({ says: 'specs/library.yaml is as it was before.' });
  expect(specOf(bench)).toBe(TRY_SPEC);
});

test('a tool that says what it returns can be picked from like any other', async () => {
  const bench = await tryBench();
  const call = { tool: 'library/list_shelf', arguments: {}, agreed: false };
  const { answer, source } = await bench.reply<Tried>('/api/call', call);
  expect(source).toMatchObject({ items: [{ title: 'Emma', year: 1815 }], total: 1 });
  expect(await bench.reply('/api/pick', { answer, pointer: '/total', field: 'total' })).toHaveProperty('says');
  expect(await bench.reply('/api/pick', { answer, pointer: '', field: 'whole' })).toEqual({
    says: 'whole: "" is in specs/library.yaml.',
  });
  const again = await bench.reply<Tried>('/api/call', call);
  expect(again.result.data).toMatchObject({ books: [{ title: 'Emma' }], total: 1, whole: { total: 1 } });
});

test('nothing is written from an answer that was not shown, or into a file that was changed', async () => {
  const bench = await tryBench();
  const { answer } = await bench.reply<Tried>('/api/call', CALL);
  const refused: readonly (readonly [message: object, error: RegExp])[] = [
    [{ answer: 99, pointer: '/total', field: 'total' }, /no longer remembered/],
    [{ answer, pointer: '/nothing', field: 'total' }, /nothing at "\/nothing"/],
    [{ answer, pointer: 'total', field: 'total' }, /nothing at "total"/],
    [{ answer, pointer: '/total', field: 'a: {b' }, /cannot be the name of a field/],
    [{ answer, pointer: '/total', field: '__proto__' }, /cannot be the name of a field/],
    [{ answer, pointer: '/total', field: 'x\n    command' }, /cannot be the name of a field/],
  ];
  for (const [message, error] of refused) {
    expect(await bench.reply('/api/pick', message)).toMatchObject({ error: expect.stringMatching(error) });
    expect(specOf(bench)).toBe(TRY_SPEC);
  }
  const edited = TRY_SPEC.replace('Finds and deletes', 'Finds, lends and deletes');
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), edited);
  const late = await bench.reply('/api/pick', { answer, pointer: '/total', field: 'total' });
  expect(late).toMatchObject({ error: '"specs/library.yaml" was changed since the answer was shown.' });
  expect(specOf(bench)).toBe(edited);
});

test('a tool that destroys is called only when the page says that it was agreed to', async () => {
  const bench = await tryBench();
  const call = { tool: 'library/delete_book', arguments: { id: '7' } };
  expect(await bench.reply('/api/preview', call)).toMatchObject({ text: expect.stringContaining('DELETE http') });
  expect(await bench.reply('/api/call', { ...call, agreed: false })).toEqual({
    ask: '"delete_book" can destroy data. Make the call for real?',
  });
  expect(bench.seen).toEqual([]);
  expect(await bench.reply('/api/call', { ...call, agreed: true })).toMatchObject({ success: true });
  expect(bench.seen).toEqual(['DELETE /books/7']);
});

test('a call is recorded with one request, and the page is released when the specs change', async () => {
  const bench = await tryBench(['try']);
  const { answer } = await bench.reply<Tried>('/api/call', CALL);
  expect(await bench.reply('/api/record', { answer })).toEqual({
    says: 'Recorded in specs/recordings/find_books.json.',
  });
  const replayed = haft(bench.cwd, 'call', 'find_books', '{"query":"sea"}', '--replay');
  expect(JSON.parse(replayed.stdout)).toMatchObject({ success: true });
  const { version } = await bench.reply<{ version: number }>('/api/project');
  const changed = bench.reply<{ version: number }>('/api/changed', { version });
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), TRY_SPEC.replace('find_books', 'search_books'));
  expect((await changed).version).toBeGreaterThan(version);
  const tools = [{ name: 'delete_book' }, { name: 'list_shelf' }, { name: 'search_books' }];
  expect(await bench.reply('/api/project')).toMatchObject({ isStale: false, servers: [{ name: 'library', tools }] });
});

test('while the specs have errors, their last state without errors is shown and called, and nothing is written', async () => {
  const bench = await tryBench();
  const { answer } = await bench.reply<Tried>('/api/call', CALL);
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), 'kind: [');
  const listed = await bench.reply<ListedProject>('/api/project');
  expect(listed).toMatchObject({ isStale: true, servers: [{ name: 'library' }] });
  expect(listed.findings[0]).toMatchObject({ severity: 'error', place: 'specs/library.yaml:1' });
  expect(await bench.reply('/api/call', CALL)).toMatchObject({ success: true });
  expect(await bench.reply('/api/model', { server: 'library', tool: 'find_books' })).toHaveProperty('parts');
  expect(await bench.reply('/api/pick', { answer, pointer: '/total', field: 'total' })).toMatchObject({
    error: 'The specs have errors now, so that nothing is written into them.',
  });
  writeFileSync(join(bench.cwd, 'specs/library.yaml'), TRY_SPEC);
  expect(await bench.reply('/api/project')).toMatchObject({ isStale: false });
});

test('a port that is taken, and one that is none', async () => {
  const { cwd, port } = await tryBench();
  expect(haft(cwd, 'try', '--port', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--port must be a whole number from 0 to 65535'),
  });
  expect(haft(cwd, 'try', '--port', String(port))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Port ${port} cannot be used (EADDRINUSE).`),
  });
});
