/** Specs as they were at a git ref: read from the object store, without touching the work tree. */
import { spawnSync } from 'node:child_process';
import { decode } from '../../spec/yaml/decode.ts';
import type { SkillFile } from '../../check/model.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import { Failure } from '../command-line/failure.ts';
import { slashed } from './root.ts';
import type { Project } from './project.ts';
import { isCarried, isSpec } from './read-sources.ts';
import { skillFilesOf } from './skill-folders.ts';

interface SpecsAtRef {
  /** The whole id. */
  readonly commit: string;
  /** Relative to the project. */
  readonly folder: string;
  readonly specs: readonly SourceFile[];
  readonly files: readonly SkillFile[];
  /** Every other file below the folder of the specs, by its path: handlers, and what they import. */
  readonly code: ReadonlyMap<string, Buffer>;
  /** Texts that could not be read are missing from the specs. */
  readonly complete: boolean;
}

/** @throws Failure when there is no git, no repository or no such ref. */
export function readAtRef(project: Pick<Project, 'root' | 'specs' | 'settings'>, ref: string): SpecsAtRef {
  const commit = resolveRef(project.root, ref);
  // Relative to the project and not to the repository: the project may be a folder of it.
  const folder = slashed(project.root, project.specs) || '.';
  const listed = git(project.root, ['ls-tree', '-r', '-z', commit, '--', `./${folder}`])
    .toString()
    .split('\0')
    .filter((line) => line !== '');
  const entries = listed
    .flatMap(entryOf)
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'));
  const blobs = readBlobs(
    project.root,
    entries.map(({ hash }) => hash),
  );
  const found = entries.map((entry, index) => ({ ...entry, bytes: blobs[index] ?? Buffer.alloc(0) }));
  const named = found
    .filter(({ path }) => isSpec(path, folder))
    .map(({ path, bytes }) => ({ path, result: decode(path, bytes) }))
    .map((file) => ({ ...file, source: file.result.value }));
  const isSkillFile = skillFilesOf(named, project.settings.profileOf);
  const decoded = named.filter((file) => !isSkillFile(file)).map(({ result }) => result);
  const sourceOf = new Map(named.map(({ path, source }) => [path, source]));
  const sound = decoded.filter(({ diagnostics }) => diagnostics.length === 0);
  return {
    commit,
    folder,
    specs: sound.flatMap(({ value }) => value ?? []),
    files: found
      .filter(({ path }) => isCarried(path, folder) || isSkillFile({ path, source: sourceOf.get(path) }))
      .map(({ path, bytes, mode }) => ({ path, bytes, executable: mode === '100755' })),
    code: new Map(found.filter(({ path }) => !isSpec(path, folder)).map(({ path, bytes }) => [path, bytes])),
    complete: sound.length === decoded.length,
  };
}

interface Entry {
  readonly mode: string;
  readonly hash: string;
  readonly path: string;
}

function entryOf(line: string): Entry[] {
  const [, mode = '', type = '', hash = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
  return type === 'blob' ? [{ mode, hash, path }] : [];
}

/** The commit of the work tree, and whether tracked files differ from it; nothing outside a repository. */
export function workTreeOf(root: string): { readonly commit: string; readonly dirty: boolean } | undefined {
  const args = ['describe', '--always', '--dirty', '--exclude=*', `--abbrev=${SHORT_COMMIT}`];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const [, commit, dirty] = /^([0-9a-f]+)(-dirty)?\n$/.exec(status === 0 ? stdout : '') ?? [];
  return commit === undefined ? undefined : { commit, dirty: dirty !== undefined };
}

/** Digits of a commit in a report. */
export const SHORT_COMMIT = 12;

function resolveRef(root: string, ref: string): string {
  if (git(root, ['rev-parse', '--is-inside-work-tree'], true).toString().trim() !== 'true') {
    throw new Failure(
      `"${root}" is not in a git repository.`,
      'Compare with a contract file instead: --against <file>.',
    );
  }
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], true)
    .toString()
    .trim();
  if (commit !== '') return commit;
  const shallow = git(root, ['rev-parse', '--is-shallow-repository'], true).toString().trim() === 'true';
  const hint = shallow
    ? 'This clone is shallow: fetch the ref first (git fetch --unshallow, or fetch-depth: 0 in CI).'
    : 'Use a branch, tag or commit, or an existing contract file.';
  throw new Failure(`Unknown git ref "${ref}".`, hint);
}

/** One process for all files. */
function readBlobs(root: string, hashes: readonly string[]): Buffer[] {
  if (hashes.length === 0) return [];
  const out = git(root, ['cat-file', '--batch'], false, `${hashes.join('\n')}\n`);
  let at = 0;
  return hashes.map(() => {
    const end = out.indexOf(10, at);
    const size = Number(out.subarray(at, end).toString().split(' ')[2]);
    if (!Number.isInteger(size))
      throw new Failure(
        'A file of the ref is not available in this clone.',
        'Fetch its objects (git fetch --unshallow).',
      );
    const bytes = out.subarray(end + 1, end + 1 + size);
    at = end + 1 + size + 1;
    return bytes;
  });
}

/** Argument lists, never a shell. */
function git(cwd: string, args: readonly string[], mayFail = false, input?: string): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd,
    maxBuffer: 1024 * 1024 * 1024,
    ...(input !== undefined && { input }),
  });
  if (error)
    throw new Failure(
      'The command `git` could not be started.',
      'Install git, or compare with a contract file: --against <file>.',
      {
        cause: error,
      },
    );
  if (status !== 0 && !mayFail)
    throw new Failure(
      `The command \`git ${args[0]}\` failed: ${stderr.toString().trim()}.`,
      'Check the repository and the ref.',
    );
  return status === 0 ? stdout : Buffer.alloc(0);
}
