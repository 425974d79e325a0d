// Measures `haft compile` against other compilers of specs on the same operations, interleaved in one run: npm run bench:compile.
// Flags: --sizes 100,1000,10000 (default 100,1000) --rounds 5 --bound 120 (seconds for one run) --saves 40 --only <names>
// --peers <folder> (keeps what was installed) --quick (100 operations, one round) --write (its section of docs/benchmarks.md)
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contestants, haftKnows } from './compile/contestants.mjs';
import { goalRow, goals } from './compile/goals.mjs';
import { clearAside, measure } from './compile/measure.mjs';
import { latency, medianOf, ratio } from './compile/results.mjs';
import { watchLatency } from './compile/watch.mjs';
import { figure, table } from './figures.mjs';
import { machine, writeSection } from './page.mjs';

const text = (preset) => ({ type: 'string', ...(preset && { default: preset }) });
const { values: flags } = parseArgs({
  options: {
    sizes: text('100,1000'),
    rounds: text('5'),
    bound: text('120'),
    saves: text('40'),
    only: text(),
    peers: text(),
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const SIZES = flags.quick ? [100] : flags.sizes.split(',').map(Number);
/** From here on one round, and only ours is watched. */
const LARGEST = 10_000;
const BOUND = Number(flags.bound);
const LIMITS = flags.quick
  ? { rounds: 1, saves: 4, bound: BOUND }
  : { rounds: Number(flags.rounds), saves: Number(flags.saves), bound: BOUND };

const folder = flags.peers ? resolve(flags.peers) : mkdtempSync(join(tmpdir(), 'haft-bench-'));
try {
  mkdirSync(folder, { recursive: true });
  const { found, missing } = contestants(folder, flags.only?.split(','));
  for (const { name, problem } of missing)
    console.error(
      `${name} could not be installed and is left out: ${problem}\n  hint: It comes from the package registry; check the connection and run again.`,
    );
  const [sizes, watches] = [{}, {}];
  for (const count of SIZES) sizes[count] = await measure(found, count, limitsOf(count));
  for (const count of SIZES) watches[count] = await watched(found, count);
  clearAside(found);
  const lines = report({ sizes, watches, found, missing });
  console.log(lines.join('\n'));
  if (flags.write) writeSection('Compiling', lines);
} finally {
  if (!flags.peers) rmSync(folder, { recursive: true, force: true });
}

/** One round of the largest size takes longer than all others together. */
function limitsOf(count) {
  return count < LARGEST ? LIMITS : { ...LIMITS, rounds: 1 };
}

async function watched(all, count) {
  const results = {};
  for (const one of all.filter(({ watch }) => watch)) {
    if (one.name === 'ours' ? !haftKnows('watch') : count >= LARGEST) continue;
    console.error(`${count} operations, watching: ${one.name}`);
    results[one.name] = await watchLatency(one, count, LIMITS);
  }
  return results;
}

function report({ sizes, watches, found, missing }) {
  return [
    `${machine()} Made by \`npm run bench:compile -- --write\`: in each of ${LIMITS.rounds} rounds every contestant ran once cold (no output, no cache)`,
    `and once with nothing changed; whole processes, medians (${figure(LARGEST, 0)} operations: one round). "× ours" is the median of the ratios within a round. The operations are the same`,
    'for all: four parameters, a description, a result; ours also checks every rule, compares with the contract and prints servers, types and evals.',
    `Versions: ${found.flatMap(versionOf).join(', ')}.`,
    ...missing.map(({ name }) => `\n${name} could not be installed, so it was not measured.`),
    '',
    ...Object.entries(sizes).flatMap(([count, results]) => sizeTable(Number(count), results)),
    ...watchTable(watches),
    '### Goals',
    '',
    ...table(['goal', 'wanted', 'measured', ''], goals({ sizes, watches }).map(goalRow)),
  ];
}

/** That of the package that compiles, which is the first. */
function versionOf({ name, packages = {} }) {
  return Object.values(packages)
    .slice(0, 1)
    .map((version) => `${name} ${version}`);
}

function sizeTable(count, results) {
  const rows = Object.entries(results).map(([name, result]) => {
    const cells = ['cold', 'warm'].flatMap((kind) => [
      figure(medianOf(result, kind, 'seconds'), 3),
      name === 'ours' ? '1' : figure(ratio(results, name, 'ours', kind), 2),
      figure(medianOf(result, kind, 'mebibytes'), 0),
    ]);
    return [name, ...cells];
  });
  const stopped = Object.entries(results).filter(([, result]) => result.stopped);
  const heads = ['', 'cold s', '× ours', 'MiB', 'unchanged s', '× ours', 'MiB'];
  return [
    `### ${figure(count, 0)} operations`,
    '',
    ...table(heads, rows),
    '',
    ...stopped.flatMap(([name, { stopped: why }]) => [`${name} ${why}.`, '']),
  ];
}

function watchTable(watches) {
  const rows = Object.entries(watches).flatMap(([count, results]) =>
    Object.entries(results).map(([name, result]) => {
      const { write = [], rename = [], missed = 0, stopped } = result;
      const p50 = [write, rename].map((times) => figure(latency({ write: times }, 0.5), 1));
      const all = figure(latency(result, 0.95), 1);
      return [
        `${name}, ${figure(Number(count), 0)} operations`,
        ...p50,
        all,
        stopped ?? `${missed} of ${write.length + rename.length + missed}`,
      ];
    }),
  );
  if (rows.length === 0) return [];
  const heads = ['watching', 'written, p50 ms', 'moved into place, p50 ms', 'both, p95 ms', 'missed'];
  return ['### From a save to the output', '', ...table(heads, rows), ''];
}
