/** What two branches have of a file in conflict: the sides that git keeps in its index, or else those between the markers that it left in the file. */
import { join } from 'node:path';
import { Failure, attempt } from '../../edge/command-line/failure.ts';
import { fileAt, runGit } from '../../edge/project/objects.ts';
import { readText } from '../../edge/project/record-file.ts';
import { bordersOf, statsOf } from '../../edge/project-files/read.ts';
import { conflictsIn, sidesOf } from '../../spec/yaml/merge-conflict.ts';

/** A side that is undefined does not have the file. */
export interface FileConflict {
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
export function conflictIn(
  root: string,
  file: string,
  read: (text: string) => unknown,
): FileConflict | 'settled' | undefined {
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
export function noConflict(root: string, files: readonly string[]): Failure {
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
