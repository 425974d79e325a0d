/** Specs as they were at a git ref: read from the object store, without touching the work tree. */
import { existsSync } from 'node:fs';
import { isAbsolute, posix, resolve } from 'node:path';
import { shellWord } from '../../base/text/escape.ts';
import { decode } from '../../spec/yaml/decode.ts';
import { Failure } from '../command-line/failure.ts';
import { walkTree, LINK_MODE, treeEntry } from './git-tree.ts';
import { gitText, runGit } from './objects.ts';
import { slashed } from './root.ts';
import type { Project } from './project.ts';
import { isCarried, isSpec } from './read-sources.ts';
import { skillFilesOf, viewPagesOf } from './skill-folders.ts';

/** @throws Failure when there is no git, no repository or no such ref. */
export function readAtRef(project: Pick<Project, 'root' | 'specs' | 'out' | 'settings'>, ref: string) {
  const base = baseCommit(project.root, ref);
  const { commit } = base;
  // Relative to the project and not to the repository: the project may be a folder of it.
  const folder = slashed(project.root, project.specs) || '.';
  const { files, notes: treeNotes } = filesAt(project, commit, ref, folder);
  const named = files
    .filter(({ path }) => isSpec(path, folder))
    .map(({ path, bytes }) => ({ path, result: decode(path, bytes) }))
    .map((file) => ({ ...file, source: file.result.value }));
  const [isSkillFile, isPage] = [skillFilesOf(named, project.settings.profileOf), viewPagesOf(named)];
  const decoded = named.filter((file) => !isSkillFile(file)).map(({ result }) => result);
  const sourceOf = new Map(named.map(({ path, source }) => [path, source]));
  const sound = decoded.filter(({ diagnostics }) => diagnostics.length === 0);
  const submodule = submoduleAbove(project.root, commit, folder);
  return {
    /** What is compared with, as a whole id; the end of the named branch, whose rules and approvals hold, and its name. */
    ...base,
    notes: [...base.notes, ...treeNotes],
    /** That has the folder, whose files are in a repository of its own. */
    ...(submodule !== undefined && { submodule }),
    /** Relative to the project. */
    folder,
    specs: sound.flatMap(({ value }) => value ?? []),
    files: files
      .filter(
        ({ path }) => isCarried(path, folder) || isPage(path) || isSkillFile({ path, source: sourceOf.get(path) }),
      )
      .map(({ path, bytes, mode }) => ({ path, bytes, executable: mode === '100755' })),
    /** Every other file below the folder of the specs, by its path: handlers, and what they import. */
    code: new Map(files.filter(({ path }) => !isSpec(path, folder)).map(({ path, bytes }) => [path, bytes])),
    /** Texts that could not be read are missing from the specs. */
    complete: sound.length === decoded.length,
  };
}

/** Every file that a walk finds there, by its path relative to the project. */
function filesAt({ root, out }: Pick<Project, 'root' | 'out'>, commit: string, ref: string, folder: string) {
  const { top, submodules, ...tree } = listTree(root, commit, folder);
  const [specs = '', output = '', project = ''] = [folder, slashed(root, out), '.'].map((path) => placeIn(top, path));
  const { found, left } = walkTree(tree, { specs, out: output, root: project });
  const blobs = readBlobs(root, found);
  const inProject = (path: string): string => posix.relative(project, path);
  return {
    files: found.map(({ path, mode }, index) => ({
      path: inProject(path),
      mode,
      bytes: blobs[index] ?? Buffer.alloc(0),
    })),
    notes: [
      ...submodules.map((path) => `"${inProject(path)}" is a submodule, whose files at "${ref}" are not compared.`),
      ...left.map(
        (path) => `"${inProject(path)}" is a link to nothing in the project at "${ref}", so it is not compared.`,
      ),
    ],
  };
}

