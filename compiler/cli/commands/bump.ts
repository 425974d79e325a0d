/** `haft bump <tool>`: keeps the released form of an edited tool, deprecated, and makes the edit its successor. */
import { bump } from '../../bump.ts';
import { hasErrors } from '../../diagnostic.ts';
import type { Diagnostic, SourceFile, TextEdit } from '../../diagnostic.ts';
import { addDays } from '../../calendar.ts';
import type { PolicyDates } from '../../diff/policy/policy.ts';
import { applyEdits } from '../../load/apply-edits.ts';
import { compile } from '../../compile.ts';
import type { Compiled } from '../../compile.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import { compareVersions } from '../../versions.ts';
import { newFindings } from '../baseline.ts';
import { surroundingsOf } from '../build.ts';
import type { Command, Invocation } from '../command.ts';
import { SPECS, textFlag } from '../command.ts';
import { loadContract } from '../contract.ts';
import { Failure } from '../failure.ts';
import { writeFixed } from '../fix.ts';
import { lineDiff } from '../../report/text/line-diff.ts';
import { openProject } from '../project.ts';
import type { Project } from '../project.ts';
import { readSources } from '../read-sources.ts';
import { reportFindings } from '../report.ts';
import { TODAY, todayOf } from '../today.ts';

export const bumpCommand: Command = {
  name: 'bump',
  summary: 'Keep the released form of an edited tool and make the edit its successor.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    reason: { type: 'string', value: 'sentence', words: 'Why the old form goes; stands in its deprecation.' },
    'dry-run': { type: 'boolean', words: 'Show the change and write nothing.' },
    today: TODAY,
  },
  examples: [
    [
      'haft bump search_references --reason "The scope is a list now."',
      'search_references_v2 has the edit; search_references is as it was released, deprecated.',
    ],
    ['haft bump search_references --dry-run', 'Show what would change.'],
  ],
  run(invocation) {
    const { cwd } = invocation;
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (opened.value) return bumpIn(opened.value, invocation);
    reportFindings({ ...opened, root: cwd, cwd }, 'text');
    return 1;
  },
};

function bumpIn(project: Project, invocation: Invocation): 0 | 1 {
  const { cwd, flags, positionals } = invocation;
  const today = todayOf(invocation);
  const sources = readSources(project);
  const surroundings = { ...surroundingsOf(project, sources, today), onlyNew: newFindings(project.root) };
  const { value, diagnostics } = compile(sources.specs, surroundings);
  if (!value || sources.diagnostics.length > 0) {
    reportFindings(
      { diagnostics: [...sources.diagnostics, ...diagnostics], sources: sources.texts, root: project.root, cwd },
      'text',
    );
    return 1;
  }
  const contract = loadContract(project.root);
  const dates = { today, periodDays: project.settings.deprecationDays };
  const tool = releasedTool(contract, positionals[0], value);
  const reason = textFlag(invocation, 'reason') ?? `${tool.name} changed in a way that breaks callers.`;
  const bumped = bump(tool, value.spec, dates, reason);
  if (typeof bumped === 'string')
    throw new Failure(
      `Cannot bump: ${bumped}.`,
      'Write the successor by hand: <tool>_v2 with "replaces:", and the old form with "deprecated:".',
    );
  const changed = sources.specs.map((source) => withEdits(source, bumped.edits));
  const after = compile(changed, surroundings);
  const left = [...after.diagnostics, ...policyOf([tool.name, bumped.successor], contract, after.value, dates)];
  if (hasErrors(left)) {
    reportFindings({ diagnostics: left, sources: changed, root: project.root, cwd }, 'text');
    process.stderr.write(`Nothing was written: the result of "haft bump ${tool.name}" would have these findings.\n`);
    return 1;
  }
  if (flags['dry-run'] === true) showDiff(sources.specs, changed);
  else writeFixed(project.root, sources.specs, changed);
  process.stdout.write(
    `${bumped.successor} has the edit; ${tool.name} is as it was released, deprecated until ${addDays(today, dates.periodDays)}.\n`,
  );
  return 0;
}

function withEdits(source: SourceFile, edits: readonly TextEdit[]): SourceFile {
  return {
    ...source,
    text: applyEdits(
      source.text,
      edits.filter(({ file }) => file === source.path),
    ),
  };
}

/** What EXT §9 would forbid about this tool and its successor. */
function policyOf(
  tools: readonly string[],
  contract: Plan | undefined,
  after: Compiled | undefined,
  dates: PolicyDates,
): Diagnostic[] {
  if (!contract || !after) return [];
  return compareVersions(contract, after, dates).diagnostics.filter(({ about }) => tools.includes(about.tool ?? ''));
}

function showDiff(before: readonly SourceFile[], after: readonly SourceFile[]): void {
  for (const [index, { path, text }] of after.entries()) {
    const old = before[index]?.text ?? '';
    if (old !== text) process.stdout.write(lineDiff(path, old, text));
  }
}

function releasedTool(contract: Plan | undefined, name: string | undefined, { plan }: Compiled): ToolPlan {
  if (name === undefined) throw new Failure('"haft bump" needs the name of a tool.', 'Write haft bump <tool>.');
  const released = toolsOf(contract).find((tool) => tool.name === name);
  if (!released)
    throw new Failure(
      `Tool "${name}" was never released, so it can change freely.`,
      '"haft release" records a release.',
    );
  const now = toolsOf(plan).find((tool) => tool.name === name);
  if (!now || visible(now) !== visible(released)) return released;
  throw new Failure(
    `Tool "${name}" is as it was released.`,
    'Edit it first; then bump gives the edit a name of its own.',
  );
}

function toolsOf(plan: Plan | undefined): ToolPlan[] {
  return plan?.servers.flatMap(({ tools }) => tools) ?? [];
}

function visible({ source: _source, handlerFile: _file, evals: _evals, ...tool }: ToolPlan): string {
  return JSON.stringify(tool);
}
