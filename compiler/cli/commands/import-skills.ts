/** `haft import skills`: specs of all skills below a folder. */
import { basename, join, resolve } from 'node:path';
import { skillName } from '../../import/skills/names.ts';
import type { Command, ExitCode } from '../command-line/command.ts';
import { textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { IMPORT_FLAGS, runFirstImport } from '../import/first-import.ts';
import { skillsImporter } from '../import/skills.ts';
import { isWithin } from '../inside/place.ts';
import { slashed } from '../project/root.ts';

export const importSkillsCommand: Command = {
  name: 'import skills',
  summary: 'Import all skills below a folder, with their files.',
  positional: '<folder>',
  flags: { ...IMPORT_FLAGS },
  examples: [
    ['haft import skills ../team-skills', 'Every folder with a SKILL.md becomes a spec with its files.'],
    ['haft import skills ../team-skills/skills/pdf --name pdf', 'One skill.'],
    ['haft import skills .claude/skills --dry-run', 'Print the specs; write nothing.'],
  ],
  run(invocation): Promise<ExitCode> {
    const [written] = invocation.positionals;
    if (written === undefined)
      throw new Failure(
        '`haft import skills` needs one folder.',
        'Write it after the command: `haft import skills ../team-skills`.',
      );
    const folder = resolve(invocation.cwd, written);
    const name = textFlag(invocation, 'name') ?? skillName(basename(folder)) ?? 'skills';
    return runFirstImport(skillsImporter, invocation, (project) => {
      const into = resolve(invocation.cwd, textFlag(invocation, 'into') ?? join(project.specs, name));
      if (isWithin(folder, into) || isWithin(into, folder))
        throw new Failure(
          `"${written}" and the folder of the new specs contain each other.`,
          'Name a folder further down, or choose another folder with --into.',
        );
      return { source: slashed(project.root, folder) || '.', name, options: {} };
    });
  },
};
