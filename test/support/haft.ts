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

/** A word of a command line that means itself in a shell, maybe in quotes. */
const PLAIN = /(?:[\w./:=@,+%-]|'[^']*'|"[^"$`\\]*")+/;
/** Commands that go on until they are ended, or give their streams to others, have a process of their own there. */
const STAYS = new RegExp(`^(?:npx )?haft (?!(?:call|dev|try|watch)\\b)${PLAIN.source}(?: +${PLAIN.source})*$`);

/** What a line of a guide does in a shell, in which `haft` is the process that stays. Where it is one command of that process, no shell is asked. */
export function runLine(cwd: string, line: string, env: NodeJS.ProcessEnv = environment()): Ran {
  if (STAYS.test(line) && process.env['HAFT_FRESH'] !== '1') {
    const words = line.replace(/^(?:npx )?haft /, '').matchAll(new RegExp(PLAIN, 'g'));
    const args = [...words].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    const { code, stdout, stderr } = askResident({ cwd, args, env });
    return { code, stdout, stderr };
  }
  // What npx does in a project that has Haft; it takes longer than Haft.
  const shell = `haft() { "${process.execPath}" "${RESIDENT_LINE}" "$@"; }\nnpx() { "$@"; }\n${line}`;
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
