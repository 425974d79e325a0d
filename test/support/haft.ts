/** The built command line as a process: what users run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const BIN: string = join(import.meta.dirname, '../../compiler/bin/haft.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function haft(cwd: string, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: status, stdout, stderr };
}
