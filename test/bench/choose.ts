/**
 * Measures the offline tier of `haft eval` on public sets, against BM25; `scripts/shipped-figures.ts` prints those of the shipped specs.
 *
 *   npm run bench:choose -- --sets <folder> [--write]
 *
 * The folder holds one JSON file for each set of `choose/sets.ts`, in the form that it says; a set without a file is left
 * out. No data of others is kept in this repository. `--write` writes the section of docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import { compare, processorSeconds, sample } from './choose/compare.ts';
import { setsTable, sourcesList, speedLine } from './choose/page.ts';
import type { SetFigures, Speed } from './choose/page.ts';
import { readSet, SOURCES } from './choose/sets.ts';
import { machine, writeSection } from './page.mjs';

/** The goal that the offline tier has: so many requests over so many tools in half a second. */
const [TOOLS, REQUESTS] = [130, 500];
const TIMED_SET = 'live_pooled';

const { values } = parseArgs({ options: { sets: { type: 'string' }, write: { type: 'boolean', default: false } } });
if (values.sets === undefined)
  throw new Error('Name the folder of prepared sets: npm run bench:choose -- --sets <folder>');

const speed = measureSpeed(values.sets);
const sets = SOURCES.flatMap((source): readonly SetFigures[] => {
  const offers = readSet(values.sets ?? '', source.file);
  return offers ? [{ source, figures: compare(offers) }] : [];
});
if (sets.length === 0)
  throw new Error(`No prepared set in ${values.sets}: expected files such as ${SOURCES[0]?.file}.json`);

const lines = [
  `${machine()} Made by \`npm run bench:choose -- --sets <folder> --write\`. Which tool a request leads to, by the reader of fields that`,
  '`haft eval` uses without a model. It says how well the words of descriptions tell tools apart, not what a model would choose.',
  '',
  '### Public sets',
  '',
  'First choices that are right, beside BM25 over name and description (k1 1.2, b 0.75, the same stems); a tie is not right. p: exact McNemar test. The weights of',
  'the reader were tried on these sets, so expect a little less elsewhere.',
  '',
  ...setsTable(sets),
  '',
  ...sourcesList(sets.map(({ source }) => source)),
  ...(speed ? ['', '### Time', '', speedLine(speed)] : []),
];
if (values.write) writeSection('Choosing', lines);
else console.log(lines.join('\n'));

function measureSpeed(folder: string): Speed | undefined {
  const [whole] = readSet(folder, TIMED_SET) ?? [];
  if (!whole) return undefined;
  const offer = sample(whole, TOOLS, REQUESTS);
  const first = processorSeconds(offer);
  const later = Array.from({ length: 5 }, () => processorSeconds(offer)).sort((a, b) => a - b);
  return { tools: offer.tools.length, requests: offer.requests.length, first, later: later[2] ?? first };
}
