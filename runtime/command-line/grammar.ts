/** The words of a command line: options of the program, then a tool, then its parameters. */
import { type ParameterFlag, type FlagTable, foldName } from '../language/flags.ts';
import { type Json, type JsonObject, isJsonObject, ownMember } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import { clip } from '../language/describe.ts';
import { type ReadText, contentOf, elementsOf, jsonOf, valueOf } from './values.ts';
import { wrongCall } from './wrong-call.ts';

const SWITCHES = ['json', 'dry-run', 'yes', 'help', 'version'] as const;
const WITH_VALUE = ['args', 'out'] as const;

type Switch = (typeof SWITCHES)[number];

/** Options of the program; they stand before the tool, so that no parameter can take one of them. */
type ProgramOptions = { readonly [name in Switch]?: true } & {
  /** All arguments as one JSON object. */
  readonly args?: string;
  /** The file that the result is written to. */
  readonly out?: string;
};

export interface ProgramLine {
  readonly options: ProgramOptions;
  /** A tool or a command of the program. */
  readonly command?: string;
  readonly rest: readonly string[];
}

/** Throws `wrongCall`. */
export function readProgramLine(words: readonly string[]): ProgramLine {
  const options: { -readonly [Name in keyof ProgramOptions]: ProgramOptions[Name] } = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word !== '-h' && !word.startsWith('--')) return { options, command: word, rest: words.slice(at + 1) };
    const [name, text] = nameAndValue(word === '-h' ? '--help' : word);
    const valued = WITH_VALUE.find((one) => one === name);
    if (valued) {
      const value = text ?? words[(at += 1)];
      options[valued] = value ?? wrongCall(`--${name} needs a value.`, `Write --${name} VALUE before the tool.`);
    } else {
      if (text !== undefined) wrongCall(`--${name} takes no value.`, `Write --${name} alone.`);
      options[SWITCHES.find((one) => one === name) ?? unknownOption(name)] = true;
    }
  }
  return { options, rest: [] };
}

function unknownOption(name: string): never {
  const near = nearest(name, [...SWITCHES, ...WITH_VALUE]);
  return wrongCall(
    `Unknown option --${clip(name)}.`,
    near === undefined ? 'Options stand before the tool, its parameters after it.' : `Did you mean --${near}?`,
  );
}

function nameAndValue(word: string): readonly [name: string, value: string | undefined] {
  const sign = word.indexOf('=');
  return sign < 0 ? [word.slice(2), undefined] : [word.slice(2, sign), word.slice(sign + 1)];
}

/** The one of `names` that is meant: as it is, or with dashes. */
export function namedTool(word: string, names: readonly string[]): string | undefined {
  return names.find((name) => name === word) ?? names.find((name) => foldName(name) === foldName(word));
}

/** A tool as a command line calls it. */
export interface ToolCommand {
  readonly name: string;
  readonly table: FlagTable;
  /** The one required parameter that may stand without its flag. */
  readonly bare: string | undefined;
}

/** The only required parameter that is no list and no object. */
export function bareParameter({ flags }: FlagTable, required: readonly string[]): string | undefined {
  const scalars = [...flags.values()].filter(
    ({ path, value, isNegative }) =>
      path.length === 1 && !isNegative && required.includes(path[0]) && !/array|object|json/.test(value.form),
  );
  return scalars.length === 1 ? scalars[0]?.path[0] : undefined;
}

