/** Texts of one file after another: read as if each were the first, and what an item says again is the same object. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceFile } from '../compiler/base/diagnostic.ts';
import { linkPrevious, takePrevious } from '../compiler/spec/yaml/reuse.ts';
import { parse } from '../compiler/spec/yaml/load.ts';

/** Tools by their words; the same words may come twice, also written in another way. */
const tools = fc.array(fc.constantFrom('a', 'b', 'c', 'a # said', 'b\n    # said', "'c'"), { maxLength: 5 });
/** As a plain document, one with an anchor, or the second of two documents. */
const texts = fc.tuple(fc.constantFrom('plain', 'anchored', 'second'), tools).map(([form, words]) => {
  return { form, text: textOf(words, form), count: words.length };
});

function textOf(words: readonly string[], form: string): string {
  const items = words.map((word) => `\n  - list: [1, 2]\n    name: ${word}`).join('') || ' []';
  const server = `kind: server\nsummary: ${form === 'anchored' ? '&words ' : ''}Words.\ntools:${items}\n`;
  return form === 'second' ? `kind: skill\n---\n${server}` : server;
}

function source(text: string): SourceFile {
  return { path: 'specs/shop.yaml', text };
}

function toolsOf(one: SourceFile): object[] {
  const value = parse(one).value.documents.at(-1)?.value as { readonly tools: object[] };
  return value.tools;
}

/** Everything that is said of a text, also where each tool stands. */
function said(one: SourceFile): unknown {
  const { value, diagnostics } = parse(one);
  const spans = toolsOf(one).map((_tool, index) => value.documents.at(-1)?.at(['tools', index, 'name']));
  return { values: value.documents.map((document) => document.value), comments: value.comments, diagnostics, spans };
}

test('every text gives what it gives alone, and no object twice', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 6 }), (all) => {
      let before: SourceFile | undefined;
      for (const { text, count } of all) {
        const now = source(text);
        if (before) linkPrevious(now, before);
        expect(said(now)).toEqual(said(source(text)));
        expect(new Set(toolsOf(now)).size).toBe(count);
        before = now;
      }
    }),
  );
});

test('tools around an edit are other objects after a text that could not be read, or other members are', () => {
  const text = `${textOf(['a', 'b', 'c'], 'plain')}env: { KEY: { description: A key. } }\n`;
  const all = [text, text.replace('Words.', '"Words.'), text.replace('name: b', 'name: x')].map(source);
  for (const [at, one] of all.entries()) if (at > 0) linkPrevious(one, all[at - 1] as SourceFile);
  const [first, broken, last] = all as [SourceFile, SourceFile, SourceFile];
  expect(parse(broken).value.documents).toEqual([]);
  expect(toolsOf(last).map((tool) => toolsOf(first).indexOf(tool))).toEqual([0, -1, 2]);
  const [env, before] = [last, first].map((one) => Object(parse(one).value.documents[0]?.value)['env']);
  expect(env).toBe(before);
});

test.each(['plain', 'anchored', 'second'])('tools around an edit are the same objects: %s', (form) => {
  const [first, second] = [source(textOf(['a', 'b', 'c'], form)), source(textOf(['a', 'x', 'y', 'c'], form))];
  linkPrevious(second, first);
  const [before, after] = [toolsOf(first), toolsOf(second)];
  expect([after[0], after[3]].map((tool) => before.findIndex((one) => one === tool))).toEqual([0, 2]);
  // Otherwise every text that ever was would stay in memory.
  expect(takePrevious(second)).toBeUndefined();
});
