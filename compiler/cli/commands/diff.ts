/** `haft diff`: what the specs of today mean for callers, for models and by EXT §9, before anything ships. */
import { checkProject } from '../build.ts';
import type { Checked } from '../build.ts';
import type { Command, Flag, Invocation } from '../command.ts';
import { FORMAT, SPECS, formatFlag, textFlag } from '../command.ts';
import { baseOf, reportOf } from '../compare.ts';
import { summarise } from '../../report/changes/report.ts';
import type { ChangeReport } from '../../report/changes/report.ts';
import { FORMATS } from '../../report/formats.ts';
import { openProject } from '../project.ts';
import type { Project } from '../project.ts';
import { contextFor, reportFindings } from '../report.ts';
import { TODAY, todayOf } from '../today.ts';

const AXES = ['wire', 'model', 'policy'] as const;
const LEVELS = ['breaking', 'unknown', 'risky', 'safe'] as const;
const FAILURES = ['breaking', 'risky', 'policy', 'stale'] as const;

function choiceFlag(words: string, choices: readonly string[]): Flag {
  return { type: 'string', value: choices.join('|'), choices, words };
}

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Tell what changed since the release: who breaks, which model chooses differently, what is not allowed.',
  flags: {
    specs: SPECS,
    against: {
      type: 'string',
      value: 'ref or file',
      words: 'Compare with a git ref or a contract file (default: haft.contract.json).',
    },
    axis: choiceFlag('Show only one axis.', AXES),
    level: choiceFlag('Show only this level and graver ones.', LEVELS),
    'fail-on': choiceFlag('Exit 1 when there is such a change; risky includes breaking and unknown.', FAILURES),
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft diff', 'Compare with the released contract.'],
    ['haft diff --against main --format markdown', 'A comment for a pull request.'],
    ['haft diff --format html > changes.html', 'One page to read and to send on.'],
    ['haft diff --fail-on breaking', 'For CI: stop what would break callers.'],
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
  process.stderr.write('There is nothing to compare until these are corrected.\n');
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

/** Judged on everything, whatever is shown. */
function failsOn(report: ChangeReport, what: string | undefined): boolean {
  const { breaking, unknown, risky, policy, staleEvals } = summarise(report);
  if (what === 'breaking') return breaking > 0;
  if (what === 'risky') return breaking + unknown + risky > 0;
  if (what === 'policy') return policy > 0;
  return what === 'stale' && staleEvals > 0;
}
