// The program "notebooklm" of the double: node replay.mjs <folder> <arguments…>. Prints what its rows say for these arguments.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', ...argv] = process.argv.slice(2);
const rows = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8'));
const row = rows.find((one) => JSON.stringify(one.argv) === JSON.stringify(argv));
const { PATH: _path, HOME: _home, PWD: _pwd, ...env } = process.env;

if (row === undefined) {
  appendFileSync(join(folder, 'unknown.jsonl'), `${JSON.stringify(argv)}\n`);
  process.stderr.write(`UNKNOWN ${JSON.stringify(argv)}\n`);
  process.exit(99);
}
appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify({ argv, env })}\n`);
if (row.writes) writeFileSync(row.writes, 'sound', { flag: 'wx' });
if (row.manner === 'hang') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  writeFileSync(join(folder, 'alive'), `${process.pid} ${child.pid}`);
  setInterval(() => {}, 1e6);
} else if (row.manner === 'flood') {
  for (;;) writeSync(1, 'x'.repeat(65_536));
} else {
  process.stderr.write(row.stderr);
  process.stdout.write(row.stdout);
  process.exitCode = row.exit;
}
