/** MCP servers by what they list, without specs: `haft diff --live` compares any two as two versions of one, `haft check --run` and `--url` judge one without importing it. */
import { resolve } from 'node:path';
import type { Change } from '../../versions/change.ts';
import { diff } from '../../versions/diff.ts';
import { versionAdvice } from '../../versions/semver.ts';
import { VERSION } from '../../spec/shape/names.ts';
import type { Plan } from '../../plan/model.ts';
import type { ChangeReport } from '../../report/changes/report.ts';
import { baseOf } from '../../edge/tasks/compare.ts';
import { planProject } from '../spine.ts';
import { type Invocation, textFlag, textFlags, formatFlag } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { openProject } from '../../edge/project/project.ts';
import { todayOf } from '../../edge/project/today.ts';
import { serverName } from '../../features/import/literal.ts';
import { plansOfLists, specsOfList } from '../../features/import/mcp/list-plan.ts';
import { type SideOptions, liveSide, recordList } from '../../features/import/run/live-side.ts';
import { headersIn } from '../../features/import/run/mcp.ts';
import { settingsOf } from '../../check/settings.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { reportFindings } from '../../edge/command-line/report.ts';

/** The report; undefined where only a list was recorded. @throws Failure where a side does not answer. */
export async function compareLive(invocation: Invocation): Promise<ChangeReport | undefined> {
  const { positionals, cwd } = invocation;
  const record = textFlag(invocation, 'record');
  const [first, second] = positionals;
  if (first === undefined || positionals.length > 2 || (second === undefined && record === undefined))
    throw new Failure(
      '`haft diff --live` compares two servers.',
      'Write both: haft diff --live npm:tracker-mcp@4.2.0 npm:tracker-mcp@4.3.0; or one with --record <file>.',
    );
  const options = sideOptions(invocation);
  const before = await liveSide(first, options);
  const after = second === undefined ? undefined : await liveSide(second, options);
  if (record !== undefined) {
    const { list, label } = after ?? before;
    recordList(resolve(cwd, record), list);
    process.stderr.write(`${record} has all tools of ${label} (${list.tools.length}).\n`);
  }
  return after && reportOn(before, after, todayOf(invocation));
}

function sideOptions(invocation: Invocation): SideOptions {
  const { cwd, flags } = invocation;
  return {
    cwd,
    mayRun: flags['yes'] === true,
    passed: textFlags(invocation, 'env'),
    headers: headersIn(invocation),
    purpose: 'The comparison',
    planAt: (ref) => planAt(invocation, ref),
  };
}

/** Of the project in this folder. */
async function planAt(invocation: Invocation, ref: string | undefined): Promise<Plan> {
  const { cwd } = invocation;
  const { value: project } = openProject({ cwd });
  if (!project) throw new Failure('The settings of this project cannot be read.', 'Run `haft check`.');
  if (ref !== undefined) {
    const baseSpecs = textFlag(invocation, 'base-specs');
    return (await baseOf(project, { cwd, against: ref, baseSpecs })).plan;
  }
  const { planned } = await planProject(project, { today: todayOf(invocation) });
  if (planned) return planned.plan;
  throw new Failure('The specs of this project have errors.', 'Run `haft check`.');
}

type LiveSide = Awaited<ReturnType<typeof liveSide>>;

function reportOn(before: LiveSide, after: LiveSide, day: string): ChangeReport {
  const name = serverName(after.list.name || before.list.name) || 'server';
  const [old, now] = plansOfLists(before.list, after.list, name);
  const changes = diff(old.plan, now.plan).map(forCallers);
  const haveVersions = [before, after].every(({ list }) => new RegExp(VERSION[0]).test(list.version));
  const versions = haveVersions ? versionAdvice(old.plan, now.plan, changes) : [];
  const notes = [
    // No step: it is not known whether the reader is an author of the server.
    ...versions
      .filter(({ enough }) => !enough)
      .map(
        ({ name: own, released, written, suggested }) =>
          `${own} calls itself ${written} after ${released}; by its changes it would be ${suggested} or higher.`,
      ),
    ...old.left.map((text) => `${before.label}: ${text}`),
    ...now.left.map((text) => `${after.label}: ${text}`),
  ];
  return {
    project: name,
    day,
    before: { label: before.label, versions: versionsOf(before, name) },
    after: { label: after.label, versions: versionsOf(after, name) },
    changes,
    staleEvals: [],
    texts: [],
    versions: versions.filter(({ enough }) => enough),
    deprecated: [],
    ...(notes.length > 0 && { notes }),
  };
}

function versionsOf({ list: { version } }: LiveSide, name: string): ChangeReport['before']['versions'] {
  return version === '' ? [] : [{ kind: 'server', name, version }];
}

/** Commands of Haft are for the authors of specs; callers of any server have other steps. */
function forCallers(change: Change): Change {
  const next =
    change.level === 'safe'
      ? 'Nothing has to be done.'
      : change.axis === 'model'
        ? 'Try the requests that matter with the new texts.'
        : `Change ${change.target.path[0] === 'returns' ? 'what reads the results' : 'the calls'} before you move to this version, or stay with the other one.`;
  return { ...change, next };
}

/** Places are in the specs that an import would write. @throws Failure where the server does not answer. */
export async function checkLive(invocation: Invocation): Promise<0 | 1> {
  const { cwd, flags, positionals } = invocation;
  const [line, url] = [textFlag(invocation, 'run'), textFlag(invocation, 'url')];
  if (positionals.length > 0 || (line !== undefined && url !== undefined))
    throw new Failure(
      '`haft check --run` judges one server, and no specs.',
      'Write one of --run "<command line>" and --url <url>.',
    );
  const options = { ...sideOptions(invocation), purpose: 'The check' };
  const { list } = await liveSide(line === undefined ? (url ?? '') : `run:${line}`, options);
  const { sources, left } = specsOfList(list);
  const { diagnostics } = planSpecs(sources, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  const format = formatFlag(invocation);
  const printing = { all: flags['all'] === true, isOutput: true };
  const { errors } = reportFindings({ diagnostics, sources, root: cwd, cwd }, format, printing);
  if (format === 'text') {
    for (const text of left) process.stdout.write(`Not checked: ${text}\n`);
    process.stdout.write(`Checked ${pluralize(list.tools.length - left.length, 'tool')} that the server lists.\n`);
  }
  return errors > 0 ? 1 : 0;
}
