/** `haft check`: reports all findings about the specs; writes nothing but fixes, and those only on request. */
import { pluralize, summarizePlan } from '../../report/text/pluralize.ts';
import { BASELINE, isRecorded, writeBaseline } from '../project/baseline.ts';
import { checkProject } from '../tasks/check-project.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';
import type { Checked } from '../tasks/check-project.ts';
import { withChoices } from '../tasks/check-choices.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { FormatName } from '../../report/format-names.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { FORMAT, SPECS, choice, formatFlag, toggle } from '../command-line/command.ts';
import { loadContract } from '../project/contract.ts';
import { withNotes } from '../tasks/eval-notes.ts';
import { costTable } from '../print/cost.ts';
import { fixSpecs, writeFixed } from '../tasks/fix.ts';
import { lineDiff } from '../../report/text/line-diff.ts';
import { rememberChecked, checkedHash } from '../cache/checked-specs.ts';
import type { Project } from '../project/project.ts';
import { askedProject, reportFolder } from '../tasks/check-folder.ts';
import { readSources } from '../project/read-sources.ts';
import { reportFindings } from '../command-line/report.ts';
import { openOrReport } from '../command-line/open.ts';
import { TODAY, todayOf } from '../project/today.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check the specs against every rule.',
  positional: '[folder]',
  flags: {
    specs: SPECS,
    format: FORMAT,
    today: TODAY,
    profile: choice(['ext', 'mcp'], 'Check the folder as if it had this profile, and report only what is in it.'),
    fix: toggle('Apply all safe fixes to the specs; comments and layout are preserved.'),
    'dry-run': toggle('With --fix: show the fixes without writing them.'),
    baseline: toggle(`Record the current findings in ${BASELINE}; all commands then report only new ones.`),
    all: toggle('Print all findings; by default the text format ends after the first 100.'),
    cost: toggle('Show the estimated tokens of each tool, server and skill.'),
  },
  examples: [
    ['haft check', 'Check the specs of this project.'],
    ['haft check --fix --dry-run', 'Preview the fixes as a diff.'],
    ['haft check --profile ext specs/team', 'Show which keys of imported specs profile ext does not have, and which it needs first. Words are judged after that.'],
    ['haft check --baseline', 'Adopt Haft in a project that already has many findings.'],
    [
      'haft check --format sarif > haft.sarif',
      'For code scanning; github, junit, markdown and json are also supported.',
    ],
  ],
  async run(invocation) {
    const { flags } = invocation;
    const format = formatFlag(invocation);
    const opened = openOrReport(invocation, format);
    if (!opened) return 1;
    const project = opened.value;
    const today = todayOf(invocation);
    const asked = askedProject(project, invocation);
    if (flags['fix'] === true) repair(project, asked, { today, dryRun: flags['dry-run'] === true });
    if (asked !== project) return reportFolder(asked, invocation, today);
    if (flags['baseline'] === true) return recordBaseline(project, today);
    const checked = withChoices(await checkProject(project, { today }), opened);
    if (checked.planned) rememberChecked(project.root, checkedHash(project, checked.sources, today));
    const before = checked.planned && loadContract(project.root);
    const diagnostics = withNotes(checked, { before, config: opened.document, today });
    return report(invocation, project, { ...checked, diagnostics }, format);
  },
};

function report({ cwd, flags }: Invocation, { root }: Project, checked: Checked, format: FormatName): 0 | 1 {
  const { diagnostics, known } = checked;
  const findings = { diagnostics, sources: checked.texts, root, cwd };
  const summary = reportFindings(findings, format, {}, flags['all'] === true);
  if (format !== 'text') return fail(summary.errors);
  if (known > 0) process.stderr.write(`${pluralize(known, 'finding')} hidden by ${BASELINE}.\n`);
  if (checked.compiled && flags['cost'] === true) process.stdout.write(costTable(checked.compiled.plan));
  if (checked.compiled)
    process.stdout.write(
      `Checked ${summarizePlan(checked.compiled.plan)}: ${pluralize(summary.warnings, 'warning')}.\n`,
    );
  return fail(summary.errors);
}

interface Repair {
  readonly today: string;
  readonly dryRun: boolean;
}

/** Fixes are looked for with the settings of `asked`, and applied where they are sound with those of the project. */
function repair(project: Project, asked: Project, { today, dryRun }: Repair): void {
  const sources = readSources(project);
  const { specs } = sources;
  const own = surroundingsOf(project, sources, today);
  const fixed = fixSpecs(specs, own, asked === project ? own : surroundingsOf(asked, sources, today));
  if (!dryRun) writeFixed(project.root, specs, fixed.specs);
  for (const [index, { path, text }] of fixed.specs.entries()) {
    const before = specs[index]?.text ?? '';
    if (dryRun && before !== text) process.stdout.write(lineDiff(path, before, text));
  }
  const done = `${pluralize(fixed.done.length, 'edit')} ${dryRun ? 'available' : 'applied'}.\n`;
  process.stdout.write(fixed.done.map(({ file, title }) => `${file}: ${title}\n`).join('') + done);
}

/** What is recorded stops no later step: those find what will be found from now on, and that is recorded as well. */
async function recordBaseline(project: Project, today: string): Promise<0> {
  const recorded: Diagnostic[] = [];
  const { diagnostics } = await checkProject(project, {
    today,
    onlyNew(found) {
      recorded.push(...found.filter(isRecorded));
      return found.filter((one) => !isRecorded(one));
    },
  });
  writeBaseline(project.root, recorded);
  const others = diagnostics.length;
  const versions = recorded.filter(({ code }) => code.startsWith('version/')).length;
  process.stdout.write(
    `${pluralize(recorded.length, 'finding')} recorded in ${BASELINE}; commit the file. Only new findings are reported from now on.\n`,
  );
  if (versions > 0)
    process.stdout.write(`\`haft release\` still reports ${pluralize(versions, 'finding')} of versioning rules.\n`);
  if (others > 0)
    process.stdout.write(
      `${pluralize(others, 'finding')} not recorded, because a baseline cannot hide findings of locked rules. Run \`haft check\` to see ${others === 1 ? 'it' : 'them'}.\n`,
    );
  return 0;
}

function fail(errors: number): 0 | 1 {
  return errors > 0 ? 1 : 0;
}