/** `help` in place of arguments where the words ask for it. Throws `wrongCall`. */
export function readArguments(
  command: ToolCommand,
  words: readonly string[],
  { args }: ProgramOptions,
  read: ReadText,
): JsonObject | 'help' {
  let members: JsonObject = args === undefined ? {} : allArguments(contentOf(args, read));
  const repeated = new Set<string>();
  let bareWord: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isHelp = word === '-h' || (word === '--help' && !command.table.flags.has('help'));
    if (isHelp) return 'help';
    const isBare = !word.startsWith('--');
    const [name, attached] = isBare ? bareFlag(command, word, bareWord, words[at - 1]) : nameAndValue(word);
    if (isBare) bareWord = word;
    const flag = flagOf(command, name);
    const fullName = `--${name}`;
    if (flag.value.form === 'boolean' && attached === undefined) {
      members = withValue(members, flag.path, flag.isNegative !== true);
      continue;
    }
    if (flag.isNegative) wrongCall(`${fullName} takes no value.`, `Write ${fullName} alone.`);
    const next = attached ?? words[(at += 1)];
    if (next === undefined) wrongCall(`${fullName} needs a value.`, `Write ${fullName} VALUE.`);
    const text = contentOf(next, read);
    const key = JSON.stringify(flag.path);
    const value =
      flag.value.form === 'array' && !(flag.value.isNullable && text === 'null')
        ? [...listAt(repeated.has(key) ? valueAt(members, flag.path) : []), ...elementsOf(fullName, flag.value, text)]
        : valueOf(fullName, flag.value, text);
    repeated.add(key);
    members = withValue(members, flag.path, value);
  }
  return members;
}

function allArguments(text: string): JsonObject {
  const json = jsonOf('--args', text, 'an object');
  if (!isJsonObject(json))
    return wrongCall('--args must be an object as JSON.', 'Write the parameters by their names.');
  return json;
}

/** A word without a flag is the parameter that may stand so; after what is true or false it looks like its value. */
function bareFlag(
  { name, table, bare }: ToolCommand,
  word: string,
  first: string | undefined,
  before = '',
): readonly [string, string] {
  const flag = before.startsWith('--') ? table.flags.get(foldName(before.slice(2))) : undefined;
  if (flag?.value.form === 'boolean' && /^(?:true|false)$/.test(word))
    wrongCall(`${before} does not take the next word as its value.`, `Write ${before}=${word}.`);
  if (bare === undefined)
    wrongCall(
      `${name} has no parameter that can be given without its flag, such as ${clip(word)}.`,
      `Write --FLAG VALUE; "${name} --help" lists the flags.`,
    );
  if (first !== undefined)
    wrongCall(
      `${name} takes one word without a flag, for ${bare}; ${clip(first)} and ${clip(word)} are two.`,
      `Quote a text of several words. "${name} --help" lists the flags.`,
    );
  if (/^-\p{L}/u.test(word))
    wrongCall(
      `${name} has no flag ${clip(word)}: every flag starts with two dashes.`,
      `"${name} --help" lists the flags; --${bare}=${word} gives the text itself.`,
    );
  return [bare, word];
}

function flagOf({ name, table: { flags } }: ToolCommand, word: string): ParameterFlag {
  const flag = flags.get(foldName(word)) ?? freeMember(flags, word);
  if (flag) return flag;
  const spellings = [...flags].filter(([, { isNegative }]) => !isNegative).map(([spelling]) => spelling);
  const near = nearest(word, spellings);
  const isOption = [...SWITCHES, ...WITH_VALUE].some((option) => option === word);
  return wrongCall(
    `${name} has no flag --${clip(word)}.`,
    isOption
      ? `--${word} is an option of the program: write it before ${name}.`
      : near === undefined
        ? `"${name} --help" lists the flags.`
        : `Did you mean --${near}?`,
  );
}

/** A member of a map with free keys. */
function freeMember(flags: FlagTable['flags'], spelling: string): ParameterFlag | undefined {
  const dot = spelling.indexOf('.');
  const owner = dot < 0 ? undefined : flags.get(foldName(spelling.slice(0, dot)));
  const { form, free } = owner?.value ?? {};
  return owner && form === 'object' && free
    ? { path: [owner.path[0], spelling.slice(dot + 1)], value: free }
    : undefined;
}

function listAt(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function valueAt(members: JsonObject, [parameter, member]: ParameterFlag['path']): Json | undefined {
  const value = ownMember(members, parameter);
  return member === undefined ? value : isJsonObject(value) ? ownMember(value, member) : undefined;
}

/** An object that is given member by member keeps what it has. */
function withValue(members: JsonObject, [parameter, member]: ParameterFlag['path'], value: Json): JsonObject {
  if (member === undefined) return { ...members, [parameter]: value };
  const owner = ownMember(members, parameter);
  return { ...members, [parameter]: { ...(isJsonObject(owner) && owner), [member]: value } };
}
