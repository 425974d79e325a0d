/** The program that an element names, without folder, extension, version and case. */
import { RUNNERS, RUNNING_OPTIONS, RUNNING_REST } from './runners.ts';
import type { ArgvWord } from './word.ts';

/** A name in the tables, or the plain name of a program that is not listed. */
export function programName({ text, env }: ArgvWord): string {
  if (text === '.') return text;
  const base = (text.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/(?<![\s.])[\s.]+$/, '');
  if (base === 'command.com') return 'cmd';
  if (base === '') return namedByVariable(env);
  const name = base.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '');
  // "python3.11" is python, "pwsh-preview" is pwsh, "gtar" is tar.
  const plain = name.replace(/[-_]?(?:(?<!\d)\d[\w.]*|preview|lts)$/, '');
  return [name, plain, name.replace(/^g/, ''), plain.replace(/^g/, '')].find(isKnown) ?? name;
}

/** The names of {env.SHELL} and {env.PYTHON_BIN} tell what they hold. */
function namedByVariable(names: readonly string[]): string {
  const pieces = names.flatMap((name) => name.toLowerCase().split('_'));
  return pieces.map((piece) => MEANT[piece] ?? piece).find(isKnown) ?? '';
}

const MEANT: Readonly<Record<string, string>> = { shell: 'sh', comspec: 'cmd', interpreter: 'sh' };

function isKnown(name: string): boolean {
  return RUNNERS.has(name) || Object.hasOwn(RUNNING_OPTIONS, name) || Object.hasOwn(RUNNING_REST, name);
}
