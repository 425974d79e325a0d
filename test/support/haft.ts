/** The built command line: what users run, in a process of its own or in one that stays. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { askResident, residentPlace, tellResident } from './resident.ts';
import type { Ran } from './resident.ts';

export type { Ran } from './resident.ts';

const RESIDENT_LINE = join(import.meta.dirname, 'resident-line.mjs');

export const BIN: string = join(import.meta.dirname, '../../compiler/bin/haft.js');

/** In the process that stays, where a call costs a tenth of a start; HAFT_FRESH=1 starts one for each call. */
export function haft(cwd: string, ...args: readonly string[]): Ran {
  if (process.env['HAFT_FRESH'] === '1') return freshHaft(cwd, ...args);
  const { code, stdout, stderr } = askResident({ cwd, args, env: environment() });
  return { code, stdout, stderr };
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

/** The same without blocking, where the test itself is the service. */
export function startHaft(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return tellResident({ cwd, args, env: { ...environment(), ...env } });
}

/** What a line of a guide does in a shell, in which `haft` is the process that stays. */
export function runLine(cwd: string, line: string, env: NodeJS.ProcessEnv = environment()): Ran {
  const shell = `haft() { "${process.execPath}" "${RESIDENT_LINE}" "$@"; }\n${line}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', shell], {
    cwd,
    encoding: 'utf8',
    env: { ...env, HAFT_RESIDENT: residentPlace() },
  });
  return { code: status, stdout, stderr };
}

/** Without the locale of this machine, of which a dry run shows the names. */
export function environment(): NodeJS.ProcessEnv {
  const named = Object.entries(process.env).filter(([name]) => !/^(?:LANG|LC_.*|TZ|TMPDIR)$/.test(name));
  return { ...Object.fromEntries(named), NO_COLOR: '1' };
}
