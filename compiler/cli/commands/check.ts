/** `haft check`: reports all findings about the specs; writes nothing but fixes, and those only on request. */
import { pluralize, summarizePlan } from '../../base/text/pluralize.ts';
import { BASELINE, isRecorded, writeBaseline } from '../../edge/project/baseline.ts';
import { checkProject } from '../spine.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { FormatName } from '../../report/format-names.ts';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import { FORMAT, SPECS, choice, formatFlag, text, textFlags, texts, toggle } from '../../edge/command-line/command.ts';
import { choices, evals } from '../../features/evals/run/run-context.ts';
import { recordings } from '../../features/recordings/run/pass.ts';
import type { Project } from '../../edge/project/project.ts';
import { type GradeFixes, askedProject, reportFolder } from '../../edge/tasks/check-folder.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check the specs against every rule.',
  positional: '[folder]',
  flags: {
    specs: SPECS,
    format: FORMAT,
    today: TODAY,
    profile: choice(['ext', 'mcp'], 'Check the folder as if it had this profile, and report only what is in it.'),
    fix: toggle('Apply all safe fixes to the specs, and list the other ones; comments and layout are preserved.'),
    'fix-suggested': texts(
      'file:line',
      'Apply the fix at this place also where it changes calls; repeat it for more. Places are those that --fix lists.',
    ),
    'dry-run': toggle('Show the fixes without writing them.', { needs: ['fix', 'fix-suggested'] }),
    baseline: toggle(`Record the current findings in ${BASELINE}; all commands then report only new ones.`, {
      only: ['specs', 'today'],
    }),
    all: toggle(
      'Print all findings; by default the text format shows the 10 most important warnings and notes, and 100 errors.',
    ),
    run: text('command line', 'Judge the MCP server that this starts, without importing it.', {
      only: ['format', 'all'],
    }),
    url: text('url', 'Judge the MCP server at this address, without importing it.', { only: ['format', 'all'] }),
    yes: toggle('Start the program without asking.', { needs: ['run'] }),
    env: texts('name', 'Pass this environment variable to the program.', { needs: ['run'] }),
    header: texts('header', 'A header, such as "Authorization: Bearer {env.TOKEN}".', { needs: ['url'] }),
    cost: toggle('Show the estimated tokens of each tool, server and skill.'),
  },
  meant: { fix: 'haft check --fix', lint: 'haft check', validate: 'haft check' },
  examples: [
    ['haft check', 'Check the specs of this project.'],
    ['haft check --fix --dry-run', 'Preview the fixes as a diff.'],
    ['haft check --fix-suggested specs/shop.yaml:12', 'Apply one fix that changes calls.'],
    [
      'haft check --profile ext specs/team',
      'Show which keys profile ext asks of imported specs, and what it says of their words.',
    ],
    ['haft check --run "npx -y tracker-mcp@4.2.0"', 'What the rules say of the tools of any MCP server.'],
    ['haft check --baseline', 'Adopt Haft in a project that already has many findings.'],
    [
      'haft check --format sarif > haft.sarif',
      'For code scanning; github, junit, markdown and json are also supported.',
    ],
  ],
  async run(invocation) {
    const { flags } = invocation;
    if (flags['run'] !== undefined || flags['url'] !== undefined)
      return (await import('./live.ts')).checkLive(invocation);
    const format = formatFlag(invocation);
    const opened = openOrReport(invocation, format, { isOutput: true });
    if (!opened) return 1;
    const project = opened.value;
    const today = todayOf(invocation);
    const trial = askedProject(project, invocation);
    const [safe, places] = [flags['fix'] === true, textFlags(invocation, 'fix-suggested')];
    if (safe || places.length > 0) {
      const { repair } = await import('../fix/repair.ts');
      await repair(project, trial, { cwd: invocation.cwd, today, dryRun: flags['dry-run'] === true, safe, places });
    }
    const grade = format === 'json' || format === 'sarif' ? gradedIn(project, today) : undefined;
    if (trial !== project) return reportFolder(trial, invocation, today, grade);
    if (flags['baseline'] === true) return recordBaseline(project, today);
    const checked = await checkProject(project, { today }, choices, evals, recordings);
    const diagnostics = grade ? await grade(checked.diagnostics, checked.sources) : checked.diagnostics;
    return report(invocation, project, { ...checked, diagnostics }, format);
  },
};

/** For programs, which may apply the fixes themselves; the proof takes time, and people see it with --fix. */
function gradedIn(project: Project, today: string): GradeFixes {
  return async (diagnostics, sources) => {
    if (!diagnostics.some(({ fix }) => fix)) return diagnostics;
    const { proverFor, withGrades } = await import('../fix/prover.ts');
    return withGrades(diagnostics, sources, proverFor(project, sources, today));
  };
}

async function report({ cwd, flags }: Invocation, { root }: Project, checked: CheckedProject, format: FormatName) {
  const { diagnostics, hiddenCount } = checked;
  const findings = { diagnostics, sources: checked.texts, root, cwd };
  const summary = reportFindings(findings, format, { all: flags['all'] === true, isOutput: true });
  const code = summary.errors > 0 ? 1 : 0;
  if (format !== 'text') return code;
  if (hiddenCount > 0) process.stdout.write(`${pluralize(hiddenCount, 'finding')} hidden by ${BASELINE}.\n`);
  if (checked.compiled && flags['cost'] === true) {
    const { costTable } = await import('../../edge/print/cost.ts');
    process.stdout.write(costTable(checked.compiled.plan));
  }
  if (checked.compiled)
    process.stdout.write(
      `Checked ${summarizePlan(checked.compiled.plan)}: ${pluralize(summary.warnings, 'warning')}${summary.notes > 0 ? `, ${pluralize(summary.notes, 'note')}` : ''}.\n`,
    );
  return code;
}

/** What is recorded stops no later step: those find what will be found from now on, and that is recorded as well. */
async function recordBaseline(project: Project, today: string): Promise<0> {
  const recorded: Diagnostic[] = [];
  const { diagnostics } = await checkProject(project, {
    today,
    onlyNew(findings) {
      recorded.push(...findings.filter(isRecorded));
      return findings.filter((one) => !isRecorded(one));
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
