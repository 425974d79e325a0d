/** No variable that fills a place of secrets, or is named as one, goes undeclared; the fix declares it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { isSecretVariable } from '../runtime/language/secret-names.ts';
import { costlyRuns } from './support/runs.ts';

type Place = (value: string) => object;

const connection = (keys: object): object => ({ connections: { shop: { base_url: 'https://shop.example', ...keys } } });
const tool = (behavior: object): object => ({
  tools: [
    {
      name: 'list_orders',
      description: { does: 'Lists what the library ordered.', when: 'the user asks for orders' },
      effects: 'read',
      ...behavior,
    },
  ],
});

const request = (http: object): object => ({ ...connection({}), ...tool({ http: { connection: 'shop', ...http } }) });

const SECRET: readonly Place[] = [
  (value) => connection({ headers: { Authorization: `Bearer ${value}` } }),
  (value) => connection({ headers: { 'xi-api-key': value } }),
  (value) => connection({ headers: { Cookie: `theme=dark; sid=${value}` } }),
  (value) => connection({ auth: { basic: { user: 'reader', password: value } } }),
  (value) => connection({ base_url: `https://reader:${value}@shop.example` }),
  (value) => request({ request: 'GET /orders', query: { api_key: value } }),
  (value) => request({ request: 'POST /orders', json: { who: { access_token: value } } }),
  (value) => tool({ command: { argv: ['shop', 'orders', '--token', value] } }),
];

const OTHER: readonly Place[] = [
  (value) => connection({ headers: { 'Accept-Language': value } }),
  (value) => connection({ base_url: `https://${value}.shop.example` }),
  (value) => request({ request: 'GET /orders', query: { page_token: value } }),
  (value) => tool({ command: { argv: ['shop', 'orders', '--region', value] } }),
];

const NAMES = ['SHOP_X', 'SHOP_REGION', 'SHOP_USER', 'SHOP_SORT_KEY', 'SHOP_TOKEN', 'SHOP_PASSWORD', 'DATABASE_URL'];

const cases = fc.record({
  name: fc.constantFrom(...NAMES),
  place: fc.constantFrom(...SECRET, ...OTHER),
  secret: fc.constantFrom(undefined, true, false),
  indent: fc.constantFrom(0, 2),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function sourceOf({ name, place, secret, indent }: Case): string {
  const variable = { description: 'What the shop asks for.', ...(secret !== undefined && { secret }) };
  const head = { kind: 'server', name: 'shop', version: '1.0.0', summary: 'Orders books.' };
  return JSON.stringify({ ...head, env: { [name]: variable }, ...place(`{env.${name}}`) }, null, indent);
}

function found(text: string) {
  const { diagnostics } = planSpecs([{ path: 'specs/shop.yaml', text }]);
  expect(diagnostics.filter(({ code }) => /^(?:yaml|spec)\//.test(code))).toEqual([]);
  return diagnostics.filter(({ code }) => code === 'server/secret-declared');
}

test('a secret is declared as one, or found', () => {
  const check = (one: Case): void => {
    const text = sourceOf(one);
    const named = isSecretVariable(one.name) && one.secret === undefined ? ['warning'] : [];
    const wanted = one.secret === true ? [] : SECRET.includes(one.place) ? ['error'] : named;
    const findings = found(text);
    expect(findings.map(({ severity }) => severity)).toEqual(wanted);
    const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
    expect(edits).toHaveLength(wanted.length);
    if (edits.length > 0) expect(found(applyEdits(text, edits))).toEqual([]);
  };
  fc.assert(fc.property(cases, check), { numRuns: costlyRuns(10_000) });
});
