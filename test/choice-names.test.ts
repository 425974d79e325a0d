/** Names of tools in choices, comparisons and handler files, where servers share them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkHandlers, handlerUses } from '../compiler/check/handlers.ts';
import { RULES } from '../compiler/check/rules/index.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { qualifiedName } from '../compiler/check/tool-names.ts';
import { judge } from '../compiler/features/evals/judge/judge.ts';
import { offeredTools } from '../compiler/features/evals/online/conversation.ts';
import { functionName } from '../compiler/plan/names.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { POLICY, judge as check } from '../compiler/versions/policy/index.ts';
import { resolveChoice } from '../compiler/versions/receipts/choice.ts';
import { sumsOf } from '../compiler/versions/receipts/record.ts';
import { SERVERS, TOOLS, anyNames, namesOf, plannedNames } from './support/random-names.ts';
import { runs } from './support/runs.ts';

test('in a choice a case is right for the tool that it means, its records are of that tool, and names of before stay', () => {
  fc.assert(
    fc.property(anyNames, ({ servers }) => {
      const plan = plannedNames(servers);
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
          const isMeant = meant.map(qualifiedName).join(' ') === `${server.name}.${tool.name}`;
          const answer = {
            kind: 'call',
            name: call,
            arguments: {},
            later: [],
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
    fc.property(anyNames, ({ servers }) => {
      const [before, after] = [plannedNames(servers.slice(1)), plannedNames(servers)];
      const changes = diff(before, after);
      const violations = check(before, after, changes, { today: '2026-11-21', periodDays: 90 }, POLICY);
      const about = [...changes, ...violations].map(({ target }) => target.server);
      expect([...new Set(about)]).toEqual(servers.slice(0, 1).map(({ name }) => name));
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('two tools of one name never share a function in silence', () => {
  const anyTools = fc.uniqueArray(
    fc.record({
      server: fc.constantFrom(...SERVERS),
      name: fc.constantFrom(...TOOLS),
      file: fc.constantFrom('a.ts', 'b.ts'),
    }),
    { selector: ({ server, name }) => `${server} ${name}`, minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(anyTools, (tools) => {
      const names = [...new Set(tools.map(({ server }) => server))];
      const documents = [
        ...names.map((name) => ({ kind: 'server', name, version: '1.0.0', summary: 'Does a bit.' })),
        ...tools.map(({ server, name, file }) => {
          const description = { does: 'Does one thing.', when: 'it is wanted' };
          return { kind: 'tool', name, server, description, effects: 'read', handler: file };
        }),
      ];
      const text = documents.map((one) => JSON.stringify(one)).join('\n---\n');
      const settings = settingsOf({ rules: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])) });
      const { value } = planSpecs([{ path: 'specs/all.yaml', text }], { settings });
      const found = value ? checkHandlers(handlerUses(value.spec, functionName), []) : [];
      const later = tools.filter(({ name, file }, at) =>
        tools.some((other, place) => place < at && other.name === name && other.file === file),
      );
      expect(found.map(({ code, about }) => [code, about.server, about.tool])).toEqual(
        later.map(({ server, name }) => ['server/handler-shared', server, name]),
      );
    }),
    { numRuns: runs(runs(10_000)) },
  );
}, 600_000);
