/** The model axis is complete: what comes, goes or changes groups among the parameters is a change that models see, and nothing else is. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diff } from '../compiler/versions/diff.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { costlyRuns } from './support/runs.ts';

const names = fc.subarray(['shelf', 'author', 'words', 'year', 'limit']);
const shape = fc.record({ own: names, inner: names, asList: fc.boolean(), grouped: fc.boolean() });
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

/** One object parameter, or a list of objects, next to plain ones. */
function textOf({ own, inner, asList, grouped }: Shape): string {
  const plain = (list: readonly string[]): string => list.map((name) => `${name}: { type: string }`).join(', ');
  const object = `{ type: object, properties: { ${plain(inner)} } }`;
  const nested = inner.length === 0 ? '' : `part: ${asList ? `{ type: array, items: ${object} }` : object},`;
  const groups = grouped && own.length > 1 ? `\n    at_least_one: [[${own.slice(0, 2).join(', ')}]]` : '';
  return `kind: server
name: library
version: 1.0.0
summary: Finds books.
tools:
  - name: search_books
    description: { does: Searches the shelves., when: the user looks for a book }
    effects: read
    parameters: { ${nested} ${plain(own)} }
    returns: { type: object, properties: { total: { type: integer } } }
    handler: handlers.ts${groups}
`;
}

function planOf(one: Shape): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text: textOf(one) }]);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

/** What `tools/list` says about which parameters there are, and which of them go together. */
function seen({ own, inner, asList, grouped }: Shape): readonly unknown[] {
  const kind = inner.length === 0 ? 'none' : asList ? 'list' : 'object';
  return [own, inner, kind, grouped && own.length > 1 ? own.slice(0, 2) : []].map((part) => JSON.stringify(part));
}

test('a parameter that comes or goes, and a group that changes, is a change for models', () => {
  fc.assert(
    fc.property(shape, shape, (one, other) => {
      const changes = diff(planOf(one), planOf(other));
      const ids = new Set(changes.filter(({ axis }) => axis === 'model').map(({ kind }) => kind));
      const [before, after] = [seen(one), seen(other)];
      const isRetyped = before[2] !== after[2] && one.inner.length > 0 && other.inner.length > 0;
      const differs =
        before[0] !== after[0] || (before[2] !== after[2] && !isRetyped) || (before[1] !== after[1] && !isRetyped);
      expect(ids.has('tool/parameter-set')).toBe(differs);
      expect(ids.has('tool/description-at-least-one')).toBe(before[3] !== after[3]);
      if (before.join() === after.join()) expect(changes).toEqual([]);
    }),
    { numRuns: costlyRuns(10_000, 10) },
  );
}, 300_000);

const values = fc.uniqueArray(fc.constantFrom('title', 'author', 'subject', 'shelf', 'year'), { minLength: 1 });

/** In a parameter and in the result. */
function withEnum(list: readonly string[]): Plan {
  const field = `{ type: string, enum: [${list.join(', ')}] }`;
  const text = textOf({ own: ['words'], inner: [], asList: false, grouped: false });
  const source = text.replace('words: { type: string }', `words: ${field}`).replace('{ type: integer }', field);
  const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text: source }]);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

test('of each enum value that came, went or was replaced, one change tells', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const changes = diff(withEnum(before), withEnum(after)).filter(({ axis }) => axis === 'wire');
      for (const side of ['param', 'result']) {
        const told = changes.filter(({ kind }) => kind.startsWith(`${side}/enum-value-`));
        const [old, now] = (['before', 'after'] as const).map((when) => told.flatMap((one) => one[when] ?? []));
        expect(new Set(old)).toEqual(new Set(before.filter((value) => !after.includes(value))));
        expect(new Set(now)).toEqual(new Set(after.filter((value) => !before.includes(value))));
        expect([old?.length, now?.length]).toEqual([new Set(old).size, new Set(now).size]);
        const replaced = told.filter(({ kind }) => kind.endsWith('-replaced')).flatMap((one) => one.before ?? []);
        expect(replaced.length > 0 && before.length !== after.length).toBe(false);
      }
    }),
    { numRuns: costlyRuns(3_000) },
  );
}, 300_000);
