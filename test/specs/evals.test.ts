/** The evals of the shipped specs test what users say, and not what the descriptions spell. */
import { expectsItself } from '../../compiler/plan/eval.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject } from '../../compiler/edge/project/project.ts';
import { readSources } from '../../compiler/edge/project/read-sources.ts';
import { surroundingsOf } from '../../compiler/edge/tasks/surroundings.ts';
import { wantedNames } from '../../compiler/features/evals/judge/judge.ts';
import { checkChoices, plannedChoices } from '../../compiler/versions/receipts/planned-choices.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { allChoices } from '../../compiler/versions/receipts/choice.ts';

const opened = openProject({ cwd: join(import.meta.dirname, '../..'), specs: undefined });
const project = opened.value;
const sources = project && readSources(project);
const compiled = sources && planSpecs(sources.specs, surroundingsOf(project, sources, '2026-11-22'));
const tools = compiled?.value?.plan.servers.flatMap((server) => server.tools) ?? [];
const cases = tools.flatMap(({ name, evals }) => evals.map((one) => ({ ...one, owner: name })));

/** Without case and punctuation. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

describe('the evals of the shipped specs', () => {
  test('break no rule', () => {
    expect(tools.length).toBeGreaterThan(30);
    expect(compiled?.diagnostics.filter(({ code }) => code.startsWith('eval/'))).toEqual([]);
  });

  test('repeat no example: a description that holds the request passes by that alone', () => {
    const examples = new Set(tools.flatMap(({ authored }) => (authored.examples ?? []).map(plain)));
    expect(cases.filter(({ query }) => examples.has(plain(query))).map(({ query }) => query)).toEqual([]);
  });

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s: something it is for, and something it is not',
    (name, { evals }) => {
      expect(evals.some((one) => expectsItself(one, name))).toBe(true);
      expect(evals.some(({ expect: wanted }) => wanted === null)).toBe(true);
      expect(
        evals.some((one) => one.never !== undefined || (typeof one.expect === 'string' && !expectsItself(one, name))),
      ).toBe(true);
    },
  );
});

const plan = compiled?.value?.plan;
const together = plan && project ? allChoices(plan, plannedChoices(project.settings.choices)) : [];
const shown = together.filter(({ kind }) => kind === 'choice');
const serverOf = new Map(
  plan?.servers.flatMap((server) => server.tools.map((tool) => [tool.name, server.name] as const)),
);
const serversOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => serverOf.get(name) ?? [])),
];

describe('what haft.yaml shows together', () => {
  test('breaks no rule, and covers every server', () => {
    expect(plan && checkChoices(plan, opened.document)).toEqual([]);
    expect(new Set(shown.flatMap(({ servers }) => servers.map(({ name }) => name)))).toEqual(
      new Set(plan?.servers.map(({ name }) => name)),
    );
  });

  test.each(shown.map((choice) => [choice.name, choice] as const))(
    '%s: two steps over two servers, near misses between servers, and what nothing serves',
    (_name, { cases: all, servers }) => {
      const own = all.filter(({ home }) => home === 'choice').map(({ test: one }) => one);
      const twoSteps = own.filter(({ expect: wanted, after = [] }) => {
        const before = serversOf(after.flatMap(({ call }) => call ?? []));
        return before.length > 0 && serversOf(wantedNames(wanted)).some((name) => !before.includes(name));
      });
      expect(twoSteps.length).toBeGreaterThan(1);
      // Each pair of servers has a case that one serves and that must not lead to the other.
      const misses = own.flatMap(({ expect: wanted, never = [] }) =>
        serversOf(wantedNames(wanted)).flatMap((right) => serversOf(never).map((wrong) => `${right} not ${wrong}`)),
      );
      for (const { name: right } of servers)
        for (const { name: wrong } of servers) if (right !== wrong) expect(misses).toContain(`${right} not ${wrong}`);
      expect(own.filter(({ expect: wanted }) => wanted === null).length).toBeGreaterThan(1);
    },
  );
});
