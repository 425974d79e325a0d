/** Adapters of deprecated tools: what is proved holds for ajv, what is wrong is shown by a call, and a server does what was proved. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptorsOf } from '../compiler/edge/calls/call-over.ts';
import type { Plan, ToolPlan } from '../compiler/plan/model.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { doubtOf } from '../compiler/versions/adapters/prove.ts';
import { inferAdapter } from '../compiler/versions/adapters/infer.ts';
import { diff } from '../compiler/versions/diff.ts';
import type { Adapter, Json, JsonObject, Schema } from '../runtime/language/index.ts';
import { adaptResult, compileAdapter, compileImported } from '../runtime/language/index.ts';
import { callOnce } from '../runtime/try.ts';
import { compiled } from './support/bumped.ts';
import { runs } from './support/runs.ts';
import { instanceOf } from './support/schema-instances.ts';
import { schemaEdit } from './support/schema-pairs.ts';

// One for all: each of them compiles the schema of schemas, which costs more than a schema of ours.
const AJV = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
addFormats.default(AJV);

function ajvOf(schema: Schema): (value: unknown) => boolean {
  const fits = AJV.compile(schema);
  AJV.removeSchema(schema);
  return fits;
}

const BASE = toolOf(
  compiled(specOf('command: { argv: [date], stdout: text, result: { text: "" } }')).plan,
  'list_rows',
);

function specOf(...keys: readonly string[]): string {
  const tools = keys.map((own, at) => {
    const name = at === 0 ? 'list_rows' : `list_rows_v${at + 1}`;
    return `  - name: ${name}
    description: { does: Lists the rows of the table that is open., when: the user asks for rows, examples: [Which rows are there?] }
    effects: read
    ${own}
`;
  });
  return `kind: server
name: rows
version: 1.0.0
summary: Lists rows of a table.
connections:
  api:
    base_url: https://api.example.com
    on_unreachable: { error: The table cannot be reached., retry_hint: Tell the user to connect to the network. }
tools:
${tools.join('')}`;
}

function toolOf(plan: Plan, name: string): ToolPlan {
  return allTools(plan).find(({ tool }) => tool.name === name)?.tool ?? expect.fail(name);
}

interface Pair {
  readonly own: ToolPlan;
  readonly target: ToolPlan;
  readonly adapter: Adapter;
}

/** How the new argument is made of the old one, and the schema of it for the schema of that. */
const WAYS: readonly (readonly [body: Json | undefined, schema: (one: Schema) => Schema])[] = [
  ['{one}', (one) => one],
  [undefined, (one) => one],
  [
    { inner: '{one}' },
    (one) => ({ type: 'object', properties: { inner: one }, required: ['inner'], additionalProperties: false }),
  ],
  [
    { inner: '{one}', kind: 'rows' },
    (one) => ({ type: 'object', properties: { inner: one, kind: { enum: ['rows'] } }, required: ['kind'] }),
  ],
  [['{one}', 'last'], (one) => ({ type: 'array', items: { anyOf: [one, { type: 'string' }] }, maxItems: 2 })],
  ['no {one}', () => ({ type: 'string' })],
  ['fixed', () => ({ type: 'string', enum: ['fixed', 'free'] })],
  [
    { each: '{one}', as: { name: '{item}' } },
    (one) => ({ type: 'array', items: { type: 'object', properties: { name: one.items ?? {} } } }),
  ],
  ['{one.title}', (one) => one.properties?.['title'] ?? {}],
];

