/** Which program an element names, whatever its folder, its ending, its version or its case. */
import { PROGRAMS } from './programs.ts';
import { RUNNING_OPTIONS, RUNNING_REST } from './running-options.ts';
import type { ArgvWord } from './word.ts';

/** File systems take no longer names (NAME_MAX of POSIX). */
const LONGEST_NAME = 255;

/** A name under which something is known of it, or the plain name of a program that is not listed. */
export function programName({ text, env }: ArgvWord): string {
  if (text === '.') return text;
  const base = (text.split(/[/\\]/).at(-1) ?? '')
    .slice(-LONGEST_NAME)
    .toLowerCase()
    .replace(/[\s.]+$/, '');
  if (base === 'command.com') return 'cmd';
  if (base === '') return namedByVariable(env);
  const name = base.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '');
  const known = [name, plain(name), name.replace(/^g/, ''), plain(name).replace(/^g/, '')].find(isKnown);
  return known ?? name;
}

/** "python3.11" → "python", "pwsh-preview" → "pwsh". */
function plain(name: string): string {
  return name.replace(/[-_]?(?:preview|lts|\d[\w.]*)$/, '');
}

/** {env.SHELL} and {env.PYTHON_BIN} say by their name what they hold. */
function namedByVariable(names: readonly string[]): string {
  const pieces = names.flatMap((name) => name.toLowerCase().split('_'));
  return pieces.map((piece) => MEANT[piece] ?? piece).find(isKnown) ?? '';
}

const MEANT: Readonly<Record<string, string>> = { shell: 'sh', comspec: 'cmd', interpreter: 'sh' };

function isKnown(name: string): boolean {
  return Object.hasOwn(PROGRAMS, name) || Object.hasOwn(RUNNING_OPTIONS, name) || Object.hasOwn(RUNNING_REST, name);
}
