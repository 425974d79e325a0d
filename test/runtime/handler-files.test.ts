/** The same attack through `file:` and `http:` and through `call.file` and `call.request`: the same result. */
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';
import { type Outcome, type Setting, callTool, openTool, startTool } from './support/call-tool.ts';
import { type AnyHandler, SECRET, VARIABLES, handled, shown } from './support/handled.ts';
import { http } from './support/loopback.ts';

const asFile = (folder: string): Setting => ({
  ...VARIABLES,
  behavior: { kind: 'file', folder: '{env.FOLDER}', path: '{value}', format: 'text', max_bytes: 100 },
  source: { FOLDER: folder, KEY: SECRET },
});

const inCode = (run: AnyHandler, folder: string): Setting => handled(run, { FOLDER: folder }, { folders: ['FOLDER'] });

const asRead = (folder: string): Setting =>
  inCode(({ value = '' }, call) => call.file.read('FOLDER', value, { max_bytes: 100 }), folder);

const asWrite = (folder: string): Setting =>
  inCode(({ value = '' }, call) => call.file.write('FOLDER', value, 'new', { replace: true }), folder);

const asList = (folder: string): Setting => inCode(({ value = '' }, call) => call.file.list('FOLDER', value), folder);

const textOrFailure = async (outcome: Promise<Outcome>): Promise<unknown> => {
  const { data, ...failed } = await outcome;
  return data ? data['text'] : [failed.code, failed.error, failed.retry_hint];
};

function files(): { readonly folder: string; readonly outside: string } {
  const root = temporaryFolder({
    'in/a/b.txt': 'inside',
    'in/key.txt': `it is ${SECRET}.`,
    'in/binary': '\0\u0001',
    'in/large': 'x'.repeat(101),
    'in/-n': 'dash',
    'out/c.txt': 'outside',
  });
  symlinkSync('../out', join(root, 'in/up'));
  symlinkSync('../out/c.txt', join(root, 'in/link.txt'));
  symlinkSync('a', join(root, 'in/same'));
  return { folder: join(root, 'in'), outside: join(root, 'out') };
}

