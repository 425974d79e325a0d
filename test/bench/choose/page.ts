/** What the benchmark of tool choice measured, as its section of docs/benchmarks.md. */
import type { Comparison } from './compare.ts';
import type { Source } from './sources.ts';

export interface SetFigures {
  readonly source: Source;
  readonly figures: Comparison;
}

export interface Speed {
  readonly tools: number;
  readonly requests: number;
  /** Seconds of the processor: the first time in a process, and the median of the times after it. */
  readonly first: number;
  readonly later: number;
}

export function setsTable(sets: readonly SetFigures[]): readonly string[] {
  return table(
    [
      'set',
      'tools at once',
      'requests',
      'reader %',
      'BM25 %',
      'best BM25 %',
      'difference',
      '95 % interval',
      'only reader : only BM25',
      'p',
    ],
    sets.map(({ source, figures }) => {
      const { tools, requests, reader, bm25, bestBm25, onlyReader, onlyBm25, low, high, p } = figures;
      return [
        source.title,
        tools.toLocaleString('en'),
        requests.toLocaleString('en'),
        percent(reader / requests),
        percent(bm25 / requests),
        percent(bestBm25 / requests),
        signed((100 * (reader - bm25)) / requests),
        `${signed(100 * low)} to ${signed(100 * high)}`,
        `${onlyReader} : ${onlyBm25}`,
        chance(p),
      ];
    }),
  );
}

/** "At least 2 points above BM25 on 9 of 12 sets, …". */
export function aheadLine(sets: readonly SetFigures[]): string {
  const ahead = (points: number): number =>
    sets.filter(({ figures: { reader, bm25, requests } }) => 100 * (reader - bm25) >= points * requests).length;
  return `At least 2 points above BM25 on ${ahead(2)} of ${sets.length} sets, below it on ${sets.length - ahead(0)}.`;
}

export function sourcesList(sources: readonly Source[]): readonly string[] {
  return sources.map(({ title, from, taken }) => `- ${title}: \`${from}\`; ${taken}.`);
}

export function speedLine({ tools, requests, first, later }: Speed): string {
  const ms = (seconds: number): string => (1000 * seconds).toFixed(0);
  return `${requests} requests over ${tools} tools: ${ms(first)} ms of the processor the first time in a process, ${ms(later)} ms after it (median of 5); reading the tools included.`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), `|---|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)];
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

function chance(p: number): string {
  if (p >= 0.001) return p.toFixed(3);
  const [digits = '', exponent = ''] = p.toExponential(0).split('e-');
  return `${digits}e−${exponent}`;
}
