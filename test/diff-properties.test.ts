/** What holds for every two Plans: whatever a caller or a model can see is told, and nothing else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behaviour, ErrorCase, ObjectSchema } from '../runtime/descriptor.ts';
import type { Json, JsonObject } from '../runtime/language/json.ts';
import type { Schema } from '../runtime/language/schema.ts';
import type { DescriptionPart } from '../compiler/check/description.ts';
import type { Level } from '../compiler/diff/change.ts';
import { diff } from '../compiler/diff/diff.ts';
import { planDescription } from '../compiler/plan/description.ts';
import type { Description, Plan, ServerPlan, SkillPlan, ToolPlan } from '../compiler/plan/model.ts';

// The place of a mutation says more than a smaller Plan, which takes minutes to find.
fc.configureGlobal({ endOnFailure: true });

const GRAVITY: readonly Level[] = ['breaking', 'unknown', 'risky', 'safe'];

describe('diff', () => {
  test('of a Plan with itself, or with an equal one, is empty', () => {
    fc.assert(
      fc.property(anyPlan(), (plan) => {
        expect(diff(plan, plan)).toEqual([]);
        expect(diff(plan, structuredClone(plan))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('tells of every visible difference, in both directions', () => {
    fc.assert(
      fc.property(anyPlan(), fc.nat({ max: 999_983 }), (plan, seed) => {
        const mutations = visibleMutations(plan);
        fc.pre(mutations.length > 0);
        const mutation = mutations[seed % mutations.length];
        if (!mutation) return;
        const mutated = mutate(plan, mutation);
        const told = `${mutation.how} ${mutation.path.join('.')}`;
        expect(diff(plan, mutated), told).not.toEqual([]);
        expect(diff(mutated, plan), `${told}, backwards`).not.toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('says nothing of what nobody sees', () => {
    fc.assert(
      fc.property(anyPlan(), (plan) => {
        expect(diff(plan, withOtherInsides(plan))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('of any two Plans is sorted by gravity, each change with a fingerprint of its own', () => {
    fc.assert(
      fc.property(anyPlan(), anyPlan(), (before, after) => {
        const changes = diff(before, after);
        const gravities = changes.map(({ level }) => GRAVITY.indexOf(level));
        expect(gravities).toEqual([...gravities].sort((a, b) => a - b));
        const fingerprints = changes.map(({ fingerprint }) => fingerprint);
        expect(new Set(fingerprints).size).toBe(fingerprints.length);
        for (const { subject, next } of changes) expect(`${subject}. ${next}`).not.toMatch(/undefined|<tool>/);
      }),
      { numRuns: 500 },
    );
  });

  test('is the same in whatever order servers, tools and skills stand', () => {
    fc.assert(
      fc.property(anyPlan(), anyPlan(), (before, after) => {
        expect(diff(reversed(before), reversed(after))).toEqual(diff(before, after));
      }),
      { numRuns: 200 },
    );
  });
});

type Path = readonly (string | number)[];

/** One thing done to a Plan at one place. */
interface Mutation {
  readonly path: Path;
  readonly how: 'change' | 'remove' | 'rename' | 'swap';
}

/**
 * Places are paths in which every name of the author's own stands as *. Neither callers nor models see these, or they
 * follow from something else: texts from parts, what is required from the names of properties.
 */
const INVISIBLE: readonly RegExp[] = [
  /^planVersion$/,
  /(^|\.)(version|source|handlerFile|hash|from|part|words)$/,
  /\.description\.text$/,
  /\.behaviour\.export$/,
  /\.inputSchema\.(type|additionalProperties)$/,
  /\.returns\.type$/,
  /\.returns\..*x-mcp-header$/,
];

/** Members of which each has a name of the author's own. */
const RECORD = /\.(properties|env|connections|metadata|headers|query|result|translate|errors|exit_codes)$/;

