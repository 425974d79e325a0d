/** A document with a syntax error, as it is while somebody types: what can be read of it is there, apart from the sound ones. */
import { expect, test } from 'vitest';
import { load } from '../compiler/spec/yaml/load.ts';

const SERVER = 'kind: server\nname: library\nversion: 1.0.0\ntools:\n  - name: search_books\n    title: Search\n';

test.each([
  ['an unclosed bracket', `${SERVER}    parameters: { words: { type: string\n`],
  ['an unclosed quote', `${SERVER}    title2: "Search\n`],
  ['an unknown alias', `${SERVER}    returns: *nothing\n`],
  ['a key twice', `${SERVER}    title: Again\n`],
])('%s', (_name, text) => {
  const { value, diagnostics } = load([{ path: 'a.yaml', text }]);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(value.documents).toEqual([]);
  expect(value.partial[0]?.value).toMatchObject({ kind: 'server', name: 'library', tools: [{ name: 'search_books' }] });
  const offset = text.indexOf('search_books');
  expect(value.partial[0]?.pathAt(offset)).toEqual({ path: ['tools', 0, 'name'], part: 'value' });
  expect(value.partial[0]?.at(['tools', 0, 'name']).start).toBe(offset);
});