describe.skipIf(ON_WINDOWS)('file: and call.file', () => {
  test.each([
    ['a/b.txt', 'inside'],
    ['same/b.txt', 'inside'],
    ['-n', 'dash'],
    ['key.txt', 'it is [redacted].'],
    ['../out/c.txt', 'invalid_arguments'],
    ['a/%2e%2e/key.txt', 'invalid_arguments'],
    ['/etc/passwd', 'invalid_arguments'],
    ['a\0b', 'invalid_arguments'],
    ['', 'invalid_arguments'],
    ['up/c.txt', 'outside_folder'],
    ['link.txt', 'outside_folder'],
    ['a', 'not_a_file'],
    ['b\nc', 'not_found'],
    ['binary', 'binary_file'],
    ['large', 'too_large'],
  ])('%j', async (value, result) => {
    const { folder } = files();
    const [language, code] = await Promise.all(
      [asFile, asRead].map((way) => textOrFailure(callTool(way(folder), { value }))),
    );
    expect(code).toEqual(language);
    expect([code].flat()[0]).toBe(result);
  });

  const step = fc.constantFrom(
    'a',
    'b.txt',
    'up',
    'c.txt',
    'same',
    'link.txt',
    'new',
    '..',
    '.',
    '%2e%2e',
    '',
    '-n',
    '\0',
    '\\',
  );
  const anyPath = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/'));

  test('any path reads the same; nothing outside is read, listed or changed', async () => {
    const { folder, outside } = files();
    const [language, read, list, write] = [asFile, asRead, asList, asWrite].map((way) =>
      openTool({ ...way(folder), limits: { calls_per_minute: 1e9 } }),
    );
    await fc.assert(
      fc.asyncProperty(anyPath, async (value) => {
        const results = [language, read].map((call) => textOrFailure(call?.({ value }).outcome as Promise<Outcome>));
        const [one, other] = await Promise.all(results);
        expect(other).toEqual(one);
        expect(other).not.toBe('outside');
        expect(JSON.stringify(await list?.({ value }).outcome)).not.toContain('c.txt"');
      }),
      { numRuns: runs(10_000) },
    );
    await fc.assert(
      fc.asyncProperty(anyPath, async (value) => {
        await write?.({ value }).outcome;
        expect(readdirSync(outside)).toEqual(['c.txt']);
        expect(readFileSync(join(outside, 'c.txt'), 'utf8')).toBe('outside');
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('a file is written as a whole, and one that exists only with `replace`', async () => {
    const { folder } = files();
    mkdirSync(join(folder, 'sub'));
    const write = (path: string, replace: boolean): Promise<Outcome> =>
      callTool(inCode((_args, call) => call.file.write('FOLDER', path, 'é', { replace }), folder));
    expect(await write('sub/new.txt', false)).toMatchObject({ data: { bytes: 2 } });
    expect(await write('sub/new.txt', false)).toMatchObject({ code: 'file_exists' });
    expect(await write('link.txt', true)).toMatchObject({ success: true });
    expect(await write('sub', true)).toMatchObject({ code: 'not_saved' });
    expect(await write('none/new.txt', true)).toMatchObject({ code: 'folder_missing' });
    const listed = await callTool(asList(folder), { value: 'sub' });
    expect(listed.data).toEqual({ entries: [{ name: 'new.txt', kind: 'file' }] });
  });

  test('a folder that is not set, not there or not declared', async () => {
    expect(await callTool({ ...asRead('/'), source: {} }, { value: 'a' })).toMatchObject({ code: 'env_missing' });
    for (const way of [asFile, asRead])
      for (const folder of ['relative', '/no-such-folder-4711'])
        expect(await callTool(way(folder), { value: 'a' })).toMatchObject({ code: 'folder_missing' });
    const { code, log } = await callTool(inCode((_args, call) => call.file.read('KEY', 'a'), '/'));
    expect([code, log.join()]).toEqual(['internal_error', expect.stringContaining('"KEY" is not in `folders`')]);
  });
});

describe('http: and call.request', () => {
  const asHttp = (base: string, more: Partial<Setting> = {}): Setting => ({
    ...VARIABLES,
    behavior: {
      kind: 'http',
      connection: 'local',
      method: 'GET',
      path: '/books/{value}',
      response: 'text',
      result: { text: '' },
    },
    source: { KEY: SECRET },
    ...more,
    connection: { base_url: base, ...more.connection },
  });
  const asRequest = (base: string, more: Partial<Setting> = {}): Setting => {
    const run: AnyHandler = async (values, call) => {
      const reply = await call.request('local', { path: '/books/{value}', values });
      return 'error' in reply ? reply : (reply.failure ?? { text: reply.text });
    };
    return { ...handled(run, {}), ...more, connection: { base_url: base, ...more.connection } };
  };

  test.each([
    ['..', { code: 'invalid_arguments' }],
    ['a/%2e%2e/b', { code: 'invalid_arguments' }],
    ['a\r\nHost: b', { data: { text: '/books/a%0D%0AHost%3A%20b' } }],
    ['-v', { data: { text: '/books/-v' } }],
    ['{env.KEY}', { data: { text: '/books/%7Benv.KEY%7D' } }],
    [SECRET, { data: { text: '/books/[redacted]' } }],
  ])('%j', async (value, result) => {
    const base = await http(({ url }, response) => response.end(url));
    const [language, code] = await Promise.all([asHttp, asRequest].map((way) => shown(callTool(way(base), { value }))));
    expect(code).toEqual(language);
    expect(code).toMatchObject(result);
  });

  test('an output over the limit, a timeout and an abort', async () => {
    const large = await http((_request, response) => response.end(Buffer.alloc(10_485_761, 'x')));
    const silent = await http(() => {});
    for (const [base, more, code] of [
      [large, {}, 'bad_response'],
      [silent, { timeout_ms: 20 }, 'timeout'],
    ] as const) {
      const results = await Promise.all(
        [asHttp, asRequest].map((way) => shown(callTool(way(base, more), { value: 'a' }))),
      );
      expect(results[1]).toEqual(results[0]);
      expect(results[0]).toMatchObject({ code });
    }
    for (const way of [asHttp, asRequest]) {
      const { running, outcome } = startTool(way(silent), { value: 'a' });
      running.open.abort('cancelled');
      expect(await outcome).toMatchObject({ code: 'cancelled' });
    }
  });
});
