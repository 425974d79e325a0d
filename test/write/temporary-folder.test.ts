/** Files that are put aside while another process, which has finished, removes the folder that they go to. */
// In depth: a race that needs thousands of files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putAside } from '../../compiler/edge/write/changes.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const REMOVES = `
const { rmdirSync } = require('node:fs');
process.stdout.write('ready');
for (;;) try { rmdirSync(process.argv[1]); } catch {}
`;

test.skipIf(ON_WINDOWS)('every file is there, however often the empty folder goes', async () => {
  const out = temporaryFolder();
  const other = spawn(process.execPath, ['-e', REMOVES, join(out, '.haft-tmp')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  for (let file = 0; file < 1000; file += 1) {
    const temporary = putAside(out, 'a.json', Buffer.from('{}'), false);
    expect(readFileSync(temporary, 'utf8')).toBe('{}');
    rmSync(temporary);
  }
});