/** What can be taken away, and the rest is still a Plan. */
const REMOVABLE: readonly RegExp[] = [
  /^servers\.#$|^skills\.#$|\.tools\.#$/,
  /^skills\.#\.(steps|never|references|servers|evals|files|allowed_tools)\.#$|\.tools\.#\.evals\.#$/,
  /^skills\.#\.(license|compatibility)$/,
  /\.tools\.#\.(timeout_ms|replaces|deprecated)$/,
  /\.(env|metadata|properties|errors|exit_codes|result|query|headers)\.\*$/,
  /\.(on_missing|on_unreachable|on_timeout|not_found|code|contains|detail|finds|suffix|translate|stdin|json)$/,
  /\.behaviour\.before(\.#)?$/,
  /\.(inputSchema|returns).*\.(title|description|enum|default|minimum|maximum|minLength|pattern|maxItems|items)$/,
  /\.required\.#$|\.enum\.#$/,
  /^servers\.#\.skills\.#$|\.inputSchema\..*x-mcp-header$/,
];
const NAMED = /\.(properties|env)\.\*$/;
const ORDERED = /\.(steps|never|enum|references|properties)$/;

function visibleMutations(plan: Plan): Mutation[] {
  const found: Mutation[] = [];
  const walk = (value: unknown, path: Path, place: string): void => {
    if (INVISIBLE.some((form) => form.test(place))) return;
    if (REMOVABLE.some((form) => form.test(place))) found.push({ path, how: 'remove' });
    if (NAMED.test(place)) found.push({ path, how: 'rename' });
    if (ORDERED.test(place) && areDifferent(value)) found.push({ path, how: 'swap' });
    // A default is one value, whatever is inside.
    if (typeof value !== 'object' || value === null || place.endsWith('.default')) found.push({ path, how: 'change' });
    else
      for (const [key, inner] of Object.entries(value)) {
        const step = Array.isArray(value) ? '#' : RECORD.test(place) ? '*' : key;
        walk(inner, [...path, Array.isArray(value) ? Number(key) : key], place === '' ? step : `${place}.${step}`);
      }
  };
  walk(plan, [], '');
  return found.filter(({ path, how }) => !(how === 'change' && path.at(-2) === 'required'));
}

/** The first two entries or members can be told apart. */
function areDifferent(value: unknown): boolean {
  const [first, second] = Array.isArray(value) ? value : Object.keys(Object(value));
  return first !== undefined && second !== undefined && JSON.stringify(first) !== JSON.stringify(second);
}

function mutate(plan: Plan, { path, how }: Mutation): Plan {
  const copy = structuredClone(plan);
  const key = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>(member, copy);
  const value = member(holder, key);
  if (how === 'change') Reflect.set(Object(holder), key, otherThan(value, String(key)));
  else if (how === 'swap') Reflect.set(Object(holder), key, swapped(value));
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else {
    Reflect.deleteProperty(Object(holder), key);
    if (how === 'rename') Reflect.set(Object(holder), `${key}_x`, value);
    const owner = path.slice(0, -2).reduce<unknown>(member, copy);
    const required = member(owner, 'required');
    if (path.at(-2) === 'properties' && Array.isArray(required) && required.includes(key))
      required.splice(required.indexOf(key), 1, ...(how === 'rename' ? [`${key}_x`] : []));
  }
  return withTexts(copy);
}

function member(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

const OTHERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['type', ['string', 'integer', 'array', 'boolean']],
  ['method', ['GET', 'POST']],
  ['stdout', ['json', 'lines']],
  ['kind', ['http', 'command', 'handler']],
]);

function otherThan(value: unknown, key: string): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  return OTHERS.get(key)?.find((other) => other !== value) ?? `${value}_x`;
}

function swapped(value: unknown): unknown {
  if (!Array.isArray(value)) {
    const [first, second, ...rest] = Object.entries(Object(value));
    return Object.fromEntries([second, first, ...rest].filter((entry) => entry !== undefined));
  }
  const [first, second, ...rest]: unknown[] = value;
  return [second, first, ...rest];
}

