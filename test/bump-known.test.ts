/** What was wrong before a bump is no new problem: known by rule and place, wherever edits move it, and not by its message. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, offsetAfter } from '../compiler/spec/yaml/apply-edits.ts';
import { runs } from './support/runs.ts';

const file = 'specs/a.yaml';
const EDITS = fc.array(
  fc.record({
    start: fc.nat(60),
    length: fc.nat(9),
    text: fc.string({ unit: fc.constantFrom('x', '\n'), maxLength: 12 }),
  }),
  { maxLength: 8 },
);

test('a place that no edit replaces has the same text after all edits', () => {
  const text = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x100 + at)).join('');
  fc.assert(
    fc.property(EDITS, fc.nat(59), (drafts, offset) => {
      const edits = drafts.map(({ start, length, text: own }) => ({
        file,
        start,
        end: Math.min(60, start + length),
        text: own,
      }));
      const after = applyEdits(text, edits);
      const at = offsetAfter(offset, file, edits);
      if (after.includes(text.charAt(offset))) expect(after.charAt(at)).toBe(text.charAt(offset));
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(after.length);
      expect(offsetAfter(offset, 'specs/other.yaml', edits)).toBe(offset);
    }),
    { numRuns: runs(10_000) },
  );
});
