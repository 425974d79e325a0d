/** The whole way of the shipped spec: the committed server, alone in an empty folder, called by the official client. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { toolDescriptor } from '../../compiler/emit/server/descriptor.ts';
import { SOME_MODES } from '../support/official-client.ts';
import { pdf } from '../support/pdf.ts';
import { startPdfServer } from '../support/pdf-server.ts';
import { sourcesOf } from '../support/sources.ts';

const ROOT = join(import.meta.dirname, '../..');

const REPORT = pdf(
  [
    { lines: ['Annual report', 'The lake belongs to all.'] },
    { picture: true },
    { lines: ['Rules of the o\ufb03ce', 'Whoever fishes keeps ac-', 'counts of every catch.'] },
    { lines: ['The lake froze. THE LAKE thawed.'] },
  ],
  { info: { Title: 'Annual report', Author: 'Ann Ibáñez', CreationDate: "D:20240301093000+01'00'" } },
);

describe.each(SOME_MODES)('over %s', (_name, mode) => {
  test('the list is the Plan, and each tool answers', async () => {
    const { client, call } = await startPdfServer({ 'report.pdf': REPORT }, { mode });
    const { specs, files } = sourcesOf(ROOT);
    const tools =
      planSpecs(specs, { files }).value?.plan.servers.find(({ name }) => name === 'pdf-reading')?.tools ?? [];
    const planned = tools
      .map((one) => toolDescriptor(one))
      .map(({ behavior: _b, timeout_ms: _t, ...visible }) => visible);
    expect((await client.listTools()).tools).toEqual(planned);
    expect(planned.map(({ name }) => name)).toEqual(['get_pdf_info', 'read_pdf_pages', 'search_pdf_text']);

    expect(await call('get_pdf_info', { file_path: 'report.pdf' })).toEqual({
      success: true,
      data: {
        file_name: 'report.pdf',
        total_pages: 4,
        size_bytes: REPORT.length,
        title: 'Annual report',
        author: 'Ann Ibáñez',
        created: '2024-03-01T09:30:00+01:00',
        has_text: true,
      },
    });
    expect(await call('read_pdf_pages', { file_path: 'report.pdf', end_page: 2 })).toEqual({
      success: true,
      data: {
        total_pages: 4,
        pages: [
          { page: 1, text: 'Annual report\nThe lake belongs to all.' },
          { page: 2, text: '', note: 'There is no text on this page. Scanned?' },
        ],
        truncated: false,
        next_page: 3,
      },
    });
    expect(await call('search_pdf_text', { file_path: 'report.pdf', query: 'the lake' })).toEqual({
      success: true,
      data: {
        total_pages: 4,
        searched_from: 1,
        searched_to: 4,
        total_matches: 3,
        matching_pages: 2,
        returned_pages: 2,
        results: [
          { page: 1, matches: 1, excerpt: 'Annual report The lake belongs to all.' },
          { page: 4, matches: 2, excerpt: 'The lake froze. THE LAKE thawed.' },
        ],
        truncated: false,
      },
    });
  });
});
