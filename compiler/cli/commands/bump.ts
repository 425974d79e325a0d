/** `haft bump <tool>`: restores the released version of an edited tool, deprecated, and makes the edit its successor. */
import { nearest } from '@haft/runtime/language';
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
import { newFindings } from '../project/baseline.ts';
import { surroundingsOf } from '../tasks/build.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { SPECS, textFlag } from '../command-line/command.ts';
import { loadContract } from '../project/contract.ts';
import { Failure } from '../command-line/failure.ts';
import { writeFixed } from '../tasks/fix.ts';
import { lineDiff } from '../../report/text/line-diff.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { readSources } from '../project/read-sources.ts';
import { reportFindings } from '../command-line/report.ts';
import { TODAY, todayOf } from '../project/today.ts';

export const bumpCommand: Command = {
  name: 'bump',
  summary: 'Publish the edit of a released tool as its successor, and restore the released version as deprecated.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    reason: { type: 'string', value: 'sentence', help: 'Reason for the deprecation.' },
    'dry-run': { type: 'boolean', help: 'Show the edits without writing them.' },
    today: TODAY,
  },
  examples: [
    [
      'haft bump search_references --reason "The scope is a list now."',
      'search_references_v2 has the edit; search_references is restored as released, and deprecated.',
    ],
    ['haft bump search_references --dry-run', 'Preview the edits.'],
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
  const reason = textFlag(invocation, 'reason') ?? `${tool.name} has a breaking change.`;
  const bumped = bump(tool, value.spec, dates, reason);
  if (typeof bumped === 'string')
    throw new Failure(
      `Cannot bump: ${bumped}.`,
      'Add the successor by hand: <tool>_v2 with `replaces:`, and restore the released version with `deprecated:`.',
    );
  const changed = sources.specs.map((source) => withEdits(source, bumped.edits));
  const after = compile(changed, surroundings);
  const left = [...after.diagnostics, ...policyOf([tool.name, bumped.successor], contract, after.value, dates)];
  if (hasErrors(left)) {
    reportFindings({ diagnostics: left, sources: changed, root: project.root, cwd }, 'text');
    process.stderr.write(
      `Nothing was written, because the result of \`haft bump ${tool.name}\` would have these problems.\n`,
    );
    return 1;
  }
  if (flags['dry-run'] === true) showDiff(sources.specs, changed);
  else writeFixed(project.root, sources.specs, changed);
  process.stdout.write(
    `${bumped.successor} has the edit; ${tool.name} is restored as released, and deprecated until ${addDays(today, dates.periodDays)}.\n`,
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
  if (name === undefined) throw new Failure('`haft bump` needs a tool name.', 'Run `haft bump <tool>`.');
  const released = toolsOf(contract).find((tool) => tool.name === name);
  const now = toolsOf(plan).find((tool) => tool.name === name);
  if (!released) throw neverReleased(name, now !== undefined, toolsOf(contract));
  if (!now || visible(now) !== visible(released)) return released;
  throw new Failure(`Tool "${name}" has not changed since the release.`, 'Edit it first, then run `haft bump` again.');
}

function neverReleased(name: string, exists: boolean, released: readonly ToolPlan[]): Failure {
  if (exists)
    return new Failure(`Tool "${name}" has never been released.`, 'Change it freely; `haft release` releases it.');
  const names = released.map((tool) => tool.name);
  const meant = nearest(name, names);
  const known =
    names.length === 0
      ? 'Run `haft release` first.'
      : `Released tools: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}.`;
  return new Failure(`Unknown tool "${name}".`, meant === undefined ? known : `Did you mean "${meant}"?`);
}

function toolsOf(plan: Plan | undefined): ToolPlan[] {
  return plan?.servers.flatMap(({ tools }) => tools) ?? [];
}

function visible({ source: _source, handlerFile: _file, evals: _evals, ...tool }: ToolPlan): string {
  return JSON.stringify(tool);
}
