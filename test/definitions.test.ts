/** Definitions of a server: tools hold what they use, places lead to the definition or the use, and each mistake is reported once. */
import { expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { PlannedSpecs } from '../compiler/plan/plan-specs.ts';
import { COMMAND, toolItem } from './support/specs.ts';

const ECHO = (keys: string): string => `command: { argv: [echo, "{page}"], stdout: text, result: { text: "" } }
    ${keys}`;

const DEFINITIONS = `definitions:
  page:
    type: integer
    description: The page of the list, counted from 1.
    minimum: 1
    maximum: 100
    default: 1
  entry:
    type: object
    properties:
      title: { type: string, description: As on the cover. }
      size: { use: page, description: How many pages it has. }
`;

function server(tools: readonly string[], definitions = DEFINITIONS): string {
  return `kind: server\nname: clock\nversion: 1.0.0\nsummary: Tells the time.\n${definitions}tools:\n${tools.join('')}`;
}

const USING = toolItem('get_time', ECHO('parameters: { page: { use: page } }'));
const OTHER = toolItem(
  'list_trains',
  ECHO(
    'parameters: { page: { use: page, maximum: 10 }, list: { type: array, maxItems: 3, description: Titles., items: { use: entry } } }',
  ).replace('"{page}"', '"{page}", "{list}"'),
  'list_trains',
);

const MCP = settingsOf({ profiles: { specs: 'mcp' } });

function found(text: string, settings = settingsOf({})): string[] {
  const { diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text }], { today: '2026-11-21', settings });
  return diagnostics.map(
    ({ code, message, hint, span }) => `${text.slice(span.start, span.end)} ${code}: ${message} ${hint ?? ''}`,
  );
}

function planned(text: string, settings = settingsOf({})): PlannedSpecs {
  const { value, diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text }], { today: '2026-11-21', settings });
  return value ?? expect.fail(JSON.stringify(diagnostics.map(({ code, message }) => `${code} ${message}`)));
}

test('a tool holds what it uses, with its own keys over it', () => {
  const [clock, trains] = planned(server([USING, OTHER])).plan.servers[0]?.tools ?? [];
  const page = { type: 'integer', description: 'The page of the list, counted from 1.', default: 1, minimum: 1 };
  expect(clock?.inputSchema.properties).toEqual({ page: { ...page, maximum: 100 } });
  expect(trains?.inputSchema.properties?.['page']).toEqual({ ...page, maximum: 10 });
  expect(trains?.inputSchema.properties?.['list']?.items?.properties?.['size']).toEqual({
    ...page,
    maximum: 100,
    description: 'How many pages it has.',
  });
  expect(JSON.stringify(planned(server([USING, OTHER])).plan)).not.toContain('"use":"page"');
});

test('mistakes', () => {
  expect(found(server([USING.replace('use: page', 'use: pgae')]))).toMatchInlineSnapshot(`
    [
      "pgae spec/unknown-definition: "parameters.page.use" of tool "get_time" refers to the definition "pgae", which the server does not declare. Did you mean "page"?",
    ]
  `);
  expect(found(server([USING], DEFINITIONS.replace('use: page', 'use: entry')))).toMatchInlineSnapshot(`
    [
      "entry spec/endless-definition: "definitions.entry.properties.size.use" of server "clock" refers back to the definition "entry". Replace one reference by the schema itself; a definition that contains itself is infinite.",
    ]
  `);
  expect(found(server([USING]))).toMatchInlineSnapshot(`
    [
      "entry server/definition-unused: Definition "entry" is not used by any tool. Write { use: entry } in a parameter or result of a tool, or delete it.",
    ]
  `);
  expect(found(server([USING.replace('{ use: page }', '{ description: A page. }')]))).toMatchInlineSnapshot(`
    [
      "page spec/missing-key: "parameters.page" of tool "get_time" has no \`type\`, which is required. Add it: The narrowest suitable type: integer for counts, boolean for flags, array for lists, string with enum for closed sets, number with bounds for real quantities (EXT §8, ADR 20). Required unless \`use\` is set.",
    ]
  `);
});

