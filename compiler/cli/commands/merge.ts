/** `haft merge`: resolves a merge conflict in the contract tool by tool, and in the decisions; also git's merge driver for both. */
import { join, resolve } from 'node:path';
import { decisionsText } from '../../diff/meaning/decisions.ts';
import type { Decision } from '../../diff/meaning/decisions.ts';
import { mergeContracts } from '../../diff/merge-contracts.ts';
import type { Side } from '../../diff/merge-contracts.ts';
import { contractText } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import type { Command, Invocation } from '../command-line/command.ts';
import { choice, textFlag, toggle } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { CONTRACT, parseContract, readText } from '../project/contract.ts';
import { DECISIONS, parseDecisions } from '../project/decisions.ts';
import { fileAt } from '../project/objects.ts';
import { rootOf } from '../project/root.ts';
import { writeWhole } from '../write/whole.ts';

const SIDES = ['ours', 'theirs'] as const;
const DRIVER = 'npx haft merge %O %A %B';

export const mergeCommand: Command = {
  name: 'merge',
  summary: 'Resolve a merge conflict in the contract, tool by tool, and in the decisions.',
  positional: '[base ours theirs]',
  flags: {
    take: choice(
      SIDES,
      'For parts that both branches released with different contents: the branch whose release counts.',
    ),
    setup: toggle('Show how to let git run this command during a merge.'),
  },
  examples: [
    ['haft merge', `After \`git merge\` reported a conflict in ${CONTRACT}.`],
    ['haft merge --take theirs', 'Both branches released the same tool; callers rely on that of the other branch.'],
    ['haft merge --setup', 'Resolve such conflicts during the merge.'],
  ],
  run(invocation) {
    if (invocation.flags['setup'] === true) return setUp();
    const [base, ours, theirs] = invocation.positionals;
    if (ours !== undefined && theirs !== undefined) return drive(invocation.cwd, [base ?? '', ours, theirs]);
    if (base !== undefined)
      throw new Failure(
        '`haft merge` needs three files or none.',
        'Run `haft merge`, or `haft merge <base> <ours> <theirs>`.',
      );
    return settle(rootOf(invocation.cwd), sideOf(invocation));
  },
};

function sideOf(invocation: Invocation): Side | undefined {
  return SIDES.find((side) => side === textFlag(invocation, 'take'));
}

function setUp(): 0 {
  process.stdout.write(`Add these lines to .gitattributes, and commit it:

  ${CONTRACT} merge=haft
  ${DECISIONS} merge=haft

Run this once in each clone:

  git config merge.haft.driver "${DRIVER}"
`);
  return 0;
}

/** As git calls it: the result goes into the file of ours; 1 leaves a conflict. */
function drive(cwd: string, files: readonly [string, string, string]): 0 | 1 {
  const [base, ours, theirs] = files.map((file) => readText(resolve(cwd, file)));
  if ([ours, theirs].some((text) => text?.includes('"decisionsVersion"'))) {
    writeWhole([{ path: resolve(cwd, files[1]), content: bothDecisions(ours ?? '', theirs ?? '') }]);
    return 0;
  }
  const merged = merge(base ?? '', ours ?? '', theirs ?? '');
  const both = `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
  const isClean = merged.conflicts.length === 0;
  writeWhole([{ path: resolve(cwd, files[1]), content: isClean ? contractText(merged.plan) : both }]);
  if (isClean) return 0;
  process.stderr.write(inConflict(merged.conflicts));
  return 1;
}

/** The two sides are in the index until the conflict is resolved. */
function settle(root: string, side: Side | undefined): 0 | 1 {
  const isDecided = settleDecisions(root);
  const [base, ours, theirs] = ['1', '2', '3'].map((stage) => fileAt(root, `:${stage}`, CONTRACT));
  if (isDecided && (ours === undefined || theirs === undefined)) return 0;
  if (ours === undefined || theirs === undefined)
    throw new Failure(
      `Git has no merge conflict in ${CONTRACT}.`,
      `If it has conflict markers, run \`git checkout --merge ${CONTRACT}\` first. If they were committed, take one side: \`git checkout <branch> -- ${CONTRACT}\`.`,
    );
  const { plan, conflicts } = merge(base ?? '', ours, theirs, side);
  if (conflicts.length > 0 && side === undefined) {
    process.stderr.write(inConflict(conflicts));
    return 1;
  }
  writeWhole([{ path: join(root, CONTRACT), content: contractText(plan) }]);
  process.stdout.write(
    `${CONTRACT} is merged. Resolve the specs, run \`haft check\`, and then \`git add ${CONTRACT}\`.\n`,
  );
  return 0;
}

/** What either branch decided holds for the texts that it names. Whether there was a conflict. */
function settleDecisions(root: string): boolean {
  const [ours, theirs] = ['2', '3'].map((stage) => fileAt(root, `:${stage}`, DECISIONS));
  if (ours === undefined || theirs === undefined) return false;
  writeWhole([{ path: join(root, DECISIONS), content: bothDecisions(ours, theirs) }]);
  process.stdout.write(
    `${DECISIONS} is merged: it has the decisions of both branches. Run \`git add ${DECISIONS}\`.\n`,
  );
  return true;
}

function bothDecisions(ours: string, theirs: string): string {
  const read = (text: string, side: string): readonly Decision[] =>
    text.trim() === '' ? [] : parseDecisions(text, `${DECISIONS} (${side})`);
  return decisionsText([...read(ours, 'ours'), ...read(theirs, 'theirs')]);
}

function inConflict(parts: readonly string[]): string {
  const list = parts.map((part) => `  ${part}\n`).join('');
  return `Both branches released these parts with different contents:\n${list}  hint: Keep the release that callers rely on: \`haft merge --take ours\` or \`haft merge --take theirs\`. Then raise the version and release.\n`;
}

function merge(base: string, ours: string, theirs: string, side?: Side): ReturnType<typeof mergeContracts> {
  const common: Plan | undefined = base.trim() === '' ? undefined : parseContract(base, `${CONTRACT} (base)`);
  return mergeContracts(
    common,
    parseContract(ours, `${CONTRACT} (ours)`),
    parseContract(theirs, `${CONTRACT} (theirs)`),
    side,
  );
}
