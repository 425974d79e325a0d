/** Flags as a line of help writes them. */
import type { HelpEntry } from './help-page.ts';

export interface HelpFlag extends Pick<HelpEntry, 'heading' | 'text' | 'all'> {
  /** Values with which it is listed, one after the other. */
  readonly choices?: readonly string[];
  /** As they are typed: `-J`, `--json`. */
  readonly names: readonly [string, ...string[]];
  readonly value: FlagValue | undefined;
  /** Whether its line goes on as a sentence. */
  readonly isSentence: boolean;
  /** Whether a call without it fails. */
  readonly isRequired: boolean;
  /** The flag that is in force without it. */
  readonly opposite?: string;
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
const NAME = /^--?(?:\[no-\])?[A-Za-z](?:[\w-]|\.(?=\w))*/;

/** `--verbose...` may be repeated. */
const REPEATED = /^(?:\.\.\.|…)/;

const SEPARATOR = /^(?:, *| *\| *| *\/ *| +)(?=-)/;

/** `--shout / --no-shout`, and not `-h/--help`. */
const OPPOSITE = /^(?: +\/ +-| *\/ *--no-)/;

/** Its own word, as `[default: 1; required]` or a sentence. */
const REQUIRED = /\[(?:[^[\]]*; ?)?required\]|\(required\)|(?:^|[.;:] )required(?=[.;:]|$)/im;

type ValueForm = readonly [pattern: RegExp, form: Omit<FlagValue, 'name'>];

const VALUES: readonly ValueForm[] = [
  [/^\[=([^\]\s]+)\]/, { isAttached: true, isOptional: true }],
  [/^=(\{[^}]*\}|<[^>]*>|[^\s,]+)/, { isAttached: true, isOptional: false }],
  [/^ \[([\w.+-]+(?:\|[\w.+-]+)+)\](?=[\s,]|$)/, { isAttached: false, isOptional: false }],
  [/^ \[([^\]-][^\]]*)\](?:\.\.\.)?(?=[\s,|]|$)/, { isAttached: false, isOptional: true }],
  // `<X Y>...` and `X...` are several values.
  [
    /^ (<[^>\s]*>(?:\.\.\.)?|<[^>]*>|\{[^}]*\}(?:\.\.\.)?|[A-Z]+ RANGE|[A-Z](?:[A-Z\d_+?|:=/@-]|\.(?!\.))*)(?=[\s,|]|$)/,
    { isAttached: false, isOptional: false },
  ],
];

/** A word in lower case is a value where the description has its own place. */
const PLAIN_VALUE: ValueForm = [/^ ([a-z][\w=|-]*)(?:\.\.\.)?(?=$|, *-)/, { isAttached: false, isOptional: false }];

/** Undefined for an entry that is none, and for signs such as `-5` and `--`. */
export function readFlag({ heading, term, isApart, text, all }: HelpEntry): HelpFlag | undefined {
  const { names, opposites, value, rest } = readTerm(term, text !== '');
  const [first, ...others] = names;
  if (first === undefined || first.endsWith('-')) return undefined;
  const isText = !isApart && isProse(rest, text);
  const whole = isText ? `${rest.trim()} ${text}`.trim() : text;
  const more = isText ? { rest: '', all: `${whole}\n${all}` } : { rest: rest.trim(), all };
  const isRequired = value !== undefined && REQUIRED.test(more.all.slice(0, 2000));
  const own = { heading, value, isSentence: isText, isRequired, text: whole };
  const flag: HelpFlag = { ...own, names: [first, ...others], ...more };
  const [other, ...them] = opposites;
  const isDefault = more.all.includes(`[default: ${callName(flag).replace(/^-+/, '')}`);
  return other !== undefined && isDefault ? { ...flag, names: [other, ...them], opposite: callName(flag) } : flag;
}

function readTerm(term: string, isExplained: boolean) {
  const [names, opposites]: [string[], string[]] = [[], []];
  let value: FlagValue | undefined;
  let owner: string | undefined;
  // `--file FILE (-f)`, `--name:`
  let rest = term.replace(/ \((-[A-Za-z])\)$/, ', $1').replace(/^([^=]*[^=:]):$/, '$1');
  for (let into = names; ;) {
    const [name] = NAME.exec(rest) ?? [];
    if (name === undefined) break;
    const plain = name.replace('[no-]', '');
    into.push(plain);
    rest = rest.slice(name.length).replace(REPEATED, '');
    const read = readValue(rest, isExplained);
    if (read) {
      // Of several, that of the first long name.
      if (owner === undefined) ({ value } = read);
      if (plain.startsWith('--')) owner ??= plain;
      rest = rest.slice(read.length);
    }
    if (OPPOSITE.test(rest)) into = opposites;
    else if (into === opposites) into = names;
    const [separator] = SEPARATOR.exec(rest) ?? [];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  return { names: namesOf(names, owner), opposites, value, rest };
}

/** In `--no-decorate, --decorate[=short]` the value belongs to the name that it is written at, and one is not the other. */
function namesOf(names: readonly string[], owner: string | undefined): readonly string[] {
  const own = names.filter((name) => !names.some((other) => name === `--no-${other.replace(/^--/, '')}`));
  return owner === undefined ? own : [...new Set([owner, ...own])];
}

/** What follows on the line of a flag is its description, or values: `X Y`, `name value` above a sentence. */
function isProse(rest: string, below: string): boolean {
  const words = rest.trim().split(' ');
  const areNames = words.length < 4 && words.every((word) => /^[a-z][\w-]*$/.test(word)) && /^[A-Z]/.test(below);
  return /^\s[a-z(]\S* \S/i.test(rest) && !/^\s(?:[A-Z]{2}|(?![AI]\s)[A-Z]\s)/.test(rest) && !areNames;
}

const DEFAULT = /^=('[^']*'|\[[^\]]*\]|[^\s:]*):$/;

/** `--limit=3:` above a description takes a value of this kind. */
function kindOf(byDefault: string): string {
  if (byDefault === 'true') return 'true|false';
  if (/^-?\d+(?:\.\d+)?$/.test(byDefault)) return byDefault.includes('.') ? 'float' : 'int';
  if (/^[A-Z][A-Z\d_]+$/.test(byDefault)) return byDefault;
  return byDefault.startsWith('[') ? 'strings' : 'string';
}

function readValue(rest: string, isExplained: boolean) {
  const [all = '', byDefault] = DEFAULT.exec(rest) ?? [];
  if (byDefault === 'false') return { value: undefined, length: all.length };
  if (byDefault !== undefined)
    return { value: { name: kindOf(byDefault), isAttached: true, isOptional: false }, length: all.length };
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
    const earlier = flags.get(name);
    // A sentence that starts with the flag is no definition where there is one.
    const before = earlier?.isSentence && !flag.isSentence ? { ...flag, all: earlier.all } : earlier;
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

/** Without it, some commands have nothing to read. */
export function isInput(flag: HelpFlag): boolean {
  return flag.value !== undefined && INPUTS.test(callName(flag));
}

const INPUTS = /^--?(?:file|input|db|database|repo|repository|journal|source)$/;
