/** `haft diff`: what the current specs change for callers and models, and what EXT §9 does not allow, before a release. */
import { checkProject } from '../tasks/build.ts';
import type { Checked } from '../tasks/build.ts';
import type { Command, Flag, Invocation } from '../command-line/command.ts';
import { FORMAT, SPECS, formatFlag, textFlag } from '../command-line/command.ts';
import { baseOf, reportOf } from '../tasks/compare.ts';
import { summarize } from '../../report/changes/report.ts';
import type { ChangeReport } from '../../report/changes/report.ts';
import { FORMATS } from '../../report/formats.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { contextFor, reportFindings } from '../command-line/report.ts';
import { TODAY, todayOf } from '../project/today.ts';

const AXES = ['wire', 'model', 'policy'] as const;
const LEVELS = ['breaking', 'unknown', 'risky', 'safe'] as const;
const FAILURES = ['breaking', 'risky', 'policy', 'stale'] as const;

function choiceFlag(help: string, choices: readonly string[]): Flag {
  return { type: 'string', value: choices.join('|'), choices, help };
}

export const diffCommand: Command = {
  name: 'diff',
  summary:
    'Report changes since the release: breaking changes, changes visible to models, and changes that are not allowed.',
  flags: {
    specs: SPECS,
    against: {
      type: 'string',
      value: 'ref or file',
      help: 'Compare with a git ref or a contract file (default: haft.contract.json).',
    },
    axis: choiceFlag('Show only one axis.', AXES),
    level: choiceFlag('Show only changes of this severity or higher.', LEVELS),
    'fail-on': choiceFlag(
      'Exit with 1 if there is a change of this level; risky includes breaking and unknown.',
      FAILURES,
    ),
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft diff', 'Compare with the released contract.'],
    ['haft diff --against main --format markdown', 'Comment on a pull request.'],
    ['haft diff --format html > changes.html', 'A single page to read and share.'],
    ['haft diff --fail-on breaking', 'In CI: fail on breaking changes.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) {
      reportFindings({ ...opened, root: cwd, cwd }, 'text');
      return 1;
    }
    const project = opened.value;
    const today = todayOf(invocation);
    const base = baseOf(project, textFlag(invocation, 'against'), cwd);
    const checked = await checkProject(project, { today });
    if (!checked.planned) return notComparable(project, checked, cwd);
    const report = reportOf(project, base, checked.planned, checked.texts, today);
    const { changes: print } = FORMATS[formatFlag(invocation)];
    process.stdout.write(print(narrowed(report, invocation), contextFor(process.stdout, { root: project.root, cwd })));
    return failsOn(report, textFlag(invocation, 'fail-on')) ? 1 : 0;
  },
};

function notComparable({ root }: Project, { diagnostics, texts }: Checked, cwd: string): 1 {
  reportFindings({ diagnostics, sources: texts, root, cwd }, 'text');
  process.stderr.write('Fix these errors first; then the specs can be compared.\n');
  return 1;
}

function narrowed(report: ChangeReport, invocation: Invocation): ChangeReport {
  const axis = textFlag(invocation, 'axis');
  const level = LEVELS.findIndex((name) => name === textFlag(invocation, 'level'));
  const changes = report.changes.filter((change) => {
    const grave = level === -1 || LEVELS.indexOf(change.level) <= level;
    return grave && (axis === undefined || change.axis === axis);
  });
  return { ...report, changes };
}

/** The exit code depends on all changes, including those that are not shown. */
function failsOn(report: ChangeReport, what: string | undefined): boolean {
  const { breaking, unknown, risky, policy, staleEvals } = summarize(report);
  if (what === 'breaking') return breaking > 0;
  if (what === 'risky') return breaking + unknown + risky > 0;
  if (what === 'policy') return policy > 0;
  return what === 'stale' && staleEvals > 0;
}