/** The joined text and the hashes follow from the parts. */
function withTexts(plan: Plan): Plan {
  const described = <T extends { description: Description }>(one: T): T => {
    return { ...one, description: planDescription(one.description.parts.map(({ part, text }) => ({ part, text }))) };
  };
  const servers = plan.servers.map((server) => ({ ...server, tools: server.tools.map(described) }));
  return { ...plan, servers, skills: plan.skills.map(described) };
}

function withOtherInsides(plan: Plan): Plan {
  return {
    ...plan,
    servers: plan.servers.map((server) => ({
      ...server,
      version: '9.9.9',
      source: 'elsewhere.yaml',
      tools: server.tools.map((tool) => ({ ...tool, source: 'elsewhere.yaml', handlerFile: 'elsewhere.ts' })),
    })),
    skills: plan.skills.map((skill) => ({
      ...skill,
      // Users approve the bytes of a skill that is served, and its version is among them.
      version: plan.servers.some(({ skills }) => skills?.includes(skill.name)) ? skill.version : '9.9.9',
      source: 'elsewhere.yaml',
      files: skill.files.map((file) => ({ ...file, from: `elsewhere/${file.path}` })),
    })),
  };
}

function reversed(plan: Plan): Plan {
  const servers = plan.servers.map((server) => ({ ...server, tools: server.tools.toReversed() }));
  return { ...plan, servers: servers.toReversed(), skills: plan.skills.toReversed() };
}

function anyPlan(): fc.Arbitrary<Plan> {
  return fc.record({
    planVersion: fc.constant(1 as const),
    servers: named(anyServer(), 2),
    skills: named(anySkill(), 2),
  });
}

/** Names are few, so that two Plans have some in common. */
function anyName(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'get_book',
    'find_book',
    'list_shelves',
    'lend',
    'constructor',
    'items',
    'properties',
    '__proto__',
  );
}

function named<T extends { readonly name: string }>(one: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(one, { selector: ({ name }) => name, maxLength });
}

/** Words are few too: likeness has to be met. */
function anyWords(): fc.Arbitrary<string> {
  const word = fc.constantFrom('the', 'user', 'shelf', 'book', 'not', '5', 'ms', '<tool>', '', 'é');
  return fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
}

function anyDescription(parts: readonly DescriptionPart['part'][]): fc.Arbitrary<Description> {
  const texts = parts.map((part) => anyWords().map((text): DescriptionPart => ({ part, text })));
  return fc.tuple(...texts).map((all) => planDescription(all));
}

function record<T>(value: fc.Arbitrary<T>, maxKeys = 2): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(anyName(), value), { selector: ([name]) => name, maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));
}

function anyFailure(): fc.Arbitrary<ErrorCase> {
  return fc.record(
    {
      error: anyWords(),
      retry_hint: anyWords(),
      code: anyWords(),
      contains: fc.oneof(anyWords(), fc.array(anyWords(), { minLength: 1, maxLength: 2 })),
      detail: anyWords(),
    },
    { requiredKeys: ['error', 'retry_hint'] },
  );
}

function anyServer(): fc.Arbitrary<ServerPlan> {
  const env = fc.record(
    { description: anyWords(), secret: fc.boolean(), optional: fc.boolean(), on_missing: anyFailure() },
    { requiredKeys: ['description', 'secret', 'optional'] },
  );
  const failures = record(fc.array(anyFailure(), { minLength: 1, maxLength: 2 }), 1);
  const connection = fc.record(
    {
      base_url: anyWords(),
      timeout_ms: fc.nat(),
      headers: record(anyWords(), 1),
      on_unreachable: anyFailure(),
      errors: failures,
    },
    { requiredKeys: ['base_url', 'timeout_ms'] },
  );
  const server = fc.record({
    name: anyName(),
    version: fc.constant('1.0.0'),
    title: anyWords(),
    summary: anyWords(),
    transports: fc.constantFrom(
      ['stdio' as const],
      ['http' as const, 'stdio' as const],
      ['stdio' as const, 'sse' as const],
    ),
    coerce: fc.boolean(),
    env: record(env),
    connections: record(connection, 1),
    limits: fc.record({ calls_per_minute: fc.nat(), concurrency: fc.nat(), timeout_ms: fc.integer({ max: 999 }) }),
    tools: named(anyTool(), 3),
    source: fc.constant('specs/library.yaml'),
  });
  const skills = fc.uniqueArray(anyName(), { maxLength: 2 });
  return fc.tuple(server, skills).map(([one, served]) => (served.length === 0 ? one : { ...one, skills: served }));
}

