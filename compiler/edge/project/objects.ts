/** Files of the project in git: in commits and in the index. Empty where there is no git. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { folderWith } from './root.ts';

/** Commits that changed a file, the newest first; none where there is no git. `path` is relative to `root`. */
export function commitsOf(root: string, path: string, most: number): string[] {
  return gitText(root, ['log', `--max-count=${most}`, '--format=%H', '--', path])
    .split('\n')
    .filter((line) => line !== '');
}

/** The text of a file in a commit, or at a stage of the index (`:1`, `:2`, `:3`); undefined if it does not exist. */
export function fileAt(root: string, commit: string, path: string): string | undefined {
  const { status, stdout } = runGit(root, ['cat-file', 'blob', `${commit}:./${path}`]);
  return status === 0 ? stdout.toString() : undefined;
}

/** Whether git has the content of a file, so that it can be had again: as committed, or as added to the index. */
export function hasInStore(root: string, path: string): boolean {
  const id = gitText(root, ['hash-object', '--', path]).trim();
  return id !== '' && runGit(root, ['cat-file', '-e', id]).status === 0;
}

/** Whether git has a merge conflict in a folder, also where it left no markers in the files. */
export function isUnmerged(root: string, folder: string): boolean {
  return gitText(root, ['ls-files', '--unmerged', '--', folder]) !== '';
}

/** The output of git; empty if it fails. */
export function gitText(root: string, args: readonly string[]): string {
  const { status, stdout } = runGit(root, args);
  return status === 0 ? stdout.toString() : '';
}

/** Argument lists, never a shell. */
export function runGit(cwd: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> {
  return spawnSync('git', args, { cwd, maxBuffer: 1024 * 1024 * 1024, ...(input !== undefined && { input }) });
}

/** Whether the last commit has a file: for one run of a command, which asks once. Outside of a repository no process is started. */
export function lookInHead(): (root: string, path: string) => boolean {
  const inHead = new Map<string, boolean>();
  return (root, path) => {
    const memo = inHead.get(root);
    if (memo !== undefined) return memo;
    const isThere =
      folderWith('.git', root) !== undefined &&
      gitText(root, ['ls-tree', '--name-only', 'HEAD', '--', path]).trim() !== '';
    inHead.set(root, isThere);
    return isThere;
  };
}
