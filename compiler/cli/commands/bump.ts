/** `haft bump <tool>`: keeps the released version of an edited, renamed or removed tool next to its successor, as deprecated. */
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import { type Diagnostic, type SourceFile, type TextEdit, hasErrors, positionAt } from '../../base/diagnostic.ts';
import { withProgress } from '../../edge/command-line/progress.ts';
import { newFindings } from '../../edge/project/baseline.ts';
import { loadContract } from '../../edge/project/contract.ts';
import { readText } from '../../edge/project/record-file.ts';
import type { Project } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { resourceTool } from '../../check/rules/server/offers.ts';
import { partOfTool } from '../../check/analysis/names/tool-references.ts';
import { plannedId, plannedTool } from '../../plan/named-tools.ts';
import { type BumpProposal, type ProposalInput, hasSameInterface } from '../bump/choose.ts';
import { proposeBump, proposeRename, proposeRestore } from '../bump/propose.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import { type Command, type Invocation, SPECS, text, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../../check/check.ts';
import { offsetAfter, withEdits } from '../../spec/yaml/apply-edits.ts';
import { fileDiffs } from '../../base/text/difference.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { gatherBy } from '../../base/groups.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';

export const bumpCommand: Command = {
  name: 'bump',
  summary: 'Publish the edit of a released tool as its successor, and restore the released version as deprecated.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    renamed: text('old=new', 'After a rename: restore the old tool as deprecated. Several: --renamed a,b=new.', {
      only: ['specs', 'reason', 'dry-run', 'today'],
    }),
    restore: toggle('Restore the released version of a tool that was removed or edited.'),
    use: text('tool', 'The tool that callers use instead of a removed one.', { needs: ['restore'] }),
    reason: text('sentence', 'Reason for the deprecation.'),
    'dry-run': toggle('Show the edits without writing them.'),
    today: TODAY,
  },
  examples: [
    [
      'haft bump search_references --reason "The scope is a list now."',
      'search_references_v2 has the edit; search_references is restored as released, and deprecated.',
    ],
    ['haft bump search_references --dry-run', 'Preview the edits.'],
    ['haft bump --renamed find_books=search_books', 'After a rename: find_books is restored, and deprecated.'],
    ['haft bump --restore find_books --use search_books', 'After a removal: find_books is restored, and deprecated.'],
  ],
  run(invocation) {
    const project = openOrReport(invocation)?.value;
    return project ? bumpIn(project, invocation) : 1;
  },
};

async function bumpIn(project: Project, invocation: Invocation): Promise<0 | 1> {
  const { cwd, flags } = invocation;
  const today = todayOf(invocation);
  const sources = readSources(project);
  const surroundings = { ...surroundingsOf(project, sources, today), onlyNew: newFindings(project.root) };
  const bringsBack = textFlag(invocation, 'renamed') !== undefined || flags['restore'] === true;
  const result = withProgress(({ count }) => planSpecs(sources.specs, { ...surroundings, onStep: count }));
  const diagnostics = [...sources.diagnostics, ...result.diagnostics];
  // What names a tool that is gone, or relies on its released version, is in order again when that is back.
  const isCurable = bringsBack || diagnostics.every((one) => one.severity !== 'error' || one.code === resourceTool.id);
  const value = result.value ?? (isCurable ? result.unjudged : undefined);
  if (!value || sources.diagnostics.length > 0) {
    reportFindings({ diagnostics, sources: sources.texts, root: project.root, cwd }, 'text');
    return 1;
  }
  const contract = loadContract(project.root);
  const dates = { today, periodDays: project.settings.deprecationDays };
  const work = { project, sources, compiled: value, contract, dates, reason: textFlag(invocation, 'reason') };
  const { proposal, outcome } = await firstRight(work, await propose(work, invocation), surroundings);
  if (hasErrors(outcome.problems)) {
    reportFindings({ diagnostics: outcome.problems, sources: outcome.specs, root: project.root, cwd }, 'text');
    process.stderr.write('Nothing was written, because the result of `haft bump` would have these problems.\n');
    return 1;
  }
  const [before, after] = filesOf(work, proposal, outcome);
  if (flags['dry-run'] === true) process.stdout.write(fileDiffs(before, after));
  else writeSpecs(project.root, before, after);
  const places = placesOf(proposal, outcome).map((line) => `  ${line}\n`);
  const errors = outcome.remaining === 1 ? '1 error remains that was' : `${outcome.remaining} errors remain that were`;
  const note = outcome.remaining === 0 ? '' : `${errors} there before; run \`haft check\`.\n`;
  process.stdout.write(`${proposal.summary}\n${places.join('')}${note}`);
  return 0;
}

