/** Random tools of every behavior with flaws that rules propose to fix: names, defaults, types and sets that only a text states. */
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { mapOf } from './spec-overlay.ts';
import { TOOLS, anyParts, toolOf } from './random-tool.ts';

interface Flawed {
  readonly files: readonly SourceFile[];
  /** Arguments, nearly all of which the tool accepts as it is. */
  readonly calls: readonly JsonObject[];
}

const FLAWS = ['misnamed', 'twice', 'required', 'count', 'flag', 'set', 'bad', 'default'] as const;
type Flaw = (typeof FLAWS)[number];

/** Parameters that are passed like the others, each with what a rule wants to make of it. */
const MORE: Readonly<Partial<Record<Flaw, readonly [name: string, schema: JsonObject, sample: Json]>>> = {
  count: ['row_count', { type: 'string', default: '25', description: 'How many rows there are at most.' }, '7'],
  flag: [
    'is_old',
    { type: 'string', enum: ['true', 'false'], default: 'true', description: 'Whether it is old.' },
    'false',
  ],
  set: ['sort', { type: 'string', default: 'asc', description: 'Order: asc or desc.' }, 'other'],
  bad: [
    'query',
    { type: 'string', default: 'x', description: "The words. Bad (too vague): 'auth' or 'hooks'." },
    'auth flow',
  ],
  default: ['speed', { type: 'integer', minimum: 1, maximum: 9, description: 'How fast it goes. Default: 5.' }, 3],
};

/** Arguments for each tool. */
const CALLS = 20;

export function anyFlawed(): fc.Arbitrary<Flawed> {
  return fc
    .tuple(
      fc.constantFrom(...TOOLS).chain(anyParts),
      fc.subarray([...FLAWS], { minLength: 1 }),
      fc.boolean(),
      fc.array(fc.nat({ max: 1023 }), { minLength: CALLS, maxLength: CALLS }),
    )
    .map(([parts, flaws, coerce, masks]) => {
      const more = flaws.flatMap((flaw) => {
        const [name, schema, sample = null] = MORE[flaw] ?? [];
        return name === undefined || !schema ? [] : [{ name, schema, sample, ready: sample, simple: true }];
      });
      const { params } = parts;
      const all = [...params.all, ...more];
      const parameters = {
        ...params.parameters,
        ...Object.fromEntries(more.map(({ name, schema }) => [name, schema])),
      };
      const tool = toolOf({ ...parts, params: { ...params, all, parameters } });
      const given = Object.fromEntries(all.map(({ name, sample, ready }) => [name, sample ?? ready ?? null]));
      const renamed = flaws.includes('misnamed') ? namesOf(all, flaws.includes('twice') ? 2 : 1) : new Map();
      const calls = masks.map((mask) => {
        const isGiven = (name: string, at: number): boolean => params.required.includes(name) || (mask >> at) % 2 === 1;
        return renamedKeys(
          Object.fromEntries(Object.entries(given).filter(([name], at) => isGiven(name, at))),
          renamed,
        );
      });
      const text = stringify({ ...SERVER, coerce, tools: [withFlaws(tool, flaws, renamed)] });
      return { files: [{ path: 'specs/house.yaml', text }], calls };
    });
}

const SERVER = {
  kind: 'server',
  name: 'house',
  version: '1.0.0',
  summary: 'Helps with the errands of the house.',
  env: { HOUSE_KEY: { description: 'Key of the account, from the letter of welcome.', secret: true } },
  connections: { house: { base_url: 'https://house.example/v1', headers: { 'X-Key': '{env.HOUSE_KEY}' } } },
  upstreams: { archive: { command: ['archive-mcp'], on_drift: 'log' } },
  databases: { ledger: { kind: 'postgres', url: '{env.HOUSE_KEY}' } },
};

function namesOf(all: readonly { readonly name: string }[], most: number): Map<string, string> {
  return new Map(all.slice(0, most).map(({ name }) => [name, `my${name.charAt(0).toUpperCase()}${name.slice(1)}`]));
}

function renamedKeys(map: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [names.get(key) ?? key, value]));
}

/** As an author would have written it with other names; what another server calls its arguments stays. */
function withFlaws(tool: JsonObject, flaws: readonly Flaw[], names: ReadonlyMap<string, string>): JsonObject {
  let text = JSON.stringify(tool);
  for (const [name, other] of names) text = text.replaceAll(`{${name}}`, `{${other}}`);
  const { parameters, required = [], evals = [], ...rest } = JSON.parse(text) as JsonObject;
  const all = Object.keys(mapOf(parameters));
  const needed = flaws.includes('required') ? all.filter((_, at) => at < 4) : (required as string[]);
  const cases = (evals as JsonObject[]).map((one) => ({
    ...one,
    ...(one['arguments'] !== undefined && { arguments: renamedKeys(mapOf(one['arguments']), names) }),
  }));
  return {
    ...rest,
    ...(all.length > 0 && { parameters: renamedKeys(mapOf(parameters), names) }),
    ...(needed.length > 0 && { required: needed.map((name) => names.get(name) ?? name) }),
    evals: cases,
  };
}