/** Two tools that an edit apart, with an adapter that may be right. */
const pairs = fc
  .record({
    profile: fc.constantFrom('ext' as const, 'mcp' as const),
    seed: fc.nat(),
    way: fc.constantFrom(...WAYS),
    isRequired: fc.tuple(fc.boolean(), fc.boolean()),
    isEdited: fc.boolean(),
    filled: fc.option(fc.constantFrom<Json>('low', 3, true)),
    table: fc.option(fc.constantFrom<Readonly<Record<string, string>>>({ low: 'high' }, { title: 'new', 3: 'three' })),
    isOpen: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .chain(({ profile, ...rest }) => schemaEdit(profile).map((edit) => ({ ...rest, edit })))
  .map(({ edit: [before, after], way: [body, schemaOf], isRequired, isEdited, filled, table, isOpen }): Pair => {
    const name = body === undefined ? 'one' : 'two';
    const made = schemaOf(isEdited ? after : before);
    const one = filled === null ? before : { ...before, default: filled };
    const [own, target] = [{ one }, { [name]: made }].map((properties, at) => ({
      ...BASE,
      inputSchema: {
        type: 'object' as const,
        properties,
        required: isRequired[at] ? Object.keys(properties) : [],
        ...(!isOpen[at] && { additionalProperties: false }),
      },
    }));
    const adapter = { arguments: body === undefined ? {} : { two: body }, ...(table && { translate: { one: table } }) };
    return { own: own ?? BASE, target: { ...(target ?? BASE), name: 'list_rows_v2' }, adapter };
  });

describe('an adapter that is proved', () => {
  test('makes a valid call of every call', { timeout: 600_000 }, () => {
    let proved = 0;
    fc.assert(
      fc.property(pairs, fc.nat(), ({ own, target, adapter }, seed) => {
        if (doubtOf(own, target, adapter)) return;
        proved += 1;
        const map = compileAdapter(adapter, own.inputSchema, target.inputSchema);
        const accepts = compileImported(own.inputSchema);
        const [isOld, isNow] = [ajvOf(own.inputSchema), ajvOf(target.inputSchema)];
        for (const value of fc.sample(instanceOf(own.inputSchema), { numRuns: 12, seed })) {
          const taken = accepts(value);
          if ('issues' in taken || !isOld(taken.value)) continue;
          const made = map(taken.value as JsonObject);
          expect(isNow(made), JSON.stringify([own.inputSchema, target.inputSchema, adapter, value, made])).toBe(true);
        }
      }),
      { numRuns: runs(10_000) },
    );
    expect(proved, 'some are proved').toBeGreaterThan(runs(10_000) / 10);
  });

  test('makes a valid result of every result', { timeout: 600_000 }, () => {
    let proved = 0;
    const tables = fc.constantFrom<Adapter['result'][]>(
      undefined,
      { one: '/one' },
      { one: '/two/inner' },
      { one: { each: '/one', fields: { title: '/title' } } },
      { one: { fields: { inner: '/one' } } },
      { one: { pointer: '/one', translate: { low: 'high' } } },
    );
    fc.assert(
      fc.property(
        fc.constantFrom('ext' as const, 'mcp' as const).chain(schemaEdit),
        tables,
        fc.tuple(fc.boolean(), fc.boolean()),
        fc.nat(),
        ([before, after], result, isRequired, seed) => {
          const inner =
            result && typeof result['one'] === 'object' && 'fields' in result['one'] && !('each' in result['one']);
          const own = {
            ...BASE,
            returns: objectOf('one', inner ? objectOf('inner', before, false) : before, isRequired[0]),
          };
          const isMoved = result?.['one'] === '/two/inner';
          const target = {
            ...BASE,
            returns: isMoved
              ? objectOf('two', objectOf('inner', after, true), isRequired[1])
              : objectOf('one', after, isRequired[1]),
          };
          if (doubtOf(own, target, { arguments: {}, ...(result && { result }) })) return;
          proved += 1;
          const [isOld, isNow] = [ajvOf(own.returns), ajvOf(target.returns)];
          for (const value of fc.sample(instanceOf(target.returns), { numRuns: 12, seed })) {
            if (!isNow(value)) continue;
            const made = result ? adaptResult(result, value) : value;
            expect(isOld(made), JSON.stringify([own.returns, target.returns, result, value, made])).toBe(true);
          }
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect(proved, 'some are proved').toBeGreaterThan(runs(10_000) / 20);
  });
});

function objectOf(name: string, schema: Schema, isRequired: boolean): Schema {
  return { type: 'object', properties: { [name]: schema }, ...(isRequired && { required: [name] }) };
}

const OLD = `parameters: { first_day: { type: string, maxLength: 10, description: The first day of the stay. }, size: { type: string, enum: [small, big], default: small, description: Size of the rows. } }
    required: [first_day]
    returns: { type: object, properties: { total: { type: integer } }, required: [total] }`;
const HTTP =
  'http: { connection: api, request: GET /rows, query: { day: "{first_day}", size: "{size}" }, result: { total: /count } }';
const NEW = `parameters: { stay: { type: object, description: The stay., properties: { from: { type: string, maxLength: 20, description: The day of arrival. } }, required: [from] }, size: { type: string, enum: [small, large], default: large, description: Size of the rows. } }
    required: [stay]
    returns: { type: object, properties: { meta: { type: object, properties: { count: { type: integer } }, required: [count] } }, required: [meta] }
    replaces: list_rows
    http: { connection: api, request: GET /rows, translate: { size: { large: big } }, query: { day: "{stay.from}", size: "{size}" }, result: { meta: { fields: { count: /count } } } }`;
const TERMS = 'since: 2026-11-20, use: list_rows_v2, remove_after: 2027-02-18, reason: A stay has more than a day.';
const VIA =
  'via: { stay: { from: "{first_day}" } }, translate: { size: { big: large } }, result: { total: /meta/count }';

function inferred(old: string, now: string): Adapter | string {
  const [before, after] = [old, now].map((keys) => toolOf(compiled(specOf(keys)).plan, 'list_rows'));
  return before && after ? inferAdapter(before, after) : '';
}

describe('the adapter that a bump finds', () => {
  test('follows names, places, values and results', () => {
    expect(inferred(`${OLD}\n    ${HTTP}`, NEW.replace('replaces: list_rows\n    ', ''))).toEqual({
      arguments: { stay: { from: '{first_day}' } },
      translate: { size: { big: 'large' } },
      result: { total: '/meta/count' },
    });
  });

  const edited = (from: string, to: string): string => `${OLD}\n    ${HTTP}`.replace(from, to);
  test.each<[string, string, RegExp]>([
    [
      'a narrower text',
      edited('maxLength: 10', 'maxLength: 5'),
      /^The call .* of "list_rows" becomes .*, and "list_rows" rejects it/,
    ],
    ['a request', edited('GET /rows', 'GET /lines'), /^The value of `http\.path` is not the same\.$/],
    ['a constant', edited('"{size}" }', '"{size}", all: yes }'), /^The value of `http\.query\.all` is not the same\.$/],
    ['a value that is not listed any more', edited('[small, big]', '[small, large]'), /"size":"big".*rejects it/],
    ['another value', edited('query: {', 'translate: { size: { big: large } }, query: {'), /^Values of "size"/],
    ['another source', edited('/count', '/sum'), /^Its result "total" is read in another way\.$/],
    [
      'effects',
      edited('size: "{size}"', 'size: "{size}"').concat('\n    open_world: false'),
      /^Its effects changed\.$/,
    ],
  ])('is none for %s', (_name, now, why) => {
    expect(inferred(`${OLD}\n    ${HTTP}`, now)).toMatch(why);
  });

  test('keeps what a call without the argument sent', () => {
    const optional = OLD.replace(', default: small', '');
    expect(inferred(`${optional}\n    ${HTTP}`, `${OLD}\n    ${HTTP}`)).toBe(
      'Parameter "size" of the successor has a default, and "size" had none.',
    );
    expect(inferred(`${OLD}\n    ${HTTP}`, `${OLD.replace('default: small', 'default: big')}\n    ${HTTP}`)).toEqual({
      arguments: {},
    });
  });
});

describe('a server', () => {
  const { plan } = compiled(specOf(`${OLD}\n    deprecated: { ${TERMS}, ${VIA} }`, NEW));

  test('calls the successor, and answers as the older tool', async () => {
    const server = plan.servers[0] ?? expect.fail('no server');
    const { server: described, tool } = descriptorsOf({ server, tool: toolOf(plan, 'list_rows') });
    const { fetch } = globalThis;
    const urls: string[] = [];
    globalThis.fetch = (input) => {
      urls.push(input instanceof Request ? input.url : String(input));
      return Promise.resolve(Response.json({ count: 3 }));
    };
    try {
      const call = { server: described, tool, variables: {}, write: () => {} };
      expect(JSON.parse((await callOnce({ ...call, args: { first_day: 'Monday', size: 'big' } }).result).text)).toEqual(
        { success: true, data: { total: 3 } },
      );
      expect((await callOnce({ ...call, args: { stay: {} } }).result).text).toContain('first_day');
    } finally {
      globalThis.fetch = fetch;
    }
    expect(urls).toEqual(['https://api.example.com/rows?day=Monday&size=big']);
  });

  test('shows no change but that of the work', () => {
    const before = compiled(specOf(`${OLD}\n    ${HTTP}`)).plan;
    const own = diff(before, plan).filter(({ target }) => target.tool === 'list_rows');
    expect(own.map(({ kind, level }) => `${kind} ${level}`).toSorted()).toEqual([
      'tool/adapted safe',
      'tool/deprecated risky',
    ]);
  });
});

test.each<[string, string, string]>([
  ['a value that is rejected', VIA.replace(', translate: { size: { big: large } }', ''), 'The call {"first_day":'],
  ['a missing argument', VIA.replace('stay: { from: "{first_day}" }', ''), 'The call {"first_day":'],
  ['a result that is not there', VIA.replace(', result: { total: /meta/count }', ''), 'The result {"meta":'],
])('a written adapter with %s is shown by an example', (_name, via, says) => {
  const planned = planSpecs([
    { path: 'specs/rows.yaml', text: specOf(`${OLD}\n    deprecated: { ${TERMS}, ${via} }`, NEW) },
  ]).value;
  const [tool, target] = ['list_rows', 'list_rows_v2'].map((name) => planned && toolOf(planned.plan, name));
  const doubt = tool?.behavior.kind === 'via' && target ? doubtOf(tool, target, tool.behavior) : undefined;
  expect(doubt).toMatchObject({ isWrong: true });
  expect(doubt?.says).toContain(says);
});