test('a finding about a definition is reported once, where the definition is written', () => {
  const wrong = DEFINITIONS.replace('minimum: 1\n    maximum: 100', 'minimum: 200\n    maximum: 100');
  expect(found(server([USING, OTHER], wrong))).toMatchInlineSnapshot(`
    [
      "200 param/bounds-order: "minimum" of "page" is 200, greater than its "maximum" of 100. Swap the bounds, or change one of them.",
      "1 param/default-valid: The default of "page" is not valid: The value must be an integer from 200 to 100, got the number 1. Change the default, or the constraint that it violates.",
    ]
  `);
});

test('profile mcp: references fall back to the definitions of the server', () => {
  const tools = [
    USING.replace('{ use: page }', '{ $ref: "#/$defs/entry" }'),
    OTHER.replace('items: { use: entry }', 'items: { $ref: "#/$defs/leaf" }').replace(
      'parameters:',
      'definitions: { leaf: { type: string } }\n    parameters:',
    ),
  ];
  const [clock, trains] = planned(server(tools), MCP).plan.servers[0]?.tools ?? [];
  expect(Object.keys(clock?.inputSchema.$defs ?? {})).toEqual(['entry']);
  expect(clock?.inputSchema.$defs?.['entry']?.properties?.['size']?.maximum).toBe(100);
  expect(Object.keys(trains?.inputSchema.$defs ?? {})).toEqual(['leaf']);
  expect(found(server([USING.replace('{ use: page }', '{ $ref: "#/$defs/entri" }')]), MCP)).toMatchInlineSnapshot(`
    [
      ""#/$defs/entri" spec/unknown-definition: "parameters.page.$ref" of tool "get_time" refers to "entri", which is not defined. Did you mean "#/$defs/entry"?",
    ]
  `);
});

test('a tool in its own document uses the definitions of its server', () => {
  const sources = (name: string) => [
    { path: 'specs/server.yaml', text: server([USING]) },
    {
      path: 'specs/list_trains.yaml',
      text: `kind: tool\n${toolItem('list_trains', COMMAND.replace('[date]', '[date, "{page}"]'))
        .replace(/^ {2}- /, '    ')
        .replace(/^ {4}/gm, '')}parameters: { page: { use: ${name} } }\n`,
    },
  ];
  const good = planSpecs(sources('page'), { today: '2026-11-21' });
  expect(good.value?.plan.servers[0]?.tools[1]?.inputSchema.properties?.['page']?.maximum).toBe(100);
  const bad = planSpecs(sources('sheet'), { today: '2026-11-21' });
  expect(bad.diagnostics.map(({ code, span }) => `${span.file} ${code}`)).toContain(
    'specs/list_trains.yaml spec/unknown-definition',
  );
});

test('definitions of definitions cannot grow without bound', () => {
  const steps = Array.from({ length: 40 }, (_, at) => {
    return `  d${at + 1}: { type: object, properties: { a: { use: d${at} }, b: { use: d${at} } } }\n`;
  });
  const text = server(
    [USING.replace('use: page', 'use: d40')],
    `definitions:\n  d0: { type: string }\n${steps.join('')}`,
  );
  expect(found(text).filter((line) => line.includes('definition-size'))).toHaveLength(1);
});

test('a tool of profile ext does not get keywords that only profile mcp has', () => {
  const settings = settingsOf({ profiles: { 'specs/imported': 'mcp' } });
  const tool = (keys: string): string =>
    `kind: tool\nserver: clock\n${toolItem('list_trains', COMMAND)
      .replace(/^ {2}- /, '    ')
      .replace(/^ {4}/gm, '')}${keys}`;
  const definitions = `definitions:
  day: { anyOf: [{ type: string }, { type: integer }] }
  page: { type: object, properties: { at: { use: day }, size: { type: integer, multipleOf: 2 } } }
  name: { type: string, description: A name. }
`;
  const codesOf = (use: string): string[] => {
    const text = tool(`parameters: { page: { use: ${use}, description: Which page. } }\n`);
    const sources = [
      { path: 'specs/imported/server.yaml', text: server([USING.replace('use: page', 'use: name')], definitions) },
      { path: 'specs/own/tool.yaml', text },
    ];
    const { diagnostics } = planSpecs(sources, { today: '2026-11-21', settings });
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`);
  };
  expect(codesOf('name')).toEqual([]);
  expect(codesOf('page')).toEqual([
    'page: The definition "page" has `anyOf`, `multipleOf`, which profile ext does not allow.',
  ]);
});
