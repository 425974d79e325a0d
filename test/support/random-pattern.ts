/** Patterns of every construct of ECMA-262 that `new RegExp(…, 'u')` accepts, small enough for the engine of the language. */
import * as fc from 'fast-check';

const ATOMS =
  'a b c ab . - _ é 😀 \\n \\. \\x61 \\u0062 \\u{1F600} \\ud83d\\ude00 \\d \\D \\w \\W \\s \\S \\p{L} \\P{L} \\p{Lu} \\ud83d \\0 \\cA \\/ [ab] [^a] [a-c] [^] [] [\\w-] [\\]b] [\\p{L}_] [😀a] [\\b] [^\\s\\d] [[a] [(?:]'.split(
    ' ',
  );
const EDGES = ['^', '$', '\\b', '\\B'];
const COUNTS = ['*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,3}?', '{2,}', '{0}', '{0,}?'];

/** With `references`, groups are kept and named. */
export function randomPattern(references: boolean): fc.Arbitrary<string> {
  const part = fc.letrec<{ any: string }>((tie) => {
    const any = tie('any');
    const pair = fc.array(any, { minLength: 1, maxLength: 3 });
    const groups = references ? ['(', '(', '(?:'] : ['(?:', '('];
    return {
      any: fc.oneof(
        { maxDepth: 4, depthSize: 'medium' },
        { weight: 6, arbitrary: fc.constantFrom(...ATOMS, 'a', 'b', 'a', 'b') },
        { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
        ...(references ? [{ weight: 3, arbitrary: fc.constantFrom('\\1', '\\2', '\\k<n>') }] : []),
        { weight: 3, arbitrary: pair.map((parts) => parts.join('')) },
        {
          weight: 2,
          arbitrary: fc.tuple(fc.constantFrom(...groups), pair).map(([open, all]) => `${open}${all.join('|')})`),
        },
        {
          weight: 4,
          arbitrary: fc
            .tuple(any, fc.constantFrom(...groups), fc.constantFrom(...COUNTS))
            .map(([one, open, count]) => `${open}${one})${count}`),
        },
        {
          weight: 2,
          arbitrary: fc
            .tuple(any, fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'))
            .map(([one, look]) => `${look}${one})`),
        },
      ),
    };
  }).any;
  // Every reference leads to a group that is there.
  return references ? part.map((text) => `${text}(?<n>b?)(a?)`) : part;
}

/** Texts of the characters that these patterns tell apart. */
export const randomText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'a',
      'b',
      'c',
      'A',
      '1',
      '_',
      ' ',
      '-',
      '\n',
      'é',
      '😀',
      '\ud83d',
      '\ude00',
      '\u2028',
      '.',
    ),
    { maxLength: 9 },
  )
  .map((letters) => letters.join(''));

/**
 * What ECMA-262 says (22.2.7.2): a match begins between code points. V8's own search begins inside of pairs too, where `\B` fits;
 * so it is asked for each place alone.
 */
export function nativeTest(source: string, text: string): boolean {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return new RegExp(source, 'u').test(text);
  const sticky = new RegExp(source, 'uy');
  for (let at = 0; at <= text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    sticky.lastIndex = at;
    if (sticky.test(text)) return true;
  }
  return false;
}
