/** One installation: read, plan for all hosts, and only then write. */
import { dirname, join } from 'node:path';
import { Failure, errorCode, onDisk } from '../../../../edge/command-line/failure.ts';
import { type InstallState, EMPTY_STATE, isEmptyState, readInstallState } from '../../install/state.ts';
import { isSame } from '../../../../emit/host-files/edit.ts';
import { readRegular } from '../../../../edge/project-files/read.ts';
import { realPlace, statsOf } from '../../../../edge/project-files/place.ts';
import { clearLeftOvers } from '../../../../edge/write/whole.ts';
import { clearTree } from './tree.ts';
import { carryOut } from './carry-out.ts';
import { ownFolders } from './current-system.ts';
import { type HostPlan, planHost } from './plan.ts';
import type { Context, InstallDraft } from './draft.ts';
import { type InstallSurroundings, type Target, targetOf } from './target.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isOver } from '../../../../edge/write/temporary.ts';

export interface Installed {
  readonly plans: readonly HostPlan[];
  readonly draft: InstallDraft;
}

/** Nothing is written where one host refuses, nor with `--dry-run`. */
export function install(context: Context): Installed {
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
  if (dryRun) return planAll();
  return paths.reduceRight(
    (inner, state) => () => withLock(`${state}.lock`, inner),
    () => {
      clear();
      const done = planAll();
      if (done.plans.every(({ refusals }) => refusals.length === 0)) write(done.draft);
      return done;
    },
  )();
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
function write({ files, copies, states }: InstallDraft): void {
  const changed = [...files]
    .map(([path, file]) => ({ path, ...file, known: [...states.values()].some(({ before }) => before.files[path]) }))
    .filter(({ before, after }) =>
      before === null ? after !== null : after === null || Buffer.compare(before, Buffer.from(after)) !== 0,
    );
  const copied = [...copies.values()].filter(
    ({ write: files, remove, link }) => files.length + remove.length > 0 || link,
  );
  const known = [...states]
    .map(([path, { before, after }]) => ({ path, before, after }))
    .filter(({ before, after }) => !isSame(before, after) && !(isEmptyState(before) && isEmptyState(after)));
  if (changed.length + copied.length + known.length > 0) carryOut(changed, copied, known);
}

/** Milliseconds. */
const PATIENCE = 20_000;
const STEP = 20;

/** Waits until the lock is free, takes it, and gives it back when the task is over. */
function withLock<T>(path: string, task: () => T): T {
  onDisk('create', dirname(path), () => mkdirSync(dirname(path), { recursive: true }));
  for (let waited = 0; !take(path); waited += STEP) {
    if (waited > PATIENCE)
      throw new Failure('Another installation is running.', `Wait until it is over; if none is, delete "${path}".`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);
  }
  try {
    return task();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return onDisk('write', path, () => raise(error));
  }
  if (isLeftOver(path)) rmSync(path, { force: true });
  return false;
}

function raise(error: unknown): never {
  throw error;
}

/** A lock without a number is being written at this moment. */
function isLeftOver(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return pid > 0 && pid !== process.pid && isOver(pid);
  } catch {
    return false;
  }
}