function anyTool(): fc.Arbitrary<ToolPlan> {
  const input = anyObject(2).map(({ properties = {}, required = [] }): ObjectSchema => {
    return { type: 'object', properties, required, additionalProperties: false };
  });
  return fc.record(
    {
      name: anyName(),
      title: anyWords(),
      words: fc.record({ does: anyWords(), when: anyWords() }),
      description: fc.oneof(
        anyDescription(['does', 'when']),
        anyDescription(['does', 'when', 'instead', 'instead', 'examples']),
      ),
      inputSchema: input,
      returns: anyObject(2),
      annotations: fc.record({
        readOnlyHint: fc.boolean(),
        destructiveHint: fc.boolean(),
        idempotentHint: fc.boolean(),
        openWorldHint: fc.boolean(),
      }),
      // Never that of the server: which of the two holds is nothing to see.
      timeout_ms: fc.integer({ min: 1000 }),
      on_timeout: anyFailure(),
      behaviour: anyBehaviour(),
      evals: fc.array(fc.record({ query: anyWords(), expect: fc.option(anyName()) }), { maxLength: 2 }),
      replaces: anyName(),
      deprecated: fc.record({
        since: fc.constantFrom('2026-11-20', '2026-12-01'),
        use: anyName(),
        remove_after: fc.constantFrom('2027-05-20', '2027-06-01'),
        reason: anyWords(),
      }),
      source: fc.constant('specs/library.yaml'),
    },
    {
      requiredKeys: [
        'name',
        'title',
        'words',
        'description',
        'inputSchema',
        'returns',
        'annotations',
        'behaviour',
        'evals',
        'source',
      ],
    },
  );
}

function anyBehaviour(): fc.Arbitrary<Behaviour> {
  const failures = record(fc.array(anyFailure(), { minLength: 1, maxLength: 2 }), 1);
  const request = {
    connection: anyName(),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    path: anyWords(),
    query: record(anyWords(), 2),
    json: fc.constantFrom<Json[]>({ a: ['{x}'] }, 'text'),
    errors: failures,
  };
  const program = {
    argv: fc.array(anyWords(), { minLength: 1, maxLength: 3 }),
    stdin: anyWords(),
    stdout: fc.constantFrom('json' as const, 'lines' as const),
    max_bytes: fc.nat(),
    exit_codes: failures,
    not_found: anyFailure(),
  };
  const requests = fc.array(fc.record(request, { requiredKeys: ['connection', 'method', 'path'] }), { maxLength: 2 });
  const programs = fc.array(fc.record(program, { requiredKeys: ['argv', 'stdout', 'max_bytes'] }), { maxLength: 2 });
  const fails_when = fc.array(
    fc.record(
      {
        pointer: anyWords(),
        finds: fc.constantFrom('something' as const, 'nothing' as const),
        error: anyWords(),
        retry_hint: anyWords(),
      },
      { requiredKeys: ['pointer', 'error', 'retry_hint'] },
    ),
    { maxLength: 2 },
  );
  const rule = fc.oneof(
    anyWords(),
    fc.record(
      { pointer: anyWords(), suffix: anyWords(), default: anyWords(), translate: record(anyWords(), 1) },
      { requiredKeys: ['pointer'] },
    ),
  );
  const shared = { result: record(rule, 2), fails_when };
  return fc.oneof(
    fc.record({ kind: fc.constant('handler' as const), export: anyName() }),
    fc.record(
      { kind: fc.constant('http' as const), before: requests, ...request, ...shared },
      { requiredKeys: ['kind', 'connection', 'method', 'path'] },
    ),
    fc.record(
      { kind: fc.constant('command' as const), before: programs, ...program, ...shared },
      { requiredKeys: ['kind', 'argv', 'stdout', 'max_bytes'] },
    ),
  );
}

