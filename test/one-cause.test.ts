/** One cause is one finding: what follows from another finding is left out, and returns when that one is off. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { costlyRuns } from './support/runs.ts';

const FOLLOWING = RULES.filter(({ follows }) => follows !== undefined);

const tool = (keys: string): string => `kind: server
name: shop
version: 1.0.0
summary: Sells things of all kinds.
programs: { shopctl: { not_found: { error: The program shopctl is not installed., retry_hint: Ask the user to install it. } } }
connections:
  api: { base_url: "https://shop.example/api", on_unreachable: { error: The shop is closed., retry_hint: Ask the user to open it. } }
tools:
${keys}`;

const create = (parameters: string, body = ''): string => `  - name: create_order
    description: { does: Orders a chair from the shop., when: the user wants to buy a chair, examples: [buy a chair] }
    effects: read
${parameters}    http: { connection: api, request: "POST /orders"${body} }
`;

const parameter = (schema: string, name: string): string =>
  `    parameters: { ${name}: { ${schema} } }\n    required: [${name}]\n`;

const codes = (text: string, rules: Record<string, 'off' | 'error'> = {}): string[] =>
  planSpecs([{ path: 'specs/a.yaml', text }], { settings: settingsOf({ rules }) }).diagnostics.map(({ code }) => code);

describe('facts that were told twice', () => {
  test.each([
    ['tool/effects-declared', 'tool/post-reads', tool(create(''))],
    [
      'param/integer-for-count',
      'param/integer-bounds',
      tool(
        create(
          parameter('type: string, description: Number of chairs to order.', 'limit'),
          ', json: { limit: "{limit}" }',
        ),
      ),
    ],
  ])('%s is the cause of %s', (cause, consequence, text) => {
    const found = codes(text);
    expect(found).toContain(cause);
    expect(found).not.toContain(consequence);
    const rule = RULES.find(({ id }) => id === consequence);
    const off = Object.fromEntries((rule?.follows ?? []).map((id) => [id, 'off' as const]));
    expect(codes(text, off)).toContain(consequence);
  });

  test('a misspelled variable is reported, and not the parameter that it means; another unused one is', () => {
    const parameters = `    parameters: { query: { type: string, description: Words of the chair. }, color: { type: string, description: Color of the chair. } }\n    required: [query, color]\n`;
    const found = codes(tool(create(parameters, ', json: { q: "{qery}" }')));
    expect(found.filter((code) => code === 'server/binding-complete')).toHaveLength(1);
    expect(found.filter((code) => code === 'tool/parameter-unused')).toHaveLength(1);
  });
});

test('every cause is a rule that runs in the same profile, and no rule follows a rule that follows', () => {
  for (const { follows = [] } of FOLLOWING)
    for (const id of follows) {
      const cause = RULES.find((rule) => rule.id === id);
      expect(cause?.id).toBe(id);
      expect(cause?.follows).toBeUndefined();
    }
});

const schemas = fc.constantFrom(
  'type: string',
  'type: integer',
  'type: integer, minimum: 1',
  'type: number',
  'type: boolean',
  'type: string, enum: [a, b]',
);
const words = fc.constantFrom(
  'Number of chairs.',
  'Comma-separated tags.',
  '"Order: asc or desc."',
  'Words of the chair.',
);
const names = fc.uniqueArray(fc.constantFrom('limit', 'count', 'tags', 'order', 'query', 'page'), {
  minLength: 1,
  maxLength: 4,
});

test('for any parameters: nothing is found twice, and what is left out has its cause in the same tool', () => {
  const off = Object.fromEntries(FOLLOWING.flatMap(({ follows = [] }) => follows.map((id) => [id, 'off' as const])));
  fc.assert(
    fc.property(names, fc.array(fc.tuple(schemas, words), { minLength: 4, maxLength: 4 }), (own, kinds) => {
      const list = own.map((name, at) => `${name}: { ${kinds[at]?.[0]}, description: ${kinds[at]?.[1]} }`).join(', ');
      const body = `, json: { ${own.map((name) => `${name}: "{${name}}"`).join(', ')} }`;
      const text = tool(create(`    parameters: { ${list} }\n    required: [${own.join(', ')}]\n`, body));
      const found = codes(text);
      const alone = codes(text, off);
      for (const { id, follows = [] } of FOLLOWING) {
        const count = (all: readonly string[]): number => all.filter((code) => code === id).length;
        expect(count(found)).toBeLessThanOrEqual(count(alone));
        if (count(found) < count(alone)) expect(found.some((code) => follows.includes(code))).toBe(true);
      }
    }),
    { numRuns: costlyRuns(10_000) },
  );
});
