/** `--slim`: the tools fit, what a call needs stays, every cut can be taken back, and an update takes the cuts for the author's. */
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { costsOf } from '../../compiler/features/import/openapi/select.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { neededWith, slim } from '../../compiler/features/import/slim.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { costlyRuns, runs } from '../support/runs.ts';

const TEXT = 'The value that the shop keeps. It is long, since it says where it comes from and what it is good for.';
const scalar = fc.constantFrom({ type: 'string' }, { type: 'integer' }, { type: 'string', enum: ['a', 'b'] });
const named = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(fc.constantFrom('amount', 'color', 'notes', 'size', 'weight', 'owner'), value, { maxKeys: 4 });
const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.constant({ $ref: '#/components/schemas/Part' }),
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
  ),
  object: fc
    .tuple(named(tie('schema')), fc.boolean())
    .map(([properties, all]) => ({ type: 'object', properties, required: all ? Object.keys(properties) : [] })),
}));
const described = schema.map((one) => ('$ref' in one ? one : { ...one, description: TEXT }));
const operation = fc.record({ query: named(scalar), body: named(described), needed: fc.nat(4) });

function documentOf(operations: readonly { query: object; body: object; needed: number }[]): object {
  const paths = operations.map(({ query, body, needed }, at) => {
    const parameters = Object.entries(query).map(([name, one], index) => ({
      name: `q_${name}`,
      in: 'query',
      required: index < needed,
      description: TEXT,
      schema: one,
    }));
    const required = Object.keys(body).slice(0, needed);
    const content = { 'application/json': { schema: { type: 'object', properties: body, required } } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'The part.' };
    const post = {
      operationId: `change${'abcdef'[at]}Part`,
      summary: `Changes a part of shelf ${at}.`,
      description: TEXT,
      parameters: [id, ...parameters],
      requestBody: { content },
      responses: { 200: { description: 'The part.' } },
    };
    return [`/parts${at}/{id}`, { post }];
  });
  const Part = {
    type: 'object',
    properties: { whole: { $ref: '#/components/schemas/Part' }, size: { type: 'integer' } },
  };
  return {
    openapi: '3.0.3',
    info: { title: 'Parts', version: '1' },
    servers: [{ url: 'https://parts.example' }],
    paths: Object.fromEntries(paths),
    components: { schemas: { Part } },
  };
}

function imported(document: object): ImportResult {
  const made = importOpenapi({ value: document, name: 'api.json', resolve: () => undefined });
  if (made.kind !== 'imported') throw new Error(made.kind);
  return made;
}

const settings = settingsOf({ profiles: { specs: 'mcp' } });

/** Codes of what a check says against the documents. */
function faults({ documents }: ImportResult): readonly string[] {
  const specs = printDocuments(documents).map(({ path, text }) => ({ path: `specs/${path}`, text }));
  const { diagnostics } = planSpecs(specs, { settings });
  return diagnostics
    .filter(({ severity, code }) => severity === 'error' || code === 'tool/parameter-unused')
    .map(({ code, message }) => `${code}: ${message}`);
}

const total = (all: ImportResult): number => costsOf(all).reduce((sum, { tokens }) => sum + tokens, 0);
const toolsOf = ({ documents }: ImportResult) => documents.filter(({ value }) => value['kind'] === 'tool');

test('the tools fit wherever they can, are clean, and have everything that a call needs', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 1, max: 900 }),
      (all, budget) => {
        const whole = imported(documentOf(all));
        const slimmed = slim(whole, budget);
        expect([slimmed.before, slimmed.after]).toEqual([total(whole), total(slimmed.imported)]);
        expect(slimmed.after).toBeLessThanOrEqual(slimmed.before);
        expect(faults(slimmed.imported)).toEqual([]);
        for (const [at, { value }] of toolsOf(whole).entries()) {
          const made = toolsOf(slimmed.imported)[at]?.value;
          expect(made).toMatchObject({ name: value['name'], from: value.from });
          expect(made?.['required']).toEqual(value['required']);
          expect(Object.keys(made?.['parameters'] ?? {})).toEqual(expect.arrayContaining(value['required'] as never));
        }
        if (slimmed.before <= budget) expect(slimmed.imported).toEqual(whole);
        // More cannot be left out: a budget of one token gives the least.
        if (slimmed.after > budget) expect(slimmed.after).toBe(slim(whole, 1).after);
      },
    ),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

test('with each place that a parameter needs, what was left out is back as it was', () => {
  fc.assert(
    fc.property(operation, (one) => {
      const whole = imported(documentOf([one]));
      const [source, cut] = [whole, slim(whole, 1).imported].map((all) => toolsOf(all)[0]?.value ?? expect.fail());
      if (!source || !cut) return;
      for (const name of Object.keys(source['parameters'] ?? {})) {
        if (Object.hasOwn(Object(cut['parameters']), name)) continue;
        const needed = neededWith(cut, source, ['parameters', name]).map((path) => path.join('.'));
        const json = JSON.stringify(source['http']).includes(`"{${name}}"`);
        expect(needed.some((path) => path.startsWith('http.'))).toBe(json);
        const refers = JSON.stringify(Object(source['parameters'])[name]).includes('#/$defs/');
        expect(needed.some((path) => path.startsWith('definitions.'))).toBe(refers && !('definitions' in cut));
      }
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('on the command line: what was left out is said, is taken back by one line, and an update changes nothing', () => {
  const part = { $ref: '#/components/schemas/Part' };
  const body = { label: { type: 'string', description: TEXT }, inner: part, list: { type: 'array', items: part } };
  const document = documentOf([{ query: {}, body, needed: 1 }]);
  const folder = temporaryFolder({ 'package.json': '{}', 'specs/.keep': '', 'api.json': JSON.stringify(document) });
  const spec = (): string => readFileSync(join(folder, 'specs/api/tools.yaml'), 'utf8');
  expect(haft(folder, 'import', 'openapi', 'api.json', '--slim', '1')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /cost about \d+ tokens without anything optional, more than 1\. Nothing was imported/,
    ),
  });
  expect(haft(folder, 'import', 'openapi', 'api.json', '--slim', 'few').stderr).toContain('must be a whole number');
  const done = haft(folder, 'import', 'openapi', 'api.json', '--slim', '130');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/cost about \d+ tokens; with everything/) });
  const tool = /^name: (\S+)/m.exec(spec())?.[1] ?? '';
  const cut = spec();
  expect(done.stderr).toContain(`haft import --take ${tool}.parameters.`);
  expect(spec()).toMatch(/^# left out: list, inner$|^# left out: inner, list$/m);
  expect(haft(folder, 'check').code).toBe(0);
  expect(haft(folder, 'import', '--update').stdout).toContain('has not changed');
  expect(spec()).toBe(cut);
  for (const name of ['inner', 'list'])
    expect(haft(folder, 'import', '--take', `${tool}.parameters.${name}`).code).toBe(0);
  expect(spec()).toContain('json: { label: "{label}", inner: "{inner}", list: "{list}" }');
  expect(haft(folder, 'check')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('parameter-unused') });
});
