/** The task "read": a range of pages within a number of characters, and where to read on. */
import type { ReadPdfPagesResult } from '../../generated/servers/pdf-reading/tools.ts';
import { cutAt } from './clean.ts';
import type { PageText } from './document.ts';
import { beyondEnd } from './problem.ts';
import type { Outcome } from './problem.ts';
import type { Desk, Tasks } from './task.ts';

const PAGES_UNASKED = 10;
const MOST_PAGES = 50;

type Pages = ReadPdfPagesResult['pages'][number][];
type Place = Pick<ReadPdfPagesResult, 'next_page' | 'next_character'>;

export async function readPages(
  { document, isLate }: Desk,
  range: Tasks['read']['asked'],
): Promise<Outcome<ReadPdfPagesResult>> {
  const { start_page, end_page = start_page + PAGES_UNASKED - 1, start_character } = range;
  if (start_page > document.pages) return beyondEnd(start_page, document.pages);
  if (end_page < start_page) {
    const detail = `end_page ${end_page} comes before start_page ${start_page}.`;
    return { problem: 'page_out_of_range', detail };
  }
  const wanted = Math.min(end_page, document.pages);
  const last = Math.min(wanted, start_page + MOST_PAGES - 1);
  const pages: Pages = [];
  let left = range.max_characters;
  let next: Place | undefined;
  for (let page = start_page; page <= last && next === undefined; page += 1) {
    if (page > start_page && isLate()) {
      next = { next_page: page };
      break;
    }
    const whole = await document.pageText(page);
    const from = page === start_page ? start_character : 0;
    if (from > 0 && from >= whole.text.length) {
      const detail = `Page ${page} has ${whole.text.length} characters, so start_character ${from} is beyond its end.`;
      return { problem: 'character_out_of_range', detail };
    }
    const rest = whole.text.slice(from);
    if (rest.length > left && pages.length > 0) {
      next = { next_page: page };
      break;
    }
    const text = cutAt(rest, left);
    if (text.length < rest.length) next = { next_page: page, next_character: from + text.length };
    left -= text.length;
    pages.push({ page, text, ...noteOn(whole, next !== undefined) });
  }
  if (pages.every(({ text }) => text === '')) return nothingOn(pages);
  const truncated = next !== undefined || last < wanted;
  if (next === undefined && last < document.pages) next = { next_page: last + 1 };
  return { value: { total_pages: document.pages, pages, truncated, ...next } };
}

function noteOn({ text, state }: PageText, continues: boolean): { readonly note?: string } {
  if (state === 'damaged') return { note: 'This page is damaged and cannot be read.' };
  if (text === '') return { note: 'There is no text on this page. Scanned?' };
  if (continues) return { note: 'The page goes on at next_character.' };
  return state === 'cut' ? { note: 'The page holds more than is ever taken of one page; the rest is left out.' } : {};
}

function nothingOn(pages: Pages): Outcome<ReadPdfPagesResult> {
  const [first, last] = [pages[0]?.page, pages.at(-1)?.page];
  return { problem: 'no_text', detail: first === last ? `page ${first}` : `pages ${first} to ${last}` };
}
