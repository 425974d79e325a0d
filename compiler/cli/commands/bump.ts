/** `haft bump <tool>`: keeps the released version of an edited, renamed or removed tool next to its successor, as deprecated. */
import { compile } from '../../compile.ts';
import { hasErrors } from '../../diagnostic.ts';
import { withProgress } from '../command-line/progress.ts';
import { newFindings } from '../project/baseline.ts';
import { loadContract } from '../project/contract.ts';
import { openProject } from '../project/project.ts';
import type { Project } from '../project/project.ts';
import { readSources } from '../project/read-sources.ts';
import { TODAY, todayOf } from '../project/today.ts';
import { differences, placesOf, tryEdits, write } from '../successor/apply.ts';
import type { Proposal, Work } from '../successor/proposal.ts';
import { proposeBump, proposeRename, proposeRestore } from '../successor/propose.ts';
import { compileUnjudged, surroundingsOf } from '../tasks/build.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { SPECS, textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { reportFindings } from '../command-line/report.ts';

export const bumpCommand: Command = {
  name: 'bump',
  summary: 'Publish the edit of a released tool as its successor, and restore the released version as deprecated.',
  positional: '<tool>',
  flags: {
    specs: SPECS,
    renamed: {
      type: 'string',
      value: 'old=new',
      help: 'After a rename: restore the old tool as deprecated. Several: --renamed a,b=new.',
    },
    restore: { type: 'boolean', help: 'Restore the released version of a tool that was removed or edited.' },
    use: { type: 'string', value: 'tool', help: 'With --restore: the tool that callers use instead of a removed one.' },
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
    ['haft bump --renamed find_books=search_books', 'After a rename: find_books is restored, and deprecated.'],
    ['haft bump --restore find_books --use search_books', 'After a removal: find_books is restored, and deprecated.'],
  ],
  run(invocation) {
    const { cwd } = invocation;
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (opened.value) return bumpIn(opened.value, invocation);
    reportFindings({ ...opened, root: cwd, cwd }, 'text');
    return 1;
  },
};

async function bumpIn(project: Project, invocation: Invocation): Promise<0 | 1> {
  const { cwd, flags } = invocation;
  const today = todayOf(invocation);
  const sources = readSources(project);
  const surroundings = { ...surroundingsOf(project, sources, today), onlyNew: newFindings(project.root) };
  const bringsBack = textFlag(invocation, 'renamed') !== undefined || flags['restore'] === true;
  // What names a tool that is gone is in order again when the tool is back.
  const { value, diagnostics } = bringsBack
    ? compileUnjudged(project, sources, today)
    : withProgress(({ count }) => compile(sources.specs, { ...surroundings, onStep: count }));
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

function proposed(work: Work, invocation: Invocation): Promise<Proposal> {
  const { flags, positionals } = invocation;
  const renaming = textFlag(invocation, 'renamed');
  refuseMixed(invocation);
  if (renaming !== undefined) return proposeRename(work, renaming);
  if (flags['restore'] === true) return proposeRestore(work, positionals[0], textFlag(invocation, 'use'));
  return proposeBump(work, positionals[0]);
}
