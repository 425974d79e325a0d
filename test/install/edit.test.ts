/** Entries in texts of every layout: in, changed, out again; every other byte stays. */
import * as fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYamlText } from 'yaml';
import { LENIENT, TOML, YAML, type FileSyntax } from '../../compiler/spec/hosts/config-file.ts';
import { dropEntry, entryAt, isSame, newFile, putEntry, withMember } from '../../compiler/emit/host-files/edit.ts';
import type { EditedText } from '../../compiler/emit/host-files/edit.ts';
import { CORPUS } from '../support/config-corpus.ts';
import { anyConfig, anyEntry } from '../support/random-config.ts';
import { runs } from '../support/runs.ts';

const ENTRY = { command: '/usr/bin/node', args: ['/a b/ü/server.mjs'], env: { KEY: '${KEY}' } };
const OTHER = { command: '/usr/bin/node', args: ['/other.mjs'] };

function put(text: string | null, format: FileSyntax, path: readonly string[], value: unknown): EditedText {
  const done = putEntry(text, format, path, value);
  if ('problem' in done) throw new Error(`${done.problem.message} (${done.problem.at})`);
  return done.value;
}

function drop(text: string, format: FileSyntax, path: readonly string[], undo: EditedText['undo']): string | null {
  const done = dropEntry(text, format, path, undo);
  if ('problem' in done) throw new Error(done.problem.message);
  return done.value;
}

/** By parsers that did not take part in the edit, where there is one. */
function dataOf(text: string, format: FileSyntax): unknown {
  const body = text.replace(/^\ufeff/, '');
  if (format.syntax === 'toml') return parseToml(body);
  if (format.syntax === 'yaml') return parseYamlText(body) ?? {};
  return parseJsonc(body, [], { allowTrailingComma: true }) ?? {};
}

/** What is left of the longer text when the shorter is found in it, piece by piece, in at most three pieces. */
function expectOnlyAdded(before: string, after: string): void {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A comma may have been put behind the entry before, in front of its comment.
  const between = before.slice(start, before.length - end);
  expect(between.trim() === '' || /^\s*(?:\/\/|\/\*)/.test(between), JSON.stringify(between)).toBe(true);
}

describe.each(CORPUS)('$name', ({ text, format, container }) => {
  const path = [...container, 'library'];
  const second = [...container, 'notes'];

  test('an entry is added, nothing else changes, and it goes again', () => {
    const added = put(text, format, path, ENTRY);
    expect(added.changed).toBe(true);
    expect(isSame(dataOf(added.text, format), withMember(dataOf(text, format), path, ENTRY))).toBe(true);
    expectOnlyAdded(text, added.text);
    expect(put(added.text, format, path, ENTRY)).toMatchObject({ changed: false, text: added.text });
    expect(drop(added.text, format, path, added.undo)).toBe(text);
  });

  test('two entries go in any order, and a change of one leaves the other', () => {
    const one = put(text, format, path, ENTRY);
    const two = put(one.text, format, second, OTHER);
    const changed = put(two.text, format, path, OTHER);
    const back = put(changed.text, format, path, ENTRY);
    expect(back.text).toBe(two.text);
    const firstGone = drop(two.text, format, path, { created: 0, tail: '' }) ?? '';
    expect(drop(firstGone, format, second, one.undo)).toBe(text);
    const secondGone = drop(two.text, format, second, two.undo) ?? '';
    expect(drop(secondGone, format, path, one.undo)).toBe(text);
  });
});

test('line ends, the mark and the last line of a text stay as they are', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(30);
  for (const { text, format, container } of CORPUS) {
    const { text: after } = put(text, format, [...container, 'library'], ENTRY);
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/\n/);
    expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    if (text.trim() !== '') expect(after.endsWith('\n')).toBe(text.endsWith('\n'));
  }
});

const ANY = { numRuns: runs(300) };

test.each<[string, FileSyntax]>([
  ['JSON', LENIENT],
  ['TOML', TOML],
  ['YAML', YAML],
])('any %s text and any entry: only that is added, and taking it out gives the text from before', (_name, format) => {
  fc.assert(
    fc.property(anyConfig(format), anyEntry(format), ({ text, container }, value) => {
      const path = [...container, 'library'];
      const before = dataOf(text, format);
      const done = putEntry(text, format, path, value);
      if ('problem' in done) {
        expect(done.problem.message).toMatch(
          / is (?:not an? (?:object|map|YAML map)|written on one line)\.$|^Duplicate key/,
        );
        return;
      }
      expect(isSame(dataOf(done.value.text, format), withMember(before, path, value))).toBe(true);
      expectOnlyAdded(text, done.value.text);
      expect(entryAt(done.value.text, format, path)).toEqual({ value: expect.anything() });
      expect(putEntry(done.value.text, format, path, value)).toMatchObject({ value: { changed: false } });
      expect(drop(done.value.text, format, path, done.value.undo)).toBe(text);
    }),
    ANY,
  );
});

describe.each([LENIENT, TOML, YAML])('a new file: $syntax', (format) => {
  test.each([1, 2])('of %i keys around its entries is what putting them one by one makes', (depth) => {
    const container = ['servers', 'of.host'].slice(0, depth);
    const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    fc.assert(
      fc.property(fc.dictionary(names, anyEntry(format), { maxKeys: 4, noNullPrototype: true }), (entries) => {
        let text: string | null = null;
        for (const [name, entry] of Object.entries(entries))
          ({ text } = put(text, format, [...container, name], entry));
        expect(newFile(format, container, entries)).toBe(text ?? (format.syntax === 'json' ? '{}\n' : ''));
      }),
      { numRuns: runs(100) },
    );
  });
});
