/** The definition that every command implements: its help, its flags, and its function; and the help pages printed from it. */
import { isDate } from '../../base/calendar.ts';
import { FORMAT_NAMES, type FormatName } from '../../report/format-names.ts';

/** With which other flags one has a meaning; a flag that would be ignored is refused. */
export interface Relations {
  /** Flags of which it needs one. */
  readonly needs?: readonly string[];
  /** The only other flags that have a meaning with it, besides those that need it. */
  readonly only?: readonly string[];
  /** Flags that have no meaning with it. */
  readonly without?: readonly string[];
}

/** What a value must be, where not any text is one; judged before the command runs. */
export interface Form {
  /** The end of "must be …". */
  readonly expected: string;
  readonly example: string;
  readonly accepts: (value: string) => boolean;
}

export interface Flag extends Relations {
  readonly type: 'string' | 'boolean';
  readonly help: string;
  /** The placeholder of the value on the help page. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly form?: Form;
  /** Whether it may be given more than once. */
  readonly many?: boolean;
}

export interface Invocation {
  readonly cwd: string;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The values of flags that may be given more than once, in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly positionals: readonly string[];
}

/** 0 done · 1 problems in the specs · 2 environment error · 70 internal error · 141 done, but the reader closed the output. */
export type ExitCode = 0 | 1 | 2 | 70 | 141;

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What is behind the name, such as `[folder]`; none when absent. With `…` at its end, any number. */
  readonly positional?: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** What others call it, each with the command line that does it here. */
  readonly meant?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly [line: string, help: string])[];
  run(invocation: Invocation): ExitCode | Promise<ExitCode>;
}

/** With what every command has. */
export function flagsOf({ flags }: Command): Readonly<Record<string, Flag>> {
  return { ...flags, help: { type: 'boolean', help: 'Show this help.' } };
}

/** Whether the first of two flags leaves the other without a meaning. */
export function excludes({ flags }: Command, name: string, other: string): boolean {
  const { only, without } = flags[name] ?? {};
  if (other === name || without?.includes(other)) return other !== name;
  return only !== undefined && !only.includes(other) && flags[other]?.needs?.includes(name) !== true;
}

/** A flag without a value. */
export function toggle(help: string, relations: Relations = {}): Flag {
  return { type: 'boolean', help, ...relations };
}

/** A flag with any value. */
export function text(value: string, help: string, relations: Relations = {}): Flag {
  return { type: 'string', value, help, ...relations };
}

/** A flag with a value of this form. */
export function formText(value: string, help: string, form: Form, relations: Relations = {}): Flag {
  return { ...text(value, help, relations), form };
}

/** A flag with a whole number of this range. */
export function amount(value: string, help: string, [least, most]: readonly [number, number], relations?: Relations) {
  const accepts = (written: string): boolean =>
    /^\d+$/.test(written) && Number(written) >= least && Number(written) <= most;
  const form = { expected: `a whole number from ${least} to ${most}`, example: String(most), accepts };
  return formText(value, help, form, relations);
}

export const DATE: Form = { expected: 'a date, written as YYYY-MM-DD', example: '2026-11-20', accepts: isDate };

/** A flag that may be given more than once, with any values. */
export function texts(value: string, help: string, relations: Relations = {}): Flag {
  return { type: 'string', value, many: true, help, ...relations };
}

/** A flag with one of these values. */
export function choice(choices: readonly string[], help: string): Flag {
  return { type: 'string', value: choices.join('|'), choices, help };
}

export const FORMAT = choice(FORMAT_NAMES, 'Format of the report (default: text).');
export const SPECS = text('folder', 'Folder with the specs (default: specs, or `specs:` in haft.yaml).');
export const OUT = text('folder', 'Output folder (default: generated, or `out:` in haft.yaml).');
export const NO_TYPES = toggle('Do not type-check handlers (checked when the project has TypeScript installed).');

export function textFlag({ flags }: Invocation, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an `amount`; `readArguments` lets nothing but a number of its range pass. */
export function numberFlag(invocation: Invocation, name: string): number | undefined {
  const written = textFlag(invocation, name);
  return written === undefined ? undefined : Number(written);
}

/** All values of a flag that may be given several times. */
export function textFlags({ lists }: Invocation, name: string): readonly string[] {
  return lists[name] ?? [];
}

/** The chosen format; `readArguments` lets no other word pass. */
export function formatFlag(invocation: Invocation): FormatName {
  const written = textFlag(invocation, 'format');
  return FORMAT_NAMES.find((format) => format === written) ?? 'text';
}

/** Help pages, printed from the commands themselves. */
export function overview(commands: readonly Command[]): string {
  return `Haft compiles YAML specs into Agent Skills and MCP tool servers.

Usage: haft <command> [flags]

Commands:
${table(commands.map(({ name, summary }) => [name, summary]))}

Flags:
${table([
  ['--help', 'Show help for haft or a command.'],
  ['--version', 'Show the version.'],
])}

Get started: haft init, then haft compile.
`;
}

export function helpPage(command: Command): string {
  const { name, summary, positional, examples } = command;
  return `${summary}

Usage: haft ${name}${positional ? ` ${positional}` : ''} [flags]

Flags:
${table(Object.entries(flagsOf(command)).map(flagRow))}

Examples:
${examples.map(([line, help]) => `  ${line}\n      ${help}`).join('\n')}

Exit codes: 0 success · 1 problems in the specs · 2 usage or environment error · 70 internal error · 141 output closed early
`;
}

function flagRow([name, { type, value, help, needs }]: [string, Flag]): [string, string] {
  const row = type === 'string' ? `--${name} <${value ?? 'value'}>` : `--${name}`;
  return [row, needs ? `With ${flagNames(needs)}: ${help.charAt(0).toLowerCase()}${help.slice(1)}` : help];
}

export function flagNames(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(' or ');
}

/** Each column as wide as its widest cell; the last one as it is. */
export function table(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows[0]?.slice(0, -1).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) => indent + row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n');
}
