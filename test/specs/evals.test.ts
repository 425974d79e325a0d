/** The evals of the shipped specs test what users say, and not what the descriptions spell. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject } from '../../compiler/cli/project/project.ts';
import { readSources } from '../../compiler/cli/project/read-sources.ts';
import { surroundingsOf } from '../../compiler/cli/tasks/build.ts';
import { compile } from '../../compiler/compile.ts';

const project = openProject({ cwd: join(import.meta.dirname, '../..'), specs: undefined }).value;
const sources = project && readSources(project);
const compiled = sources && compile(sources.specs, surroundingsOf(project, sources, '2026-11-22'));
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
      expect(evals.some(({ expect: wanted }) => wanted === name)).toBe(true);
      expect(evals.some(({ expect: wanted }) => wanted === null)).toBe(true);
      expect(
        evals.some(
          ({ expect: wanted, never }) => never !== undefined || (typeof wanted === 'string' && wanted !== name),
        ),
      ).toBe(true);
    },
  );
});
