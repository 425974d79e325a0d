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

/** The text of a file in a commit, or at a stage of the index (`:1`, `:2`, `:3`); nothing where it is not there. */
export function fileAt(root: string, commit: string, path: string): string | undefined {
  const { status, stdout } = run(root, ['cat-file', 'blob', `${commit}:./${path}`]);
  return status === 0 ? stdout.toString() : undefined;
}

/** What git prints; nothing where it cannot. */
function quiet(root: string, args: readonly string[]): string {
  const { status, stdout } = run(root, args);
  return status === 0 ? stdout.toString() : '';
}

function run(cwd: string, args: readonly string[]): { readonly status: number | null; readonly stdout: Buffer } {
  const { status, stdout, error } = spawnSync('git', args, { cwd, maxBuffer: 1024 * 1024 * 1024 });
  return { status: error ? -1 : status, stdout: stdout ?? Buffer.alloc(0) };
}

/** Whether the last commit has a file. Outside of a repository no process is started. */
export function isInHead(root: string, path: string): boolean {
  const known = inHead.get(root);
  if (known !== undefined) return known;
  const found = isInRepository(root) && quiet(root, ['ls-tree', '--name-only', 'HEAD', '--', path]).trim() !== '';
  inHead.set(root, found);
  return found;
}

/** By root: a session that builds again and again asks once. */
const inHead = new Map<string, boolean>();

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}
