/** The built command line: what users run, in a process of its own or in one that stays. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { askResident } from './resident.ts';
import type { Ran } from './resident.ts';

export type { Ran } from './resident.ts';

export const BIN: string = join(import.meta.dirname, '../../compiler/bin/haft.js');

/** In the process that stays, where a call costs a tenth of a start; HAFT_FRESH=1 starts one for each call. */
export function haft(cwd: string, ...args: readonly string[]): Ran {
  return process.env['HAFT_FRESH'] === '1' ? freshHaft(cwd, ...args) : askResident({ cwd, args, env: environment() });
}

/** In a process of its own, where that is what a test is about. */
export function freshHaft(cwd: string, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: environment(),
  });
  return { code: status, stdout, stderr };
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1' };
}
