/** Flags as a line of help writes them, and the operands of a command, from its usage line, such as `[OPTIONS] PATTERN [PATH ...]`. */
import { CODE } from './reads.ts';
import { baseName } from '../literal.ts';
import { nameWords, snakeCase } from '../../../check/analysis/names/name-words.ts';
import type { HelpEntry } from './help-page.ts';

export interface Operand {
  /** Snake case. */
  readonly name: string;
  /** As it is written, without brackets. */
  readonly written: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  /** All that it may be. */
  readonly choices?: readonly string[];
}

const MAX_OPERANDS = 6;

/** Words that stand for flags, for the command itself, or for nothing. */
const NO_OPERAND =
  /^(?:options?|flags?|opts?|global.*|switches|subcommands?|cmd|commands?|-.*|\.\.\.|\||\+|or|arguments|args)$/i;

/** The usage of a command among all lines; `words` are the program and its subcommands. */
export function usageOf(lines: readonly string[], words: readonly string[]): string | undefined {
  const [program = '', ...own] = words;
  const name = baseName(program);
  const rests = lines.flatMap((line) => {
    const all = tokensOf(line);
    const tokens = all[0] === name || all[0]?.endsWith(`/${name}`) ? all.slice(1) : own.length > 0 ? all : [];
    const at = own.length === 0 ? 0 : placeOf(tokens, own);
    return at === undefined ? [] : [tokens.slice(at).join(' ')];
  });
  return rests.find((rest) => !/(?:^|\s)(?:-\S|\|)/.test(rest)) ?? rests[0];
}

/** Behind the subcommand, or in the alternative of a group that starts with it. */
function placeOf(tokens: readonly string[], own: readonly string[]): number | undefined {
  const at = tokens.findIndex((_token, start) => own.every((word, index) => tokens[start + index] === word));
  return at === -1 || at > 3 ? undefined : at + own.length;
}

/** What a group such as `{ show pkg... | search regex }` says of a command. */
export function alternativeOf(lines: readonly string[], command: string): string | undefined {
  for (const line of lines) {
    const parts = line.split(/[{}|]/).map((part) => part.trim());
    const own = parts.find((part) => part === command || part.startsWith(`${command} `));
    if (own !== undefined && parts.length > 1) return own.slice(command.length).trim();
  }
  return undefined;
}

export function operandsIn(usage: string): Operand[] {
  const operands: Operand[] = [];
  // Behind a bar is another usage.
  const all = tokensOf(usage).flatMap(unfold);
  const tokens = all.includes('|') ? all.slice(0, all.indexOf('|')) : all;
  for (const [at, token] of tokens.entries()) {
    // `-e PATTERN`: the value of a flag.
    if (/^--?\w[\w-]*$/.test(tokens[at - 1] ?? '') && !token.startsWith('[')) continue;
    const one = operandOf(token);
    if (!one) continue;
    const last = operands.at(-1);
    if (last && isSame(last, one)) operands[operands.length - 1] = { ...last, isList: true };
    else if (!operands.some((other) => isSame(other, one)) && operands.length < MAX_OPERANDS) operands.push(one);
  }
  // Where two take all that follows, only the first is sure.
  const list = operands.findIndex(({ isList }) => isList);
  return list === -1
    ? operands
    : operands.filter(({ isList, isRequired }, at) => at <= list || (!isList && isRequired));
}

/** `[interval [count]]` is two operands, each of which may be absent. */
function unfold(token: string): readonly string[] {
  const inner = tokensOf(/^\[([^-].*)\]$/.exec(token)?.[1] ?? '');
  const isNested = inner.length > 1 && inner.some((one) => one.startsWith('['));
  return isNested ? inner.map((one) => (one.startsWith('[') ? one : `[${one}]`)) : [token];
}

function isSame({ name }: Operand, other: Operand): boolean {
  const [one, two] = [name, other.name].map((text) => text.replaceAll('_', ''));
  return one === two || `${one}s` === two;
}

/** What is given to it is run: `watch COMMAND`. */
export function runsOperand(usage: string): boolean {
  return tokensOf(usage).some((token) => {
    const words = nameWords(token);
    return !token.startsWith('-') && CODE.has(words.at(-1) ?? '') && !/^\[?(?:sub-?)?commands?\]?$/.test(token);
  });
}

function operandOf(token: string): Operand | undefined {
  const isList = /(?:\.\.|…|\*)[\]>)}]*$/.test(token);
  const isRequired = !token.startsWith('[');
  const choices = choicesIn(token);
  if (choices) return { name: 'kind', written: 'kind', isRequired, isList, choices };
  const written = withoutBrackets(token).split(/\s+/).slice(0, 3).join(' ');
  if (NO_OPERAND.test(written) || NO_OPERAND.test(nameWords(written).at(-1) ?? '')) return undefined;
  const name = withoutNumber(snakeCase(written)).replace(/_$/, '');
  if (!/^[a-z][a-z\d_]{0,40}$/.test(name)) return undefined;
  const label = written.split(' ', 1)[0] === name ? name : written;
  return { name: withoutRepeat(name), written: label, isRequired, isList };
}

function withoutBrackets(token: string): string {
  return token.replaceAll(/[[\]<>(){}]|\.{2,}|…/g, '').trim();
}

/** `[blobs|packs|index]`; in capitals they would be names. */
function choicesIn(token: string): readonly string[] | undefined {
  const plain = withoutBrackets(token);
  return /^[a-z][\w-]*(?:\|[a-z][\w-]*)+$/.test(plain) ? plain.split('|') : undefined;
}