/** What is below a folder at a commit, and the whole repository where links may lead anywhere in it; paths are those in the repository. */
function listTree(root: string, commit: string, folder: string) {
  const linesOf = (...args: readonly string[]): string[] =>
    git(root, ['ls-tree', '-r', '-z', ...args])
      .toString()
      .split('\0')
      .filter((line) => line !== '');
  const [whole = '', top = ''] = git(root, ['rev-parse', '--show-toplevel', '--show-prefix']).toString().split('\n');
  const below = linesOf('--full-name', commit, '--', `./${folder}`);
  const isWhole = below.length === 0 || below.some((line) => line.startsWith(LINK_MODE));
  const entries = (isWhole ? linesOf('--full-tree', commit) : below).flatMap(treeEntry);
  const links = entries.filter(({ mode }) => mode === LINK_MODE);
  const targets = readBlobs(root, links).map((bytes) => bytes.toString());
  // An absolute target starts at the top of the repository.
  const inRepository = (target: string): string => (isAbsolute(target) ? `/${slashed(whole, target)}` : target);
  return {
    /** The folder of the project in the repository; ends with a slash, and is empty at its top. */
    top,
    entries: entries.filter(({ mode }) => mode !== LINK_MODE),
    links: new Map(links.map(({ path }, index) => [path, inRepository(targets[index] ?? '')])),
    /** Below the spec folder. */
    submodules: below.flatMap((line) => submoduleOf(line) ?? []),
  };
}

/** Starts with `..` where it is outside of the repository. */
function placeIn(top: string, path: string): string {
  return posix.join(top, path).replace(/^\.?\/?$|\/$/, '');
}

function submoduleOf(line: string): string | undefined {
  return /^160000 commit \w+\t([^]*)$/.exec(line)?.[1];
}

/** The folder itself, or one above it. */
function submoduleAbove(root: string, commit: string, folder: string): string | undefined {
  const steps = folder.split('/');
  const folders = steps.map((_step, index) => steps.slice(0, index + 1).join('/'));
  const listed = git(root, ['ls-tree', '-z', commit, '--', ...folders.map((one) => `./${one}`)], true);
  return listed
    .toString()
    .split('\0')
    .flatMap((line) => submoduleOf(line) ?? [])[0];
}

/** The commit of the work tree, and whether tracked files differ from it; nothing outside a repository. */
export function workTreeOf(root: string): { readonly commit: string; readonly dirty: boolean } | undefined {
  const args = ['describe', '--always', '--dirty', '--exclude=*', `--abbrev=${SHORT_COMMIT}`];
  const [, commit, dirty] = /^([0-9a-f]+)(-dirty)?\n$/.exec(gitText(root, args)) ?? [];
  return commit === undefined ? undefined : { commit, dirty: dirty !== undefined };
}

/** Digits of a commit in a report. */
export const SHORT_COMMIT = 12;

/** YYYY-MM-DD. */
export const dayOf = (root: string, commit: string): string =>
  gitText(root, ['show', '-s', '--format=%cs', commit]).trim();

const SINCE_BRANCH = /^(.*?[^.])\.\.\.([^.].*)?$/;

/** Whether git knows it as `main` or `main...`; never where there is no git. */
export function isRef(root: string, ref: string): boolean {
  const name = SINCE_BRANCH.exec(ref)?.[1] ?? ref;
  return gitText(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]) !== '';
}

/** `main`, or `main...`: the commit at which the current branch left main, as git writes it. */
function baseCommit(root: string, ref: string) {
  const [, name, end = ''] = SINCE_BRANCH.exec(ref) ?? [];
  if (name === undefined) {
    const commit = resolveRef(root, ref);
    const isMerged = isBehind(root, commit);
    return { commit, tip: commit, branch: ref, isMerged, notes: isMerged ? [] : [aheadNote(ref)] };
  }
  if (end !== '' && end !== 'HEAD')
    throw new Failure(
      `"${ref}" ends with "${end}", but the current specs are compared.`,
      `Check out "${end}", and use --against ${name}...`,
    );
  const tip = resolveRef(root, name);
  const commit = lineOf(root, 'merge-base', tip, 'HEAD');
  if (commit !== '') return { commit, tip, branch: name, isMerged: true, notes: [] };
  throw new Failure(
    `"${name}" and the current branch have no common commit${isShallow(root) ? ' in this clone, which is shallow' : ''}.`,
    isShallow(root) ? SHALLOW : `Compare with the branch as it is: --against ${name}.`,
  );
}

function aheadNote(ref: string): string {
  return `"${ref}" has commits that this branch does not have, so they are compared as well. To compare with the commit at which this branch left it: --against ${ref}...`;
}

