/** The program that an element names, without folder, extension, version and case. */
import { PROGRAMS } from './programs.ts';
import { RUNNING_OPTIONS, RUNNING_REST } from './running-options.ts';
import type { ArgvWord } from './word.ts';

/** A name in the lists, or the plain name of a program that is not listed. */
export function programName({ text, env }: ArgvWord): string {
  if (text === '.') return text;
  const base = (text.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/(?<![\s.])[\s.]+$/, '');
  if (base === 'command.com') return 'cmd';
  if (base === '') return namedByVariable(env);
  const name = base.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '');
  const known = [name, plain(name), name.replace(/^g/, ''), plain(name).replace(/^g/, '')].find(isKnown);
  return known ?? name;
}

/** "python3.11" → "python", "pwsh-preview" → "pwsh". */
function plain(name: string): string {
  const run = /(?<![\w.])[\w.]+$/.exec(name)?.[0] ?? '';
  const version = /\d.*/s.exec(run)?.[0] ?? '';
  const channel = /(?:preview|lts)$/.exec(name)?.[0] ?? '';
  const suffix = version.length > channel.length ? version : channel;
  return suffix === '' ? name : name.slice(0, -suffix.length).replace(/[-_]$/, '');
}

/** The names of {env.SHELL} and {env.PYTHON_BIN} tell what they hold. */
function namedByVariable(names: readonly string[]): string {
  const pieces = names.flatMap((name) => name.toLowerCase().split('_'));
  return pieces.map((piece) => MEANT[piece] ?? piece).find(isKnown) ?? '';
}

const MEANT: Readonly<Record<string, string>> = { shell: 'sh', comspec: 'cmd', interpreter: 'sh' };

function isKnown(name: string): boolean {
  return Object.hasOwn(PROGRAMS, name) || Object.hasOwn(RUNNING_OPTIONS, name) || Object.hasOwn(RUNNING_REST, name);
}
