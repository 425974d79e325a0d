/** Files that are long, that never end, or that are made to hurt: each call ends in an answer, and the server lives on. */
// In depth: one shipped spec beyond the way through it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { searchPages } from '../../specs/pdf-reading/search-pages.ts';
import { startServer } from '../runtime/support/server-process.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { temporaryFolder } from '../support/folder.ts';
import { pdf } from '../support/pdf.ts';
import { startPdfServer, WATCHED } from '../support/pdf-server.ts';
import { lonelyServer } from '../support/shipped-server.ts';
import { everyNth } from '../support/runs.ts';

const GOOD = pdf([{ lines: ['still here'] }]);

/** Ten million instructions that draw nothing, in 40 KB. */
const BUSY = pdf([{ content: 'q Q '.repeat(1e7), compress: true }]);

const STILL_HERE = { success: true, data: { pages: [{ text: 'still here' }] } };

describe('a file of 2,000 pages', () => {
  const line = 'the commons of the lake are governed by those who fish there';
  const pages = Array.from({ length: 2000 }, (_, n) => ({
    lines: [`page number ${n + 1}.`, ...Array.from({ length: 6 }, () => line), ...(n === 1999 ? ['needle'] : [])],
  }));
  const file = pdf(pages);

  test('is read at its end and searched to its end, within the least memory that can be set', async () => {
    const { call } = await startPdfServer({ 'long.pdf': file }, { env: { PDF_MEMORY_MB: '64', PDF_SECONDS: '50' } });
    const end = await call('read_pdf_pages', { file_path: 'long.pdf', start_page: 1999, end_page: 5000 });
    expect(end.data).toMatchObject({ total_pages: 2000, pages: [{ page: 1999 }, { page: 2000 }], truncated: false });
    const results: unknown[] = [];
    // A slow machine answers in several parts.
    for (let next: number | undefined = 1, parts = 0; next !== undefined && parts < 20; parts += 1) {
      const { data } = await call('search_pdf_text', { file_path: 'long.pdf', query: 'needle', start_page: next });
      const found = data as { results: unknown[]; searched_from: number; searched_to: number; next_page?: number };
      expect(found.searched_from).toBe(next);
      expect(found.next_page).toBe(found.searched_to === 2000 ? undefined : found.searched_to + 1);
      results.push(...found.results);
      next = found.next_page;
    }
    expect(results).toEqual([{ page: 2000, matches: 1, excerpt: expect.stringMatching(/^….* needle$/) }]);
  });

  test('a search keeps no page that it is done with', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1024 / 1024;
    };
    let before = 0;
    let after = 0;
    const document = {
      pages: 2000,
      info: () => Promise.resolve({}),
      pageText(page: number) {
        if (page === 1) before = heap();
        if (page === 2000) after = heap();
        // Joined, so that each page has memory of its own: 200 MB in all.
        const text = `${page} lake ${Array.from({ length: 1000 }, () => 'x'.repeat(99)).join(' ')}`;
        return Promise.resolve({ text, state: 'whole' as const });
      },
    };
    const desk = { document, file: { name: 'x.pdf', size: 1 }, isLate: () => false };
    const outcome = await searchPages(desk, { query: 'lake', start_page: 1, max_results: 50 });
    expect(outcome).toMatchObject({ value: { total_matches: 2000, returned_pages: 50, next_page: 51 } });
    expect(after - before).toBeLessThan(60);
  });
});

test('a page that never ends is cut, and says so', async () => {
  const line = `(${'abcdefghi '.repeat(10)}) Tj 0 0 Td\n`;
  const endless = pdf([{ content: `BT /F 1 Tf 10 100 Td ${line.repeat(15_000)} ET`, compress: true }]);
  const { call } = await startPdfServer({ 'endless.pdf': endless });
  const { data } = await call('read_pdf_pages', { file_path: 'endless.pdf', start_character: 990_000 });
  expect(data).toMatchObject({ pages: [{ note: expect.stringContaining('more than is ever taken') }] });
  const [page] = (data as { pages: { text: string }[] }).pages;
  expect(page?.text.length).toBeLessThanOrEqual(10_000);
});

test('what keeps the parser busy is ended at the deadline, and the thread with it', async () => {
  const { call, ended } = await startPdfServer({ 'busy.pdf': BUSY, 'good.pdf': GOOD }, { env: { PDF_SECONDS: '1' } });
  expect(await call('read_pdf_pages', { file_path: 'busy.pdf' })).toEqual({
    success: false,
    code: 'too_slow',
    error: 'The file could not be read within 1 s, and the work on it was ended.',
    retry_hint: expect.stringContaining('fewer pages'),
  });
  await ended(1);
});

test('a call that is cancelled ends its thread at once', async () => {
  const files = { 'busy.pdf': BUSY, 'good.pdf': GOOD };
  const { call, began, ended } = await startPdfServer(files, { env: { PDF_SECONDS: '50' } });
  const controller = new AbortController();
  const busy = call('read_pdf_pages', { file_path: 'busy.pdf' }, controller.signal);
  const refused = expect(busy).rejects.toThrow();
  await began(1);
  controller.abort();
  await refused;
  await ended(1);
  expect(await call('read_pdf_pages', { file_path: 'good.pdf' })).toMatchObject(STILL_HERE);
});

test('a thread that breaks down is an answer too', async () => {
  const { call, ended } = await startPdfServer({ 'good.pdf': GOOD }, { env: { KILL_THREADS: '1' } });
  for (const threads of [1, 2]) {
    expect(await call('read_pdf_pages', { file_path: 'good.pdf' })).toMatchObject({
      success: false,
      code: 'reader_crashed',
      error: expect.stringContaining('the server itself is well'),
    });
    await ended(threads);
  }
});

const BOMBS = [
  // A list whose doubling, in one piece, goes beyond what a thread's own limit can stop.
  ['the heap', () => Buffer.from(`BT [${'1 '.repeat(3e7)}] TJ ET`)],
  ['buffers', () => Buffer.alloc(3e8, ' ')],
] as const;

test.each(everyNth(2, BOMBS))(
  'what takes too much memory for %s is ended, and the server is not',
  async (_name, content) => {
    const bomb = pdf([{ content: content(), compress: true }]);
    expect(bomb.length).toBeLessThan(1_000_000);
    const env = { PDF_MEMORY_MB: '64', PDF_SECONDS: '50' };
    const { call, ended } = await startPdfServer({ 'bomb.pdf': bomb, 'good.pdf': GOOD }, { env });
    expect(await call('read_pdf_pages', { file_path: 'bomb.pdf' })).toMatchObject({
      code: 'out_of_memory',
      error: expect.stringContaining('more than 64 MB'),
    });
    await ended(1);
    expect(await call('read_pdf_pages', { file_path: 'good.pdf' })).toMatchObject(STILL_HERE);
  },
);

test.skipIf(ON_WINDOWS)('the server ends when the host goes, whatever its threads are doing', async () => {
  const folder = temporaryFolder({ 'busy.pdf': BUSY });
  const server = startServer(lonelyServer('pdf-reading'), [], { PDF_FOLDERS: folder, PDF_SECONDS: '50', ...WATCHED });
  server.ask('tools/call', { name: 'read_pdf_pages', arguments: { file_path: 'busy.pdf' } });
  await server.logged(/thread began/);
  server.child.stdin?.end();
  server.child.kill('SIGTERM');
  expect(await server.end()).toMatchObject({ code: 0, rest: [] });
});
