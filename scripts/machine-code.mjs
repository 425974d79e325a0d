// Runs the common commands once, and keeps what V8 made of them: `node machine-code.mjs`, in a process of its own.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE, recorded } from '../compiler/bin/load.js';

const COMMANDS = [
  ['init', '.'],
  ['check'],
  ['compile'],
  ['compile'],
  ['release'],
  ['diff'],
  ['eval'],
  ['call', 'count_words', '--arg', 'text=one two', '--dry-run'],
];

const folder = mkdtempSync(join(tmpdir(), 'haft-code-'));
const { main, code } = recorded();
process.chdir(folder);
for (const args of COMMANDS) await main(args);
writeFileSync(`${CODE}.new`, code());
renameSync(`${CODE}.new`, CODE);
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
