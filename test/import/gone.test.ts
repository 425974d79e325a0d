/** Documents that are gone from the source: the record is what the source has, and specs that still have them are told of. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import { IMPORTED_SCHEMA } from '../../compiler/check/documents/imported.ts';
import { KINDS } from '../../compiler/check/documents/language.ts';
import { removedFinding } from '../../compiler/features/import/findings.ts';
import type { ImportedDocument } from '../../compiler/features/import/imported.ts';
import { placedIn, printDocuments } from '../../compiler/features/import/print.ts';
import { replacedIn, update } from '../../compiler/features/import/update.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { runs } from '../support/runs.ts';

const INTO = 'specs/pets';

function tool(from: string, more: JsonObject): ImportedDocument {
  return { file: 'tools.yaml', value: { kind: 'tool', ...more, from }, notes: [] };
}

const specsOf = (documents: readonly ImportedDocument[]) =>
  printDocuments(documents).map(({ path, text }) => ({ path: `${INTO}/${path}`, text }));

test('the record is what the source has; of what is gone the base stays while specs have it, for when it comes back', () => {
  const names = ['a', 'b', 'c', 'd'] as const;
  const versions = fc.array(fc.tuple(fc.subarray([...names]), fc.subarray([...names])), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(versions, (steps) => {
      let [specs, recorded] = [specsOf([]), { documents: {}, gone: {} } as ReturnType<typeof update>['recorded']];
      for (const [index, [has, deleted]] of steps.entries()) {
        const now = has.map((from) => tool(from, { name: from, description: `Version ${index}.` }));
        const documents = { ...recorded.gone, ...recorded.documents };
        const updated = update({
          specs,
          record: { into: INTO, documents },
          imported: { documents: now, files: [], losses: [] },
        });
        specs = replacedIn(specs, updated.texts);
        recorded = updated.recorded;
        const placed = placedIn(load(specs).value.documents);
        expect(recorded.documents).toEqual(Object.fromEntries(now.map(({ value }) => [value.from, value])));
        for (const from of Object.keys(recorded.gone ?? {}))
          expect([placed.has(from), now.some(({ value }) => value.from === from)]).toEqual([true, false]);
        for (const [from, [one]] of placed) {
          expect(Object.hasOwn({ ...recorded.gone, ...recorded.documents }, from)).toBe(true);
          // Nobody edits them: each follows the source, also after it was gone.
          if (has.some((name) => name === from)) expect(one?.value['description']).toBe(`Version ${index}.`);
        }
        expect(updated.findings.map(({ code }) => code)).toEqual(
          [...placed.keys()].filter((from) => !has.some((name) => name === from)).map(() => 'import/gone'),
        );
        const kept = [...placed.values()].flat().filter(({ from }) => !deleted.some((name) => name === from));
        specs = specsOf(kept.map(({ value, from }) => tool(from, value)));
      }
    }),
    { numRuns: runs(100) },
  );
});

test('the next step for what is gone names only keys that a document of its kind has', () => {
  const values: readonly JsonObject[] = [
    { kind: 'tool', name: 'a' },
    { kind: 'tool', name: 'b', mcp: { upstream: 'u', tool: 'b' } },
    { kind: 'server', name: 'c' },
    { kind: 'skill', name: 'd', description: 'Reads.', text: 'Look.' },
  ];
  const specs = specsOf(
    values.map((value) => ({ file: 'all.yaml', value: { ...value, from: String(value['name']) }, notes: [] })),
  );
  const placed = [...placedIn(load(specs).value.documents).values()].flat();
  expect(placed).toHaveLength(values.length);
  for (const place of placed) {
    const { hint = '' } = removedFinding(place, false);
    const kind = KINDS.find((one) => one === place.value['kind']) ?? 'tool';
    for (const [, key = ''] of hint.matchAll(/`(\w+)[:.]/g))
      expect(Object.keys(Object(IMPORTED_SCHEMA.$defs[kind]['properties'])), `${kind}: ${hint}`).toContain(key);
  }
});
