/** Names of tools across servers: a reference means the same tool whatever else a project has, or it is a finding at its place. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { memoizeBy } from '../compiler/base/memo.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { type ToolId, type ToolNames, qualifiedName, toolNames } from '../compiler/check/tool-names.ts';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { exampleProject, layOver } from './support/example.ts';
import { judge } from '../compiler/features/evals/judge/judge.ts';
import { offeredTools } from '../compiler/features/evals/online/conversation.ts';
import { planEval } from '../compiler/plan/eval.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import { diff } from '../compiler/versions/diff.ts';
import { POLICY, judge as check } from '../compiler/versions/policy/index.ts';
import { resolveChoice } from '../compiler/versions/receipts/choice.ts';
import { sumsOf } from '../compiler/versions/receipts/record.ts';
import { runs } from './support/runs.ts';
import { toolPlan } from './support/tool-plan.ts';

const SERVERS = ['shop', 'depot', 'archive', 'desk'] as const;
const TOOLS = ['find_item', 'list_items', 'read_page'] as const;

interface Reference {
  /** What has the text: a tool or a skill. */
  readonly owner: string;
  readonly path: readonly (string | number)[];
  readonly written: string;
  readonly near: readonly string[];
}

interface Server {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly uses: readonly string[] }[];
}

interface Skill {
  readonly servers: readonly string[];
  readonly uses: readonly string[];
}

const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...TOOLS) },
  fc.tuple(fc.constantFrom(...SERVERS), fc.constantFrom(...TOOLS)).map((pair) => pair.join('.')),
);

const anyServer = (name: string): fc.Arbitrary<Server> =>
  fc
    .tuple(fc.subarray([...TOOLS], { minLength: 1, maxLength: 2 }), fc.array(anyName, { minLength: 4, maxLength: 4 }))
    .map(([own, uses]) => ({ name, tools: own.map((tool, at) => ({ name: tool, uses: [uses[at] ?? ''] })) }));

/** The last server comes later. */
const anyProject = fc.record({
  servers: fc
    .shuffledSubarray([...SERVERS], { minLength: 2, maxLength: 4 })
    .chain((names) => fc.tuple(...names.map(anyServer))),
  skill: fc.record({
    servers: fc.subarray([...SERVERS], { minLength: 1 }),
    uses: fc.array(anyName, { minLength: 1, maxLength: 3 }),
  }),
  first: fc.boolean(),
});

const sourceOf = ({ name, tools }: Server, folder: string): SourceFile => ({
  path: `specs/${folder}/server.yaml`,
  text: stringify({
    kind: 'server',
    name,
    version: '1.0.0',
    summary: 'Does a bit.',
    tools: tools.map((tool) => ({
      name: tool.name,
      description: {
        does: 'Does one thing.',
        when: 'it is wanted',
        instead: tool.uses.map((use) => ({ case: 'another one is meant', use })),
      },
      effects: 'read',
      command: { argv: ['true'] },
      evals: tool.uses.flatMap((use, at) => [
        { query: `ask ${at}`, expect: use },
        { query: `or ${at}`, expect: { any_of: [use, tool.name] } },
        { query: `not ${at}`, never: [use], after: [{ user: 'before' }, { call: use, result: {} }] },
      ]),
    })),
  }),
});

const skillSource = ({ servers, uses }: Skill): SourceFile => ({
  path: 'specs/skill/skill.yaml',
  text: stringify({
    kind: 'skill',
    name: 'go-round',
    version: '1.0.0',
    description: {
      does: 'Goes round.',
      when: 'the user goes round',
      triggers: ['go round', 'walk about'],
      not_for: uses.map((use) => ({ case: 'staying', use })),
    },
    context: 'It is late.',
    steps: uses.map((use) => `Call \`${use}\` now.`),
    never: ['Run'],
    servers,
    allowed_tools: uses,
  }),
});

function references(servers: readonly Server[], skill: Skill): readonly Reference[] {
  const ofTools = servers.flatMap(({ name, tools }) =>
    tools.flatMap((tool) =>
      tool.uses.flatMap((written, at): Reference[] =>
        [
          ['description', 'instead', at, 'use'],
          ['evals', 3 * at, 'expect'],
          ['evals', 3 * at + 1, 'expect', 'any_of', 0],
          ['evals', 3 * at + 2, 'never', 0],
          ['evals', 3 * at + 2, 'after', 1, 'call'],
        ].map((path) => ({ owner: `${name} ${tool.name}`, path, written, near: [name] })),
      ),
    ),
  );
  const ofSkill = skill.uses.flatMap((written, at): Reference[] =>
    [
      ['description', 'not_for', at, 'use'],
      ['steps', at],
      ['allowed_tools', at],
    ].map((path) => {
      return { owner: 'go-round', path, written, near: skill.servers };
    }),
  );
  return [...ofTools, ...ofSkill];
}

