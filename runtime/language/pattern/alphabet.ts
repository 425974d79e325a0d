/** Classes of characters that no set of a pattern distinguishes, so that an automaton has few edges. */
import type { StepBudget } from './steps.ts';
import type { CharacterSet } from './parse.ts';

/** A kind of characters: its number, and which sets it is in. */
export interface CharacterKind {
  readonly id: number;
  readonly sets: ReadonlySet<number>;
}

/** What the characters of a text are to a pattern. */
export interface Alphabet {
  /** Finds the kind of a code point; for a new one it looks into all sets. */
  readonly kindOf: (code: number, budget: StepBudget) => CharacterKind;
  /** The classes of ASCII characters. */
  readonly plain: readonly (CharacterKind | undefined)[];
}

/** More kinds than this are forgotten: a text may have a million different characters. */
const MAX_KNOWN = 20_000;

/** The alphabet of the sets of a pattern. */
export function alphabetOf(sets: readonly CharacterSet[]): Alphabet {
  const tests = sets.map(([source, flags]) => setTest(source, flags));
  const kinds = new Map<string, CharacterKind>();
  const plain: (CharacterKind | undefined)[] = Array.from({ length: 128 });
  const others = new Map<number, CharacterKind>();
  const find = (code: number, budget: StepBudget): CharacterKind => {
    budget.left -= tests.length * 4;
    const own = [...tests.keys()].filter((set) => tests[set]?.(code));
    const key = own.join();
    const kind = kinds.get(key) ?? { id: kinds.size, sets: new Set(own) };
    kinds.set(key, kind);
    return kind;
  };
  const kindOf = (code: number, budget: StepBudget): CharacterKind => {
    if (code < 128) return (plain[code] ??= find(code, budget));
    const symbol = others.get(code);
    if (symbol !== undefined) return symbol;
    if (others.size >= MAX_KNOWN) others.clear();
    const kind = find(code, budget);
    others.set(code, kind);
    return kind;
  };
  return { kindOf, plain };
}

/** One character is all that the engine of the language ever gets to match. */
function setTest(source: string, flags: string): (code: number) => boolean {
  const letter = /^\\[^\w]$/u.test(source) ? source.slice(1) : source;
  const code = letter.codePointAt(0) ?? 0;
  const isOne = letter.length === (code > 0xffff ? 2 : 1) && source !== '.';
  if (isOne && !flags.includes('i')) return (other) => other === code;
  const expression = new RegExp(`^(?:${source})$`, `u${flags.replace('m', '')}`);
  return (other) => expression.test(String.fromCodePoint(other));
}