/** `device <device>`, `pkg1 pkg2`: the same thing twice. */
function withoutRepeat(name: string): string {
  const [first = '', ...rest] = name.split('_');
  return rest.length > 0 && rest.every((word) => withoutNumber(word) === first) ? first : name;
}

function withoutNumber(text: string): string {
  return text.replace(/(?<!\d)\d+$/, '');
}

/** Divided at blanks outside of brackets. */
function tokensOf(line: string): string[] {
  const tokens: string[] = [];
  let depth = 0;
  let token = '';
  // `FILE ...` is `FILE...`
  for (const character of line.replaceAll(/(?<=[\w>\])]) (?=(?:\.{2,}|…)(?: |$))/g, '')) {
    if ('[<({'.includes(character)) depth += 1;
    if (']>)}'.includes(character)) depth = Math.max(0, depth - 1);
    if (character === ' ' && depth === 0) {
      if (token !== '') tokens.push(token);
      token = '';
    } else token += character;
  }
  if (token !== '') tokens.push(token);
  return tokens;
}

export interface HelpFlag extends Pick<HelpEntry, 'heading' | 'text' | 'all'> {
  /** Values with which it is listed, one after the other. */
  readonly choices?: readonly string[];
  /** As they are typed: `-J`, `--json`. */
  readonly names: readonly [string, ...string[]];
  readonly value: FlagValue | undefined;
  /** What follows on the line: more values than one, or what a flag that is a command takes. */
  readonly rest: string;
}

interface FlagValue {
  /** Without brackets: `FILE`, `pretty|short|off`. */
  readonly name: string;
  /** Written behind a "=". */
  readonly isAttached: boolean;
  readonly isOptional: boolean;
}

/** Numbers alone are no names, and "-" is none either. */
const NAME = /^--?(?:\[no-\])?[A-Za-z][\w.-]*/;

const SEPARATOR = /^(?:, *| *\| *| +|\/)(?=-)/;

type ValueForm = readonly [pattern: RegExp, form: Omit<FlagValue, 'name'>];

const VALUES: readonly ValueForm[] = [
  [/^\[=([^\]\s]+)\]/, { isAttached: true, isOptional: true }],
  [/^=([^\s,]+)/, { isAttached: true, isOptional: false }],
  [/^ \[([^\]-][^\]]*)\](?:\.\.\.)?(?=[\s,|]|$)/, { isAttached: false, isOptional: true }],
  [/^ (<[^>]*>|\{[^}]*\}|[A-Z][A-Z\d_+?|.-]*)(?:\.\.\.)?(?=[\s,|]|$)/, { isAttached: false, isOptional: false }],
];

/** A word in lower case is a value where the description has its own place. */
const PLAIN_VALUE: ValueForm = [/^ ([a-z][\w=|-]*)(?:\.\.\.)?(?=$|, *-)/, { isAttached: false, isOptional: false }];

/** Undefined for an entry that is none, and for signs such as `-5` and `--`. */
export function readFlag({ heading, term, text, all }: HelpEntry): HelpFlag | undefined {
  const names: string[] = [];
  let value: FlagValue | undefined;
  // `--file FILE (-f)`
  let rest = term.replace(/ \((-[A-Za-z])\)$/, ', $1');
  for (;;) {
    const [name] = NAME.exec(rest) ?? [];
    if (name === undefined) break;
    names.push(name.replace('[no-]', ''));
    rest = rest.slice(name.length);
    const read = readValue(rest, text !== '');
    if (read) {
      value = read.value;
      rest = rest.slice(read.length);
    }
    const [separator] = SEPARATOR.exec(rest) ?? [];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  const [first, ...others] = names;
  if (first === undefined || first.endsWith('-')) return undefined;
  const isText = /^\s[a-z(]\S* \S/i.test(rest) && !/^\s[A-Z]{2}/.test(rest);
  const whole = isText ? `${rest.trim()} ${text}`.trim() : text;
  const more = isText ? { rest: '', all: `${whole}\n${all}` } : { rest: rest.trim(), all };
  return { heading, names: [first, ...others], value, text: whole, ...more };
}

function readValue(rest: string, isExplained: boolean) {
  for (const [pattern, form] of isExplained ? [...VALUES, PLAIN_VALUE] : VALUES) {
    const [whole = '', name] = pattern.exec(rest) ?? [];
    if (name === undefined) continue;
    return { value: { name: name.replaceAll(/[<>[\]{}]|\.\.\.$/g, ''), ...form }, length: whole.length };
  }
  return undefined;
}

/** A flag that is listed once for each of its values, `--Output=XML` and `--Output=JSON`, is one flag. */
export function readFlags(entries: readonly HelpEntry[]): HelpFlag[] {
  const flags = new Map<string, HelpFlag>();
  for (const entry of entries) {
    const flag = readFlag(entry);
    if (!flag) continue;
    const name = callName(flag);
    const before = flags.get(name);
    const choices = [...(before?.choices ?? [before?.value?.name ?? '']), flag.value?.name ?? ''];
    const areDistinct = new Set(choices).size === choices.length;
    const areValues = areDistinct && choices.every((one) => /^\w[\w.+-]*$/.test(one));
    const isListed = before?.value?.isAttached === true && areValues;
    // What is said of it elsewhere may list its values.
    const all = before ? `${before.all}\n${flag.all}` : flag.all;
    flags.set(name, { ...(before ?? flag), all, ...(isListed && { choices }) });
  }
  return [...flags.values()];
}

/** The name to call it with. */
export function callName({ names }: Pick<HelpFlag, 'names'>): string {
  return names.find((name) => name.startsWith('--')) ?? names.toSorted((a, b) => b.length - a.length)[0] ?? names[0];
}
