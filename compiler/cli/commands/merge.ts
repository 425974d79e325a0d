/** `haft merge`: resolves a merge conflict in the contract tool by tool, in the decisions and in the approvals, and compiles again; also git's merge driver. */
import { conflictsIn, sidesOf } from '../../spec/yaml/merge-conflict.ts';
import { bordersOf, statsOf } from '../../edge/project-files/read.ts';
import { join, relative, resolve } from 'node:path';
import { shellWord } from '../../base/text/escape.ts';
import { type Decision, decisionsText } from '../../versions/meaning/decisions.ts';
import { type Approval, approvalsText, mergeApprovals } from '../../versions/approvals.ts';
import { type MergeSide, mergeContracts } from '../../versions/merge-contracts.ts';
import { contractText } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { choice, textFlag, toggle } from '../../edge/command-line/command.ts';
import { compileCommand } from './compile.ts';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { Failure, attempt } from '../../edge/command-line/failure.ts';
import { CONTRACT, parseContract } from '../../edge/project/contract.ts';
import { readText } from '../../edge/project/record-file.ts';
import { APPROVALS, parseApprovals, DECISIONS, parseDecisions } from '../../edge/project/recorded.ts';
import { gitText, isUnmerged, fileAt, runGit } from '../../edge/project/objects.ts';
import { isRebasing } from '../../edge/project/git.ts';
import { openProject } from '../../edge/project/project.ts';
import { rootOf } from '../../edge/project/root.ts';
import { damagedOutput } from '../../edge/tasks/damaged-output.ts';
import { writeWhole } from '../../edge/write/whole.ts';

const SIDES = ['ours', 'theirs'] as const;

export const mergeCommand: Command = {
  name: 'merge',
  summary:
    'Resolve a merge conflict in contract, decisions and approvals, tool by tool, and compile the output of both branches.',
  positional: '[base ours theirs]',
  flags: {
    take: choice(
      SIDES,
      'For parts that both branches released with different contents: the branch whose release counts. In a rebase, theirs is your own commit.',
    ),
    setup: toggle('Show how to let git run this command during a merge.'),
  },
  examples: [
    ['haft merge', `After \`git merge\` reported a conflict in ${CONTRACT} or in the output.`],
    ['haft merge --take theirs', 'Both branches released the same tool; callers rely on that of the other branch.'],
    ['haft merge --setup', 'Resolve such conflicts during the merge.'],
  ],
  run(invocation) {
    if (invocation.flags['setup'] === true) return setUp(rootOf(invocation.cwd));
    const [base, ours, theirs] = invocation.positionals;
    if (ours !== undefined && theirs !== undefined) return drive(invocation.cwd, [base ?? '', ours, theirs]);
    if (base !== undefined)
      throw new Failure(
        '`haft merge` needs three files or none.',
        'Run `haft merge`, or `haft merge <base> <ours> <theirs>`.',
      );
    return settle(invocation, rootOf(invocation.cwd));
  },
};

/** A file with one entry a line, whose sides are always merged; each side may be empty. */
interface MergedList {
  readonly format: { readonly file: string; readonly key: string };
  /** What the result has, for the terminal. */
  readonly has: string;
  both(base: string, ours: string, theirs: string): string;
  /** What has to be looked at where the base is not known. */
  readonly withoutBase?: string;
  read(text: string): unknown;
}

const LISTS: readonly MergedList[] = [
  {
    format: FILE_FORMATS.decisions,
    has: 'the decisions of both branches',
    both: (_base, ours, theirs) => decisionsText([...decisionsIn(ours, 'ours'), ...decisionsIn(theirs, 'theirs')]),
    read: (text) => parseDecisions(text, DECISIONS),
  },
  {
    format: FILE_FORMATS.approvals,
    has: 'the approvals of both branches; where they differ, the earlier day and the removal count',
    both: (base, ours, theirs) =>
      approvalsText(
        mergeApprovals(approvalsIn(base, 'base'), approvalsIn(ours, 'ours'), approvalsIn(theirs, 'theirs')),
      ),
    withoutBase: 'An approval that one branch had removed is in it again: delete its line.',
    read: (text) => parseApprovals(text, APPROVALS),
  },
];

function decisionsIn(text: string, side: string): readonly Decision[] {
  return text.trim() === '' ? [] : parseDecisions(text, `${DECISIONS} (${side})`);
}

function approvalsIn(text: string, side: string): readonly Approval[] {
  return text.trim() === '' ? [] : parseApprovals(text, `${APPROVALS} (${side})`);
}

