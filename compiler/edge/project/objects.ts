/** Files of the project in git: in commits and in the index. Empty where there is no git. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Commits that changed a file, the newest first; none where there is no git. `path` is relative to `root`. */
export function commitsOf(root: string, path: string, most: number): string[] {
  return quiet(root, ['log', `--max-count=${most}`, '--format=%H', '--', path])
    .split('\n')
    .filter((line) => line !== '');
}

/** The text of a file in a commit, or at a stage of the index (`:1`, `:2`, `:3`); undefined if it does not exist. */
export function fileAt(root: string, commit: string, path: string): string | undefined {
  const { status, stdout } = run(root, ['cat-file', 'blob', `${commit}:./${path}`]);
  return status === 0 ? stdout.toString() : undefined;
}

/** Whether git has the content of a file, so that it can be had again: as committed, or as added to the index. */
export function hasInStore(root: string, path: string): boolean {
  const id = quiet(root, ['hash-object', '--', path]).trim();
  return id !== '' && run(root, ['cat-file', '-e', id]).status === 0;
}

/** Whether git has a merge conflict in a folder, also where it left no markers in the files. */
export function isUnmerged(root: string, folder: string): boolean {
  return quiet(root, ['ls-files', '--unmerged', '--', folder]) !== '';
}

/** The output of git; empty if it fails. */
function quiet(root: string, args: readonly string[]): string {
  const { status, stdout } = run(root, args);
  return status === 0 ? stdout.toString() : '';
}

function run(cwd: string, args: readonly string[]): { readonly status: number | null; readonly stdout: Buffer } {
  const { status, stdout, error } = spawnSync('git', args, { cwd, maxBuffer: 1024 * 1024 * 1024 });
  return { status: error ? -1 : status, stdout: stdout ?? Buffer.alloc(0) };
}

/** Whether the last commit has a file: for one run of a command, which asks once. Outside of a repository no process is started. */
export function lookInHead(): (root: string, path: string) => boolean {
  const inHead = new Map<string, boolean>();
  return (root, path) => {
    const memo = inHead.get(root);
    if (memo !== undefined) return memo;
    const isThere = isInRepository(root) && quiet(root, ['ls-tree', '--name-only', 'HEAD', '--', path]).trim() !== '';
    inHead.set(root, isThere);
    return isThere;
  };
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}
