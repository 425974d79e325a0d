/** `haft bump <tool>`: keeps the released version of an edited, renamed or removed tool next to its successor, as deprecated. */
import { planSpecs } from '../../plan/plan-specs.ts';
import { hasErrors } from '../../base/diagnostic.ts';
import { withProgress } from '../../edge/command-line/progress.ts';
import { newFindings } from '../../edge/project/baseline.ts';
import { loadContract } from '../../edge/project/contract.ts';
import type { Project } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { differences, placesOf, tryEdits, write } from '../bump/apply.ts';
import type { BumpProposal, ProposalInput } from '../bump/proposal.ts';
import { proposeBump, proposeRename, proposeRestore } from '../bump/propose.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import { SPECS, text, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings } from '../../edge/command-line/report.ts';
import { openOrReport } from '../../edge/command-line/open.ts';

export const bumpCommand: Command = {
  name: 'bump',
  summary: 'Publish the edit of a released tool as its successor, and restore the released version as deprecated.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    renamed: text('old=new', 'After a rename: restore the old tool as deprecated. Several: --renamed a,b=new.'),
    restore: toggle('Restore the released version of a tool that was removed or edited.'),
    use: text('tool', 'With --restore: the tool that callers use instead of a removed one.'),
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
  // What names a tool that is gone is in order again when the tool is back.
  const result = withProgress(({ count }) => planSpecs(sources.specs, { ...surroundings, onStep: count }));
  const { diagnostics } = result;
  const value = result.value ?? (bringsBack ? result.unjudged : undefined);
  if (!value || sources.diagnostics.length > 0) {
    const all = [...sources.diagnostics, ...diagnostics];
    reportFindings({ diagnostics: all, sources: sources.texts, root: project.root, cwd }, 'text');
    return 1;
  }
  const contract = loadContract(project.root);
  const dates = { today, periodDays: project.settings.deprecationDays };
  const work = { project, sources, compiled: value, contract, dates, reason: textFlag(invocation, 'reason') };
  const proposal = await proposed(work, invocation);
  const outcome = withProgress(({ count }) => tryEdits(work, proposal, { ...surroundings, onStep: count }));
  if (hasErrors(outcome.problems)) {
    reportFindings({ diagnostics: outcome.problems, sources: outcome.specs, root: project.root, cwd }, 'text');
    process.stderr.write('Nothing was written, because the result of `haft bump` would have these problems.\n');
    return 1;
  }
  if (flags['dry-run'] === true) process.stdout.write(differences(work, proposal, outcome));
  else write(work, proposal, outcome);
  const places = placesOf(proposal, outcome).map((line) => `  ${line}\n`);
  const errors = outcome.left === 1 ? '1 error remains that was' : `${outcome.left} errors remain that were`;
  const left = outcome.left === 0 ? '' : `${errors} there before; run \`haft check\`.\n`;
  process.stdout.write(`${proposal.summary}\n${places.join('')}${left}`);
  return 0;
}

/** @throws Failure for flags that cannot be combined: none is ignored. */
function refuseMixed({ flags, positionals: [tool] }: Invocation): void {
  const { renamed, restore, use } = flags;
  if (renamed !== undefined && (restore === true || tool !== undefined))
    throw new Failure(
      `The flag --renamed cannot be used with ${restore === true ? '--restore' : `the tool name "${tool ?? ''}"`}.`,
      'Run `haft bump --renamed <old>=<new>` alone.',
    );
  if (use !== undefined && restore !== true)
    throw new Failure('The flag --use requires --restore.', 'Run `haft bump --restore <tool> --use <other tool>`.');
}

function proposed(work: ProposalInput, invocation: Invocation): Promise<BumpProposal> {
  const { flags, positionals } = invocation;
  const renaming = textFlag(invocation, 'renamed');
  refuseMixed(invocation);
  if (renaming !== undefined) return proposeRename(work, renaming);
  if (flags['restore'] === true) return proposeRestore(work, positionals[0], textFlag(invocation, 'use'));
  return proposeBump(work, positionals[0]);
}