const namesOf = (servers: readonly Server[]): ToolNames =>
  toolNames(servers.flatMap(({ name, tools }) => tools.map((tool) => ({ server: name, tool: tool.name }))));

function findingAt(found: readonly Diagnostic[], { owner, path }: Reference): Diagnostic | undefined {
  return found.find(({ about }) => {
    const place = about.skill ?? `${about.server} ${about.tool}`;
    return place === owner && JSON.stringify(about.path) === JSON.stringify(path);
  });
}

const REFERENCE_RULES: ReadonlySet<string> = new Set([
  'tool/instead-resolves',
  'eval/tools-exist',
  'skill/servers-resolve',
  'skill/use-resolves',
]);

/** The others cost time. */
const ONLY_REFERENCES = settingsOf({
  rules: Object.fromEntries(RULES.flatMap(({ id }) => (REFERENCE_RULES.has(id) ? [] : [[id, 'off' as const]]))),
});

function found(sources: readonly SourceFile[], released?: ToolNames): readonly Diagnostic[] {
  const settings = { ...ONLY_REFERENCES, released: () => released };
  const { diagnostics } = planSpecs(sources, { settings });
  return diagnostics.filter(({ code }) => REFERENCE_RULES.has(code));
}

const idsOf = (names: ToolNames, { written, near }: Reference): string =>
  names.resolve(written, near).map(qualifiedName).join(' ');

