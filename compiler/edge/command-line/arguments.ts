/** Parses the command line into a command and its flags, with a clear message for each error. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ownMember } from '@haft/runtime/language';
import { type Command, type Invocation, excludes, flagNames, flagsOf } from './command.ts';
import { Failure, unknownName } from './failure.ts';

export function readArguments(command: Command, args: readonly string[], cwd: string): Invocation {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    Object.entries(flagsOf(command)).map(([name, { type, many = false }]) => [name, { type, multiple: many }]),
  );
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') checkFlag(command, token.name, token.rawName, token.value);
  const extra = positionals[wordsOf(command)];
  if (extra !== undefined)
    throw new Failure(
      `Unexpected argument "${extra}" for \`haft ${command.name}\`.`,
      `\`haft ${command.name} --help\` shows the usage.`,
    );
  checkTogether(command, [...new Set(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])))]);
  const all = Object.entries(values);
  return {
    cwd,
    flags: Object.fromEntries(all.flatMap(([name, value]) => (Array.isArray(value) ? [] : [[name, value]]))),
    lists: Object.fromEntries(
      all.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.map(String)]] : [])),
    ),
    positionals,
  };
}

/** How many words a command takes behind its name. */
function wordsOf({ positional }: Command): number {
  if (positional?.includes('…')) return Infinity;
  return positional === undefined ? 0 : positional.split(' ').length;
}

function checkFlag(command: Command, name: string, written: string, value: string | undefined): void {
  const flag = ownMember(flagsOf(command), name);
  if (!flag) throw unknownFlag(command, name, written);
  // An unset variable of a shell is an empty value: as a path, that of the project itself.
  if (flag.type === 'string' && (value ?? '').trim() === '') {
    throw new Failure(`${written} needs a value.`, `Write ${written} <${flag.value ?? 'value'}>.`);
  }
  if (flag.form && value !== undefined && !flag.form.accepts(value))
    throw new Failure(
      `The flag ${written} must be ${flag.form.expected}, got "${value}".`,
      `For example: ${written} ${flag.form.example}.`,
    );
  if (flag.type === 'boolean' && value !== undefined)
    throw new Failure(`${written} does not take a value.`, `Write ${written} without a value.`);
  if (value !== undefined && flag.choices && !flag.choices.includes(value)) {
    throw new Failure(
      `Invalid value "${value}" for ${written}; use one of ${flag.choices.join(', ')}.`,
      `Write ${written} ${flag.choices[0]}.`,
    );
  }
}

/** No flag is ignored: one that has no meaning with the others is refused. */
function checkTogether(command: Command, names: readonly string[]): void {
  for (const name of names) {
    const { needs } = command.flags[name] ?? {};
    if (needs && !needs.some((need) => names.includes(need)))
      throw new Failure(
        `The flag --${name} has no meaning without ${flagNames(needs)}.`,
        `Add ${flagNames(needs)}, or leave out --${name}.`,
      );
    const other = names.find((one) => excludes(command, name, one));
    if (other !== undefined)
      throw new Failure(`The flag --${other} has no meaning with --${name}.`, 'Leave one of them out.');
  }
}

function unknownFlag(command: Command, name: string, written: string): Failure {
  const message = `Unknown flag ${written} for \`haft ${command.name}\`.`;
  const help = `\`haft ${command.name} --help\` lists the flags.`;
  return unknownName([message, name], Object.keys(flagsOf(command)), help, (guess) => `--${guess}`);
}
