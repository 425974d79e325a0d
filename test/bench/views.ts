/**
 * Measures how soon a view shows its result: from the message with the result to the frame that is painted after it, in the real
 * AppBridge in a real Chromium.
 *
 *   npm run bench:views [-- --write]
 *
 * `--write` writes the section of docs/benchmarks.md.
 */
import { VIEW_PAGE } from '../../compiler/emit/server/view-page.generated.ts';
import type { ViewConfig } from '../../runtime/descriptor/view-descriptor.ts';
import { viewPage } from '../../runtime/protocol/views.ts';
import { bridged } from '../support/app-bridge.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { figure, percentile, table } from './figures.mjs';
import { machine, writeSection } from './page.mjs';

const ROUNDS = 30;

const columns = ['title', 'year', 'loans', 'shelf', 'author'];
const VIEWS: readonly (readonly [what: string, rows: number, view: ViewConfig])[] = [
  ['table', 1000, { kind: 'table', of: 'books', columns, link: 'url' }],
  ['table', 10_000, { kind: 'table', of: 'books', columns, link: 'url' }],
  ['cards', 1000, { kind: 'cards', of: 'books', columns, title: 'title' }],
  ['bars', 1000, { kind: 'chart', of: 'books', chart: 'bar', x: 'title', y: 'loans' }],
  ['line', 1000, { kind: 'chart', of: 'books', chart: 'line', x: 'year', y: 'loans' }],
  ['points', 1000, { kind: 'chart', of: 'books', chart: 'scatter', x: 'year', y: 'loans' }],
];

/** In the frame, before the page listens: the paint that follows the work of the page. */
const CLOCK = `addEventListener('message', ({ data }) => {
  if (data.method !== 'ui/notifications/tool-result') return;
  const start = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => (window.SHOWN_AFTER = performance.now() - start)));
});`;

function booksOf(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `The book ${at} of the sea`,
    year: 1815 + (at % 200),
    loans: (at * 7919) % 1000,
    shelf: `B-${at % 40}`,
    author: `Author ${at % 300}`,
    url: `https://books.example/${at}`,
  }));
}

async function timeOf(html: string, result: object): Promise<number> {
  const ends: (() => Promise<void>)[] = [];
  const { frame } = await bridged(html, { result, script: CLOCK }, (end) => void ends.push(end));
  const shown = await frame.waitForFunction('window.SHOWN_AFTER');
  const time = Number(await shown.jsonValue());
  for (const end of ends) await end();
  return time;
}

const rows: string[][] = [];
for (const [what, count, view] of VIEWS) {
  const html = viewPage(VIEW_PAGE, { title: 'Books', view });
  const result = { content: [], structuredContent: { success: true, data: { books: booksOf(count) } } };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(html, result));
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  rows.push([what, count.toLocaleString('en'), figure(p50, 0), figure(p95, 0)]);
  process.stdout.write(`${rows.at(-1)?.join(' ')}\n`);
}
await (await sharedBrowser()).close();
if (process.argv.includes('--write'))
  writeSection('Views', [
    `${machine()} Made by \`npm run bench:views -- --write\`. Milliseconds on the clock from the message with the result to the second frame of`,
    `the browser after it, which shows it: ${ROUNDS} new pages each, in Chromium, in the AppBridge of MCP Apps.`,
    '',
    ...table(['view', 'rows', 'p50', 'p95'], rows),
  ]);