/** Whether the work tree has everything of the commit; where a shallow clone cannot tell, too. */
function isBehind(root: string, commit: string): boolean {
  const head = lineOf(root, 'rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === '' || isShallow(root)) return true;
  return lineOf(root, 'merge-base', commit, head) === commit;
}

/**
 * The text of a file of the project at a commit; undefined if it has no such file, or something else than a file there.
 * @throws Failure where git cannot read it: what protects a branch is never taken for absent.
 */
export function textAt(root: string, commit: string, file: string): string | undefined {
  const listed = git(root, ['ls-tree', '-z', commit, '--', `./${file}`]).toString();
  return listed.startsWith('100') ? git(root, ['cat-file', 'blob', `${commit}:./${file}`]).toString() : undefined;
}

function isShallow(root: string): boolean {
  return lineOf(root, 'rev-parse', '--is-shallow-repository') === 'true';
}

const SHALLOW = 'This clone is shallow: fetch the ref first (git fetch --unshallow, or fetch-depth: 0 in CI).';

/** A clone of one branch, shallow or not, gets no other one from a fetch without its name. */
function unknownHint(root: string, ref: string): string {
  const remotes = gitText(root, ['remote']).split('\n');
  const remote = remotes.includes('origin') ? 'origin' : (remotes[0] ?? '');
  if (remote !== '' && isRef(root, `${remote}/${ref}`))
    return `This clone has it as ${remote}/${ref}: --against ${remote}/${ref}.`;
  const isName = runGit(root, ['check-ref-format', '--branch', ref]).status === 0 && !/^[\da-f]{7,64}$/.test(ref);
  const isPartial = isShallow(root) || !gitText(root, ['config', '--get-all', `remote.${remote}.fetch`]).includes('*');
  if (remote === '' || !isName || !isPartial)
    return isShallow(root) ? SHALLOW : 'Use a branch, tag or commit, or an existing contract file.';
  const isTracking = ref.startsWith(`${remote}/`);
  const [from, to] = isTracking ? [ref.slice(remote.length + 1), `refs/remotes/${ref}`] : [ref, ref];
  return `This clone does not have all branches: fetch it first (git fetch ${remote} ${shellWord(`${from}:${to}`)}; a tag: git fetch ${remote} tag ${shellWord(from)}), or set fetch-depth: 0 in CI.`;
}

/** While git rebases, its sides are the other way round: "ours" is the branch below, and "theirs" the commit that is moved. */
export function isRebasing(root: string): boolean {
  return ['rebase-merge', 'rebase-apply'].some((name) => {
    const path = gitText(root, ['rev-parse', '--git-path', name]).trim();
    return path !== '' && existsSync(resolve(root, path));
  });
}

function resolveRef(root: string, ref: string): string {
  if (lineOf(root, 'rev-parse', '--is-inside-work-tree') !== 'true') {
    throw new Failure(
      `"${root}" is not in a git repository.`,
      'Compare with a contract file instead: --against <file>.',
    );
  }
  const commit = lineOf(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit !== '') return commit;
  throw new Failure(`Unknown git ref "${ref}".`, unknownHint(root, ref));
}

/** One process for all files. */
function readBlobs(root: string, entries: readonly { readonly hash: string }[]): Buffer[] {
  if (entries.length === 0) return [];
  const out = git(root, ['cat-file', '--batch'], false, entries.map(({ hash }) => `${hash}\n`).join(''));
  let at = 0;
  return entries.map(() => {
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

/** What git prints; empty where it fails. */
function lineOf(root: string, ...args: readonly string[]): string {
  return git(root, args, true).toString().trim();
}

/** Argument lists, never a shell. */
function git(cwd: string, args: readonly string[], mayFail = false, input?: string): Buffer {
  const { status, stdout, stderr, error } = runGit(cwd, args, input);
  if (error)
    throw new Failure(
      'The command `git` could not be started.',
      'Install git, or compare with a contract file: --against <file>.',
      { cause: error },
    );
  if (status !== 0 && !mayFail)
    throw new Failure(
      `The command \`git ${args[0]}\` failed: ${stderr.toString().trim()}.`,
      'Check the repository and the ref.',
    );
  return status === 0 ? stdout : Buffer.alloc(0);
}
