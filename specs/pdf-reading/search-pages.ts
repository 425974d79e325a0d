/** The task "search": page by page, each forgotten before the next, until the end or until it is time to answer. */
import type { SearchPdfTextResult } from '../../generated/servers/pdf-reading/tools.ts';
import { clean, cutAt } from './clean.ts';
import { beyondEnd } from './problem.ts';
import type { Outcome } from './problem.ts';
import type { Desk, Tasks } from './task.ts';

/** Characters of an excerpt before and after the match. */
const AROUND = 80;

interface Hits {
  readonly matches: number;
  readonly excerpt: string;
}

export async function searchPages(
  { document, isLate }: Desk,
  { query, start_page, max_results }: Tasks['search']['asked'],
): Promise<Outcome<SearchPdfTextResult>> {
  if (start_page > document.pages) return beyondEnd(start_page, document.pages);
  const words = clean(query).normalize('NFKC').trim();
  if (words === '') return { problem: 'query_empty' };
  const pattern = patternOf(words);
  const results: SearchPdfTextResult['results'][number][] = [];
  let [matches, matchingPages, anyText] = [0, 0, false];
  let unlisted: number | undefined;
  let page = start_page;
  for (; page <= document.pages && !(page > start_page && isLate()); page += 1) {
    const { text } = await document.pageText(page);
    anyText ||= text !== '';
    const hits = findIn(text.normalize('NFKC'), pattern);
    if (hits === undefined) continue;
    matches += hits.matches;
    matchingPages += 1;
    if (results.length < max_results) results.push({ page, ...hits });
    else unlisted ??= page;
  }
  const searched_to = page - 1;
  if (!anyText) return { problem: 'no_text', detail: `pages ${start_page} to ${searched_to}` };
  const next = unlisted ?? (page <= document.pages ? page : undefined);
  const counts = { total_matches: matches, matching_pages: matchingPages, returned_pages: results.length };
  const value = { total_pages: document.pages, searched_from: start_page, searched_to, ...counts, results };
  return { value: { ...value, truncated: next !== undefined, ...(next !== undefined && { next_page: next }) } };
}

/** Letters may be parted by a hyphen at the end of a line, words by any room; a "ﬁ" is an "fi". */
function patternOf(words: string): RegExp {
  const inside = words.split(/\s+/).map((word) => [...word].map(escapeForPattern).join('(?:-\\n)?'));
  return new RegExp(inside.join('\\s+'), 'giu');
}

function escapeForPattern(character: string): string {
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function findIn(text: string, pattern: RegExp): Hits | undefined {
  let matches = 0;
  let excerpt = '';
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (matches === 0) excerpt = excerptOf(text, index, match.length);
    matches += 1;
  }
  return matches === 0 ? undefined : { matches, excerpt };
}

function excerptOf(text: string, index: number, length: number): string {
  const from = Math.max(0, index - AROUND);
  const to = Math.min(text.length, index + length + AROUND);
  const words = cutAt(text.slice(from, to).replace(/^[\udc00-\udfff]/, ''), to - from).replaceAll('\n', ' ');
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}
