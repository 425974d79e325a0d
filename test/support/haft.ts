/** The built command line: what users run, in a process of its own or in one that stays. */
import { spawn, spawnSync } from 'node:child_process';
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

/** The same without blocking, where the test itself is the service. */
export function startHaft(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...environment(), ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Without the locale of this machine, of which a dry run shows the names. */
function environment(): NodeJS.ProcessEnv {
  const named = Object.entries(process.env).filter(([name]) => !/^(?:LANG|LC_.*|TZ|TMPDIR)$/.test(name));
  return { ...Object.fromEntries(named), NO_COLOR: '1' };
}
