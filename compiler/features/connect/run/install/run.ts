/** One installation: read, plan for all hosts, and only then write. */
import { basename, dirname, join } from 'node:path';
import { Failure, onDisk } from '../../../../edge/command-line/failure.ts';
import {
  type InstallState,
  EMPTY_STATE,
  isEmptyState,
  readInstallState,
  installStateText,
} from '../../install/state.ts';
import { isSame } from '../../../../emit/host-files/edit.ts';
import { readRegular, realPlace, statsOf, isWithin } from '../../../../edge/project-files/read.ts';
import { clearLeftOvers, inWayOf, type WholeFile, writeWhole } from '../../../../edge/write/whole.ts';
import { withLock } from './lock.ts';
import { clearTree } from './tree.ts';
import { ownFolders } from './current-system.ts';
import { type InstallSurroundings, type Target, targetOf } from './target.ts';
import { type HostPlan, planHost } from './plan.ts';
import type { Context, InstallDraft } from './draft.ts';
import { mkdirSync, existsSync, statSync, symlinkSync } from 'node:fs';
import type { CopyRecord, EntryRecord, FileRecord, GroupRecord } from '../../install/state.ts';
import { removeEmpty, removeLink, unlinkIfThere } from '../../../../edge/write/changes.ts';
import type { CopyPlan } from './copies.ts';

export interface InstallResult {
  readonly plans: readonly HostPlan[];
  readonly draft: InstallDraft;
}

/** Nothing is written where one host refuses, nor with `--dry-run`. */
export function install(context: Context): InstallResult {
  const { options } = context;
  const targets = options.hosts.map((host) => targetOf(host, options, context));
  return inOneGo({
    states: targets.map((target) => statePath(target, context)),
    dryRun: options.dryRun,
    clear: () => {
      for (const target of targets) clearRemains(target, context);
    },
    plan: (draft) => targets.map((target) => planHost(target, statePath(target, context), draft, context)),
  });
}

interface Work<Plan> {
  /** Paths of the state files. */
  readonly states: readonly string[];
  readonly dryRun: boolean;
  readonly clear: () => void;
  readonly plan: (draft: InstallDraft) => readonly Plan[];
}

/** Plans under the locks of the states, and writes the draft where no plan has a refusal. */
export function inOneGo<Plan extends { readonly refusals: readonly unknown[] }>({
  states,
  dryRun,
  clear,
  plan,
}: Work<Plan>): { readonly plans: readonly Plan[]; readonly draft: InstallDraft } {
  const paths = [...new Set(states)];
  const planAll = (): { readonly plans: readonly Plan[]; readonly draft: InstallDraft } => {
    const draft = emptyDraft(paths);
    return { plans: plan(draft), draft };
  };
  if (dryRun) {
    const planned = planAll();
    if (isPlanned(planned)) write(planned.draft, true);
    return planned;
  }
  return paths.reduceRight(
    (inner, state) => () => withLock(`${state}.lock`, inner),
    () => {
      clear();
      const done = planAll();
      if (isPlanned(done)) write(done.draft, false);
      return done;
    },
  )();
}

function isPlanned({ plans }: { readonly plans: readonly { readonly refusals: readonly unknown[] }[] }): boolean {
  return plans.every(({ refusals }) => refusals.length === 0);
}

/** Removes what killed installations have left. */
function clearRemains({ path, skills }: Target, { installable }: Context): void {
  clearLeftOvers(dirname(realPlace(path)));
  if (skills !== undefined) for (const { name } of installable.skills) clearTree(join(skills, name));
}

/** What is in a project is known to the project. */
export function statePath({ scope }: Pick<Target, 'scope'>, { root, system }: InstallSurroundings): string {
  return join(scope === 'project' ? join(root, '.haft') : ownFolders(system).state, 'installs.json');
}

export function readStateFile(path: string): InstallState {
  if (!statsOf(path)) return EMPTY_STATE;
  const state = readInstallState(readRegular(path).toString());
  if (!('problem' in state)) return state;
  throw new Failure(`"${path}" cannot be read: ${state.problem}.`, state.hint ?? 'Delete it.');
}

function emptyDraft(states: readonly string[]): InstallDraft {
  const draft: InstallDraft = { files: new Map(), copies: new Map(), states: new Map() };
  for (const path of states) {
    const before = readStateFile(path);
    draft.states.set(path, { before, after: before });
  }
  return draft;
}

/** What is as it should be is not touched. */
function write({ files, copies, states }: InstallDraft, dryRun: boolean): void {
  const changed = [...files]
    .map(([path, file]) => ({ path, ...file, known: [...states.values()].some(({ before }) => before.files[path]) }))
    .filter(({ before, after }) =>
      before === null ? after !== null : after === null || Buffer.compare(before, Buffer.from(after)) !== 0,
    );
  const copied = [...copies.values()].filter(
    ({ write: files, remove, link }) => files.length + remove.length > 0 || link,
  );
  const stateChanges = [...states]
    .map(([path, { before, after }]) => ({ path, before, after }))
    .filter(({ before, after }) => !isSame(before, after) && !(isEmptyState(before) && isEmptyState(after)));
  const own = new Set(copied.flatMap(({ remove }) => remove));
  const targets = [...changed.filter(({ after }) => after !== null), ...copied.flatMap(({ write }) => write)];
  for (const { path } of targets) refuseInWay(path, own);
  if (dryRun) return;
  if (changed.length + copied.length + stateChanges.length > 0) carryOut(changed, copied, stateChanges);
}

/** A config file of a host, as it was read and as it will be. */
interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | null;
  /** Null where the file was created for our entries, and is removed with them. */
  readonly after: string | null;
  readonly made: string | undefined;
  /** Whether Haft has written it before: then it is not kept as a user's file. */
  readonly known: boolean;
}

