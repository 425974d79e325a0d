/** Schemas of real values in profile ext (ADR 20): what a spec may write, what a server gets, what a call is told. */
import { describe, expect, test } from 'vitest';
import { compile } from '../compiler/compile.ts';
import type { Diagnostic } from '../compiler/diagnostic.ts';
import { compileImported, compileSchema, hasImported } from '../runtime/language/index.ts';
import type { Json, Schema } from '../runtime/language/index.ts';
import { layOver } from './support/example.ts';

function compiled(schema: string): { readonly input: Schema | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { source } = layOver('tool', `parameters: { due: ${schema} }\nrequired: [due]\n`);
  const { diagnostics } = compile([source]);
  // A project of one tool lacks what other rules ask for.
  const [server] = compile([source], { onlyNew: () => [] }).value?.plan.servers ?? [];
  return { input: server?.tools[0]?.inputSchema, diagnostics };
}

function told(schema: Schema, due: Json): string {
  const validate = hasImported(schema) ? compileImported(schema) : compileSchema(schema);
  const judged = validate({ due });
  return 'issues' in judged ? judged.issues.map(({ message }) => message).join(' ') : 'fits';
}

interface Row {
  readonly schema: string;
  readonly fits: readonly Json[];
  readonly refused: readonly Json[];
}

const ROWS: readonly Row[] = [
  {
    schema: '{ type: [string, "null"], description: Day of return; null removes it. }',
    fits: ['tomorrow', null],
    refused: [7, true],
  },
  {
    schema: '{ type: string, format: date, description: Day of return. }',
    fits: ['2024-02-29'],
    refused: ['2023-02-29', 'tomorrow', 7],
  },
  {
    schema: '{ type: string, format: uuid, description: Number of the loan. }',
    fits: ['0b6f1c6e-4a1c-4f7e-9d55-0a7d3c5b2e11'],
    refused: ['0b6f1c6e'],
  },
  {
    schema: '{ type: number, minimum: -90, maximum: 90, description: Degrees north of the branch. }',
    fits: [52.5, -90],
    refused: [90.5, '52.5'],
  },
  {
    schema:
      '{ type: object, additionalProperties: { type: integer, minimum: 0, description: Copies. }, description: Copies by branch. }',
    fits: [{}, { north: 3, south: 0 }],
    refused: [{ north: '3' }, { north: -1 }],
  },
  {
    schema:
      '{ type: object, properties: { unit: { type: string, const: days, description: In what the length is measured. } }, description: Length of the loan. }',
    fits: [{ unit: 'days' }],
    refused: [{ unit: 'weeks' }],
  },
];

describe.each(ROWS)('$schema', ({ schema, fits, refused }) => {
  const { input, diagnostics } = compiled(schema);

  test('is accepted by every rule about schemas', () => {
    const found = diagnostics.filter(
      ({ code }) => /^(?:spec|yaml|param)\//.test(code) && code !== 'param/optional-has-default',
    );
    expect(found).toEqual([]);
  });

  test('judges arguments', () => {
    expect(fits.map((value) => input && told(input, value))).toEqual(fits.map(() => 'fits'));
    for (const value of refused) expect(input && told(input, value)).toMatch(/^\/due.* must /);
  });
});

test.each([
  ['{ type: number, description: Degrees north. }', 'param/type-allowed'],
  ['{ type: [string, integer], description: Day of return. }', 'param/type-allowed'],
  ['{ type: [string, "null"], description: Day of return. }', 'param/null-told'],
  ['{ type: integer, format: date, description: Day of return. }', 'param/keyword-ignored'],
  ['{ type: string, format: day, description: Day of return. }', 'spec/not-allowed'],
  ['{ type: string, format: date, default: soon, description: Day of return. }', 'param/default-valid'],
])('%s is found by %s', (schema, code) => {
  expect(compiled(schema).diagnostics.map((one) => one.code)).toContain(code);
});
