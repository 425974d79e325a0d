/**
 * Measures the offline tier of `haft eval` on public sets, against BM25; `scripts/shipped-figures.ts` prints those of the shipped specs.
 *
 *   npm run bench:choose -- --sets <folder> [--write]
 *
 * The folder holds one JSON file for each set of `choose/sources.ts`, in the form of `choose/sets.ts`; a set without a file is left
 * out. No data of others is kept in this repository. `--write` writes the section of docs/benchmarks.md.
 */
import { parseArgs } from 'node:util';
import { compare, processorSeconds, sample } from './choose/compare.ts';
import { aheadLine, setsTable, sourcesList, speedLine } from './choose/page.ts';
import type { SetFigures, Speed } from './choose/page.ts';
import { readSet } from './choose/sets.ts';
import { SOURCES } from './choose/sources.ts';
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
  'First choices that are right, beside BM25 over name and description; a tie is not right. BM25: k1 1.2, b 0.75, with the best for the set of four ways to',
  'part a text into words (as they are; stems; stems without stop words; the terms of the reader). Best BM25: the best of those and twelve pairs of k1 and b, as if tuned on the set. The',
  'difference is to BM25, its interval by pairs; p: exact McNemar test.',
  '',
  '**Held back**: no weight and no word was chosen by these sets; of their requests, only the first of some files were read, for their form.',
  '',
  ...setsOf(true),
  '',
  '**Tried on**: the weights, the words of verbs and the synonyms of the reader were chosen by these sets, so that they say less.',
  '',
  ...setsOf(false),
  '',
  ...sourcesList(sets.map(({ source }) => source)),
  ...(speed ? ['', '### Time', '', speedLine(speed)] : []),
];
if (values.write) writeSection('Choosing', lines);
else console.log(lines.join('\n'));

function setsOf(held: boolean): readonly string[] {
  const some = sets.filter(({ source }) => (source.held === true) === held);
  return some.length === 0 ? [] : [...setsTable(some), '', aheadLine(some)];
}

function measureSpeed(folder: string): Speed | undefined {
  const [whole] = readSet(folder, TIMED_SET) ?? [];
  if (!whole) return undefined;
  const offer = sample(whole, TOOLS, REQUESTS);
  const first = processorSeconds(offer);
  const later = Array.from({ length: 5 }, () => processorSeconds(offer)).sort((a, b) => a - b);
  return { tools: offer.tools.length, requests: offer.requests.length, first, later: later[2] ?? first };
}
