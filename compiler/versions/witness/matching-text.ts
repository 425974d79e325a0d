/** A short text that a pattern matches, for most patterns; the validator decides whether it does. */
import { alphabetOf, parsePattern } from '@haft/runtime/language';
import type { PatternPart, Pattern } from '@haft/runtime/language';

/** With every repetition as short as allowed, or `more` times longer; of each set one of the first or last characters. */
export function matchingText(source: string, more = 0, end: 'first' | 'last' = 'first'): string | undefined {
  try {
    const pattern = parsePattern(source);
    return textOf(pattern.part, pattern, { more, end });
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The longest repetition. */
export const LONGEST = 200;

interface Variant {
  readonly more: number;
  readonly end: 'first' | 'last';
}

function textOf(part: PatternPart, pattern: Pattern, variant: Variant): string {
  const { more, end } = variant;
  switch (part.kind) {
    case 'set':
      return characterOf(part.set, pattern, end);
    case 'sequence':
      return part.parts.map((one) => textOf(one, pattern, variant)).join('');
    case 'choice':
      return textOf(part.parts[more % part.parts.length] ?? { kind: 'sequence', parts: [] }, pattern, variant);
    case 'group':
      return textOf(part.part, pattern, variant);
    case 'repeat':
      return textOf(part.part, pattern, variant).repeat(Math.min(LONGEST, part.max, part.min + more));
    default:
      return '';
  }
}

const LIKELY = [...'a1A-_ .:/@z0ZéB'].map((letter) => letter.codePointAt(0) ?? 0);
const ASCII = Array.from({ length: 95 }, (_, at) => at + 32);

function characterOf(set: number, pattern: Pattern, end: Variant['end']): string {
  const { kindOf } = alphabetOf(pattern.sets);
  const budget = { left: 1_000_000 };
  const codes = end === 'first' ? [...LIKELY, ...ASCII] : ASCII.toReversed();
  const code = codes.find((one) => kindOf(one, budget).sets.has(set));
  return code === undefined ? '' : String.fromCodePoint(code);
}
