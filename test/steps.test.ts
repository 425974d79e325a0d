/** Every step of the pipeline tells how far it is, so that a terminal can show what a long command is doing. */
import { expect, test } from 'vitest';
import { readSources } from '../compiler/cli/project/read-sources.ts';
import { surroundingsOf } from '../compiler/cli/tasks/build.ts';
import { compile } from '../compiler/compile.ts';
import { diff } from '../compiler/diff/diff.ts';
import { invariant } from '../compiler/diagnostic.ts';
import type { OnStep } from '../compiler/steps.ts';
import { openProject } from '../compiler/cli/project/project.ts';

/** The shipped specs: 4 servers, 6 skills. */
const { value: project } = openProject({ cwd: process.cwd() });
invariant(project, 'the repository is a project');

test('reading, parsing, checking, planning and comparing are reported in their order, each from 0 to its total', () => {
  const told = new Map<string, { readonly counts: number[]; readonly total: number; readonly things: string }>();
  const onStep: OnStep = (doing, done, total, things) => {
    const step = told.get(`${doing} ${things}`) ?? { counts: [], total, things };
    expect(total).toBe(step.total);
    step.counts.push(done);
    told.set(`${doing} ${things}`, step);
  };
  const sources = readSources(project, { onStep });
  const { value } = compile(sources.specs, { ...surroundingsOf(project, sources, '2026-01-01'), onStep });
  invariant(value, 'the shipped specs have no errors');
  diff({ ...value.plan, servers: [] }, value.plan, onStep);
  expect([...told.keys()]).toEqual([
    'reading specs',
    'reading files of skills',
    'parsing files',
    'checking the shape of documents',
    'checking tools',
    'checking all parts against rules',
    'planning servers',
    'planning skills',
    'comparing servers',
  ]);
  for (const { counts, total } of told.values()) {
    expect(counts[0]).toBe(0);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeLessThan(total);
  }
});
