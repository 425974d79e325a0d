/** Updates of imported specs: random edits of authors against random edits of the source. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@haft/runtime/language';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { ImportResult, ImportedDocument, Loss } from '../../compiler/features/import/imported.ts';
import { merge } from '../../compiler/features/import/merge.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { replacedIn, update } from '../../compiler/features/import/update.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { runs } from '../support/runs.ts';

const INTO = 'specs/pets';

function tool(from: string, more: JsonObject): ImportedDocument {
  return { file: 'tools.yaml', value: { kind: 'tool', from, ...more }, notes: [] };
}

function specsOf(documents: readonly ImportedDocument[]): SourceFile[] {
  return printDocuments(documents).map(({ path, text }) => ({ path: `${INTO}/${path}`, text }));
}

function recordOf(documents: readonly ImportedDocument[]): { into: string; documents: Record<string, JsonObject> } {
  return { into: INTO, documents: Object.fromEntries(documents.map(({ value }) => [value.from, value])) };
}

const imported = (documents: readonly ImportedDocument[], losses: readonly Loss[] = []): ImportResult => ({
  documents,
  losses,
  files: [],
});

test('comments, order and layout of the author stay', () => {
  const base = [
    tool('GET /pets', { name: 'list_pets', description: 'Lists.', http: { path: '/pets' }, required: ['a'] }),
  ];
  const theirs = [
    tool('GET /pets', {
      name: 'list_pets',
      description: 'Lists all.',
      http: { path: '/v2/pets' },
      required: ['a', 'b'],
    }),
  ];
  const text = `# mine
kind: tool
from: GET /pets
name: find_pets   # renamed

required: [ 'a', own ]
http:
  # the old path
  path: "/pets"
description: Finds pets.
`;
  const updated = update({
    specs: [{ path: `${INTO}/mine.yaml`, text }],
    record: recordOf(base),
    imported: imported(theirs),
  });
  expect(updated.texts).toEqual([
    {
      path: `${INTO}/mine.yaml`,
      text: text.replace('"/pets"', '/v2/pets').replace("[ 'a', own ]", '[a, own, b]'),
    },
  ]);
  expect(updated.findings.map(({ code, message, hint }) => ({ code, message, hint }))).toEqual([
    {
      code: 'import/conflict',
      message:
        'Description of "find_pets" was changed here and in the source: here it is "Finds pets.", in the source "Lists all.".',
      hint: 'Yours is kept. To take the value of the source, run `haft import --take find_pets.description`.',
    },
  ]);
});

const KIND = { type: 'string', enum: ['bird', 'fish'], description: 'Kind.' };

function find(kind: JsonObject): ImportedDocument {
  const http = { request: 'GET /animals', query: { kind: '{kind}', limit: '{limit}' } };
  const parameters = { kind, limit: { type: 'integer' } };
  return tool('GET /animals', { name: 'find', parameters, required: ['kind'], http });
}

test('a parameter that its author renamed follows the source', () => {
  const base = [find(KIND)];
  const specs = specsOf(base).map(({ path, text }) => {
    const renamed = text.replace('kind: { type', 'species: { type').replace('"{kind}"', '"{species}"');
    return { path, text: renamed.replace('[kind]', '[species]').replace('Kind.', 'Mine.') };
  });
  expect(specs[0]?.text).toContain('query: { kind: "{species}"');
  const theirs = [find({ ...KIND, enum: ['bird', 'fish', 'bat'], description: 'Kind now.' })];
  const updated = update({ specs, record: recordOf(base), imported: imported(theirs) });
  const [text = ''] = replacedIn(specs, updated.texts).map((one) => one.text);
  expect(text).toContain('enum: [bird, fish, bat], description: Mine.');
  expect(text).toContain('query: { kind: "{species}"');
  expect(text).not.toContain('kind: {');
  expect(updated.findings).toMatchObject([
    {
      code: 'import/conflict',
      message:
        'Parameters.species.description of "find" was changed here and in the source: here it is "Mine.", in the source "Kind now.".',
      hint: expect.stringContaining('`haft import --take find.parameters.species.description`'),
    },
  ]);
  expect(update({ specs, record: recordOf(theirs), imported: imported(theirs) }).texts).toEqual([]);
});

test('new documents are added, those that the author removed are not, those that are gone are reported', () => {
  const [a, b, c] = [tool('a', { name: 'get_a' }), tool('b', { name: 'get_b' }), tool('c', { name: 'get_c' })];
  const loss: Loss = {
    kind: 'lossy',
    subject: 'callbacks',
    from: 'c',
    message: 'Callbacks are left out.',
    hint: 'Read the docs.',
  };
  const specs = specsOf([a]);
  const updated = update({
    specs,
    record: recordOf([a, b]),
    imported: imported([b, c], [loss, { ...loss, from: 'b' }]),
  });
  expect(updated.texts).toEqual([
    { path: `${INTO}/tools.yaml`, text: 'kind: tool\nfrom: a\nname: get_a\n---\nkind: tool\nfrom: c\nname: get_c\n' },
  ]);
  expect([updated.added, updated.gone, updated.changed]).toEqual([['c'], ['a'], []]);
  expect(updated.findings.map(({ code, span }) => [code, span.start])).toEqual([
    ['import/gone', 11],
    ['import/lossy', 46],
  ]);
});

test('a parameter that the importer fills from the environment now stays, with the way to change it', () => {
  const body = { http: { query: { q: '{q}' }, headers: { 'X-Token': '{x_token}' }, json: { secret: '{secret}' } } };
  const parameters = { q: { type: 'string' }, x_token: { type: 'string' }, secret: { type: 'string' } };
  const base = [
    tool('openapi', { kind: 'server', name: 'pets' }),
    tool('POST /pets', { name: 'create_pet', parameters, required: ['secret'], ...body }),
  ];
  const env = { PETS_TOKEN: { secret: true }, PETS_SECRET: { secret: true }, PETS_KEY: { secret: true } };
  const theirs = [
    tool('openapi', { kind: 'server', name: 'pets', env }),
    tool('POST /pets', {
      name: 'create_pet',
      parameters: { q: { type: 'string' }, limit: { type: 'integer' } },
      http: {
        query: { q: '{q}', limit: '{limit}', key: '{env.PETS_KEY}' },
        headers: { 'X-Token': '{env.PETS_TOKEN|}' },
        json: { secret: '{env.PETS_SECRET}' },
      },
    }),
  ];
  const updated = update({ specs: specsOf(base), record: recordOf(base), imported: imported(theirs) });
  const [server, pets] = load(updated.texts).value.documents.map(({ value }) => Object(value));
  expect(Object.keys(server.env)).toEqual(['PETS_KEY']);
  expect(pets).toMatchObject({
    parameters: { ...parameters, limit: { type: 'integer' } },
    required: ['secret'],
    http: { headers: { 'X-Token': '{x_token}' }, json: { secret: '{secret}' }, query: { limit: '{limit}' } },
  });
  expect(
    updated.findings.map(({ code, message, hint, span }) => [code, message, hint, span.file, span.start > 0]),
  ).toEqual(
    [
      ['x_token', 'PETS_TOKEN', '{env.PETS_TOKEN|}', 'http.headers.X-Token'],
      ['secret', 'PETS_SECRET', '{env.PETS_SECRET}', 'http.json.secret'],
    ].map(([name, variable, template, place]) => [
      'import/todo',
      `Parameter "${name}" of "create_pet" is a credential, and the model fills it in.`,
      `Declare ${variable} under \`env:\` of the server with \`secret: true\`, write "${template}" at \`${place}\`, delete the parameter, and run \`haft bump create_pet\`.`,
      'specs/pets/tools.yaml',
      true,
    ]),
  );
  // Again, nothing changes.
  const again = update({
    specs: replacedIn(specsOf(base), updated.texts),
    record: { into: INTO, documents: updated.recorded.documents },
    imported: imported(theirs),
  });
  expect([again.texts, again.findings.length]).toEqual([[], 2]);
});

test('what was bumped as a credential asked is not named again: its deprecated version keeps the parameter', () => {
  const templates = fc.constantFrom('{env.PETS_TOKEN}', '{env.PETS_TOKEN|}');
  fc.assert(
    fc.property(templates, fc.constantFrom('headers', 'query', 'json'), fc.boolean(), (template, place, isBumped) => {
      const old = { name: 'list_pets', parameters: { token: { type: 'string' } }, http: { [place]: { t: '{token}' } } };
      const now = { http: { [place]: { t: template } } };
      const bumped = [
        tool('GET /pets', { name: 'list_pets_v2', ...now, replaces: 'list_pets' }),
        tool('GET /pets', { ...old, deprecated: { since: '2026-01-01', use: 'list_pets_v2' } }),
      ];
      const specs = specsOf(isBumped ? bumped : [tool('GET /pets', old)]);
      const theirs = imported([tool('GET /pets', { name: 'list_pets', ...now })]);
      const { findings } = update({ specs, record: recordOf([tool('GET /pets', old)]), imported: theirs });
      const codes = findings.map(({ code }) => code);
      expect(codes.filter((code) => code === 'import/todo')).toHaveLength(isBumped ? 0 : 1);
    }),
    { numRuns: runs(10_000) },
  );
});

test('a document that aliases make unsafe to edit is left alone, and tried again', () => {
  const base = tool('a', { name: 'get_a', x: { t: 1 }, y: { t: 1 } });
  const theirs = tool('a', { name: 'get_a', x: { t: 1 }, y: { t: 2 } });
  const specs = [{ path: `${INTO}/t.yaml`, text: 'kind: tool\nfrom: a\nname: get_a\ny: &y { t: 1 }\nx: *y\n' }];
  const updated = update({ specs, record: recordOf([base]), imported: imported([theirs]) });
  expect(updated.texts).toEqual([]);
  expect(updated.recorded.documents).toEqual({ a: base.value });
  expect(updated.findings.map(({ code }) => code)).toEqual(['import/not-written']);
});

const word = fc.constantFrom('a', 'b', 'a: b', '# x', 'true', 'x\ny', '- z', '');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom<Json>(null, true, 7),
    fc.array(word, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'enum', '404'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const members = fc.dictionary(fc.constantFrom('parameters', 'http', 'description', 'examples', 'x y'), value, {
  noNullPrototype: true,
});
const note = fc.record({
  path: fc.array(fc.constantFrom('parameters', 'http', 'x', 'y', 'kind'), { maxLength: 3 }),
  text: word,
});
/** The values of a tool: as it was, the author's with comments, and the source's; undefined where one has none. */
const trio = fc.record({
  base: fc.option(members),
  ours: fc.option(members),
  theirs: fc.option(members),
  notes: fc.array(note, { maxLength: 3 }),
});

