/** Texts of one file after another: read as if each were the first, and what an item says again is the same object. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { comesAfter } from '../compiler/load/kept.ts';
import { parse } from '../compiler/load/parse.ts';

/** The tools of a document by their words; the same words may come twice. */
const documents = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }), {
  minLength: 2,
  maxLength: 6,
});

function textOf(words: readonly string[]): string {
  return `kind: server\ntools:${words.map((word) => `\n  - name: ${word}\n    list: [${word}, 1]`).join('') || ' []'}\n`;
}

function toolsOf(source: Parameters<typeof parse>[0]): object[] {
  const value = parse(source).value.documents[0]?.value as { readonly tools: object[] };
  return value.tools;
}

test('every text gives what it gives alone, and no object twice', () => {
  fc.assert(
    fc.property(documents, (all) => {
      let before: Parameters<typeof parse>[0] | undefined;
      for (const words of all) {
        const source = { path: 'specs/shop.yaml', text: textOf(words) };
        if (before) comesAfter(source, before);
        expect(parse(source).value).toEqual({ ...parse({ ...source }).value, documents: expect.anything() });
        expect(toolsOf(source)).toEqual(toolsOf({ ...source }));
        expect(new Set(toolsOf(source)).size).toBe(words.length);
        before = source;
      }
    }),
  );
});

test('tools around an edit are the same objects', () => {
  const first = { path: 'specs/shop.yaml', text: textOf(['a', 'b', 'c']) };
  const second = { path: 'specs/shop.yaml', text: textOf(['a', 'x', 'y', 'c']) };
  comesAfter(second, first);
  const [before, after] = [toolsOf(first), toolsOf(second)];
  expect([after[0], after[3]].map((tool) => before.findIndex((one) => one === tool))).toEqual([0, 2]);
});
