/** Whether a pattern is a valid regular expression. */
import { compilePattern } from '@haft/runtime/language';

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