function anySchema(depth: number): fc.Arbitrary<Schema> {
  const texts = { title: anyWords(), description: anyWords() };
  const bounds = fc.integer({ min: 1, max: 5 });
  const values = fc.uniqueArray(anyWords(), { minLength: 1, maxLength: 3 });
  const text = fc.record(
    {
      type: fc.constant('string' as const),
      ...texts,
      enum: values,
      default: anyWords(),
      minLength: bounds,
      pattern: anyWords(),
      'x-mcp-header': fc.constantFrom('Shelf', 'Floor'),
    },
    { requiredKeys: ['type'] },
  );
  const number = fc.record(
    {
      type: fc.constantFrom('integer' as const, 'number' as const),
      ...texts,
      minimum: bounds,
      maximum: bounds,
      default: bounds,
    },
    { requiredKeys: ['type'] },
  );
  const flag = fc.record({ type: fc.constant('boolean' as const), ...texts }, { requiredKeys: ['type'] });
  if (depth === 0) return fc.oneof(text, number, flag);
  const list = fc.record(
    { type: fc.constant('array' as const), ...texts, items: anySchema(depth - 1), maxItems: bounds },
    { requiredKeys: ['type'] },
  );
  return fc.oneof(text, number, flag, list, anyObject(depth));
}

function anyObject(depth: number): fc.Arbitrary<Schema> {
  return fc
    .record(
      {
        type: fc.constant('object' as const),
        title: anyWords(),
        description: anyWords(),
        default: fc.constantFrom<JsonObject[]>({}, { a: 1 }),
        properties: record(anySchema(depth - 1), 3),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    )
    .chain((schema) =>
      fc
        .subarray(Object.keys(schema.properties ?? {}))
        .map((required) => (required.length > 0 ? { ...schema, required } : schema)),
    );
}

function anySkill(): fc.Arbitrary<SkillPlan> {
  const file = fc.record({
    path: anyName(),
    from: fc.constant('x'),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
    executable: fc.boolean(),
  });
  return fc.record(
    {
      name: anyName(),
      version: fc.constant('1.0.0'),
      title: anyWords(),
      description: anyDescription(['does', 'when', 'triggers', 'not_for']),
      context: anyWords(),
      steps: fc.array(anyWords(), { maxLength: 4 }),
      never: fc.array(anyWords(), { maxLength: 3 }),
      not_for: fc.array(fc.record({ case: anyWords(), use: anyName() }, { requiredKeys: ['case'] }), { maxLength: 2 }),
      references: fc.array(fc.record({ file: anyName(), when: anyWords() }), { maxLength: 3 }),
      servers: fc.uniqueArray(anyName(), { maxLength: 2 }),
      license: anyWords(),
      compatibility: anyWords(),
      metadata: record(anyWords()),
      allowed_tools: fc.uniqueArray(anyName(), { maxLength: 2 }),
      files: fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 2 }),
      evals: fc.array(
        fc.record({
          input: anyWords(),
          expected_behavior: fc.array(anyWords(), { maxLength: 2 }),
          should_trigger: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
      source: fc.constant('specs/library.yaml'),
    },
    {
      requiredKeys: [
        'name',
        'version',
        'title',
        'description',
        'context',
        'steps',
        'never',
        'not_for',
        'references',
        'servers',
        'metadata',
        'files',
        'evals',
        'source',
      ],
    },
  );
}
