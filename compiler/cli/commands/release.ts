/** `haft release`: records the Plan of today as the contract that callers rely on, when EXT §9 and its version numbers allow it. */
import { summarizePlan } from '../../report/text/pluralize.ts';
import { checkProject } from '../build.ts';
import type { Command } from '../command.ts';
import { FORMAT, SPECS, formatFlag, textFlag } from '../command.ts';
import { CONTRACT, saveContract } from '../contract.ts';
import { openProject } from '../project.ts';
import { reportFindings } from '../report.ts';
import { TODAY, todayOf } from '../today.ts';

export const releaseCommand: Command = {
  name: 'release',
  summary: 'Record the specs of today as the contract that callers rely on.',
  flags: { specs: SPECS, format: FORMAT, today: TODAY },
  examples: [
    ['haft release', `Check the policy of versions and the version numbers, and write ${CONTRACT}; commit it.`],
    ['haft diff && haft release', 'Read what the release means first.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const format = formatFlag(invocation);
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) {
      reportFindings({ ...opened, root: cwd, cwd }, format);
      return 1;
    }
    const project = opened.value;
    const { diagnostics, texts, compiled } = await checkProject(project, {
      today: todayOf(invocation),
      releasing: true,
    });
    reportFindings({ diagnostics, sources: texts, root: project.root, cwd }, format);
    if (!compiled) return 1;
    const changed = saveContract(project.root, compiled.plan);
    if (format === 'text') {
      process.stdout.write(
        `${summarizePlan(compiled.plan)} ${changed ? `recorded in ${CONTRACT}; commit it` : `are what ${CONTRACT} says already`}.\n`,
      );
    }
    return 0;
  },
};
