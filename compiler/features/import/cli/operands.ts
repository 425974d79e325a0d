/** The operands of a command, from its usage line, such as `[OPTIONS] PATTERN [PATH ...]`. */
import { CODE } from './reads.ts';
import type { HelpFlag } from './flags.ts';
import { baseName } from '../literal.ts';
import { nameWords, snakeCase } from '../../../check/analysis/names/name-words.ts';

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
  const [form, ...others] = rests.filter((rest) => !OTHER_WAY.test(rest));
  return form === undefined ? rests[0] : withOptional(form, others);
}

/** With a flag or a pipe: another way to call it. */
const OTHER_WAY = /(?:^|\s)(?:-\S|\||(?:OPTIONS?|FLAGS?)(?=$|\s))/;

/** What not every form requires is optional: forms are not put together. */
function withOptional(form: string, others: readonly string[]): string {
  const required = others.map((other) => operandsIn(other).filter(({ isRequired }) => isRequired));
  const tokens = tokensOf(form).map((token) => {
    const one = operandOf(token);
    const isAlways = one?.isRequired !== true || required.every((all) => all.some((other) => isSame(one, other)));
    return isAlways ? token : `[${token}]`;
  });
  return tokens.join(' ');
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

const MAX_TOKENS = 200;

const USED_FLAG = /^(--?[A-Za-z][\w-]*)(?:=(\S+))?$/;

/** With those that a usage line has outside of brackets, such as `-f FILE`: a call without them fails. */
export function withUsage(flags: readonly HelpFlag[], usage: string): readonly HelpFlag[] {
  const all = tokensOf(usage).slice(0, MAX_TOKENS);
  const tokens = all.includes('|') ? all.slice(0, all.indexOf('|')) : all;
  const used = tokens.flatMap((token, at) => {
    const [, name, attached] = USED_FLAG.exec(token) ?? [];
    const next = tokens[at + 1] ?? '';
    const value = attached ?? (/^[<\w{]/.test(next) ? next : undefined);
    if (name === undefined || value === undefined) return [];
    return [{ name, value: { name: withoutBrackets(value), isAttached: attached !== undefined, isOptional: false } }];
  });
  const isUsed = ({ names }: HelpFlag): boolean => used.some(({ name }) => names.includes(name));
  const explained = flags.map((flag) => ({
    ...flag,
    isRequired: flag.value !== undefined && (flag.isRequired || isUsed(flag)),
  }));
  const others = used.filter(({ name }, at) => {
    return used.findIndex((one) => one.name === name) === at && !flags.some(({ names }) => names.includes(name));
  });
  const unexplained = { heading: '', isSentence: false, isRequired: true, rest: '', text: '', all: '' };
  return [...others.map(({ name, value }): HelpFlag => ({ ...unexplained, names: [name], value })), ...explained];
}

/** `[interval [count]]` is two operands, each of which may be absent. */
function unfold(token: string): readonly string[] {
  const inner = tokensOf(/^\[(?![ (]*-)(.*)\]$/.exec(token)?.[1] ?? '');
  const isNested = inner.length > 1 && inner.some((one) => one.startsWith('['));
  return isNested ? inner.map((one) => (one.startsWith('[') ? one : `[${one}]`)) : [token];
}

function isSame({ name }: Operand, other: Operand): boolean {
  const [one, two] = [name, other.name].map((text) => text.replaceAll('_', ''));
  return one === two || `${one}s` === two;
}

/** What is given to it is run, or a place to write to: `watch COMMAND`, `uniq [INPUT [OUTPUT]]`. */
export function actsOnOperand(usage: string): boolean {
  return tokensOf(usage)
    .flatMap(unfold)
    .some((token) => {
      const words = nameWords(token);
      if (!/^\[?-/.test(token) && /^out(?:put)?(?:[-_ ]?(?:file|name|path))?$/i.test(withoutBrackets(token)))
        return true;
      return !token.startsWith('-') && CODE.has(words.at(-1) ?? '') && !/^\[?(?:sub-?)?commands?\]?$/.test(token);
    });
}

function operandOf(token: string): Operand | undefined {
  const isList = /(?:\.\.|…|\*)[\]>)}]*$/.test(token);
  // `[USER@]HOST:PATH` is not in brackets.
  const isRequired = !/^\[.*\](?:\.\.\.?|…|\*)?$/.test(token);
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
