// Measures generated servers against a bare loop and against other ways, interleaved in one run: npm run bench:server.
// Flags: --quick (few rounds), --starts (starts alone, printed), --calls (the gate of a call over stdio alone), --write (its section of docs/benchmarks.md). HAFT_BENCH_MODULES names a node_modules with more contestants.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contestants } from './contestants.mjs';
import { median } from './figures.mjs';
import { http, start, stdio } from './measure.mjs';
import { machine, writeSection } from './page.mjs';

const QUICK = process.argv.includes('--quick');
const STARTS = process.argv.includes('--starts');
const CALLS = process.argv.includes('--calls');
const ROUNDS = QUICK ? 5 : 15;

/** Runs every contestant once a round, each round in another order, and gives the median of every figure. */
async function interleaved(servers, rounds, measure) {
  const names = Object.keys(servers);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = names.map((_, n) => names[(n + round) % names.length]);
    for (const name of order) {
      try {
        results[name].push(await measure(servers[name]));
      } catch (error) {
        console.error(`${name}: ${String(error).slice(0, 200)}`);
      }
    }
  }
  return Object.fromEntries(
    Object.entries(results)
      .filter(([, all]) => all.length > 0)
      .map(([name, all]) => [name, mediansOf(all)]),
  );
}

function mediansOf(all) {
  if (typeof all[0] === 'number') return median(all);
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))]));
}

/** The most that the processor time of a call over stdio may be, as a multiple of the bare loop's. */
const GATE = 1.3;

/** The kernel counts in hundredths of a second: fewer calls would make the ratio coarse. */
const GATE_CALLS = 240_000;

/** The least of 15 rounds: what a busy machine adds to a round is no part of the server. */
async function gate(folder) {
  const { ours, bare } = await contestants(folder, 50, 'stdio');
  const least = { ours: Infinity, bare: Infinity };
  for (let round = 0; round < 15; round += 1) {
    const order = Object.entries({ ours, bare });
    for (const [name, args] of round % 2 === 0 ? order : order.reverse())
      least[name] = Math.min(least[name], (await stdio(args, GATE_CALLS)).cpu);
  }
  const ratio = least.ours / least.bare;
  if (ratio > GATE) process.exitCode = 1;
  return `A call over stdio: ${least.ours.toFixed(2)} µs of the processor, the bare loop ${least.bare.toFixed(2)} µs, the least of 15 rounds each: ${ratio.toFixed(2)} times; the limit is ${GATE}.`;
}

/** A table with a row for each contestant; every figure is followed by its ratio to the bare loop's. */
function table(title, columns, results) {
  const cell = (value, bare, digits) => {
    if (value === undefined) return '–';
    const ratio = bare === undefined ? '' : ` (${(value / bare).toFixed(2)})`;
    return value.toLocaleString('en', { maximumFractionDigits: digits }) + ratio;
  };
  const rows = Object.entries(results).map(([name, figures]) => {
    const cells = columns.map(([, pick, digits]) => cell(pick(figures), pick(results.bare), digits));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const heads = columns.map(([head]) => head);
  return [`### ${title}`, '', `| server | ${heads.join(' | ')} |`, `|---|${'--:|'.repeat(heads.length)}`, ...rows, ''];
}

const folder = mkdtempSync(join(tmpdir(), 'haft-bench-'));
try {
  const judged = STARTS ? '' : await gate(folder);
  if (CALLS) console.log(judged);
  else await measureAll(judged);
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAll(judged) {
  const starts = {};
  for (const count of [1, 50, 500]) {
    const found = await interleaved(await contestants(folder, count, 'stdio'), ROUNDS, start);
    for (const [name, time] of Object.entries(found)) starts[name] = { ...starts[name], [count]: time };
  }
  const startTable = table(
    'Start → first `tools/list`, milliseconds on the clock and of the processor',
    [1, 50, 500].flatMap((count) => [
      [`${count} tools`, (found) => found?.[count]?.wall, 1],
      ['CPU', (found) => found?.[count]?.cpu, 1],
    ]),
    starts,
  );
  if (STARTS) console.log(startTable.join('\n'));
  const calls = await interleaved(STARTS ? {} : await contestants(folder, 50, 'stdio'), QUICK ? 1 : 5, (args) =>
    stdio(args, QUICK ? 20_000 : 60_000),
  );
  const webs = await interleaved(STARTS ? {} : await contestants(folder, 50, 'http'), QUICK ? 1 : 5, (args) =>
    http(args, QUICK ? 5000 : 20_000),
  );
  const lines = [
    `${machine()} Made by \`npm run bench:server -- --write\`: medians of interleaved runs;`,
    'in brackets the ratio to the bare loop, which checks nothing. Ours is what `haft compile` writes, with a handler for each tool.',
    '',
    ...startTable,
    ...table(
      '`tools/call` over stdio, 50 tools',
      [
        ['calls/s, 64 at once', (found) => found?.pipelined, 0],
        ['CPU µs a call', (found) => found?.cpu, 1],
        ['calls/s, one by one', (found) => found?.sequential, 0],
        ['MiB idle', (found) => found?.idle, 0],
        ['MiB after', (found) => found?.after, 0],
      ],
      calls,
    ),
    judged,
    '',
    ...table(
      '`tools/call` over HTTP, 50 tools, 16 connections',
      [
        ['requests/s', (found) => found?.perSecond, 0],
        ['CPU µs a request', (found) => found?.cpu, 1],
        ['p99 ms', (found) => found?.p99, 2],
        ['MiB after', (found) => found?.after, 0],
      ],
      webs,
    ),
  ];
  if (!STARTS) console.log(lines.join('\n'));
  if (!STARTS && process.argv.includes('--write')) writeSection('Serving', lines);
}