/** For an editor: the files that publish the edit of a tool as its successor; undefined where the command would write nothing. */
export async function bumpedFiles(
  tool: string,
  { project, sources, today }: Pick<ProposalInput, 'project' | 'sources'> & { readonly today: string },
): Promise<readonly SourceFile[] | undefined> {
  const surroundings = { ...surroundingsOf(project, sources, today), onlyNew: newFindings(project.root) };
  const { value } = planSpecs(sources.specs, surroundings);
  if (!value) return undefined;
  const dates = { today, periodDays: project.settings.deprecationDays };
  const work = { project, sources, compiled: value, contract: loadContract(project.root), dates, reason: undefined };
  const { proposal, outcome } = await firstRight(work, await proposeBump(work, tool), surroundings);
  return hasErrors(outcome.problems) ? undefined : [...outcome.specs, ...proposal.files];
}

interface Tried {
  readonly proposal: BumpProposal;
  readonly outcome: Outcome;
}

/** The proposal, or its copies where an adapter is not right by the checks or by recorded calls. */
async function firstRight(work: ProposalInput, proposal: BumpProposal, surroundings: Surroundings): Promise<Tried> {
  const outcome = withProgress(({ count }) => tryEdits(work, proposal, { ...surroundings, onStep: count }));
  const { copy } = proposal;
  if (!copy) return { proposal, outcome };
  const problem = outcome.problems.find(({ severity }) => severity === 'error');
  const why = problem ? `The call would break rule ${problem.code}.` : await recordedDoubt(work, proposal, outcome);
  return why === undefined ? { proposal, outcome } : firstRight(work, copy(why), surroundings);
}

/** Whether recorded calls of the released tools give something else through their successor, as a sentence. */
async function recordedDoubt({ project }: ProposalInput, { restored }: BumpProposal, { compiled }: Outcome) {
  const { recordedCallsOf } = await import('../../features/recordings/run/record.ts');
  const { effectsOf } = await import('../../features/recordings/run/compare.ts');
  for (const old of restored) {
    const now = compiled && plannedTool(compiled.plan, plannedId(old));
    const effects = now ? await effectsOf(recordedCallsOf(project, now), old, now) : [];
    const other = effects.find(({ outcome }) => outcome !== 'same');
    if (other) return `Its recorded call ${JSON.stringify(other.arguments)} has another result through it.`;
  }
  return undefined;
}

/** @throws Failure for flags that cannot be combined: none is ignored. */
function propose(work: ProposalInput, invocation: Invocation): Promise<BumpProposal> {
  const [tool] = invocation.positionals;
  const renaming = textFlag(invocation, 'renamed');
  if (renaming !== undefined && tool !== undefined)
    throw new Failure(
      `The flag --renamed cannot be used with the tool name "${tool}".`,
      'Run `haft bump --renamed <old>=<new>` alone.',
    );
  if (renaming !== undefined) return proposeRename(work, renaming);
  if (invocation.flags['restore'] === true) return proposeRestore(work, tool, textFlag(invocation, 'use'));
  return proposeBump(work, tool);
}

/** A proposal → the specs and handlers as they become, written only when they say what they should. */
interface Outcome {
  readonly specs: readonly SourceFile[];
  /** What would be wrong with them. */
  readonly problems: readonly Diagnostic[];
  /** Errors that were there before as well: of two tools that are gone, each comes back by itself. */
  readonly remaining: number;
  readonly compiled?: PlannedSpecs;
}

