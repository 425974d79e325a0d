/** A required variable that is not set fails a call before anything of it begins, wherever a behavior may name it. */
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { connectionTemplates, programTemplates } from '../compiler/check/analysis/binding/template-use.ts';
import { SPEC_SCHEMA } from '../compiler/check/documents/language.ts';
import { serverShape } from '../compiler/check/documents/server.ts';
import type { PlacedName, TemplateUse } from '../compiler/spec/behaviors/behavior.ts';
import { BEHAVIORS, behaviorsOf } from '../compiler/spec/behaviors/index.ts';
import { upstreamTemplates, upstreamVariables } from '../compiler/spec/behaviors/upstreams.ts';
import type { SchemaNode } from '../compiler/spec/shape/build.ts';
import type { Handlers } from '../generated/servers/pdf-reading/tools.ts';
import type { Behavior, ServerDescriptor } from '../runtime/descriptor/descriptor.ts';
import type { Json, JsonObject } from '../runtime/language/json.ts';
import { isJsonObject } from '../runtime/language/json.ts';
import * as modules from '../runtime/modules.ts';
import { combine } from '../runtime/optional-modules.ts';
import { redactOf } from '../runtime/redaction/redact.ts';
import { contextFor } from '../runtime/server/assemble.ts';
import { prepareTool } from '../runtime/server/call.ts';
import type { StartModules } from '../runtime/server/start.ts';
import { descriptorOf } from './runtime/support/descriptor.ts';
import { toolOf } from './runtime/support/call-tool.ts';
import { overlaid, placesIn } from './support/schema-places.ts';
import type { SchemaPlace } from './support/schema-places.ts';

const NEEDED = { NEEDED: { description: 'What is needed.', secret: false, optional: false } };
const SERVER_KEYS = serverShape.schema['properties'] as Readonly<Record<string, SchemaNode>>;

afterEach(() => void vi.unstubAllGlobals());

/** The code that a call is answered with, and what it has begun. */
async function call(behavior: Behavior, server: Partial<ServerDescriptor> = {}): Promise<readonly unknown[]> {
  const begun: string[] = [];
  const begin = (what: string) => (): never => {
    begun.push(what);
    throw new Error(`${what} has begun`);
  };
  vi.stubGlobal('fetch', begin('a request'));
  const tool = toolOf({ behavior });
  const named = [...JSON.stringify(behavior).matchAll(/"((?:[^"\\\\]|\\\\.)*)"/g)].map(([, name = '']) => name);
  const whole = descriptorOf({
    env: NEEDED,
    connections: Object.fromEntries(named.map((name) => [name, { base_url: 'https://a.example' }])),
    upstreams: Object.fromEntries(
      named.map((name) => [name, { command: ['a'], timeout_ms: 1000, on_drift: 'reject' as const }]),
    ),
    ...server,
    tools: [tool],
  });
  const redact = redactOf(whole, {}, modules.secrets.redactFor);
  const upstreams = {
    open: begin('an upstream'),
    errorLine: () => '',
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const handlers = { run: begin('a handler') };
  const shared = contextFor(whole, handlers, {}, () => {}, {
    ...combine<StartModules>(Object.values(modules)),
    redact,
  });
  const context = { ...shared, upstreams, runProgram: begin('a program') };
  const members = await prepareTool(tool, context)({}, { allowance: () => 0 }).outcome;
  return [(JSON.parse(`{${members}}`) as { structuredContent: JsonObject }).structuredContent['code'], begun];
}

/** The text of a place with the variable in it, as a template and as a name. */
const CHANGES = [(valid: string) => `${valid}{env.NEEDED}`, () => 'NEEDED'] as const;

const needs = (templates: readonly TemplateUse[], names: readonly PlacedName[] = []): boolean =>
  templates.some(({ text }) => text.includes('{env.NEEDED}')) || names.some(({ name }) => name === 'NEEDED');

