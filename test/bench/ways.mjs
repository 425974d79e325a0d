// Measures the ways to a tool that need no wire: npm run bench:ways. A call in this process, and the program of a server over bare Node.
// Time of the processor, the least of interleaved rounds: what else the machine does can only add to it. Flag: --quick (few rounds).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ours } from './contestants.mjs';
import { machine } from './page.mjs';
import { figure, table } from './figures.mjs';

const [ROUNDS, CALLS] = process.argv.includes('--quick') ? [3, 20_000] : [15, 100_000];

/** Microseconds of this process. */
async function own(work) {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

const RUNS = 10;

/** Milliseconds of one run: several together, since the system counts those that have ended in hundredths of a second (proc(5), cutime and cstime). */
function programTime(words) {
  const script = `const { spawnSync } = require('node:child_process');
const ran = Array.from({ length: ${RUNS} }, () => spawnSync(process.execPath, ${JSON.stringify(words)}, { stdio: 'ignore' }));
if (ran.every(({ status }) => status === 0)) process.stdout.write(require('node:fs').readFileSync('/proc/self/stat', 'utf8'));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`It failed: ${words.join(' ')}`);
  // Behind the name, which is in brackets.
  const fields = stdout.slice(stdout.lastIndexOf(')') + 2).split(' ');
  return (10 * (Number(fields[13]) + Number(fields[14]))) / RUNS;
}

const folder = mkdtempSync(join(tmpdir(), 'haft-bench-'));
try {
  const [server] = ours(folder, 15, 'stdio', 'outputs: [in-process, cli]\n');
  const { open } = await import(pathToFileURL(join(dirname(server), 'in-process.mjs')).href);
  const cli = join(dirname(server), 'cli.mjs');
  const { tools, close } = await open();
  const { signal } = new AbortController();
  const input = { text: 'hello' };
  const repeat = (call) => async () => {
    for (let at = 0; at < CALLS; at += 1) await call();
  };
  const measures = {
    'a call of the opened server, µs': async () => (await own(repeat(() => tools.echo_text_0.call(input)))) / CALLS,
    'with a signal, µs': async () => (await own(repeat(() => tools.echo_text_0.call(input, { signal })))) / CALLS,
    'open and close, µs': () => own(async () => (await open()).close()),
    'bare Node, ms': () => programTime(['-e', '0']),
    'cli.mjs --help, ms': () => programTime([cli, '--help']),
    'cli.mjs, a call, ms': () => programTime([cli, 'echo_text_0', 'hello']),
  };
  const least = Object.fromEntries(Object.keys(measures).map((name) => [name, Infinity]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, measure] of Object.entries(measures)) least[name] = Math.min(least[name], await measure());
  await close();
  const rows = Object.entries(least).map(([name, value]) => [name, figure(value, 1)]);
  console.log([`${machine()} The least of ${ROUNDS} rounds.`, '', ...table(['what', 'CPU'], rows)].join('\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