/** The first way that brings the released versions back without a new problem; else the last one, with what is wrong. */
export function tryEdits(work: ProposalInput, proposal: BumpProposal, surroundings: Surroundings): Outcome {
  const { sources, contract, dates } = work;
  const judge = (specs: readonly SourceFile[], isOld: (one: Diagnostic) => boolean): Judged => {
    const after = planSpecs(specs, surroundings);
    const fresh = after.diagnostics.filter((one) => !isOld(one));
    const value = after.value ?? (hasErrors(fresh) ? undefined : after.unjudged);
    const versions = contract && value ? compareVersions(contract, value, dates).diagnostics : [];
    const own = versions.filter(({ about }) =>
      proposal.tools.some(({ server, tool }) => about.tool === tool && (about.server ?? server) === server),
    );
    const remaining = after.diagnostics.filter((one) => one.severity === 'error' && isOld(one)).length;
    const all = [...after.diagnostics, ...versions];
    const unused = all.filter((one) => one.code === 'suppression/unused' && !isOld(one));
    return { specs, problems: [...fresh, ...own], remaining, all, unused, ...(value && { compiled: value }) };
  };
  const before = judge(sources.specs, () => true).all;
  const attempt = (...rounds: readonly (readonly TextEdit[])[]): Judged => {
    const old = new Set(before.flatMap((one) => namesOf(one, rounds)));
    const specs = rounds.reduce((files, edits) => files.map((file) => withEdits(file, edits)), sources.specs);
    return judge(specs, (one) => namesOf(one, []).some((name) => old.has(name)));
  };
  let last: Outcome = { specs: sources.specs, problems: [], remaining: 0 };
  for (const edits of proposal.alternatives) {
    const first = attempt(edits);
    last = first.unused.length > 0 ? attempt(edits, commentEdits(first)) : first;
    if (!hasErrors(last.problems) && isRestored(last, proposal)) return last;
  }
  return last;
}

interface Judged extends Outcome {
  readonly all: readonly Diagnostic[];
  /** Suppressions that nothing needs since the edits. */
  readonly unused: readonly Diagnostic[];
}

/** A finding is known by its rule and its place, wherever edits have moved it, and by what it is about: its message may count lines. */
function namesOf({ code, span, about }: Diagnostic, rounds: readonly (readonly TextEdit[])[]): string[] {
  const { file, start } = span;
  const place = rounds.reduce((offset, edits) => offsetAfter(offset, file, edits), start);
  return [[place], ...(about.tool === undefined ? [] : [about])].map((part) => JSON.stringify([code, file, part]));
}

function isRestored({ compiled }: Outcome, { restored }: BumpProposal): boolean {
  return restored.every((old) => {
    const now = compiled && plannedTool(compiled.plan, plannedId(old));
    return now !== undefined && hasSameInterface(now.tool, old.tool);
  });
}

/** Of the tool that a suppression was for, and of its copy, one may not need it. */
function commentEdits({ unused }: Judged): readonly TextEdit[] {
  return gatherBy(unused, ({ span }) => `${span.start} ${span.file}`).flatMap(([first]) => first?.fix?.edits ?? []);
}

/** All of them, before and after. */
function filesOf({ project, sources }: ProposalInput, { files }: BumpProposal, { specs }: Outcome) {
  const before = files.map(({ path }) => {
    const absolute = join(project.root, path);
    return { path, text: existsSync(absolute) ? readText(absolute) : '' };
  });
  return [
    [...sources.specs, ...before],
    [...specs, ...files],
  ] as const;
}

/** One line for each thing that was done, with its place in the files as they are now. */
function placesOf(
  { references, restored, tools, done, notes = [] }: BumpProposal,
  { specs, compiled }: Outcome,
): string[] {
  const texts = new Map(specs.map(({ path, text }) => [path, text]));
  const lineOf = (file: string, offset: number): string => `${file}:${positionAt(texts.get(file) ?? '', offset).line}`;
  const parts = tools.flatMap((id) => {
    const part = compiled && partOfTool(compiled.spec, id);
    const { file, start } = part?.at(['name']) ?? { file: '', start: 0 };
    const isOld = restored.some((old) => qualifiedName(plannedId(old)) === qualifiedName(id));
    const released = part?.spec.deprecated?.via
      ? 'accepts and returns what it did, and calls its successor'
      : 'is as it was released';
    return part ? [`${lineOf(file, start)} Tool "${id.tool}" ${isOld ? released : 'is the successor'}.`] : [];
  });
  const named = [...new Set(references.map(({ file }) => file))].map((file) => {
    const own = references.filter((edit) => edit.file === file);
    return `${file} now names "${own[0]?.text ?? ''}" (${own.length} ${own.length === 1 ? 'place' : 'places'}).`;
  });
  return [...parts, ...done, ...named, ...notes];
}