/** Places of a shape in which the variable is one, each with its value. */
function naming<T>(places: readonly SchemaPlace[], isNeeded: (value: T) => boolean): (readonly [string, T])[] {
  return places.flatMap(({ path, part, withText }) =>
    part === 'key'
      ? []
      : CHANGES.flatMap((change): (readonly [string, T])[] => {
          const value = withText(change) as T;
          return isNeeded(value) ? [[path, value]] : [];
        }),
  );
}

describe.each(BEHAVIORS.map((cell) => [cell.key, cell] as const))('%s', (key, cell) => {
  const specOf = (value: Json): { readonly [key]: never } => ({ [key]: value as never }) as never;
  const plan = (value: Json): Behavior => {
    const planned = cell.plan(specOf(value) as never, { exportName: 'run', programs: {} });
    if (!planned) throw new Error(`${key} plans nothing`);
    return planned;
  };
  const partsOf = (value: Json) =>
    behaviorsOf({ name: 'get_thing', ...specOf(value) } as never).flatMap(({ steps }) =>
      steps.map(({ parts }) => parts),
    );
  const all = placesIn(cell.shape.schema, SPEC_SCHEMA.$defs);
  const valid = all[0]?.withText((text) => text) ?? null;
  const isCode = behaviorsOf({ name: 'get_thing', ...specOf(valid) }).some((one) => one.isCode);
  const places = naming<Json>(all, (value) => {
    return isJsonObject(value) && partsOf(value).some((parts) => needs(parts.templates, parts.variables));
  });

  test('is code, or names variables somewhere', () => expect(isCode || places.length > 0).toBe(true));

  test.runIf(isCode)('needs every required variable', async () => {
    expect(await call(plan(valid))).toEqual(['env_missing', []]);
  });

  test.each(places)('%s', async (_path, value) => {
    expect(await call(plan(value))).toEqual(['env_missing', []]);
  });
});

describe('what a behavior uses of its server', () => {
  const http: Behavior = { kind: 'http', connection: 'a', method: 'GET', path: '/' };
  const before: Behavior = { ...http, connection: 'b', before: [{ connection: 'a', method: 'GET', path: '/' }] };
  const mcp: Behavior = { kind: 'mcp', upstream: 'a', tool: 'a' };
  const valuesOf = (key: string) =>
    placesIn((SERVER_KEYS[key]?.['additionalProperties'] ?? {}) as SchemaNode, SPEC_SCHEMA.$defs);

  test.each(naming<never>(valuesOf('connections'), (value) => needs(connectionTemplates(value))))(
    'connections: %s',
    async (_path, value) => {
      const connections = {
        a: overlaid({ base_url: 'https://a.example' }, value) as never,
        b: { base_url: 'https://a.example' },
      };
      expect(await call(http, { connections })).toEqual(['env_missing', []]);
      expect(await call(before, { connections })).toEqual(['env_missing', []]);
    },
  );

  test.each(naming<never>(valuesOf('upstreams'), (value) => needs(upstreamTemplates(value), upstreamVariables(value))))(
    'upstreams: %s',
    async (_path, value) => {
      expect(
        await call(mcp, { upstreams: { a: { timeout_ms: 1000, on_drift: 'reject', ...(value as object) } } }),
      ).toEqual(['env_missing', []]);
    },
  );

  const command = BEHAVIORS.find(({ key }) => key === 'command');
  test.each(
    naming<{ env?: readonly string[] }>(
      valuesOf('programs'),
      (value) => needs(programTemplates(value as never)) || value.env?.includes('NEEDED') === true,
    ),
  )('programs: %s', async (_path, value) => {
    const planned = command?.plan({ command: { argv: ['a'] } } as never, {
      exportName: 'run',
      programs: { a: value } as never,
    });
    if (!planned) throw new Error('it plans nothing');
    expect(await call(planned)).toEqual(['env_missing', []]);
  });
});

test('a handler reads required variables as texts, optional ones as perhaps nothing, and no others', () => {
  type Environment = Parameters<Handlers['getPdfInfo']>[1]['env'];
  expectTypeOf<Environment['PDF_FOLDERS']>().toEqualTypeOf<string>();
  expectTypeOf<Environment['PDF_SECONDS']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Environment>().not.toHaveProperty('PDF_FOLDER');
});
