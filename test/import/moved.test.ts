/** The identity of what was imported: renamed path parameters, moved paths and deprecations are the same tools after an update. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { followMoved } from '../../compiler/features/import/moved.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import type { ImportRecord } from '../../compiler/check/analysis/imported/import-record.ts';
import { replacedIn, update } from '../../compiler/features/import/update.ts';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import { WHOLE_RUN, costlyRuns } from '../support/runs.ts';

type Paths = Record<string, Record<string, object>>;

function read(paths: Paths, imported: readonly string[] = []): ImportResult {
  const root = { openapi: '3.0.0', info: { title: 'Pets' }, servers: [{ url: 'https://pets.example' }], paths };
  const made = importOpenapi({ name: 'pets.json', text: JSON.stringify(root) }, { imported });
  if (made.kind !== 'imported') throw new Error(made.kind);
  return made;
}

interface State {
  readonly specs: readonly SourceFile[];
  readonly record: ImportRecord;
}

function first(paths: Paths): State {
  const { documents } = read(paths);
  const specs = printDocuments(documents).map(({ path, text }) => ({ path: `specs/pets/${path}`, text }));
  const record = { kind: 'openapi', source: 'pets.json', digest: '', options: {}, into: 'specs/pets', files: {} };
  return {
    specs,
    record: { ...record, documents: Object.fromEntries(documents.map(({ value }) => [value.from, value])) },
  };
}

function again({ specs, record }: State, paths: Paths): State & { readonly codes: string[]; readonly said: string } {
  const followed = followMoved(specs, record, read(paths, Object.keys(record.documents)));
  const { imported } = followed;
  const updated = update({ specs: followed.specs, record: followed.record, imported });
  const now = replacedIn(followed.specs, updated.texts);
  const findings = [...followed.findings(now), ...updated.findings];
  const said = findings.map(({ message }) => message).join('\n');
  return {
    specs: now,
    record: { ...record, documents: updated.recorded.documents },
    codes: findings.map(({ code }) => code),
    said,
  };
}

const operation = (id: string, ...names: string[]): object => ({
  operationId: id,
  summary: 'Does something.',
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  responses: { 204: {} },
});
const textOf = ({ specs }: State): string => specs.map(({ text }) => text).join('\n');

test('a renamed path parameter keeps tool, parameter and edits', () => {
  const start = first({
    '/pets/{petId}': { get: operation('getPet', 'petId'), delete: operation('deletePet', 'petId') },
  });
  const edited = {
    ...start,
    specs: start.specs.map((one) => ({ ...one, text: one.text.replaceAll('Does something.', 'Mine.') })),
  };
  const renamed: Paths = {
    '/pets/{pet_id}': { get: operation('getPet', 'pet_id'), delete: operation('deletePet', 'pet_id') },
  };
  const after = again(edited, renamed);
  expect(after.codes).toEqual(['import/moved', 'import/moved']);
  expect(textOf(after)).toBe(
    textOf(edited)
      .replaceAll('from: GET /pets/{petId}', 'from: GET /pets/{pet_id}')
      .replaceAll('from: DELETE /pets/{petId}', 'from: DELETE /pets/{pet_id}'),
  );
  expect(again(after, renamed)).toMatchObject({ codes: [], specs: after.specs });
});

test('a name that another parameter has now is reported', () => {
  const start = first({ '/pets/{id}': { get: operation('getPet', 'id') } });
  const parameters = [
    { name: 'petId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'id', in: 'query', schema: { type: 'string' } },
  ];
  const after = again(start, { '/pets/{petId}': { get: { ...operation('getPet'), parameters } } });
  expect(after.codes).toEqual(['import/moved', 'import/conflict']);
  expect(after.said).toContain(
    'Parameter "id" of "get_pet" filled the path; in the source "petId" does now, and "id" is another parameter.',
  );
});

test('a file with CRLF has no other line ends after a tool was added', () => {
  const one: Paths = { '/pets': { get: operation('listPets') } };
  const start = first(one);
  const specs = start.specs.map((file) => ({ ...file, text: file.text.replaceAll('\n', '\r\n') }));
  const after = textOf(again({ ...start, specs }, { ...one, '/owners': { get: operation('listOwners') } }));
  expect(after).toContain('list_owners');
  expect(after.replaceAll('\r\n', '').replace('\n', '')).not.toContain('\n');
});

test('a moved path with the same operationId is the same tool', () => {
  const start = first({ '/owners': { get: operation('listOwners') }, '/pets': { get: operation('listPets') } });
  const moved: Paths = { '/people': { get: operation('listOwners') }, '/pets': { get: operation('listPets') } };
  const after = again(start, moved);
  expect(after.codes).toEqual(['import/moved']);
  expect(after.said).toContain('"list_owners" is in "GET /people" of the source now; it was in "GET /owners".');
  expect(textOf(after)).toContain('request: GET /people');
  expect(again(after, moved)).toMatchObject({ codes: [], specs: after.specs });
});

test('an operation that became deprecated stays, with the text of its vendor, said once', () => {
  const start = first({ '/pets': { get: operation('listPets') } });
  const paths: Paths = {
    '/pets': {
      get: { ...operation('listPets'), deprecated: true, description: 'Lists pets. Use GET /animals instead.' },
    },
  };
  const after = again(start, paths);
  expect(after.codes).toEqual(['import/deprecated']);
  expect(after.said).toContain('Use GET /animals instead.');
  expect(textOf(after)).toMatch(/description: .*Use GET \/animals instead\./);
  expect(again(after, paths)).toMatchObject({ codes: [], specs: after.specs });
});

const NAMES = ['id', 'petId', 'pet_id', 'key', 'petKey'];

test(
  'whatever the parameters of paths are called, no tool is lost, new, or changed but for its place',
  () => {
    const path = fc.record({
      first: fc.constantFrom('/pets', '/owners'),
      names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
      others: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 2 }),
      method: fc.constantFrom('get', 'put', 'delete'),
      id: fc.boolean(),
    });
    const unique = fc.uniqueArray(path, {
      minLength: 1,
      maxLength: 4,
      selector: ({ first, names, method }) => `${method} ${first} ${names.length}`,
    });
    const pathsOf = (all: typeof path extends fc.Arbitrary<infer T> ? T[] : never, isRenamed: boolean): Paths => {
      const paths: Paths = {};
      for (const { first, names, others, method, id } of all) {
        const used = isRenamed ? others.slice(0, names.length) : names;
        const key = `${first}${used.map((name) => `/{${name}}`).join('/of')}`;
        const one = operation(id ? `${method}${first.slice(1)}${names.length}` : '', ...used) as Record<
          string,
          unknown
        >;
        if (!id) delete one['operationId'];
        (paths[key] ??= {})[method] = one;
      }
      return paths;
    };
    fc.assert(
      fc.property(unique, (all) => {
        const start = first(pathsOf(all, false));
        const after = again(start, pathsOf(all, true));
        expect(after.codes.filter((code) => code !== 'import/moved')).toEqual([]);
        const withoutFrom = (state: State): string => textOf(state).replaceAll(/^from: .*$/gm, '');
        expect(withoutFrom(after)).toBe(withoutFrom(start));
      }),
      { numRuns: costlyRuns(10_000) },
    );
  },
  WHOLE_RUN,
);
