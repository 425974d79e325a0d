/** Skills whose folders move while their files change: after an update a file that nobody edited is that of the source. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importSkills } from '../../compiler/features/import/skills/import-skills.ts';
import { fileFinder } from '../../compiler/features/import/run/update-files.ts';
import { placedIn } from '../../compiler/features/import/print.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { updateImport, writeUpdates } from '../../compiler/features/import/run/update-import.ts';
import { loadImports } from '../../compiler/edge/project/recorded.ts';
import { specsOf } from '../../compiler/features/import/run/update-import.ts';
import { openProject } from '../../compiler/edge/project/project.ts';
import { walkSkills } from '../../compiler/features/import/run/skills.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { WHOLE_RUN, runs } from '../support/runs.ts';

/** Skills by name, each with its folder. */
type Layout = Readonly<Record<string, string>>;

function write(team: string, layout: Layout, version: string): void {
  rmSync(team, { recursive: true, force: true });
  for (const [name, folder] of Object.entries(layout))
    writeFiles(join(team, folder), {
      'SKILL.md': `---\nname: ${name}\ndescription: Does ${name}.\n---\nBody of ${name}.\n`,
      'x.py': `${name} ${version}\n`,
      'data/own.txt': `${name} ${version}\n`,
    });
}

async function update(root: string): Promise<readonly string[]> {
  const { value: project } = openProject({ cwd: root, specs: undefined });
  const record = loadImports(root)['team'];
  if (!project || !record) throw new Error('The project does not pass.');
  const one = await updateImport(project, 'team', record, { cwd: root, from: undefined, mayRun: false });
  if ('undecided' in one) throw new Error(one.undecided);
  writeUpdates(root, [one]);
  return one.findings.map(({ code, message }) => `${code}: ${message}`);
}

function expectAllNew(root: string, team: string): void {
  const { value: project } = openProject({ cwd: root, specs: undefined });
  const record = loadImports(root)['team'];
  if (!project || !record) throw new Error('The project does not pass.');
  const imported = importSkills({ ...walkSkills(team, () => {}), name: 'team' });
  const find = fileFinder(record, imported, placedIn(load(specsOf(project)).value.documents));
  for (const { path, bytes } of imported.files) {
    const now = find(path)?.now;
    expect(now, path).toBeDefined();
    const file = join(root, record.into, now ?? '');
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8'), file).toBe(Buffer.from(bytes).toString());
  }
}

async function moves(before: Layout, after: Layout): Promise<void> {
  const top = temporaryFolder({ 'project/package.json': '{}', 'project/specs/.keep': '' });
  const [root, team] = [join(top, 'project'), join(top, 'team')];
  write(team, before, 'v1');
  expect(haft(root, 'import', 'skills', '../team').code).toBe(0);
  write(team, after, 'v2');
  const findings = await update(root);
  expectAllNew(root, team);
  const again = await update(root);
  expectAllNew(root, team);
  expect([...findings, ...again].filter((one) => one.startsWith('import/conflict'))).toEqual([]);
  rmSync(top, { recursive: true });
}

test.each<[string, Layout, Layout]>([
  ['a skill with one inside', { team: 'team', a: 'team/a' }, { team: 'team/skills/team', a: 'team/skills/a' }],
  ['two that change places', { a: 'a', b: 'b' }, { a: 'b', b: 'a' }],
  ['one into the place of another', { a: 'a', b: 'b' }, { a: 'c', b: 'a' }],
  ['all one level down', { a: 'a', b: 'a/b', c: 'c' }, { a: 'x/a', b: 'x/a/b', c: 'x/c' }],
])('%s', async (_name, before, after) => {
  await moves(before, after);
});

const FOLDERS = ['a', 'b', 'a/b', 'a/b/c', 'x', 'x/a', 'x/a/b', 'a/skills/a', 'skills/a', 'skills/b'];
const layout = fc
  .uniqueArray(fc.constantFrom(...FOLDERS), { minLength: 3, maxLength: 3 })
  .map(([one = '', two = '', three = '']) => ({ one, two, three }));

test(
  'wherever they move',
  async () => {
    await fc.assert(
      fc.asyncProperty(layout, layout, async (before, after) => {
        await moves(before, after);
      }),
      { numRuns: runs(500) },
    );
  },
  WHOLE_RUN,
);