test('any edits of the author and of the source: the merge stands in the files, and a second update writes nothing', () => {
  fc.assert(
    fc.property(fc.array(trio, { minLength: 1, maxLength: 4 }), (trios) => {
      const side = (key: 'base' | 'ours' | 'theirs'): ImportedDocument[] => {
        return trios.flatMap((one, at) => {
          const own = one[key];
          return own === null ? [] : [{ ...tool(`t${at}`, own), notes: key === 'ours' ? one.notes : [] }];
        });
      };
      const [base, ours, theirs] = [side('base'), side('ours'), side('theirs')];
      const before = specsOf(ours);
      const first = update({ specs: before, record: recordOf(base), imported: imported(theirs) });
      const after = replacedIn(before, first.texts);
      const read = load(after);
      expect(read.diagnostics).toEqual([]);
      const said = new Map(read.value.documents.map(({ value: one }) => [(one as { from: string }).from, one]));
      const valueOf = (documents: readonly ImportedDocument[], from: string): JsonObject | undefined => {
        return documents.find((one) => one.value.from === from)?.value;
      };
      trios.forEach((_trio, at) => {
        const from = `t${at}`;
        const [b, o, t] = [valueOf(base, from), valueOf(ours, from), valueOf(theirs, from)];
        const expected =
          o === undefined
            ? b === undefined
              ? t
              : undefined
            : t === undefined
              ? o
              : merge({ base: b ?? t, ours: o, theirs: t }).value;
        expect(said.get(from)).toEqual(expected);
      });
      const again = update({
        specs: after,
        record: { into: INTO, documents: { ...first.recorded.gone, ...first.recorded.documents } },
        imported: imported(theirs),
      });
      expect(again.texts).toEqual([]);
      expect(again.recorded).toEqual(first.recorded);
    }),
  );
});
