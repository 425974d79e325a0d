/** What a request of an imported operation sends is what the document says, field by field; where a tool cannot say it, a finding does. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { ImportedDocument } from '../../compiler/features/import/imported.ts';
import { compileImport } from '../judges/imported.ts';
import { compileContent, compileForm, pairsOf } from '../../runtime/behaviors/http/bodies.ts';
import type { HttpStep } from '../../runtime/descriptor/descriptor.ts';

interface Made {
  /** Undefined where the operation is not imported. */
  readonly http: Record<string, Record<string, unknown> | undefined> | undefined;
  readonly parameters: readonly string[];
  readonly losses: readonly string[];
  readonly hints: readonly string[];
  readonly documents: readonly ImportedDocument[];
}

function importedOf(operation: object, path = '/things'): Made {
  const post = { operationId: 'sendThing', summary: 'Send a thing', responses: {}, ...operation };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths: { [path]: { post }, '/other': { get: { summary: 'Get it', responses: {} } } },
  };
  const made = importOpenapi({ text: JSON.stringify(document), name: 'api.json' });
  if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
  expect(compileImport(made.documents).errors).toEqual([]);
  const tool = made.documents.find(({ value }) => value.from === `POST ${path}`)?.value;
  return {
    http: tool && Object(tool['http']),
    parameters: Object.keys(Object(tool?.['parameters'])),
    losses: made.losses.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`),
    hints: made.losses.map(({ hint }) => hint),
    documents: made.documents,
  };
}

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const OBJECT = { type: 'object', properties: { a: { type: 'integer' }, b: TEXT } };
const bodyOf = (type: string, schema: object, encoding?: object): object => ({
  requestBody: { content: { [type]: { schema, ...(encoding && { encoding }) } } },
});

describe('the type of a body', () => {
  test.each(['json-patch+json', 'json-seq+json', 'merge-patch+json', 'vnd.api+json', 'json; profile=a'])(
    'application/%s is sent as it is',
    (subtype) => {
      const type = `application/${subtype}`;
      expect(importedOf(bodyOf(type, LIST)).http).toMatchObject({ headers: { 'Content-Type': type } });
    },
  );

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', '*/*', 'application/*'])(
    '%s is JSON, whose type needs no header',
    (type) => {
      const { http } = importedOf(bodyOf(type, OBJECT));
      expect(http).toMatchObject({ json: { a: '{a}' } });
      expect(http?.['headers']).toBeUndefined();
    },
  );

  test.each([
    ['*/*', { type: 'string', format: 'binary' }],
    ['image/*', TEXT],
    ['multipart/mixed', OBJECT],
    ['application/json-seq', LIST],
    ['application/jsonlines', LIST],
  ])('%s with %j is not sent as another type', (type, schema) => {
    const { http, losses } = importedOf(bodyOf(type, schema));
    expect(Object.keys(http ?? {})).toEqual(['connection', 'request']);
    expect(losses).toContain(`lossy bodies: The body is of type ${type}. It is left out.`);
  });
});

/** As the runtime writes it. */
function sentForm(http: Made['http'], args: object): string {
  const forms = () => ({ pairsOf, compileForm });
  const content = compileContent({ ...http, method: 'POST', path: '/' } as unknown as HttpStep, forms);
  return decodeURIComponent(content({ ...args } as never)?.text ?? '');
}

describe('the fields of a form', () => {
  const field = fc.constantFrom(
    ...([
      [TEXT, {}, 'x', ['=x']],
      [LIST, { style: 'form', explode: true }, ['x', 'y'], ['=x', '=y']],
      [LIST, { style: 'form', explode: false }, ['x', 'y'], ['=x,y']],
      [LIST, { style: 'pipeDelimited', explode: false }, ['x', 'y'], ['=x|y']],
      [LIST, { style: 'spaceDelimited', explode: false }, ['x', 'y'], ['=x y']],
      [OBJECT, { style: 'deepObject', explode: true }, { a: 1, b: 'x' }, ['[a]=1', '[b]=x']],
      [OBJECT, { contentType: 'application/json' }, { a: 1, b: 'x' }, ['={"a":1,"b":"x"}']],
    ] as const),
  );

  test('each is written in its own style, or not at all, and then it is named', () => {
    const fields = fc.array(fc.tuple(field, fc.boolean()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fields, (all) => {
        const named = all.map(([[schema, encoding, value, pairs], required], at) => {
          return { name: `f${at}`, schema, encoding, value, pairs, required };
        });
        const tableOf = (key: 'schema' | 'encoding' | 'value') =>
          Object.fromEntries(named.map((one) => [one.name, one[key]]));
        const required = named.filter((one) => one.required).map(({ name }) => name);
        const schema = { type: 'object', properties: tableOf('schema'), required };
        const made = importedOf(bodyOf('application/x-www-form-urlencoded', schema, tableOf('encoding')));
        if (made.http === undefined) {
          expect(made.losses.join()).toMatch(/skipped styles of forms: .*Field "f\d" of the form needs/);
          return;
        }
        const sent = sentForm(made.http, tableOf('value')).split('&');
        for (const { name, pairs, required: isRequired } of named) {
          const own = sent.filter((pair) => new RegExp(`^${name}[[=]`).test(pair));
          const isNamed = made.losses.some((loss) => loss.startsWith(`lossy styles of forms: Field "${name}"`));
          expect([name, isNamed, own]).toEqual([name, own.length === 0, isNamed ? [] : pairs.map((one) => name + one)]);
          expect(isNamed && isRequired).toBe(false);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('objects of which the document says nothing are named', () => {
    const schema = { type: 'object', properties: { meta: OBJECT, tags: LIST } };
    const { http, losses } = importedOf(bodyOf('application/x-www-form-urlencoded', schema));
    expect(http).toMatchObject({ form: { meta: '{meta}', tags: '{tags}' }, style: 'brackets' });
    expect(losses.filter((one) => one.startsWith('lossy styles of forms'))).toHaveLength(1);
  });
});

describe('the parts of a body', () => {
  test.each([
    [OBJECT, {}, 'application/json'],
    [{ type: 'array', items: OBJECT }, {}, 'application/json'],
    [{ type: 'object', additionalProperties: TEXT }, {}, 'application/json'],
    [TEXT, { contentType: 'text/html' }, 'text/html'],
    [TEXT, { contentType: 'text/plain; charset=utf-8' }, undefined],
    [TEXT, { contentType: 'text/*' }, undefined],
    [OBJECT, { contentType: 'application/xml, text/plain' }, undefined],
    [TEXT, {}, undefined],
    [LIST, {}, undefined],
  ])('%j with %j', (schema, encoding, type) => {
    const whole = { type: 'object', properties: { part: schema } };
    const { losses } = importedOf(bodyOf('multipart/form-data', whole, { part: encoding }));
    const told = losses.filter((one) => one.includes('types of parts'));
    expect(told).toEqual(
      type === undefined ? [] : [`lossy types of parts: Field "part" of the form has type ${type}, which is not sent.`],
    );
  });

  test('what the hint says to write is a spec', () => {
    const properties = { meta: OBJECT, 'a-b': OBJECT };
    const { hints, documents } = importedOf(bodyOf('multipart/form-data', { type: 'object', properties }));
    const lines = hints.flatMap((hint) => /`(.*?: \{ text: .*?\})` under/.exec(hint)?.[1] ?? []);
    expect(lines).toEqual([
      'meta: { text: "{meta}", type: application/json }',
      '"a-b": { text: "{a_b}", type: application/json }',
    ]);
    const parts = { meta: '{meta}', 'a-b': '{a_b}' };
    const multipart = Object.entries(parts).map(([name, text]) => [name, { text, type: 'application/json' }]);
    const edited = documents.map((one) =>
      one.value.from === 'POST /things'
        ? {
            ...one,
            value: { ...one.value, http: { ...Object(one.value['http']), multipart: Object.fromEntries(multipart) } },
          }
        : one,
    );
    expect(compileImport(edited).errors).toEqual([]);
  });

  test('a file has the one type of the document', () => {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    const typeOf = (contentType: string) =>
      Object(importedOf(bodyOf('multipart/form-data', schema, { file: { contentType } })).http?.['multipart']?.['file'])
        .type;
    expect(['image/png', 'image/png, image/jpeg', 'image/*'].map(typeOf)).toEqual(['image/png', undefined, undefined]);
  });

  test('lists that are joined are named', () => {
    const schema = { type: 'object', properties: { tags: LIST } };
    const { losses } = importedOf(bodyOf('multipart/form-data', schema, { tags: { style: 'form', explode: false } }));
    expect(losses.join()).toContain('field "tags" of the form are not joined');
  });
});

describe('a value of a path, a header or a cookie', () => {
  const json = { 'application/json': {} };
  test.each([
    ['header', { schema: OBJECT }, false],
    ['header', { schema: OBJECT, explode: true }, false],
    ['header', { schema: { type: 'object' } }, false],
    ['header', { content: { 'application/json': { schema: OBJECT } } }, true],
    ['header', { content: { 'application/json': { schema: LIST } } }, false],
    ['header', { schema: LIST }, true],
    ['header', { schema: TEXT, content: json }, true],
    ['cookie', { schema: OBJECT }, false],
    ['cookie', { schema: LIST }, false],
    ['cookie', { schema: LIST, explode: false }, true],
    ['path', { schema: LIST }, true],
    ['path', { schema: OBJECT }, false],
    ['path', { schema: OBJECT, explode: true }, false],
  ])('in %s with %j is written as the document says, or named', (place, value, isSent) => {
    const name = 'thing';
    const parameter = { name, in: place, ...(place === 'path' && { required: true }), ...value };
    const path = place === 'path' ? `/things/{${name}}` : '/things';
    const { parameters, losses } = importedOf({ parameters: [parameter] }, path);
    const told = losses.filter((one) => one.includes(`parameter "${name}" is a`));
    expect([parameters, told.length]).toEqual(isSent ? [[name], 0] : [[], 1]);
  });
});

describe('the type of a response', () => {
  const binary = { type: 'string', format: 'binary' };
  test.each<readonly [what: string, content: object, response: string | undefined, accept: string | undefined]>([
    ['bytes', { 'application/*': { schema: binary } }, 'bytes', 'application/*'],
    [
      'all bytes',
      { 'application/*': { schema: binary }, 'image/*': { schema: binary } },
      'bytes',
      'application/*, image/*',
    ],
    [
      'text or bytes',
      { 'application/*': { schema: TEXT }, 'text/*': { schema: TEXT } },
      'bytes',
      'application/*, text/*',
    ],
    ['any bytes', { '*/*': { schema: binary } }, 'bytes', undefined],
    ['any text', { '*/*': { schema: TEXT } }, 'bytes', undefined],
    ['images', { 'image/*': {} }, 'bytes', 'image/*'],
    ['texts', { 'text/*': { schema: TEXT } }, 'text', 'text/*'],
    ['any object', { '*/*': { schema: OBJECT } }, undefined, undefined],
    ['objects', { 'application/*': { schema: OBJECT } }, undefined, 'application/*'],
    ['alternatives', { '*/*': { schema: { oneOf: [OBJECT, LIST] } } }, undefined, undefined],
    ['JSON', { 'application/json': { schema: OBJECT } }, undefined, undefined],
    ['JSON or XML', { 'application/xml': {}, 'application/json': {} }, undefined, 'application/json'],
    ['a patch', { 'application/json-patch+json': {} }, undefined, 'application/json-patch+json'],
    ['lines', { 'application/json-seq': {} }, 'lines', 'application/json-seq'],
    ['a database', { 'application/vnd.sqlite3': {} }, 'bytes', 'application/vnd.sqlite3'],
    [
      'a document',
      { 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {} },
      'bytes',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('%s', (_what, content, response, accept) => {
    const { http, losses } = importedOf({ responses: { 200: { description: 'Done.', content } } });
    expect([http?.['response'], http?.['headers']?.['Accept']]).toEqual([response, accept]);
    // Whatever is said to be requested is.
    const [, requested] = /media types; (\S+) is requested/.exec(losses.join('\n')) ?? [];
    if (requested !== undefined) expect(accept).toBe(requested);
  });
});
