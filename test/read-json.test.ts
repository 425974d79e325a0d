/** JSON from outside is read in one place, which throws nothing. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { membersOf, readJson, readJsonMap } from '../compiler/plan/read-json.ts';
import { treeOf } from './support/folder.ts';

test.each(['', '{', '{"a":1} x', 'undefined', '\uFEFF', '[1,]', `${'['.repeat(10)}`])('%j has a problem', (text) => {
  expect(readJson(text)).toEqual({ problem: expect.stringMatching(/^["A-Z].*[^.]$/s) });
  expect(readJsonMap(text)).toBeUndefined();
});

test.each([['null'], ['1'], ['"a"'], ['[{}]'], ['true']])('%s is a value without members', (text) => {
  expect(readJson(text)).toEqual({ value: JSON.parse(text) });
  expect(readJsonMap(text)).toBeUndefined();
});

test('members are a copy, and those of prototypes are none', () => {
  const value = { a: 1 };
  expect(membersOf(value)).toEqual(value);
  expect(membersOf(value)).not.toBe(value);
  expect(Object.keys(readJsonMap('{"__proto__":{"a":1},"toString":2}') ?? {})).toEqual(['__proto__', 'toString']);
  expect(readJsonMap('{"__proto__":{"a":1}}')?.['a']).toBeUndefined();
});

test('nothing else in the compiler parses what it did not write', () => {
  const sources = Object.entries(treeOf(join(import.meta.dirname, '../compiler'))).filter(
    ([path]) => path.endsWith('.ts') && !/^dist\b/.test(path) && !path.endsWith('.generated.ts'),
  );
  const parsing = sources.filter(([, text]) => /JSON\.parse\((?!JSON\.stringify)/.test(text)).map(([path]) => path);
  expect(parsing.sort()).toEqual([
    // An answer of a server under load: what is not JSON is lost.
    'cli/bench/load.ts',
    // A line that was read as a message before.
    'cli/dev/switch.ts',
    // In the browser: what is typed into a field.
    'cli/try/page/form.ts',
    // The source map of a bundle that was just made.
    'edge/bundle/origins.ts',
    // What has the sum that stands before it.
    'edge/cache/state.ts',
    // In the server of an eval: the file that was just written for it.
    'emit/server/deny-mjs.ts',
    // A message of an editor: what is not JSON gets an error.
    'features/desk/run/framing.ts',
    'features/import/openapi/mock.ts',
    // What was printed before, redacted.
    'features/recordings/run/record.ts',
    'features/recordings/run/replay.ts',
    'plan/read-json.ts',
    // References of a schema, as they were just printed.
    'versions/subset/leading-to.ts',
  ]);
});
