/**
 * `npm test`: lint first, which takes seconds; then types and both lanes of tests side by side. What starts processes waits for them.
 * With arguments (names of files, flags of Vitest) there is one run of both lanes. The last line counts all tests: "N passed, N failed".
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

const NPM = { shell: process.platform === 'win32' };
const LANES = ['full', 'unit'].map((lane) => ['--project', lane]);

/** Its code, what it printed, and the counts that a test run sends at its end (test/support/closing-line.ts). */
function ended(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options).on('error', reject);
    if (options.isBehind) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let [output, counts] = ['', undefined];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    child.on('message', (message) => (counts = message));
    child.on('close', (code) => resolve({ code: code ?? 1, output, counts }));
  });
}

const types = () => ended('npm', ['run', '--silent', 'typecheck'], NPM);

/** The first run prints as it goes. Another has what time the first one leaves, two workers, and prints when it is over. */
function tests(args, index) {
  const isBehind = index > 0;
  const [input, output] = isBehind ? ['ignore', 'pipe'] : ['inherit', 'inherit'];
  const env = isBehind ? { ...process.env, HAFT_WORKERS: '2' } : process.env;
  const options = { stdio: [input, output, output, 'ipc'], env, isBehind };
  return ended(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], options);
}

const lint = spawnSync('npm', ['run', '--silent', 'lint'], { ...NPM, stdio: 'inherit' });
if (lint.status !== 0) process.exit(lint.status ?? 1);
const args = process.argv.slice(2);
const runs = args.length > 0 ? [args] : LANES;
const [typed, ...tested] = await Promise.all([types(), ...runs.map(tests)]);
process.stdout.write(tested.map(({ output }) => output).join(''));
if (typed.code !== 0)
  process.stdout.write(`${typed.output}The types are wrong: \`npm run typecheck\` prints this alone.\n`);
const sum = (name) =>
  tested.reduce(
    (total, { counts, code }) => total + (counts?.[name] ?? (name === 'failed' ? Math.min(code, 1) : 0)),
    0,
  );
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = [...tested, typed].find(({ code }) => code !== 0)?.code ?? 0;
