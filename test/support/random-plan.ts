/** Random Plans, as no spec would have them: every member of the Plan with and without its value. */
import * as fc from 'fast-check';
import { type ToolReference, referenceOf } from '../../compiler/check/tool-names.ts';
import type { DescriptionPart } from '../../compiler/check/description.ts';
import { planDescription } from '../../compiler/plan/description.ts';
import type { Description, Plan, ServerPlan, SkillPlan, ToolPlan } from '../../compiler/plan/model.ts';
import type { Behavior, ErrorCase, ObjectSchema, Transport } from '../../runtime/descriptor/descriptor.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { withEffectiveHints } from './plan-mutations.ts';
import { anyImportedInput, anyGroups, anyName, anyObject, anyWords, record } from './random-schema.ts';

export function anyPlan(): fc.Arbitrary<Plan> {
  return fc.record({
    planVersion: fc.constant(1 as const),
    servers: named(anyServer(), 2),
    skills: named(anySkill(), 2),
  });
}

function named<T extends { readonly name: string }>(one: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(one, { selector: ({ name }) => name, maxLength });
}

function anyDescription(parts: readonly DescriptionPart['part'][]): fc.Arbitrary<Description> {
  const texts = parts.map((part) => anyWords().map((text): DescriptionPart => ({ part, text })));
  return fc.tuple(...texts).map((all) => planDescription(all));
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
    transports: fc.constantFrom<Transport[]>(['stdio'], ['http', 'stdio'], ['stdio', 'sse']),
    coerce: fc.boolean(),
    env: record(env),
    connections: record(connection, 1),
    limits: fc.record(
      {
        calls_per_minute: fc.nat(),
        concurrency: fc.nat(),
        timeout_ms: fc.integer({ max: 999 }),
        result_bytes: fc.nat(),
      },
      { requiredKeys: ['calls_per_minute', 'concurrency', 'timeout_ms'] },
    ),
    tools: named(anyTool(), 3),
    source: fc.constant('specs/library.yaml'),
  });
  const skills = fc.uniqueArray(anyName(), { maxLength: 2 });
  const instructions = fc.option(fc.oneof(anyWords(), fc.constant('')), { nil: undefined });
  return fc.tuple(server, skills, instructions).map(([one, served, told]) => {
    return { ...one, ...(served.length > 0 && { skills: served }), ...(told !== undefined && { instructions: told }) };
  });
}

function anyTool(): fc.Arbitrary<ToolPlan> {
  const input = anyObject(2).map(({ properties = {}, required = [] }): ObjectSchema => {
    return { type: 'object', properties, required, additionalProperties: false };
  });
  const tool = fc.record(
    {
      name: anyName(),
      title: anyWords(),
      authored: fc.record({ does: anyWords(), when: anyWords() }),
      description: fc.oneof(
        anyDescription(['does', 'when']),
        anyDescription(['does', 'when', 'limits', 'instead', 'instead', 'examples']),
      ),
      inputSchema: fc.oneof(input, anyImportedInput()),
      hints: fc.option(anyHints()),
      icons: fc.array(fc.record({ src: anyWords(), sizes: fc.array(anyWords(), { maxLength: 1 }) }), { maxLength: 2 }),
      meta: record(anyWords()),
      execution: fc.record({ taskSupport: fc.constantFrom('optional', 'forbidden') }),
      results: fc.constant('raw' as const),
      outputSchema: anyObject(1).map((schema) => schema as JsonObject),
      returns: fc.oneof(anyObject(2), anyImportedInput()),
      annotations: fc.record({
        readOnlyHint: fc.boolean(),
        destructiveHint: fc.boolean(),
        idempotentHint: fc.boolean(),
        openWorldHint: fc.boolean(),
      }),
      // Never that of the server: which of the two holds is nothing to see.
      timeout_ms: fc.integer({ min: 1000 }),
      at_least_one: anyGroups(),
      on_timeout: anyFailure(),
      limits: fc.record({ calls_per_minute: fc.nat(), result_bytes: fc.nat() }),
      tags: fc.uniqueArray(anyName(), { minLength: 1, maxLength: 2 }),
      view: fc.constantFrom(
        'facts' as const,
        { table: 'books', columns: ['title'] },
        { form: 'get_book', button: 'Get' },
      ),
      behavior: anyBehavior(),
      evals: fc.array(fc.record({ query: anyWords(), expect: fc.option(anyReference()) }), { maxLength: 2 }),
      replaces: fc.array(anyReference(), { minLength: 1, maxLength: 2 }),
      deprecated: fc.record(
        {
          since: fc.constantFrom('2026-11-20', '2026-12-01'),
          use: anyReference(),
          remove_after: fc.constantFrom('2027-05-20', '2027-06-01'),
          reason: anyWords(),
          listed: fc.constantFrom(false as const, '2027-01-01'),
        },
        { requiredKeys: ['since', 'use', 'remove_after', 'reason'] },
      ),
      from: fc.constantFrom('GET /books/{id}', 'GET /books/{book}', 'mcp:list'),
      source: fc.constant('specs/library.yaml'),
    },
    {
      requiredKeys: [
        'name',
        'authored',
        'description',
        'inputSchema',
        'returns',
        'annotations',
        'behavior',
        'evals',
        'source',
      ],
    },
  );
  return tool.map(withEffectiveHints);
}

function anyReference(): fc.Arbitrary<ToolReference> {
  return anyName().map(referenceOf);
}

function anyHints(): fc.Arbitrary<JsonObject> {
  const hints = fc.record(
    {
      title: anyWords(),
      readOnlyHint: fc.boolean(),
      destructiveHint: fc.boolean(),
      idempotentHint: fc.boolean(),
      openWorldHint: fc.boolean(),
      category: anyWords(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return hints.map((one) => one as JsonObject);
}

function anyBehavior(): fc.Arbitrary<Behavior> {
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

/** Keys that no other member of the Plan says. */
function anyFrontMatter(): fc.Arbitrary<JsonObject> {
  const value = fc.constantFrom<Json[]>('x', 1, null, ['a', 'b'], { deep: [true, { er: '' }] });
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom('effort', 'allowed-tools', 'x y', '__proto__'), value), {
      selector: ([key]) => key,
      minLength: 1,
      maxLength: 3,
    })
    .map((entries) => Object.fromEntries(entries));
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
      example: anyWords(),
      never: fc.array(anyWords(), { maxLength: 3 }),
      not_for: fc.array(fc.record({ case: anyWords(), use: anyName() }, { requiredKeys: ['case'] }), { maxLength: 2 }),
      references: fc.array(fc.record({ file: anyName(), when: anyWords() }), { maxLength: 3 }),
      servers: fc.uniqueArray(anyName(), { maxLength: 2 }),
      license: anyWords(),
      compatibility: anyWords(),
      metadata: record(anyWords()),
      allowed_tools: fc.uniqueArray(anyName(), { maxLength: 2 }),
      frontMatter: anyFrontMatter(),
      frontMatterSource: anyWords(),
      text: anyWords(),
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
