/** A short text that a pattern matches, for most patterns; the validator decides whether it does. */
import { alphabetOf, parsePattern } from '@haft/runtime/language';
import type { Part, Pattern } from '@haft/runtime/language';

/** With every repetition as short as allowed, or `more` times longer. */
export function matchingText(source: string, more = 0): string | undefined {
  try {
    const pattern = parsePattern(source);
    return textOf(pattern.part, pattern, more);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const LONGEST = 200;

function textOf(part: Part, pattern: Pattern, more: number): string {
  switch (part.kind) {
    case 'set':
      return characterOf(part.set, pattern);
    case 'sequence':
      return part.parts.map((one) => textOf(one, pattern, more)).join('');
    case 'choice':
      return textOf(part.parts[more % part.parts.length] ?? { kind: 'sequence', parts: [] }, pattern, more);
    case 'group':
      return textOf(part.part, pattern, more);
    case 'repeat':
      return textOf(part.part, pattern, more).repeat(Math.min(LONGEST, part.max, part.min + more));
    default:
      return '';
  }
}

const LIKELY = [...'a1A-_ .:/@z0ZéB'].map((letter) => letter.codePointAt(0) ?? 0);
const ASCII = Array.from({ length: 95 }, (_, at) => at + 32);

function characterOf(set: number, pattern: Pattern): string {
  const { kindOf } = alphabetOf(pattern.sets);
  const budget = { left: 1_000_000 };
  const code = [...LIKELY, ...ASCII].find((one) => kindOf(one, budget).sets.has(set));
  return code === undefined ? '' : String.fromCodePoint(code);
}
