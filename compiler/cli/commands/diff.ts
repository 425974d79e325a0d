/** `haft diff`: what the current specs mean for callers, for models and by EXT §9, before anything ships. */
import { join, resolve } from 'node:path';
import { type Usage, type UsageCounter, countUsage, withBrokenCalls } from '../../versions/usage.ts';
import { planProject } from '../spine.ts';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import {
  DATE,
  FORMAT,
  SPECS,
  choice,
  formatFlag,
  formText,
  text,
  textFlag,
  texts,
  toggle,
} from '../../edge/command-line/command.ts';
import { asOfNow, baseOf } from '../../edge/tasks/compare.ts';
import { comparisonWith } from '../comparison.ts';
import { changelogText } from '../../report/changes/changelog.ts';
import { type ChangeReport, GATES, failsGate } from '../../report/changes/report.ts';
import { NO_STEP, rowOf, rowText } from '../../report/changes/rows.ts';
import type { Approval } from '../../versions/approvals.ts';
import { addDays } from '../../base/calendar.ts';
import { CONTRACT } from '../../edge/project/contract.ts';
import { readText } from '../../edge/project/record-file.ts';
import { APPROVALS, loadApprovals, saveApprovals } from '../../edge/project/recorded.ts';
import { AXES, LEVELS, narrowedTo } from '../../report/changes/narrowed.ts';
import { FORMATS } from '../../report/formats.ts';
import { rememberedComparison } from '../../edge/cache/compared.ts';
import { writeWhole } from '../../edge/write/whole.ts';
import type { Project } from '../../edge/project/project.ts';
import { contextFor, reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { eachLine, bordersOf, statsOf } from '../../edge/project-files/read.ts';
import { Failure } from '../../edge/command-line/failure.ts';

/** Bytes; a longer line is a bad one and is never held. */
const MAX_LINE_LENGTH = 1024 * 1024;

const CHANGELOG = 'CHANGELOG.md';

export const diffCommand: Command = {
  name: 'diff',
  positional: '[before after]',
  summary:
    'Report changes since the release: breaking changes, changes visible to models, and changes that are not allowed.',
  flags: {
    specs: SPECS,
    against: text(
      'ref or file',
      'Compare with a git ref, `main...` for the commit at which this branch left main, or a contract file (default: haft.contract.json).',
    ),
    'base-specs': text('folder', 'Spec folder at the git ref, if it was a different one there.', {
      needs: ['against', 'live'],
    }),
    axis: choice(AXES, 'List only one axis; the verdict is that of all changes.'),
    level: choice(LEVELS, 'List only changes of this severity or higher.'),
    'fail-on': choice(GATES, 'Exit with 1 if there is a change of this level; risky includes breaking and unknown.'),
    usage: text(
      'file',
      'Count the recorded calls that would be rejected; one JSON object per line: server, tool, arguments.',
    ),
    threshold: text(
      'percent',
      'A tool of which less than this share of the recorded calls would be rejected passes --fail-on breaking.',
      { needs: ['usage'] },
    ),
    approve: text(
      'fingerprint',
      `Accept one change: adds a line to ${APPROVALS}, to be committed on the target branch.`,
      { only: ['against', 'base-specs', 'specs', 'today'] },
    ),
    by: text('name', 'Who accepts the change.', { needs: ['approve'] }),
    until: formText('date', 'The last day of the approval.', DATE, { needs: ['approve'] }),
    reason: text('text', 'Why the change is accepted.', { needs: ['approve'] }),
    live: toggle(
      'Compare two MCP servers: addresses, command lines, packages, saved lists, entries of hosts, or refs.',
      { only: ['specs', 'base-specs', 'axis', 'level', 'fail-on', 'format', 'today'] },
    ),
    record: text('file', 'Write what the last server lists, for a later comparison.', { needs: ['live'] }),
    yes: toggle('Start the programs without asking.', { needs: ['live'] }),
    env: texts('name', 'Pass this environment variable to the programs.', { needs: ['live'] }),
    header: texts('header', 'A header for addresses, such as "Authorization: Bearer {env.TOKEN}".', {
      needs: ['live'],
    }),
    changelog: toggle(`Also add the changes to ${CHANGELOG}; existing lines are kept.`),
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft diff', 'Compare with the released contract.'],
    ['haft diff --against main --format markdown', 'Comment on a pull request.'],
    ['haft diff --format html > changes.html', 'A single page to read and share.'],
    ['haft diff --changelog', 'Before a release: keep CHANGELOG.md.'],
    ['haft diff --fail-on breaking', 'In CI: fail on breaking changes.'],
    ['haft diff --live npm:tracker-mcp@4.2.0 npm:tracker-mcp@4.3.0', 'Two versions of any MCP server.'],
    ['haft diff --live tools.json "run:node server.mjs" --yes', 'A recorded list, and a server of your own.'],
  ],
  async run(invocation) {
    const { cwd, flags, positionals } = invocation;
    if (flags['live'] === true) return live(invocation);
    const [unexpected] = positionals;
    if (unexpected !== undefined)
      throw new Failure(
        `Unexpected argument "${unexpected}" for \`haft diff\`.`,
        `To compare with it, write --against ${unexpected}; to compare two servers, --live.`,
      );
    const project = openOrReport(invocation)?.value;
    if (!project) return 1;
    const today = todayOf(invocation);
    const compared = await comparisonOf(invocation, project, today);
    if (!('project' in compared)) {
      const { diagnostics, texts: sources } = compared;
      reportFindings({ diagnostics, sources, root: project.root, cwd }, 'text');
      process.stderr.write('Fix these errors first; then the specs can be compared.\n');
      return 1;
    }
    const report = { ...compared, ...gateOf(invocation) };
    const approved = textFlag(invocation, 'approve');
    if (approved !== undefined) return approve(project.root, report, approvalOf(invocation, approved, today));
    print(report, invocation, project.root);
    if (flags['changelog'] === true) keepChangelog(project.root, report);
    return failsGate(report) ? 1 : 0;
  },
};

/** What was compared with the contract before is not compared again; what was planned where there are errors. */
async function comparisonOf(invocation: Invocation, project: Project, today: string) {
  const [against, log] = ['against', 'usage'].map((name) => textFlag(invocation, name));
  const isUsual = against === undefined && log === undefined && statsOf(join(project.root, CONTRACT));
  const remembered = isUsual ? rememberedComparison(project, today) : undefined;
  if (remembered?.report) return asOfNow(remembered.report, project);
  const baseSpecs = textFlag(invocation, 'base-specs');
  const base = await baseOf(project, { cwd: invocation.cwd, against, baseSpecs });
  const checked = await planProject(project, { today, ...(remembered && { sources: remembered.sources }) });
  const { planned, texts } = checked;
  if (!planned) return checked;
  const read = remembered && { read: remembered.read };
  const compared = await comparisonWith(base, { project, planned, texts, today, ...read });
  remembered?.keep(compared);
  if (log === undefined) return compared;
  const usage = await readUsage(resolve(invocation.cwd, log), countUsage(base.plan, planned.plan, compared.changes));
  return { ...compared, changes: withBrokenCalls(compared.changes, usage), usage };
}

/** Servers that are compared by what they list have no specs: nothing is decided, recorded or released about them. */
async function live(invocation: Invocation): Promise<0 | 1> {
  const { cwd } = invocation;
  const gate = GATES.find((one) => one === textFlag(invocation, 'fail-on'));
  if (gate !== undefined && gate !== 'breaking' && gate !== 'risky')
    throw new Failure(
      `The gate --fail-on ${gate} is about specs, which --live does not read.`,
      'With --live, use --fail-on breaking or --fail-on risky.',
    );
  const { compareLive } = await import('./live.ts');
  const compared = await compareLive(invocation);
  if (!compared) return 0;
  const report = { ...compared, ...(gate && { gate }) };
  print(report, invocation, cwd);
  return failsGate(report) ? 1 : 0;
}

/** @throws Failure where the threshold is no share, or nothing is counted. */
function gateOf(invocation: Invocation): Pick<ChangeReport, 'gate' | 'threshold'> {
  const gate = GATES.find((one) => one === textFlag(invocation, 'fail-on'));
  const written = textFlag(invocation, 'threshold');
  if (written === undefined) return gate === undefined ? {} : { gate };
  const threshold = Number(written);
  const isShare = /^\d+(?:\.\d+)?$/.test(written) && threshold > 0 && threshold <= 100;
  if (isShare && gate === 'breaking') return { gate, threshold };
  throw new Failure(
    isShare
      ? 'The flag --threshold needs the gate on breaking changes.'
      : `The value of --threshold must be a percentage above 0, at most 100, got "${written}".`,
    'Use: haft diff --usage <file> --fail-on breaking --threshold 1.',
  );
}

/** @throws Failure where a part is missing or the day is over. */
function approvalOf(invocation: Invocation, fingerprint: string, today: string): Omit<Approval, 'change'> {
  const [by = '', until = '', reason = ''] = ['by', 'until', 'reason'].map((name) =>
    textFlag(invocation, name)?.trim(),
  );
  if (by === '' || reason === '')
    throw new Failure(
      'An approval must name who approves and why.',
      `Use: haft diff --approve ${fingerprint} --by <name> --until <date> --reason <text>.`,
    );
  if (until < today)
    throw new Failure(
      `The value of --until must be a date from ${today} on, got "${until}".`,
      `Give the last day of the approval: --until ${addDays(today, 30)}.`,
    );
  return { fingerprint, by, until, reason };
}

/** A line for the target branch: in the compared branch it would count for nothing. */
function approve(root: string, { changes }: ChangeReport, approval: Omit<Approval, 'change'>): 0 {
  const change = changes.find(({ fingerprint }) => fingerprint === approval.fingerprint);
  if (!change)
    throw new Failure(
      `No change has the fingerprint "${approval.fingerprint}".`,
      'Run `haft diff` with the same --against: it prints the fingerprint of each change that needs a decision.',
    );
  const row = rowText({ ...rowOf(change), proof: '', approval: '', step: NO_STEP });
  saveApprovals(root, [...loadApprovals(root), { ...approval, change: row }]);
  process.stdout.write(
    `${APPROVALS} has the approval. Commit it on the branch that is compared with: here it does not count.\n`,
  );
  return 0;
}

/** Printed apart from the report, which may go into a file. */
function keepChangelog(root: string, report: ChangeReport): void {
  const path = join(root, CHANGELOG);
  const before = statsOf(path) ? readText(path, bordersOf({ root })) : '';
  const after = changelogText(report, before);
  if (after !== before) writeWhole([{ path, content: after }]);
  const state =
    after !== before ? 'has the changes' : before === '' ? 'gets no lines: no change belongs there' : 'is up to date';
  process.stderr.write(`${CHANGELOG} ${state}.\n`);
}

/** Only the changes that were asked for. */
function print(report: ChangeReport, invocation: Invocation, root: string): void {
  const [axis, level] = [textFlag(invocation, 'axis'), textFlag(invocation, 'level')];
  const filter = { axis: AXES.find((name) => name === axis), level: LEVELS.find((name) => name === level) };
  const context = contextFor(process.stdout, { root, cwd: invocation.cwd });
  process.stdout.write(FORMATS[formatFlag(invocation)].changes(narrowedTo(report, filter), context));
}

/** @throws Failure when the file cannot be read. */
async function readUsage(path: string, counter: UsageCounter): Promise<Usage> {
  try {
    await eachLine(path, MAX_LINE_LENGTH, counter.add);
  } catch (error) {
    throw new Failure(`The usage log "${path}" could not be read.`, 'Give the path of a file with one call per line.', {
      cause: error,
    });
  }
  return counter.result();
}
