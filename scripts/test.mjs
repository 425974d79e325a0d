/** `npm test`: lint first, which takes seconds; then types beside the tests, which leave a core idle for a quarter of the time. */
import { spawn, spawnSync } from 'node:child_process';

const NPM = { shell: process.platform === 'win32' };

/** Its output is printed behind that of the tests. */
function types() {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'typecheck'], NPM).on('error', reject);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function tests(args) {
  return new Promise((resolve) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args];
    spawn(process.execPath, vitest, { stdio: 'inherit' }).on('close', (code) => resolve(code ?? 1));
  });
}

const lint = spawnSync('npm', ['run', '--silent', 'lint'], { ...NPM, stdio: 'inherit' });
if (lint.status !== 0) process.exit(lint.status ?? 1);
const [typed, code] = await Promise.all([types(), tests(process.argv.slice(2))]);
if (typed.code !== 0)
  process.stdout.write(`${typed.output}The types are wrong: \`npm run typecheck\` prints this alone.\n`);
process.exit(code || (typed.code ?? 1));
