/** Updates of tools that are deprecated in the specs: callers rely on them as they were released. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { ImportedDocument, Loss } from '../../compiler/features/import/imported.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { replacedIn, update } from '../../compiler/features/import/update.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { runs } from '../support/runs.ts';

const INTO = 'specs/boxes';
const FROM = 'POST /stop';

function tool(from: string, more: JsonObject): ImportedDocument {
  return { file: 'tools.yaml', value: { kind: 'tool', from, ...more }, notes: [] };
}

function specsOf(documents: readonly ImportedDocument[]): SourceFile[] {
  return printDocuments(documents).map(({ path, text }) => ({ path: `${INTO}/${path}`, text }));
}

const recordOf = (documents: readonly ImportedDocument[]) => ({
  into: INTO,
  documents: Object.fromEntries(documents.map(({ value }) => [value.from, value])),
});

const request = (names: readonly string[]): JsonObject => ({
  parameters: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  http: { request: FROM, query: Object.fromEntries(names.map((name) => [name, `{${name}}`])) },
});

const OLD = { since: '2026-01-01', use: 'stop_v2', remove_after: '2026-04-01' };
/** As `haft bump` leaves them: a copy, and a call of the successor. */
const FORMS: readonly JsonObject[] = [
  { name: 'stop', description: 'Stops.', ...request(['t']), deprecated: OLD },
  {
    name: 'stop',
    description: 'Stops.',
    parameters: request(['t'])['parameters'] ?? {},
    deprecated: { ...OLD, via: {} },
  },
];

const LOSSES = (['deprecated', 'todo'] as const).map((kind): Loss => {
  return { kind, subject: kind, from: FROM, message: 'It is deprecated.', hint: 'Deprecate it.' };
});

test('whatever the source changes, a deprecated tool stays, and what was left out comes with the next update after', () => {
  const sources = fc.record({
    names: fc.uniqueArray(fc.constantFrom('t', 'timeout', 'ticket', 'signal'), { maxLength: 3 }),
    description: fc.constantFrom('Stops.', 'Stops a box.', 'Deprecated. Use kill instead.'),
  });
  const orders = fc.constantFrom('first', 'last', 'alone');
  fc.assert(
    fc.property(sources, orders, fc.constantFrom(...FORMS), fc.boolean(), (source, order, form, isGone) => {
      const base = tool(FROM, { name: 'stop', description: 'Stops.', ...request(['t']) });
      const old = tool(FROM, form);
      const next = tool(FROM, { name: 'stop_v2', description: 'Stops.', ...request(['t']), replaces: 'stop' });
      const specs = specsOf(order === 'alone' ? [old] : order === 'first' ? [old, next] : [next, old]);
      const theirs = tool(FROM, { name: 'stop', description: source.description, ...request(source.names) });
      const imported = { documents: isGone ? [] : [theirs], files: [], losses: isGone ? [] : LOSSES };
      const updated = update({ specs, record: recordOf([base]), imported });
      const [text = ''] = replacedIn(specs, updated.texts).map((one) => one.text);
      const [own = ''] = specsOf([old]).map((one) => one.text);
      expect(text).toContain(own);
      const [start, end] = [text.indexOf(own), text.indexOf(own) + own.length];
      for (const { code, hint } of updated.findings.filter(({ span: { start: at } }) => at >= start && at < end))
        expect([code, hint]).toEqual(['import/gone', expect.stringMatching(/^It is deprecated already/)]);
      if (order !== 'alone' || isGone) return;
      // Its author takes the deprecation back.
      const { deprecated: _deprecated, ...plain } = { ...form, ...request(['t']) };
      const restored = specsOf([tool(FROM, plain)]);
      const again = update({ specs: restored, record: { into: INTO, ...updated.recorded }, imported });
      const now = load(replacedIn(restored, again.texts)).value.documents.map(({ value }) => value);
      expect(now).toEqual([theirs.value]);
    }),
    { numRuns: runs(100) },
  );
});
