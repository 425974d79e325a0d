/** Texts of all of Unicode. The unit that fast-check has for it makes a map of every code point, in each worker. */
import * as fc from 'fast-check';

const point = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    fc.integer({ max: 0x24f, min: 0 }),
    fc.integer({ max: 0xd7ff, min: 0 }),
    fc.integer({ max: 0x10ffff, min: 0xe000 }),
  )
  .map((code) => String.fromCodePoint(code));

/** Several code points that are read as one character. */
const cluster = fc.constantFrom('e\u0301', '\u{1F469}\u200D\u{1F467}', '\u{1F1E9}\u{1F1EA}', '\u{1F44D}\u{1F3FD}');

/** Limits are in code points, and clusters count as one. */
export function anyUnicode(limits: fc.ArrayConstraints = {}): fc.Arbitrary<string> {
  return fc.array(fc.oneof({ weight: 9, arbitrary: point }, cluster), limits).map((parts) => parts.join(''));
}
