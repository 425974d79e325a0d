/** `mcp:` of a tool is held against what the import recorded of the other server; what was imported is clean as it is. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { importMcp } from '../compiler/features/import/mcp/import-mcp.ts';
import { recordedUpstreams } from '../compiler/check/analysis/recorded-upstreams.ts';
import { printDocuments } from '../compiler/features/import/print.ts';
import type { JsonObject } from '../runtime/language/json.ts';
import { costlyRuns, runs } from './support/runs.ts';

const settings = settingsOf({ profiles: { 'specs/git': 'mcp' } });
const SOURCE = { upstream: { command: ['git-mcp'] }, variables: [], values: {}, unknown: [] };
const PIN = `sha256:${'0'.repeat(64)}`;

function front(tools: readonly JsonObject[]) {
  const { documents } = importMcp('git', { about: {}, tools, pins: tools.map(() => PIN) }, SOURCE);
  const texts = printDocuments(documents).map(({ path, text }) => ({ path: `specs/git/${path}`, text }));
  const recorded = recordedUpstreams({
    git: {
      kind: 'mcp',
      source: 'git-mcp',
      digest: PIN,
      options: {},
      into: 'specs/git',
      documents: Object.fromEntries(documents.map(({ value }) => [value.from, value])),
      files: {},
    },
  });
  return { texts, recorded };
}

const GIT_DIFF: JsonObject = {
  name: 'git_diff',
  description: 'Shows changes.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      lines: { type: 'integer', maximum: 100 },
      mode: { $ref: '#/$defs/Mode' },
    },
    required: ['path'],
    $defs: { Mode: { enum: ['short', 'long'] } },
  },
  outputSchema: {
    type: 'object',
    properties: { diff: { type: 'string' }, at: { type: 'object', properties: {} } },
    additionalProperties: false,
  },
};
const { texts, recorded } = front([GIT_DIFF, { name: 'git_any', inputSchema: { type: 'object' } }]);
const [SERVER] = texts;

function found(
  mcp: string,
  more = 'parameters: { path: { type: string } }',
  known = recorded,
  file = 'specs/git/own.yaml',
) {
  const tool = `kind: tool\nserver: git\nname: own\ndescription: Shows changes.\n${more}\nmcp: ${mcp}\n`;
  if (!SERVER) throw new Error('There is no server.');
  const { diagnostics } = planSpecs([SERVER, { path: file, text: tool }], { settings, recorded: known });
  return diagnostics
    .filter(({ code }) => code === 'spec/upstream-tool')
    .map(
      ({ severity, message, hint = '', span }) =>
        `${severity} ${span.file}:${tool.slice(0, span.start).split('\n').length} ${message} ${hint}`,
    );
}

const ANY_TEXT = { '': { type: 'string' } };
const OBJECT = { type: 'object', required: ['x'] };
test.each<[string, JsonObject]>([
  ['no property', OBJECT],
  ['other members', { ...OBJECT, additionalProperties: { type: 'string' } }],
  ['a pattern', { ...OBJECT, properties: { y: {} }, patternProperties: ANY_TEXT, additionalProperties: false }],
  ['a part', { ...OBJECT, properties: { y: {} }, allOf: [{ properties: { x: { type: 'string' } } }] }],
  ['a reference', { ...OBJECT, $ref: '#/$defs/A', $defs: { A: { properties: { x: { type: 'string' } } } } }],
])('a required name of which only %s says what it is has no finding in the imported tool', (_what, inputSchema) => {
  const { texts: specs, recorded: known } = front([{ name: 'put', inputSchema }]);
  const { diagnostics } = planSpecs(specs, { settings, recorded: known });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const sends = (name: string): string[] => found(call(`arguments: { ${name}: "{path}" }`, 'put'), undefined, known);
  expect(sends('x')).toEqual([]);
  expect(sends('z').join()).toContain('requires the argument "x"');
});

const call = (rest: string, tool = 'git_diff'): string => `{ upstream: git, tool: ${tool}${rest && `, ${rest}`} }`;

test.each<[string, string, string | undefined, readonly string[]]>([
  ['a tool', call('', 'git_dif'), undefined, ['Unknown tool of upstream "git": "git_dif". Did you mean "git_diff"?']],
  ['a constant', call('arguments: { path: 7 }'), undefined, ['"path" of upstream tool "git_diff" does not allow 7']],
  [
    'an argument',
    call('arguments: { path: "{path}", nosuch: "{path}" }'),
    undefined,
    ['"nosuch". Known: path, lines, mode.'],
  ],
  ['a misspelt argument', call('arguments: { path: a, lnes: 7 }'), undefined, ['Did you mean "lines"?']],
  [
    'a required argument',
    call('arguments: { lines: 7 }'),
    undefined,
    ['requires the argument "path", which is not sent'],
  ],
  ['a required parameter', call(''), 'parameters: { lines: { type: integer } }', ['Add the parameter "path"']],
  ['a renamed parameter', call(''), 'parameters: { pth: { type: string } }', ['Did you mean "path"?', 'requires']],
  ['a bound', call('arguments: { path: a, lines: 101 }'), undefined, ['does not allow 101']],
  ['a value behind a reference', call('arguments: { path: a, mode: tall }'), undefined, ['does not allow "tall"']],
  [
    'a default',
    call(''),
    'parameters: { path: { type: string }, lines: { type: integer, default: 200 } }',
    ['allow 200'],
  ],
  ['an enum', call(''), 'parameters: { path: { type: string }, mode: { enum: [short, tall] } }', ['allow "tall"']],
  ['a type', call(''), 'parameters: { path: { type: integer } }', ['is string, and the parameter "path" is integer']],
  ['a result', call('result: { a: /dif }'), undefined, ['"dif". Did you mean "diff"?']],
  ['a list of a result', call('result: { a: { each: /dif, item: /x } }'), undefined, ['"dif". Did you mean "diff"?']],
])('%s that the upstream does not have is an error at its line', (_what, mcp, more, expected) => {
  const faults = found(mcp, more);
  expect(faults).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) {
    expect(faults[index]).toContain(part);
    expect(faults[index]).toMatch(/^error specs\/git\/own\.yaml:[56] /);
  }
});

test.each<[string, string, string?]>([
  ['all arguments under their names', call('')],
  ['a variable, and a constant that is allowed', call('arguments: { path: "a/{path}", lines: 7, mode: long }')],
  ['an open result', call('result: { a: /at/anything, b: /diff, c: "" }')],
  ['a tool that declares no argument', call('arguments: { anything: 7 }', 'git_any')],
  ['a pin of another definition', call(`pin: "sha256:${'1'.repeat(64)}", arguments: { nosuch: 7 }`)],
  ['a number for a number', call(''), 'parameters: { path: { type: string }, lines: { type: number } }'],
])('%s is clean', (_what, mcp, more) => {
  expect(found(mcp, more)).toEqual([]);
});

test('without a record of this upstream in this folder nothing is judged', () => {
  const wrong = call('arguments: { path: 7, nosuch: 1 }', 'git_dif');
  expect(found(wrong, undefined, [])).toEqual([]);
  expect(found(wrong, undefined, undefined, 'specs/gitter/own.yaml')).toEqual([]);
});

test.each([
  ['by its recorded pin', `pin: "${PIN}"`, 1],
  ['without a pin', '', 1],
  ['by the pin of another definition', `pin: "sha256:${'1'.repeat(64)}"`, 0],
])('a call of a tool that the source no longer has, %s', (_how, pin, count) => {
  const [was] = front([GIT_DIFF]).recorded;
  if (!was) throw new Error('There is no record.');
  for (const tools of [new Map<string, never>(), recorded[0]?.tools ?? new Map<string, never>()]) {
    const kept = new Map([...tools].filter(([name]) => name !== 'git_diff'));
    const faults = found(call(pin), undefined, [{ ...was, tools: kept, gone: was.tools }]);
    expect(faults).toHaveLength(count);
    for (const fault of faults) {
      expect(fault).toContain(
        'The upstream "git" no longer has the tool "git_diff". Call another tool, or delete this',
      );
      expect(fault).not.toMatch(/Known:.*git_diff/);
    }
  }
});

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const property = fc
  .record(
    {
      type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'object', 'array'),
      default: value,
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
      $ref: fc.constantFrom('#/$defs/A', '#/$defs/None'),
      anyOf: fc.constant([{ type: 'string' }, { type: 'null' }]),
    },
    { requiredKeys: [] },
  )
  .map((schema) => schema as JsonObject);
const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'A b');
const inputSchema = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(name, property),
    additionalProperties: fc.constantFrom(true, false, {}),
    $defs: fc.constant({ A: { type: 'string' } }),
  },
  { requiredKeys: ['type'] },
);

test('a front is clean as it was imported, whatever the other server declares', () => {
  fc.assert(
    fc.property(inputSchema, fc.boolean(), (schema, all) => {
      const required = all ? Object.keys(schema.properties ?? {}) : [];
      const made = front([{ name: 'do_it', inputSchema: { ...schema, required } as JsonObject }]);
      const { diagnostics } = planSpecs(made.texts, { settings, recorded: made.recorded });
      expect(diagnostics.filter(({ code }) => code === 'spec/upstream-tool')).toEqual([]);
    }),
    { numRuns: costlyRuns(10_000) },
  );
});

test('an argument that is not declared is found, whatever its name and value', () => {
  const known = new Set(['path', 'lines', 'mode']);
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z_]{1,12}$/).filter((one) => !known.has(one)),
      value,
      (other, sent) => {
        const faults = found(call(`arguments: { path: a, ${JSON.stringify(other)}: ${JSON.stringify(sent)} }`));
        expect(faults).toEqual([expect.stringContaining(`Unknown argument of upstream tool "git_diff": "${other}".`)]);
      },
    ),
    { numRuns: runs(10_000) },
  );
});
