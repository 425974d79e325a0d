/** The parts of a regular expression of ECMA-262 with the `u` flag. */

/** What one part matches; `set` and `look` are indexes into the lists of the pattern. */
export type PatternPart =
  | { readonly kind: 'set'; readonly set: number; readonly span: PatternSpan }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'group'; readonly part: PatternPart; readonly group: number }
  | { readonly kind: 'edge'; readonly edge: number; readonly not: boolean }
  | { readonly kind: 'look'; readonly look: number; readonly not: boolean }
  | { readonly kind: 'reference'; readonly to: string; readonly anyCase: boolean }
  | PatternRepeat;

/** The place of a part in the source: UTF-16 units from the start, end exclusive. */
type PatternSpan = readonly [start: number, end: number];

export interface PatternRepeat {
  readonly kind: 'repeat';
  readonly part: PatternPart;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
  /** The groups inside: from the first up to, but not including, the second. */
  readonly groups: readonly [number, number];
  readonly span: PatternSpan;
}

/** A lookahead or lookbehind; those inside it have smaller indexes. */
interface Look {
  readonly part: PatternPart;
  readonly behind: boolean;
}

export interface Pattern {
  readonly part: PatternPart;
  readonly looks: readonly Look[];
  /** Source and flags of every set of characters that occurs, such as `[a-z]`. */
  readonly sets: readonly CharacterSet[];
  /** How many groups capture. */
  readonly groups: number;
  readonly names: ReadonlyMap<string, readonly number[]>;
  readonly hasReference: boolean;
}

export type CharacterSet = readonly [source: string, flags: string];

/** The edges that a place in a text can be at; bits. */
export const START = 1;
export const END = 2;
export const WORD = 4;

const ATOM =
  /\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|[pPk][{<][^>}]*.|[1-9]\d*|c?[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|[^]/uy;
const COUNT = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/y;

/** How far the reading is, and what was found on the way. */
interface Reading {
  readonly source: string;
  at: number;
  groups: number;
  hasReference: boolean;
  readonly looks: Look[];
  readonly sets: CharacterSet[];
  readonly known: Map<string, number>;
  readonly names: Map<string, number[]>;
}

/**
 * Reads a pattern that `new RegExp(source, 'u')` accepts.
 *
 * @throws RangeError where it is nested too deeply for the stack
 */
export function parsePattern(source: string): Pattern {
  const all = {
    source,
    at: 0,
    groups: 0,
    hasReference: false,
    looks: [],
    sets: [],
    known: new Map(),
    names: new Map(),
  };
  const part = choice(all, '');
  return { ...all, part };
}

function choice(all: Reading, flags: string): PatternPart {
  const parts: PatternPart[] = [];
  do parts.push(sequence(all, flags));
  while (all.source[all.at++] === '|');
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'choice', parts };
}

function sequence(all: Reading, flags: string): PatternPart {
  const parts: PatternPart[] = [];
  while (all.at < all.source.length && !'|)'.includes(all.source.charAt(all.at))) {
    const [start, before] = [all.at, all.groups + 1];
    const part = atom(all, flags);
    parts.push(parseCount(all, part, before, start));
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'sequence', parts };
}

function parseCount(all: Reading, part: PatternPart, before: number, start: number): PatternPart {
  COUNT.lastIndex = all.at;
  const [text, sign, least, range, most] = COUNT.exec(all.source) ?? [];
  if (text === undefined) return part;
  all.at += text.length;
  const min = sign === '+' ? 1 : Number(least ?? 0);
  const max =
    sign === undefined ? Number((range === undefined ? least : most) || Infinity) : sign === '?' ? 1 : Infinity;
  const lazy = text.length > 1 && text.endsWith('?');
  return { kind: 'repeat', part, min, max, lazy, groups: [before, all.groups + 1], span: [start, all.at] };
}

function atom(all: Reading, flags: string): PatternPart {
  ATOM.lastIndex = all.at;
  const [text = ''] = ATOM.exec(all.source) ?? [];
  all.at += text.length;
  if (text.startsWith('(')) return group(all, text.slice(1), flags);
  if (text === '^' || text === '$') return edge(all, text === '^', flags);
  if (text === '\\b' || text === '\\B') return wordEdge(all, text === '\\B', flags);
  const to = /^\\(?:k<(.*)>|([1-9]\d*))$/su.exec(text);
  if (to === null) return setOf(all, text, flags);
  all.hasReference = true;
  return { kind: 'reference', to: to[1] ?? to[2] ?? '', anyCase: flags.includes('i') };
}

function group(all: Reading, head: string, flags: string): PatternPart {
  if (/^\?<?[=!]$/.test(head)) return look(all, choice(all, flags), head.length === 3, head.endsWith('!'));
  if (head.endsWith(':')) {
    const [added = '', removed = ''] = head.slice(1, -1).split('-');
    return choice(all, [...flags].filter((flag) => !removed.includes(flag)).join('') + added);
  }
  const own = (all.groups += 1);
  const name = head.slice(2, -1);
  all.names.set(name, [...(all.names.get(name) ?? []), own]);
  return { kind: 'group', group: own, part: choice(all, flags) };
}

function setOf(all: Reading, text: string, flags: string): PatternPart {
  const key = flags + text;
  const set = all.known.get(key) ?? all.sets.push([text, flags]) - 1;
  all.known.set(key, set);
  return { kind: 'set', set, span: [all.at - text.length, all.at] };
}

function look(all: Reading, part: PatternPart, behind: boolean, not: boolean): PatternPart {
  return { kind: 'look', look: all.looks.push({ part, behind }) - 1, not };
}

/** The edge of a line has the start or end of the text, or a line terminator, next to it. */
function edge(all: Reading, start: boolean, flags: string): PatternPart {
  if (flags.includes('m')) return look(all, setOf(all, '.', ''), start, true);
  return { kind: 'edge', edge: start ? START : END, not: false };
}

/** In any case, more letters are letters of words. */
function wordEdge(all: Reading, not: boolean, flags: string): PatternPart {
  if (!flags.includes('i')) return { kind: 'edge', edge: WORD, not };
  const parts = [true, false].map((inside): PatternPart => {
    const behind = look(all, setOf(all, '\\w', flags), true, !inside);
    return { kind: 'sequence', parts: [behind, look(all, setOf(all, '\\w', flags), false, inside !== not)] };
  });
  return { kind: 'choice', parts };
}