function setUp(root: string): 0 {
  process.stdout.write(`Add these lines to .gitattributes, and commit it:

  ${CONTRACT} merge=haft
  ${LISTS.map(({ format }) => `${format.file} merge=haft`).join('\n  ')}

Run this once in each clone:

  git config merge.haft.driver ${driverOf(root)}
`);
  return 0;
}

/** Git starts it at the top of the repository, where a project below it has no packages; what is not installed is never downloaded. */
function driverOf(root: string): string {
  const prefix = gitText(root, ['rev-parse', '--show-prefix']).replace(/\/?\n$/, '');
  const from = prefix === '' ? '' : `--prefix ${shellWord(prefix).replaceAll('%', '%%')} `;
  const line = `npx --no-install ${from}haft merge %O %A %B`;
  return /["$`\\]/.test(line) ? shellWord(line) : `"${line}"`;
}

/** As git calls it: the result goes into the file of ours; 1 leaves a conflict. */
function drive(cwd: string, files: readonly [string, string, string]): 0 | 1 {
  const [base, ours, theirs] = files.map((file) => readText(resolve(cwd, file)));
  // git gives temporary files, so that the number of its form says which one it is.
  const list = LISTS.find(({ format }) => [ours, theirs].some((text) => text?.includes(`"${format.key}"`)));
  if (list) {
    writeWhole([{ path: resolve(cwd, files[1]), content: list.both(base ?? '', ours ?? '', theirs ?? '') }]);
    return 0;
  }
  const merged = merge(base ?? '', ours ?? '', theirs ?? '');
  const both = `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
  const isClean = merged.conflicts.length === 0;
  writeWhole([{ path: resolve(cwd, files[1]), content: isClean ? contractText(merged.plan) : both }]);
  if (isClean) return 0;
  process.stderr.write(inConflict(merged.conflicts, cwd));
  return 1;
}

/** First the contract, then the output: what git merged of it line by line is not what the merged specs compile to. */
async function settle(invocation: Invocation, root: string): Promise<ExitCode> {
  const isListed = LISTS.filter((list) => settleList(root, list)).length > 0;
  const conflict = conflictIn(root, CONTRACT, (text) => parseContract(text, CONTRACT));
  if (conflict === undefined && !needsCompile(invocation.cwd)) {
    if (isListed) return 0;
    throw noConflict(root, [CONTRACT, ...LISTS.map(({ format }) => format.file)]);
  }
  const side = SIDES.find((one) => one === textFlag(invocation, 'take'));
  if (conflict === 'settled') process.stdout.write(settledLine(CONTRACT));
  else if (conflict && settleContract(root, conflict, side) !== 0) return 1;
  return compileBoth(invocation, root);
}

/** Whether the contract on the disk is that of one branch, where git has not merged it: a release would lose the other one. */
export function hasOneSide(root: string): boolean {
  return (
    isUnmerged(root, CONTRACT) && conflictIn(root, CONTRACT, (text) => parseContract(text, CONTRACT)) !== 'settled'
  );
}

function settledLine(file: string): string {
  return `${file} has no conflict markers and is not the file of one branch: it was left as it is. Run \`git add ${file}\`.\n`;
}

/** Git keeps a file of the output in conflict until it is added. */
async function compileBoth(invocation: Invocation, root: string): Promise<ExitCode> {
  const code = await compileCommand.run({ ...invocation, flags: {}, positionals: [] });
  const { value: project } = openProject(invocation);
  if (code !== 0 && needsCompile(invocation.cwd))
    process.stderr.write(
      'The output is still as git left it: correct these errors and run `haft merge` again, before you release.\n',
    );
  if (code === 0 && project && isUnmerged(root, project.out))
    process.stdout.write(
      `The output is that of both branches. Run \`git add ${shellWord(relative(invocation.cwd, project.out) || '.')}\`.\n`,
    );
  return code;
}

/** Settings that cannot be read are for the compile to report. */
function needsCompile(cwd: string): boolean {
  const { value: project } = openProject({ cwd });
  return !project || isUnmerged(project.root, project.out) || damagedOutput(project, '').length > 0;
}

function settleContract(root: string, { base, ours, theirs }: FileConflict, side: MergeSide | undefined): 0 | 1 {
  if (ours === undefined || theirs === undefined) return settleDeleted(root, { ours, theirs }, side);
  const { plan, conflicts } = merge(base ?? '', ours, theirs, side);
  if (conflicts.length > 0 && side === undefined) {
    process.stderr.write(inConflict(conflicts, root));
    return 1;
  }
  writeContract(root, contractText(plan));
  return 0;
}

/** One branch deleted the whole contract, and with it every promise: only the other one can be taken. */
function settleDeleted(root: string, sides: Pick<FileConflict, 'ours' | 'theirs'>, side: MergeSide | undefined): 0 | 1 {
  const [has, deleted] = sides.ours === undefined ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
  const text = sides[has] ?? '';
  if (side === has) {
    parseContract(text, `${CONTRACT} (${has})`);
    writeContract(root, text);
    return 0;
  }
  process.stderr.write(
    `${CONTRACT} was deleted in ${deleted} and changed in ${has}.\n  hint: Keep the release that callers rely on: \`haft merge --take ${has}\`. To start over without it: \`git rm ${CONTRACT}\`.\n`,
  );
  return 1;
}

function writeContract(root: string, content: string): void {
  writeWhole([{ path: join(root, CONTRACT), content }]);
  process.stdout.write(
    `${CONTRACT} is merged. When the specs are resolved and compiled, run \`git add\` for it and for the output.\n`,
  );
}

/** What either branch decided or approved holds for what it names. Whether there was a conflict. */
function settleList(root: string, { format: { file }, has, both, withoutBase, read }: MergedList): boolean {
  const conflict = conflictIn(root, file, read);
  if (conflict === undefined) return false;
  if (conflict === 'settled') {
    process.stdout.write(settledLine(file));
    return true;
  }
  const { base = '', ours = '', theirs = '', isFromMarkers } = conflict;
  writeWhole([{ path: join(root, file), content: both(base, ours, theirs) }]);
  const note = isFromMarkers && withoutBase !== undefined ? ` ${withoutBase}` : '';
  process.stdout.write(`${file} is merged: it has ${has}.${note} Run \`git add ${file}\`.\n`);
  return true;
}

function inConflict(parts: readonly string[], folder: string): string {
  const list = parts.map((part) => `  ${part}\n`).join('');
  return `Both branches released these parts with different contents:\n${list}  hint: Keep the release that callers rely on: \`haft merge --take ours\` or \`haft merge --take theirs\`. ${isRebasing(folder) ? 'In this rebase, ours is the branch that you rebase onto, and theirs is your own commit. ' : ''}Then raise the version and release.\n`;
}

function merge(base: string, ours: string, theirs: string, side?: MergeSide): ReturnType<typeof mergeContracts> {
  const common: Plan | undefined = base.trim() === '' ? undefined : parseContract(base, `${CONTRACT} (base)`);
  return mergeContracts(
    common,
    parseContract(ours, `${CONTRACT} (ours)`),
    parseContract(theirs, `${CONTRACT} (theirs)`),
    side,
  );
}

/** A side that is undefined does not have the file. */
interface FileConflict {
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** Git has no sides of it, such as where the markers were committed: then there is no base. */
  readonly isFromMarkers: boolean;
}

/**
 * `settled` where the file on the disk is what someone made of both sides, maybe with a release since: it is never
 * written again. Where it is one side as it was, git has left it there. `read` throws for a text that is no such file.
 */
function conflictIn(root: string, file: string, read: (text: string) => unknown): FileConflict | 'settled' | undefined {
  const path = join(root, file);
  const text = statsOf(path) ? readText(path, bordersOf({ root })) : undefined;
  const isMarked = text !== undefined && conflictsIn(text).length > 0;
  const stages = ['1', '2', '3'].map((stage) => fileAt(root, `:${stage}`, file));
  const [base, ours, theirs] = stages;
  if (ours !== undefined || theirs !== undefined) {
    const isOneSide = text === undefined || stages.some((one) => one !== undefined && withLf(one) === withLf(text));
    if (!isMarked && !isOneSide && attempt(() => [read(text)])) return 'settled';
    return { base, ours, theirs, isFromMarkers: false };
  }
  if (!isMarked) return undefined;
  const [our, their] = sidesOf(text);
  return { base: undefined, ours: our, theirs: their, isFromMarkers: true };
}

/** Git may check a file out with other line ends. */
function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Why there is nothing to merge. */
function noConflict(root: string, files: readonly string[]): Failure {
  const { error, status } = runGit(root, ['rev-parse', '--is-inside-work-tree']);
  const names = `${files.slice(0, -1).join(', ')} and ${files.at(-1) ?? ''}`;
  if (error)
    return new Failure(
      `The command \`git\` could not be started, and ${names} have no conflict markers.`,
      'Install git, and run `haft merge` again.',
    );
  if (status !== 0)
    return new Failure(
      `"${root}" is not in a git repository, and ${names} have no conflict markers.`,
      'Run `haft merge` in a clone in which `git merge` reported a conflict.',
    );
  return new Failure(
    `Git has no merge conflict in ${names}, and the output is as Haft wrote it.`,
    'There is nothing to merge. Conflicts in specs are resolved by hand: `haft check` names them.',
  );
}
