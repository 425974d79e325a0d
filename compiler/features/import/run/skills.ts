/** `haft import skills`: specs of all skills below a folder. */
import { createHash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { importSkills } from '../skills/import-skills.ts';
import { skillName } from '../skills/names.ts';
import { fileHash } from '../../../plan/hash.ts';
import { textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { isWithin, statsOf } from '../../../edge/project-files/place.ts';
import type { Project } from '../../../edge/project/project.ts';
import { slashed } from '../../../edge/project/root.ts';
import type { ImportJob, ImportOrder, ImportRun, Importer } from './importer.ts';
import { walkSkills } from './walk-skills.ts';

export const skills: Importer = {
  summary: 'Import all skills below a folder, with their files.',
  positional: '<folder>',
  flags: {},
  examples: [
    ['haft import skills ../team-skills', 'Every folder with a SKILL.md becomes a spec with its files.'],
    ['haft import skills ../team-skills/skills/pdf --name pdf', 'One skill.'],
    ['haft import skills .claude/skills --dry-run', 'Print the specs; write nothing.'],
  ],
  first(invocation) {
    const [written] = invocation.positionals;
    if (written === undefined)
      throw new Failure(
        '`haft import skills` needs one folder.',
        'Write it after the command: `haft import skills ../team-skills`.',
      );
    const folder = resolve(invocation.cwd, written);
    const name = textFlag(invocation, 'name') ?? skillName(basename(folder)) ?? 'skills';
    const order = (project: Project): ImportOrder => {
      const into = resolve(invocation.cwd, textFlag(invocation, 'into') ?? join(project.specs, name));
      if (isWithin(folder, into) || isWithin(into, folder))
        throw new Failure(
          `"${written}" and the folder of the new specs contain each other.`,
          'Name a folder further down, or choose another folder with --into.',
        );
      return { source: slashed(project.root, folder) || '.', name, options: {} };
    };
    return { in: order, run };
  },
  again: { isPath: () => true, run },
};

function run({ source, root, before }: ImportJob): ImportRun {
  const folder = resolve(root, source);
  if (!statsOf(folder)?.isDirectory())
    throw new Failure(
      `There is no folder "${source}".`,
      'Name a folder with skills; clone a repository first: `git clone <url>`.',
    );
  const { found, imported } = withProgress(({ count }) => {
    const found = walkSkills(folder, count);
    return { found, imported: importSkills({ ...found, name: basename(folder), ...(before && { before }) }, count) };
  });
  const skipped = imported.losses.find(({ kind }) => kind === 'todo');
  if (imported.documents.length === 0)
    throw new Failure(
      `There is no skill in "${source}"${found.files.length === 0 ? ': no folder has a SKILL.md' : ''}.`,
      found.files.length > 0 && skipped ? `${skipped.message} ${skipped.hint}` : 'Name the folder that has the skills.',
    );
  const lines = found.files.map(({ path, bytes, executable }) => [path, executable, fileHash(bytes)]);
  const digest = createHash('sha256').update(JSON.stringify(lines)).digest('hex');
  return { imported, digest: `sha256:${digest}` };
}
