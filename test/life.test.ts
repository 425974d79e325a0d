/** The life of tools: successors with dates, since when a tool is as it is, and what a release removed. */
import { describe, expect, test } from 'vitest';
import { referenceOf } from '../compiler/check/tool-names.ts';
import type { Deprecation, Plan, ToolPlan } from '../compiler/plan/model.ts';
import { lifeOf } from '../compiler/versions/life.ts';
import { toolPlan } from './support/tool-plan.ts';

function deprecation(use: string, more: Partial<Deprecation> = {}): Deprecation {
  return { since: '2026-10-01', use: referenceOf(use), remove_after: '2027-01-10', reason: 'It is slow.', ...more };
}

describe('the life of tools', () => {
  const [server] = toolPlan({}).servers;
  const [tool] = server?.tools ?? [];
  if (!server || !tool) throw new Error('A plan of one tool has one.');
  const planOf = (...tools: readonly ToolPlan[]): Plan => ({
    planVersion: 1,
    servers: [{ ...server, tools }],
    skills: [],
  });
  const at = { subject: {}, today: '2026-11-27' };
  const [v1, v2, v3] = [
    { ...tool, deprecated: deprecation('search_v2') },
    {
      ...tool,
      name: 'search_v2',
      replaces: [referenceOf('search')],
      deprecated: deprecation('search_v3', { remove_after: '2026-11-20', listed: '2026-11-10' }),
    },
    { ...tool, name: 'search_v3', replaces: [referenceOf('search_v2')] },
  ];

  test('is a line of successors with dates, the next to go first', () => {
    const { deprecations, tools } = lifeOf(planOf(v1, v2, v3), undefined, [], at);
    expect(deprecations.map((one) => [one.tool, one.successors.join(' '), one.says, one.hidden])).toEqual([
      ['library.search_v2', 'library.search_v3', 'It can be removed.', '2026-11-10'],
      ['library.search', 'library.search_v2 library.search_v3', 'Callers rely on it for 44 days more.', undefined],
    ]);
    expect(tools.map(({ predecessors }) => predecessors)).toEqual([[], ['library.search'], ['library.search_v2']]);
  });

  test('ends where successors lead in a circle or to nothing', () => {
    const circle = planOf(
      { ...v1, deprecated: deprecation('search_v2') },
      { ...v2, deprecated: deprecation('search') },
    );
    expect(lifeOf(circle, undefined, [], at).deprecations.map(({ successors }) => successors.length)).toEqual([2, 2]);
    expect(
      lifeOf(planOf({ ...v1, deprecated: deprecation('gone') }), undefined, [], at).deprecations[0]?.successors,
    ).toEqual([]);
  });

  test.each<[says: string, released: Plan | undefined, isChanged: boolean]>([
    ['It was not released yet.', undefined, false],
    ['It was not released yet.', planOf(v2), false],
    ['It is as in the first release.', planOf(tool), false],
    ['It has changes that are not released.', planOf(tool), true],
    [
      'It is as version 1.1.0 released it.',
      { ...planOf(tool), marks: { 'server library tool search': '1.1.0 3f2a91c07d5e6b18' } },
      false,
    ],
  ])('%s', (says, released, isChanged) => {
    const change = { target: { server: 'library', tool: 'search', path: [] } } as unknown as Parameters<
      typeof lifeOf
    >[2][number];
    expect(lifeOf(planOf(tool), released, isChanged ? [change] : [], at).tools).toMatchObject([
      { tool: 'library.search', says },
    ]);
  });

  test('lists what a release removed, and the versions of before and now', () => {
    const released: Plan = {
      ...planOf(tool),
      servers: [{ ...server, version: '0.9.0', tools: [tool], removed: { find: '0.8.0 3f2a91c07d5e6b18' } }],
    };
    const life = lifeOf(planOf(tool), released, [], at);
    expect(life.removed).toEqual([{ tool: 'library.find', version: '0.8.0' }]);
    expect(life.versions).toEqual([{ kind: 'server', name: 'library', released: '0.9.0', current: '1.0.0' }]);
    const other = { ...at, subject: { server: 'other' } };
    expect(lifeOf(planOf(tool), released, [], other)).toMatchObject({ removed: [], versions: [], tools: [] });
  });
});
