/** Behavior `file`: what it gives, and that nothing outside its folder is read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { badPath } from '../../runtime/behaviors/file/inside.ts';
import type { FileBehavior } from '../../runtime/descriptor/descriptor.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { Outcome } from './support/call-tool.ts';
import { callTool, startTool, variable } from './support/call-tool.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const parameters = { path: { type: 'string' }, start: { type: 'integer' }, count: { type: 'integer' } } as const;

function settingOf(folder: string, more: Partial<FileBehavior> = {}): Parameters<typeof callTool>[0] {
  return {
    behavior: { kind: 'file', folder: '{env.NOTES}', path: '{path}', format: 'text', max_bytes: 1000, ...more },
    parameters,
    declared: { NOTES: variable(), KEY: variable({ secret: true }) },
    source: { NOTES: folder, KEY: 'swordfish-4711' },
  };
}

const read = (folder: string, args: object, more: Partial<FileBehavior> = {}): Promise<Outcome> =>
  callTool(settingOf(folder, more), args);

const LINES = { lines: { start: '{start}', count: '{count}' } };

describe('text', () => {
  const files = { 'a/note.md': 'one\r\ntwo\nthree', 'empty.md': '', 'end.md': 'one\ntwo\n' };

  test('whole, with the number of its lines', async () => {
    const folder = temporaryFolder(files);
    expect(await read(folder, { path: 'a/note.md' })).toMatchObject({
      data: { text: 'one\r\ntwo\nthree', total_lines: 3 },
    });
    expect(await read(folder, { path: 'end.md' })).toMatchObject({ data: { text: 'one\ntwo\n', total_lines: 2 } });
    expect(await read(folder, { path: 'empty.md' })).toMatchObject({ data: { text: '', total_lines: 0 } });
  });

  test.each([
    [
      { start: 2, count: 1 },
      { text: 'two\n', start: 2, end: 2 },
    ],
    [{ start: 2 }, { text: 'two\nthree', start: 2, end: 3 }],
    [{ count: 2 }, { text: 'one\r\ntwo\n', start: 1, end: 2 }],
    [
      { start: 1, count: 0 },
      { text: '', start: 1, end: 0 },
    ],
    [
      { start: 9, count: 4 },
      { text: '', start: 9, end: 8 },
    ],
  ])('lines %j', async (range, data) => {
    const outcome = await read(temporaryFolder(files), { path: 'a/note.md', ...range }, LINES);
    expect(outcome.data).toEqual({ ...data, total_lines: 3 });
  });

  test.each([{ start: 0 }, { count: -1 }])('no lines for %j', async (range) => {
    const outcome = await read(temporaryFolder(files), { path: 'a/note.md', ...range }, LINES);
    expect(outcome).toMatchObject({ success: false, code: 'invalid_arguments' });
  });

  test('in other charsets, by mark and as Latin-1', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0xe9, 0, 0x41, 0]);
    const folder = temporaryFolder({ 'utf16.txt': utf16, 'latin.txt': new Uint8Array([0xe9, 0x41]) });
    expect(await read(folder, { path: 'utf16.txt' })).toMatchObject({ data: { text: 'éA' } });
    expect(await read(folder, { path: 'latin.txt' })).toMatchObject({ data: { text: 'éA' } });
  });

  test('a binary file is named as one', async () => {
    const folder = temporaryFolder({ 'cat.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]) });
    expect(await read(folder, { path: 'cat.png' })).toMatchObject({
      code: 'binary_file',
      error: 'The file cat.png is a binary file (image/png), not text.',
    });
  });

  test('secrets are cut out before lines are', async () => {
    const folder = temporaryFolder({ 'key.md': 'KEY=swordfish-4711\nrest' });
    const outcome = await read(folder, { path: 'key.md', start: 1, count: 1 }, LINES);
    expect(outcome.data).toMatchObject({ text: 'KEY=[redacted]\n' });
  });
});

test('bytes are content by media type', async () => {
  const folder = temporaryFolder({ 'cat.png': new Uint8Array([1, 2, 3]), 'b.bin': new Uint8Array([0]) });
  const members = async (path: string): Promise<unknown> => {
    const { running, outcome } = startTool(settingOf(folder, { format: 'bytes' }), { path });
    // That of the support expects the envelope as text; here are blocks in its place.
    outcome.catch(() => undefined);
    return JSON.parse(`{${String(await running.outcome)}}`);
  };
  expect(await members('cat.png')).toMatchObject({
    content: [{ type: 'text' }, { type: 'image', data: 'AQID', mimeType: 'image/png' }],
    structuredContent: { success: true, data: { path: 'cat.png', media_type: 'image/png', bytes: 3 } },
  });
  expect(await members('b.bin')).toMatchObject({
    content: [{ type: 'text' }, { type: 'resource', resource: { uri: 'tool://small/get_thing/b.bin', blob: 'AA==' } }],
  });
});

describe('nothing outside the folder', () => {
  test.each(['/etc/hosts', '../secret', 'a/../../secret', 'a/./b', '..\\secret', 'C:\\x', '%2e%2e/secret', 'a\0b', ''])(
    'path %j never reaches the disk',
    async (path) => {
      expect(await read(join(temporaryFolder(), 'absent'), { path })).toMatchObject({ code: 'invalid_arguments' });
    },
  );

  test.skipIf(ON_WINDOWS)('links: out of it never, inside it yes, in a circle never', async () => {
    const outside = temporaryFolder({ secret: 'outside' });
    const folder = temporaryFolder({ 'real/a.md': 'inside' });
    symlinkSync(join(outside, 'secret'), join(folder, 'file'));
    symlinkSync(outside, join(folder, 'folder'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('real', join(folder, 'again'));
    expect(await read(folder, { path: 'file' })).toMatchObject({ code: 'outside_folder' });
    expect(await read(folder, { path: 'folder/secret' })).toMatchObject({ code: 'outside_folder' });
    expect(await read(folder, { path: 'loop' })).toMatchObject({ success: false });
    expect(await read(folder, { path: 'again/a.md' })).toMatchObject({ data: { text: 'inside' } });
  });

  test.skipIf(ON_WINDOWS)('a folder that becomes a link between the look and the opening', async () => {
    const outside = temporaryFolder({ 'a.md': 'outside' });
    const folder = temporaryFolder({ 'sub/a.md': 'inside' });
    const [sub, away] = [join(folder, 'sub'), join(folder, 'away')];
    const outcomes: Promise<Outcome>[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      outcomes.push(read(folder, { path: 'sub/a.md' }));
      renameSync(sub, away);
      symlinkSync(outside, sub);
      await new Promise((next) => setImmediate(next));
      rmSync(sub);
      renameSync(away, sub);
      await new Promise((next) => setImmediate(next));
    }
    const texts = (await Promise.all(outcomes)).map(({ data, code }) => data?.['text'] ?? code);
    expect(texts).not.toContain('outside');
  });

  test.skipIf(ON_WINDOWS)('no pipe, socket, folder or device', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sub'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const socket = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void socket.close());
    for (const path of ['sub', 'pipe', 'socket'])
      expect(await read(folder, { path })).toMatchObject({ code: 'not_a_file' });
    expect(await read('/dev', { path: 'null' })).toMatchObject({ code: 'not_a_file' });
  });

  test.each(['C:x', 'a:stream', 'CON', 'sub/nul.txt', 'com1', 'a. /b', 'b.'])('Windows: %j', (path) => {
    expect(badPath(path, 'win32')?.error).toMatch(/Windows reserves/);
  });

  test.each(['a.md', 'sub/b.md', 'console.md', '..a', 'ä b.md'])('%j is a path on every system', (path) => {
    expect([badPath(path, 'win32'), badPath(path, 'linux')]).toEqual([undefined, undefined]);
  });
});

describe('failures', () => {
  test('too large, also where the limit is met exactly', async () => {
    const folder = temporaryFolder({ 'a.md': 'x'.repeat(10) });
    expect(await read(folder, { path: 'a.md' }, { max_bytes: 9 })).toMatchObject({ code: 'too_large' });
    expect(await read(folder, { path: 'a.md' }, { max_bytes: 10 })).toMatchObject({ success: true });
  });

  test('not found, with the author’s message where there is one', async () => {
    const not_found = { error: 'There is no such note.', retry_hint: 'List them.', code: 'no_note' };
    const folder = temporaryFolder();
    expect(await read(folder, { path: 'a.md' })).toMatchObject({ code: 'not_found' });
    expect(await read(folder, { path: 'a.md' }, { not_found })).toMatchObject(not_found);
  });

  test('a folder that is not there, or relative: the log names it, the model does not learn it', async () => {
    const { log, ...outcome } = await callTool(settingOf('notes'), { path: 'a.md' });
    expect(outcome).toMatchObject({ code: 'folder_missing' });
    expect(JSON.stringify(outcome.error)).not.toContain('notes');
    expect(log.join()).toContain('the folder notes');
    expect(await callTool({ ...settingOf(''), source: {} }, { path: 'a.md' })).toMatchObject({ code: 'env_missing' });
  });
});
