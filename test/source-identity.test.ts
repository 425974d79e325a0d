/** Imported tools are recognized by where they come from, whatever their names, texts and parameters became. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { pairUp } from '../compiler/versions/pair.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan, ToolPlan } from '../compiler/plan/model.ts';
import { sameSources, sourceKey } from '../compiler/plan/source-identity.ts';
import type { HasSource } from '../compiler/plan/source-identity.ts';
import { compareVersions } from '../compiler/versions/against-release.ts';
import { runs } from './support/runs.ts';
import { toolPlan } from './support/tool-plan.ts';

const METHODS = ['GET', 'POST', 'DELETE'] as const;
const PATHS = ['/pets', '/pets/{}', '/pets/{}/visits', '/owners/{}/pets/{}', '/visits'] as const;

/** The same request, with names of parameters as another version of the document has them. */
function written(key: string, name: string): string {
  return key.replaceAll('{}', () => `{${name}}`);
}

function toolsOf(tools: readonly Partial<ToolPlan>[]): Plan {
  const plans = tools.map((more) => toolPlan({}, { type: 'object' }, more));
  const [first] = plans;
  if (!first) throw new Error('There is no tool.');
  const all = plans.flatMap(({ servers }) => servers.flatMap((server) => server.tools));
  return { ...first, servers: first.servers.map((server) => ({ ...server, tools: all })) };
}

describe('the source of a tool', () => {
  const keys = METHODS.flatMap((method) => PATHS.map((path) => `${method} ${path}`));

  test('pairs tools under other names and with other parameters, each once', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(keys, { minLength: 1 }),
        fc.shuffledSubarray(keys, { minLength: 1 }),
        fc.constantFrom('id', 'petId', 'pet_id'),
        (old, now, parameter) => {
          const before = toolsOf(old.map((key, at) => ({ name: `old_${at}`, from: written(key, 'id') })));
          const after = toolsOf(now.map((key, at) => ({ name: `new_${at}`, from: written(key, parameter) })));
          const joined = pairUp(before, after).tool.filter((pair) => pair.renamed === 'source');
          for (const pair of joined)
            expect(sourceKey(pair.before?.from ?? '')).toBe(sourceKey(pair.after?.from ?? 'none'));
          expect(joined.length).toBe(old.filter((key) => now.includes(key)).length);
        },
      ),
      { numRuns: runs(10_000) },
    );
  });

  test('is the place, then the request, then the operation; what two have identifies neither', () => {
    const own = { before: (one: HasSource) => one, after: (one: HasSource) => one };
    const pairs = (before: readonly HasSource[], after: readonly HasSource[]): string[] =>
      sameSources(before, after, own).map(([a, b]) => `${a.from} = ${b.from}`);
    expect(pairs([{ from: 'GET /a/{x}' }, { from: 'GET /a/{y}' }], [{ from: 'GET /a/{y}' }])).toEqual([
      'GET /a/{y} = GET /a/{y}',
    ]);
    expect(pairs([{ from: 'GET /a/{x}' }, { from: 'GET /a/{y}' }], [{ from: 'GET /a/{z}' }])).toEqual([]);
    expect(pairs([{ from: 'GET /owners', operation: 'list' }], [{ from: 'GET /people', operation: 'list' }])).toEqual([
      'GET /owners = GET /people',
    ]);
    expect(pairs([{ from: 'mcp:list' }], [{ from: 'mcp:show' }])).toEqual([]);
  });
});

const settings = settingsOf({ profiles: { specs: 'mcp' } });
const PETS = [
  ['list_pets', 'Lists the pets.', 'GET /pets'],
  ['list_visits', 'Lists the visits of pets.', 'GET /visits'],
] as const;

function compiled(tools: readonly (readonly [name: string, description: string, from: string])[]) {
  const items = tools.map(
    ([name, description, from]) => `  - name: ${name}
    description: ${description}
    from: ${from}
    effects: read
    http: { connection: clinic, request: ${from} }
`,
  );
  const text = `kind: server
name: clinic
version: 1.0.0
summary: Pets.
connections: { clinic: { base_url: "https://clinic.example.org" } }
tools:
${items.join('')}`;
  const { value, diagnostics } = planSpecs([{ path: 'specs/clinic.yaml', text }], { settings });
  return value ?? expect.fail(JSON.stringify(diagnostics, undefined, 1));
}

const RENAMED = compiled([['search_pets', 'Finds an animal by its name.', 'GET /pets'], PETS[1]]);
const DATES = { today: '2026-11-22', periodDays: 90 };
const released = compiled([PETS[0]]).plan;
const unsourced = {
  ...released,
  servers: released.servers.map((server) => ({
    ...server,
    tools: server.tools.map(({ from: _from, ...tool }) => tool),
  })),
};

test.each([
  ['the contract', released],
  ['a contract of an older Haft', unsourced],
])('a rename is advised with the tool of the same source, compared with %s', (_what, contract) => {
  const { diagnostics, changes } = compareVersions(contract, RENAMED, DATES);
  expect(diagnostics.map(({ hint }) => hint)).toEqual([
    'Run `haft bump --renamed list_pets=search_pets`: "list_pets" is restored as deprecated, and "search_pets" replaces it.',
  ]);
  expect(changes.find(({ kind }) => kind === 'tool/renamed')?.why).toContain('Both were imported from `GET /pets`');
});

test('a removed tool is not advised to become one of another source, however alike they read', () => {
  const other = compiled([['list_owners', 'Lists the pets.', 'GET /owners']]);
  const hints = compareVersions(released, other, DATES).diagnostics.map(({ hint }) => hint);
  expect(hints.join('\n')).not.toContain('list_owners');
});

test('a contract that gains sources has no changes, and no release of its parts', () => {
  const read = readContract(contractText(unsourced));
  if (!('plan' in read)) return expect.fail(read.problem);
  expect(diff(read.plan, released)).toEqual([]);
  const again = readContract(contractText(released, read.plan));
  expect(again).toMatchObject({ plan: { servers: [{ tools: [{ from: 'GET /pets' }] }] } });
  expect('plan' in again && again.plan.marks).toEqual(undefined);
  return undefined;
});
