/** A flag as its line of help writes it: its names, and the value that it takes. */
import type { HelpEntry } from './help-page.ts';

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

const VALUES: readonly (readonly [pattern: RegExp, form: Omit<FlagValue, 'name'>])[] = [
  [/^\[=([^\]\s]+)\]/, { isAttached: true, isOptional: true }],
  [/^=([^\s,]+)/, { isAttached: true, isOptional: false }],
  [/^ \[([^\]-][^\]]*)\](?:\.\.\.)?(?=[\s,|]|$)/, { isAttached: false, isOptional: true }],
  [/^ (<[^>]*>|\{[^}]*\}|[A-Z][A-Z\d_+?|.-]*)(?:\.\.\.)?(?=[\s,|]|$)/, { isAttached: false, isOptional: false }],
];

/** A word in lower case is a value where the description has its own place. */
const PLAIN_VALUE = /^ ([a-z][\w=|-]*)(?:\.\.\.)?(?=$|, *-)/;

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
  if (first === undefined) return undefined;
  if (first.endsWith('-')) return undefined;
  const isText = /^\s[a-z(]\S* \S/i.test(rest) && !/^\s[A-Z]{2}/.test(rest);
  const whole = isText ? `${rest.trim()} ${text}`.trim() : text;
  return {
    heading,
    names: [first, ...others],
    value,
    rest: isText ? '' : rest.trim(),
    text: whole,
    all: isText ? `${whole}\n${all}` : all,
  };
}

function readValue(
  rest: string,
  isExplained: boolean,
): { readonly value: FlagValue; readonly length: number } | undefined {
  for (const [pattern, form] of VALUES) {
    const match = pattern.exec(rest);
    if (match) return { value: { name: bare(match[1] ?? ''), ...form }, length: match[0].length };
  }
  const plain = isExplained ? PLAIN_VALUE.exec(rest) : null;
  return (
    (plain && { value: { name: plain[1] ?? '', isAttached: false, isOptional: false }, length: plain[0].length }) ||
    undefined
  );
}

function bare(name: string): string {
  return name.replaceAll(/[<>[\]{}]|\.\.\.$/g, '');
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
    const isListed =
      before?.value?.isAttached === true &&
      choices.every((one) => /^\w[\w.+-]*$/.test(one)) &&
      new Set(choices).size === choices.length;
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
