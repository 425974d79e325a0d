/** Every step of the pipeline tells how far it is, so that a terminal can show what a long command is doing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { walkSkills } from '../compiler/features/import/run/skills.ts';
import { readSources } from '../compiler/edge/project/read-sources.ts';
import { surroundingsOf } from '../compiler/edge/tasks/surroundings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { invariant } from '../compiler/base/diagnostic.ts';
import { importMcp } from '../compiler/features/import/mcp/import-mcp.ts';
import { importSkills } from '../compiler/features/import/skills/import-skills.ts';
import type { OnStep } from '../compiler/base/progress.ts';
import { openProject } from '../compiler/edge/project/project.ts';

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
  const { value } = planSpecs(sources.specs, { ...surroundingsOf(project, sources, '2026-01-01'), onStep });
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

test('imports of skills and of tools are told from 0 on', () => {
  const told: string[] = [];
  const onStep: OnStep = (doing, done, total, things) => told.push(`${doing} ${done} of ${total} ${things}`);
  const folder = mkdtempSync(join(tmpdir(), 'haft-steps-'));
  for (const name of ['read', 'write']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: Does it.\n---\nDo it.\n`);
  }
  importSkills({ ...walkSkills(folder, onStep), name: 'all' }, onStep);
  rmSync(folder, { recursive: true });
  const tools = ['get_a', 'get_b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  importMcp('shop', { about: {}, tools, pins: ['1', '2'] }, undefined, onStep);
  expect(told).toEqual([
    'reading 0 of 2 files',
    'reading 1 of 2 files',
    'importing 0 of 2 skills',
    'importing 1 of 2 skills',
    'importing 0 of 2 tools',
    'importing 1 of 2 tools',
  ]);
});
