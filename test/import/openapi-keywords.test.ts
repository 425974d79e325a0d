/** Each keyword of OpenAPI changes the specs, is reported, or is in the table with the reason why no tool can say it. */
import { expect, test } from 'vitest';
import { memoizeText } from '../../compiler/base/memo.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { DOCUMENT, SWAGGER_DOCUMENT } from './keywords.ts';
import type { Keyword, ObjectKeywords } from './keywords.ts';
import { OF_DOCUMENTS } from './keywords-of-documents.ts';
import { OF_SCHEMAS } from './keywords-of-schemas.ts';

const ALL = [...OF_DOCUMENTS, ...OF_SCHEMAS].flatMap((object) =>
  object.keywords.map(
    (keyword) => [`${object.object} ${object.version}: ${keyword.keyword}`, object, keyword] as const,
  ),
);

function changed(value: Json, [step, ...rest]: readonly (string | number)[], change: (value: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item: Json, at) => (at === step ? changed(item, rest, change) : item));
  const members = value as JsonObject;
  return { ...members, [step]: changed(members[step] ?? {}, rest, change) };
}

function withMembers({ at, version }: ObjectKeywords, members: Readonly<Record<string, Json | undefined>>): string {
  const document = version === '2.0' ? SWAGGER_DOCUMENT : DOCUMENT;
  return JSON.stringify(
    changed(document, at, (value) => JSON.parse(JSON.stringify({ ...(value as JsonObject), ...members }))),
  );
}

interface Imported {
  readonly documents: unknown;
  readonly subjects: readonly string[];
}

/** Most keywords are added to the same document. */
const importedFrom = memoizeText((text): Imported => {
  const made = importOpenapi({ text, name: 'zoo.json' });
  if (made.kind === 'unreadable') return { documents: [], subjects: [made.message] };
  if (made.kind !== 'imported') throw new Error(made.kind);
  return {
    documents: made.documents,
    subjects: made.losses.map(({ subject, from, message }) => `${subject}: ${from} ${message}`),
  };
});

test.each(ALL)('%s', (_name, object, { keyword, value, fate, beside = {} }: Keyword) => {
  const before = importedFrom(withMembers(object, beside));
  const after = importedFrom(withMembers(object, { ...beside, [keyword]: value }));
  const fresh = after.subjects.filter((subject) => !before.subjects.includes(subject));
  if (fate === 'carried') expect(after.documents).not.toEqual(before.documents);
  else if ('told' in fate) expect(fresh.map((subject) => subject.split(':')[0])).toContain(fate.told);
  else {
    expect(after).toEqual(before);
    expect(fate.idle).toMatch(/^[A-Z].*\.$/);
  }
});

test('a format that only documents have is that of JSON Schema', () => {
  const schema = { type: 'object', properties: { site: { type: 'string', format: 'url' } } };
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  const { documents, subjects } = importedFrom(
    JSON.stringify({ openapi: '3.1.0', info: {}, servers: [{ url: 'https://a.example' }], paths: { '/b': { post } } }),
  );
  expect(documents).toContainEqual(
    expect.objectContaining({
      value: expect.objectContaining({ parameters: { site: { type: 'string', format: 'uri' } } }),
    }),
  );
  expect(subjects.filter((subject) => subject.startsWith('formats'))).toEqual([]);
});