/** One `installs.json`. */
interface StateChange {
  readonly path: string;
  readonly before: InstallState;
  readonly after: InstallState;
}

function carryOut(files: readonly FileChange[], copies: readonly CopyPlan[], states: readonly StateChange[]): void {
  const written = files.flatMap(({ path, before, after }): WholeFile[] =>
    after === null ? [] : [{ path, content: after, expected: before }],
  );
  const removes = files.filter(({ after }) => after === null);
  const later = removes.length > 0 || copies.some(({ remove, link }) => remove.length > 0 || link);
  const copied = copies.flatMap(({ write }) =>
    write.map(({ path, content, executable }): WholeFile => ({ path, content, ...(executable && { mode: 0o755 }) })),
  );
  // The links are in the way of the files that take their place.
  for (const { remove, write } of copies) if (write.length > 0) for (const path of remove) removeLink(path);
  const inWay = placesInWay(copies);
  const journal = states.map(({ path, before, after }) => stateFile(path, union(before, after)));
  const final = states.map(({ path, after }) => stateFile(path, after));
  const backups = files.flatMap(backupOf);
  writeWhole(
    [...gitignores(states), ...journal, ...backups, ...copied, ...written, ...(later ? [] : final)],
    false,
    inWay,
  );
  for (const { path, made } of removes) removeUpTo(realPlace(path), placeOfName(made ?? path));
  for (const { remove, write, upTo } of copies)
    for (const path of remove)
      if (!inWay.some((place) => isWithin(place, path)) && !write.some((one) => isWithin(path, one.path)))
        removeUpTo(path, upTo);
  for (const { link } of copies) if (link) makeLink(link.path, link.target);
  if (later) writeWhole(final);
  for (const { path, after } of states) if (isEmptyState(after)) unlinkIfThere(realPlace(path));
}

/** @throws Failure for what is not ours in the place of a file or of a folder above it. */
function refuseInWay(path: string, own: ReadonlySet<string>): void {
  const obstacle = inWayOf(path, own);
  if (obstacle?.other === undefined) return;
  throw new Failure(
    obstacle.place === path
      ? `"${path}" is a folder, and not a file. Nothing was written.`
      : `"${path}" cannot be written: "${obstacle.place}" is in its way. Nothing was written.`,
    `Move "${obstacle.other}" away, and run the command again.`,
  );
}

/** A link that the user has put in its place since is not followed. */
function placeOfName(path: string): string {
  return join(realPlace(dirname(path)), basename(path));
}

/** What of ours is a file where a folder has to be, or a folder where a file has to be. */
function placesInWay(copies: readonly CopyPlan[]): string[] {
  const places = copies.flatMap(({ remove, write }) => {
    const own = new Set(remove);
    return own.size === 0 ? [] : write.flatMap(({ path }) => inWayOf(path, own) ?? []);
  });
  return [...new Set(places.flatMap(({ place, other }) => (other === undefined ? place : [])))];
}

function stateFile(path: string, state: InstallState): WholeFile {
  return { path, content: installStateText(state), mode: 0o600 };
}

/** The folder of a project that Haft keeps to itself is not committed. */
function gitignores(states: readonly StateChange[]): WholeFile[] {
  return states
    .map(({ path }) => join(dirname(path), '.gitignore'))
    .filter((path) => path.includes('.haft') && !existsSync(path))
    .map((path) => ({ path, content: '*\n' }));
}

/** Of the state in which Haft has found the file, once and for all. */
function backupOf({ path, before, known }: FileChange): WholeFile[] {
  const backup = `${path}.haft-backup`;
  if (before === null || known || existsSync(backup)) return [];
  return [{ path: backup, content: before, mode: statSync(path).mode & 0o7777 }];
}

/** The file, and the folders above it that are empty then, up to one of them. */
function removeUpTo(path: string, last: string): void {
  unlinkIfThere(path);
  removeEmpty(dirname(path), last);
}

function makeLink(path: string, target: string): void {
  onDisk('write', path, () => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'junction');
  });
}

/** While the writing is under way, what was there and what will be are ours. */
function union(before: InstallState, after: InstallState): InstallState {
  return {
    files: mergeRecords(before.files, after.files, (old, next): FileRecord => {
      const groups = [...(next.groups ?? []), ...(old.groups ?? [])];
      return {
        ...next,
        entries: mergeRecords(old.entries, next.entries, bothEntries),
        ...(groups.length > 0 && { groups: unionOfGroups(groups) }),
      };
    }),
    copies: mergeRecords(before.copies, after.copies, (old, next): CopyRecord => {
      return { ...next, files: mergeRecords(old.files, next.files, (one, other) => [...new Set([...one, ...other])]) };
    }),
  };
}

/** One group for each map; the layout is that of the first. */
function unionOfGroups(groups: readonly GroupRecord[]): readonly GroupRecord[] {
  const byMap = new Map<string, GroupRecord>();
  for (const group of groups) {
    const key = JSON.stringify(group.container);
    const other = byMap.get(key);
    byMap.set(key, other ? { ...other, entries: mergeRecords(group.entries, other.entries, bothEntries) } : group);
  }
  return [...byMap.values()];
}

function bothEntries(old: EntryRecord, next: EntryRecord): EntryRecord {
  return { ...next, hashes: [...new Set([...old.hashes, ...next.hashes])] };
}

function mergeRecords<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  both: (old: T, next: T) => T,
): Record<string, T> {
  const result: Record<string, T> = { ...before };
  for (const [key, next] of Object.entries(after)) {
    const old = before[key];
    result[key] = old === undefined ? next : both(old, next);
  }
  return result;
}
