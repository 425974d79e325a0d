/** `haft release`: records the current Plan as the contract of callers, where EXT §9 and its version numbers allow it. */
import { summarizePlan } from '../../report/text/pluralize.ts';
import { damagedOutput } from '../tasks/damaged-output.ts';
import { checkProject } from '../tasks/check-project.ts';
import { withChoices } from '../tasks/check-choices.ts';
import type { Command } from '../command-line/command.ts';
import { FORMAT, SPECS, formatFlag } from '../command-line/command.ts';
import { CONTRACT, loadContract, saveContract } from '../project/contract.ts';
import { reportFindings } from '../command-line/report.ts';
import { openOrReport } from '../command-line/open.ts';
import { TODAY, todayOf } from '../project/today.ts';

export const releaseCommand: Command = {
  name: 'release',
  summary: 'Record the current specs as the contract for callers.',
  flags: { specs: SPECS, format: FORMAT, today: TODAY },
  examples: [
    ['haft release', `Check the versioning rules and version numbers, and write ${CONTRACT}; commit the file.`],
    ['haft diff && haft release', 'Review the changes first.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const format = formatFlag(invocation);
    const opened = openOrReport(invocation, format);
    if (!opened) return 1;
    const project = opened.value;
    const checked = await checkProject(project, { today: todayOf(invocation), releasing: true });
    const { diagnostics, texts, compiled } = withChoices(checked, opened);
    const damaged = damagedOutput(project);
    reportFindings({ diagnostics: [...diagnostics, ...damaged], sources: texts, root: project.root, cwd }, format);
    if (!compiled || damaged.length > 0) return 1;
    const changed = saveContract(project.root, compiled.plan, loadContract(project.root));
    if (format === 'text') {
      process.stdout.write(
        `${summarizePlan(compiled.plan)} ${changed ? `recorded in ${CONTRACT}; commit the file` : `unchanged; ${CONTRACT} is up to date`}.\n`,
      );
    }
    return 0;
  },
};
