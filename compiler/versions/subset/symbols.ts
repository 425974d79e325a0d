/** One character for each kind of characters that the sets of some patterns distinguish (ECMA-262, flag `u`). */
import { alphabetOf, type CharacterSet, type Pattern } from '@haft/runtime/language';
import { memoizeByText } from '../../base/memo.ts';

export interface PatternSymbol {
  readonly id: number;
  readonly code: number;
  /** `\w`, without the letters that match it in any case only. */
  readonly isWord: boolean;
  /** By pattern: the indexes of its sets that contain the character. */
  readonly sets: readonly ReadonlySet<number>[];
}

/** All kinds, each by the character that reads best. */
export const symbolsOf = memoizeByText(JSON.stringify, (all: readonly Pattern['sets'][]): readonly PatternSymbol[] => {
  const budget = { left: Infinity };
  const alphabets = all.map(alphabetOf);
  const cuts = new Set(all.flat().flatMap(cutsOf));
  const symbols = new Map<string, PatternSymbol>();
  for (const code of representatives([...cuts])) {
    const sets = alphabets.map(({ kindOf }) => kindOf(code, budget).sets);
    const isWord = code < 128 && /\w/.test(String.fromCodePoint(code));
    const key = `${isWord} ${sets.map((own) => [...own].join()).join(' ')}`;
    if (!symbols.has(key)) symbols.set(key, { id: symbols.size, code, isWord, sets });
  }
  return [...symbols.values()];
});

const LIKELY = [...'a1A-_ .:/@z0ZéB'].map((letter) => letter.codePointAt(0) ?? 0);
const ASCII = Array.from({ length: 95 }, (_, at) => at + 32);
const LAST = 0x10_ffff;

/** Where `\d`, `\w`, `\s` and `.` begin and end, and where halves of pairs are. */
const ALWAYS = [
  0, 9, 10, 11, 13, 14, 32, 33, 48, 58, 65, 91, 95, 96, 97, 123, 128, 160, 161, 5760, 5761, 8192, 8203, 8232, 8234,
  8239, 8240, 8287, 8288, 12_288, 12_289, 0xd800, 0xdc00, 0xe000, 65_279, 65_280,
];

/** Sets are constant from one cut to the next, so one character of each stretch is enough; those that read well come first. */
function representatives(cuts: readonly number[]): readonly number[] {
  return [...LIKELY, ...ASCII, ...ALWAYS, ...cuts].filter((code) => code <= LAST);
}

const WRITTEN = /\\(?:u\{([\da-f]+)\}|u(d[89ab]..)\\u(d[c-f]..)|u(.{4})|x(..)|c([a-z])|([tnvfr0])|([^]))|([^])/giu;
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Every character that the source of a set names, and the one after it; with properties and in any case, where the set itself changes. */
const cutsOf = memoizeByText(JSON.stringify, ([source, flags]: CharacterSet): readonly number[] => {
  if (flags.includes('i') || /\\p/i.test(source)) return turnsOf(source, flags);
  return [...source.matchAll(WRITTEN)].map(namedBy).flatMap((code) => [code, code + 1]);
});

function namedBy([, point, high, low, unit, byte, letter, control, escaped, plain]: RegExpMatchArray): number {
  if (high !== undefined && low !== undefined)
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
  const hex = point ?? unit ?? byte;
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (letter !== undefined) return (letter.codePointAt(0) ?? 0) % 32;
  if (control !== undefined) return CONTROLS[control] ?? 0;
  return (escaped ?? plain ?? '').codePointAt(0) ?? 0;
}

/** Looks at every character there is. */
function turnsOf(source: string, flags: string): readonly number[] {
  const { kindOf } = alphabetOf([[source, flags]]);
  const budget = { left: Infinity };
  const turns: number[] = [];
  let before = false;
  for (let code = 0; code <= LAST; code += 1) {
    const isIn = kindOf(code, budget).sets.size > 0;
    if (isIn !== before) turns.push(code);
    before = isIn;
  }
  return turns;
}
