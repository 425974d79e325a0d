/** Patterns that backtracking engines match slowly, each with a text that proves it: the steps of our own engine are counted on texts that grow. */
import {
  type Pattern,
  type PatternPart,
  type PatternRepeat,
  alphabetOf,
  compilePattern,
  isAnchored,
  matchByWays,
  parsePattern,
} from '@haft/runtime/language';
import { memoizeText } from '../../../base/memo.ts';

/** Why a pattern is slow. */
interface Slowness {
  /** The repeat at fault, as the pattern has it. */
  readonly part: string;
  /** What the text repeats. */
  readonly again: string;
}

/** What makes a valid pattern slow; undefined for a linear one, and for one that is too large to try. */
export const slownessOf: (source: string) => Slowness | undefined = memoizeText((source) => {
  if (!/[*+}]/.test(source) || source.length > MAX_LENGTH) return undefined;
  try {
    return find(source);
  } catch (error) {
    // Nested too deeply for the stack, or too large to be written out.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
});

const MAX_LENGTH = 2000;

/** A repeat, and a text that leads to it. */
interface Place {
  readonly repeat: PatternRepeat;
  readonly before: string;
}

/** Common characters of each kind that the pattern distinguishes, by its sets of characters. */
type Letters = readonly (readonly string[])[];

function find(source: string): Slowness | undefined {
  const pattern = parsePattern(source);
  const letters = lettersOf(pattern, source);
  const places = [pattern.part, ...pattern.looks.map(({ part }) => part)].flatMap((part) =>
    placesIn(part, '', letters),
  );
  const isSlow = judgeOf(pattern);
  const [first] = places;
  // One repeat of one character, from the start on, has nothing to choose.
  if (places.length < 2 && (!first || (isAnchored(pattern.part, false) && first.repeat.part.kind === 'set')))
    return undefined;
  const all = [...new Set(letters.flat())];
  const whole = samplesOf(pattern.part, letters)[0] ?? '';
  const ends = ['!', '', '\n', '1', all.map((letter) => letter.repeat(2)).join(''), `!${whole}`, 'x\nx\n!\n'];
  for (const { repeat, before } of places) {
    for (const again of samplesOf(repeat.part, letters)) {
      for (const start of [before, `${before}-`]) {
        const end = ends.find((after) => again !== '' && isSlow(start, again, after));
        if (end !== undefined) return { part: source.slice(...repeat.span), again };
      }
    }
  }
  return undefined;
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const COMMON = [...'ab1A _-.!,:;/@', ...ASCII, 'é', '😀'];

function lettersOf({ sets }: Pattern, source: string): Letters {
  const { kindOf } = alphabetOf(sets);
  const letters = sets.map((): string[] => []);
  const ids = new Set<number>();
  for (const letter of new Set([...COMMON, ...source])) {
    const kind = kindOf(letter.codePointAt(0) ?? 0, { left: Infinity });
    if (!ids.has(kind.id)) for (const set of kind.sets) letters[set]?.push(letter);
    ids.add(kind.id);
  }
  return letters;
}

/** A repeat of fewer turns costs hardly more than one. */
const MANY_TURNS = 16;

/** The repeats of a part, the outer ones first. */
function placesIn(part: PatternPart, before: string, letters: Letters): Place[] {
  if (part.kind === 'group') return placesIn(part.part, before, letters);
  if (part.kind === 'choice') return part.parts.flatMap((one) => placesIn(one, before, letters));
  if (part.kind === 'repeat') {
    const own = part.max >= MANY_TURNS ? [{ repeat: part, before }] : [];
    return [...own, ...placesIn(part.part, before, letters)];
  }
  if (part.kind !== 'sequence') return [];
  let text = before;
  return part.parts.flatMap((one) => {
    const places = placesIn(one, text, letters);
    text += samplesOf(one, letters)[0] ?? '';
    return places;
  });
}

const MAX_SAMPLES = 12;

/** Short texts that a part matches, one for each of its characters and branches; the shortest first. */
function samplesOf(part: PatternPart, letters: Letters): readonly string[] {
  switch (part.kind) {
    case 'set':
      return letters[part.set] ?? [];
    case 'group':
      return samplesOf(part.part, letters);
    case 'repeat':
      return [
        ...(part.min === 0 ? [''] : []),
        ...samplesOf(part.part, letters).map((text) => text.repeat(Math.min(Math.max(part.min, 1), 64))),
      ];
    case 'choice':
      return part.parts.flatMap((one) => samplesOf(one, letters)).slice(0, MAX_SAMPLES);
    case 'sequence': {
      const all = part.parts.map((one) => samplesOf(one, letters));
      const most = Math.min(MAX_SAMPLES, Math.max(0, ...all.map(({ length }) => length)));
      return Array.from({ length: most }, (_, at) => all.map((texts) => texts[at] ?? texts[0] ?? '').join(''));
    }
    default:
      return [];
  }
}

/** Steps that are counted of one text, and of all texts together. */
const MAX_STEPS = 200_000;
const MAX_SPENT = 4_000_000;
/** How often a text repeats what it repeats. */
const MAX_TIMES = 128;
/** Too few to measure their growth. */
const FEW = 4_000;
/** How often the steps of a text are those of one half as long: 2 if linear, 4 if quadratic. */
const GROWTH = 2.8;

/** Whether the steps grow faster than the text. */
function judgeOf(pattern: Pattern): (before: string, again: string, after: string) => boolean {
  const match = matchByWays(pattern, alphabetOf(pattern.sets));
  let spent = 0;
  return (before, again, after) => {
    const stepsOf = (times: number, max = MAX_STEPS): number => {
      // No measurement: no comparison with it holds.
      if (spent > MAX_SPENT) return Number.NaN;
      const budget = { left: max };
      match(before + again.repeat(times) + after, budget);
      const steps = max - Math.max(0, budget.left);
      spent += steps;
      return steps;
    };
    for (let times = MAX_TIMES; times >= 4; times /= 2) {
      const steps = stepsOf(times);
      if (steps >= MAX_STEPS) continue;
      if (times < MAX_TIMES && MAX_STEPS > steps * GROWTH) return true;
      if (steps < FEW || steps <= stepsOf(times / 2) * GROWTH) return false;
      // A repeat with a limit grows only up to it: three times as long is then three times as slow.
      return stepsOf(times * 3, MAX_STEPS * 9) > steps * 5;
    }
    return false;
  };
}

/** Whether a text is a regular expression (JSON Schema 2020-12, `pattern`). */
export function isPattern(source: string): boolean {
  return problemOf(source) === undefined;
}

/** Why a text is not a regular expression, or cannot be matched; without a period. */
export function problemOf(source: string): string | undefined {
  try {
    const match = compilePattern(source);
    // An empty text costs next to nothing, unless the pattern cannot be written out.
    const isLarge = /\{\d{3,}|\{.*\{/.test(source) || source.length > 10_000;
    return isLarge && match('') === 'undecided' ? 'Its counted repeats make it too large' : undefined;
  } catch (error) {
    return error instanceof SyntaxError
      ? error.message.replace(/^Invalid regular expression: \/[^]*\/u?: /, '')
      : String(error);
  }
}