test('a reference means the same tool beside any further server, or is a finding; its fix makes it mean what it meant', () => {
  fc.assert(
    fc.property(anyProject, ({ servers, skill: anySkill, first }) => {
      const [added, ...olds] = servers.toReversed();
      if (!added) return;
      const known = olds.map(({ name }) => name);
      const listed = anySkill.servers.filter((name) => known.includes(name));
      const skill = { ...anySkill, servers: listed.length > 0 ? listed : known.slice(0, 1) };
      const own = [...olds.map((one) => sourceOf(one, `m-${one.name}`)), skillSource(skill)];
      const [before, after] = [namesOf(olds), namesOf(servers)];
      const now = [...own, sourceOf(added, first ? 'a' : 'z')];
      const reportedBefore = found(own);
      const reported = found(now, before);
      const edits = reported.flatMap(({ fix }) => fix?.edits ?? []);
      const repaired = now.map(({ path, text }) => {
        const own = edits.filter(({ file }) => file === path);
        return { path, text: own.length > 0 ? applyEdits(text, own) : text };
      });
      const fixed = edits.length > 0 ? found(repaired, before) : reported;
      for (const one of references(olds, skill)) {
        const [old, current] = [idsOf(before, one), idsOf(after, one)];
        // Whatever is unknown in the text of a skill may be no tool at all.
        if (!old.includes('.') || old === current) continue;
        const finding = findingAt(reported, one);
        expect(finding?.message, `${one.owner} ${one.path.join('.')} ${one.written}`).toContain(one.written);
        if (old.includes(' ') || findingAt(reportedBefore, one)) continue;
        expect(finding?.fix?.title).toContain(after.reference(idOf(old), one.near));
        expect(findingAt(fixed, one)).toBeUndefined();
      }
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);

function idOf(qualified: string): ToolId {
  const [server = '', tool = ''] = qualified.split('.');
  return { server, tool };
}

test('a name for each tool, and a tool for each name: what is written for a tool means it and no other', () => {
  const anyId = fc.record({
    server: fc.constantFrom(...SERVERS),
    tool: fc.constantFrom(...TOOLS, 'shop.find_item', 'a.b', 'x'),
  });
  fc.assert(
    fc.property(fc.array(anyId, { maxLength: 8 }), fc.subarray([...SERVERS]), (ids, near) => {
      const names = toolNames(ids);
      for (const id of ids) {
        const written = names.reference(id, near);
        const meant = names.resolve(written, near).map(qualifiedName);
        // Only a name that is also a server and its tool can be ambiguous in both forms.
        if (!ids.some(({ tool }) => tool.includes('.'))) expect(meant).toEqual([qualifiedName(id)]);
        expect(meant).toContain(qualifiedName(id));
        expect(names.resolve(written, near).length === 1).toBe(names.means(written, id, near));
      }
    }),
    { numRuns: runs(10_000) },
  );
});

const EXAMPLES = RULES.flatMap(({ subject, good, bad }) =>
  [...good, ...bad].map((example) => layOver(subject, example).source),
);

/** Names and requests that are nearly those of the examples, and none that are the same. */
const NEARLY = ['serch_books', 'find_maps', 'delete_books', 'list_shelfs', 'search_bookz', 'due_date', 'read_csv'];
const REQUESTS = ['do we have the atlas', 'find an atlas', 'what is the weather like', 'what have I borrowed'];

const anyUnrelated = fc
  .record({
    tools: fc.uniqueArray(fc.constantFrom(...NEARLY, 'list_winds', 'get_tide', 'search_loanz'), {
      minLength: 1,
      maxLength: 4,
    }),
    folder: fc.constantFrom('a', 'zz'),
    words: fc.subarray(['due_date', 'upper_case', 'status_code', 'read_csv', 'title']),
    requests: fc.subarray(REQUESTS),
  })
  .map(({ tools, folder, words, requests }) => (text: string): SourceFile => ({
    path: `specs/${folder}/weather.yaml`,
    text: stringify({
      kind: 'server',
      name: 'weather',
      version: '1.0.0',
      summary: 'Finds books and loans by the weather.',
      tools: tools
        .filter((name) => !text.includes(name))
        .map((name) => ({
          name,
          description: { does: 'Searches the loans of a reader by words.', when: 'the user looks for a book' },
          effects: 'read',
          parameters: Object.fromEntries(words.map((word) => [word, { type: 'string', description: 'A word.' }])),
          command: { argv: ['true'] },
          evals: requests.map((query) => ({ query })),
        })),
    }),
  }));

test('a further server changes no finding in the file of any example of any rule', () => {
  const settings = settingsOf({});
  const findingsIn = (path: string, ...sources: readonly SourceFile[]): string[] =>
    planSpecs(sources, { settings })
      .diagnostics.filter(({ span }) => span.file === path)
      .map(({ code, severity, message, span }) => `${code} ${severity} ${span.start}-${span.end} ${message}`)
      .sort();
  const alone = memoizeBy((source: SourceFile) => findingsIn(source.path, source));
  fc.assert(
    fc.property(fc.constantFrom(exampleProject(), ...EXAMPLES), anyUnrelated, (source, unrelated) => {
      const added = unrelated(source.text);
      const both = added.path < source.path ? [added, source] : [source, added];
      expect(findingsIn(source.path, ...both)).toEqual(alone(source));
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);

function planned(servers: readonly Server[]): Plan {
  const plans = servers.flatMap(({ name, tools }) =>
    toolPlan({ properties: {} }).servers.map((server) => ({
      ...server,
      name,
      tools: tools.flatMap(({ name: tool, uses }) => {
        const tests = [undefined, ...uses].map((expect, at) => ({
          query: `ask ${name} ${tool} ${at}`,
          ...(expect !== undefined && { expect }),
        }));
        const evals = tests.map((one) => planEval(one, tool));
        return toolPlan({ properties: {} }, undefined, { name: tool, evals }).servers.flatMap((one) => one.tools);
      }),
    })),
  );
  return { planVersion: 1, servers: plans, skills: [] };
}

test('in a choice a case is right for the tool that it means, its records are of that tool, and names of before stay', () => {
  fc.assert(
    fc.property(anyProject, ({ servers }) => {
      const plan = planned(servers);
      const choice = resolveChoice({ name: 'all', servers: servers.map(({ name }) => name), evals: [] }, plan);
      const names = namesOf(servers);
      const offered = offeredTools(choice);
      expect(new Set(offered.map(({ name }) => name)).size).toBe(allTools(plan).length);
      for (const { name } of offered) expect(name).toMatch(/^[a-zA-Z0-9_-]+$/);
      const records = sumsOf(choice.cases.map(({ owner }) => ({ owner, score: { passed: 1, n: 1 } })));
      expect(Object.keys(records.tools)).toHaveLength(allTools(plan).length);
      for (const { server, tool } of allTools(plan)) {
        const alone = names.resolve(tool.name).length === 1;
        const shown = alone ? tool.name : `${server.name}.${tool.name}`;
        expect(records.tools[shown]).toEqual({ passed: tool.evals.length, n: tool.evals.length });
        const call = offered.find((one) => (one.shown ?? one.name) === shown)?.name ?? '';
        for (const { test: one, tool: own } of choice.cases) {
          const written = plan.servers
            .find(({ name }) => name === own?.server)
            ?.tools.find(({ name }) => name === own?.tool)
            ?.evals.find(({ query }) => query === one.query)?.expect;
          const meant = typeof written === 'string' ? names.resolve(written, [own?.server ?? '']) : [];
          const isMeant = meant.length === 1 && qualifiedName(meant[0] ?? idOf('')) === `${server.name}.${tool.name}`;
          const answer = {
            kind: 'call',
            name: call,
            arguments: {},
            tokens: { input: 0, output: 0, cached: 0 },
          } as const;
          expect(judge(one, answer, offered)).toMatchObject({ right: isMeant, called: shown });
        }
      }
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('a further server is the only thing that a comparison with the release shows', () => {
  fc.assert(
    fc.property(anyProject, ({ servers }) => {
      const [before, after] = [planned(servers.slice(1)), planned(servers)];
      const changes = diff(before, after);
      const violations = check(before, after, changes, { today: '2026-11-21', periodDays: 90 }, POLICY);
      const about = [...changes, ...violations].map(({ target }) => target.server);
      expect([...new Set(about)]).toEqual(servers.slice(0, 1).map(({ name }) => name));
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);
