/** Builds once, and again whenever a watched file changes, until it is stopped. */
import { Failure, unlessFailed } from '../../edge/command-line/failure.ts';
import type { OpenedProject, Project } from '../../edge/project/project.ts';
import { type Invocation, textFlag } from '../../edge/command-line/command.ts';
import type { TypeFindings } from '../../edge/handlers/check-types.ts';
import { todayOf } from '../../edge/project/today.ts';
import { typesInBackground } from './background-types.ts';
import { batches } from './batches.ts';
import { type BuildResult, type Occasion, openSession } from './session.ts';
import { type FSWatcher, existsSync, statSync, watch } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { watch as watchPaths } from 'chokidar';
import { RECORDED } from '../../edge/project/recorded.ts';
import { bordersOf, isInside, isWithin, realPlace, statsOf, targetOf } from '../../edge/project-files/read.ts';
import { CONFIG_FILE } from '../../edge/project/root.ts';
import { listFiles } from '../../edge/project/read-sources.ts';
import { stampOf } from '../../edge/project/stamp.ts';

/** The watched paths: chokidar watches the spec folder, the settings and contract next to it, and the imports of handlers. */
const BESIDE = [CONFIG_FILE, ...RECORDED];

export interface Watching {
  /** After each build, with the milliseconds it took. */
  readonly built: (built: BuildResult, ms: number, project: Project | undefined) => void | Promise<void>;
  /** After a build, when its handlers were checked: also when nothing was found. */
  readonly typesFound: (findings: TypeFindings) => void;
  /** An environment error, such as a full disk or a missing spec folder. The next change tries again. */
  readonly refused: (failure: Failure) => void;
}

/** Resolves after the first build, with everything watched. */
export async function startWatch(invocation: Invocation, { built, typesFound, refused }: Watching) {
  const [specs, out] = ['specs', 'out'].map((name) => textFlag(invocation, name));
  const session = openSession({ cwd: invocation.cwd, specs, out });
  const types = invocation.flags['no-types'] === true ? undefined : typesInBackground(typesFound, refused);
  const reportFailure = reportOnce(refused);
  const build = async (occasion: Omit<Occasion, 'today'>): Promise<void> => {
    const began = performance.now();
    const result = await session.build({ today: todayOf(invocation), ...occasion }).catch(asFailure);
    const ms = performance.now() - began;
    // Before the build is reported: the user may react at once by changing its output.
    files.add(session.imported());
    output.follow();
    reportFailure(result instanceof Failure ? result : undefined, occasion.onlyIfNew === true);
    if (!result || result instanceof Failure) return;
    const { value: project } = session.opened();
    await built(result, ms, project);
    types?.after(result, project);
  };
  let crash: (error: unknown) => void = () => {};
  const crashed = new Promise<never>((_resolve, reject) => (crash = reject));
  const queue = batches({
    crashed: crash,
    run: (changed) => build({ changed }),
    look: () => build({ onlyIfNew: true }),
    isUnfinished,
    state: () => stateOf(session.opened().value),
  });
  const output = watchOutput(session.output, queue.event);
  // Watched before the first build: what changes during it is not missed.
  const files = watchFiles(session.opened, queue.event);
  await files.ready;
  await build({});
  return {
    /** Only ever rejects: with a bug. */
    crashed,
    async close() {
      types?.stop();
      queue.close();
      output.close();
      await files.close();
    },
  };
}

function watchOutput(
  { isDisturbed, folders }: Pick<ReturnType<typeof openSession>['output'], 'isDisturbed' | 'folders'>,
  event: (kind: string, path: string) => void,
) {
  /** Something was done to the output since the last build: its folders may be others under the same names. */
  let disturbed = false;
  const touched = (path: string | undefined): void => {
    if (!isDisturbed(path)) return;
    disturbed = true;
    event('output', path ?? '');
  };
  const watched = watchFolders(touched);
  return {
    /** After each build: from now on the folders of its output are watched. */
    follow(): void {
      const rescan = disturbed;
      disturbed = false;
      // Changes before the watch began, or in a folder that cannot be watched, had no event.
      if (!watched.follow(folders(), rescan) || rescan) touched(undefined);
    },
    close: watched.close,
  };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** For the outcome of each build: a retry after a failure meets the same one, and need not report it again. */
export function reportOnce(
  refused: (failure: Failure) => void,
): (failure: Failure | undefined, isLook: boolean) => void {
  let last: string | undefined;
  return (failure, isLook) => {
    const printed = failure && `${failure.message}\n${failure.hint}`;
    if (failure && !(isLook && printed === last)) refused(failure);
    last = printed;
  };
}

/** To notice when another program changes a file of the output. Gives the path of what something happened to; nothing when it may be any. */
function watchFolders(touched: (path: string | undefined) => void) {
  const watchers = new Map<string, FSWatcher>();
  let followed: ReadonlySet<string> | undefined;
  let complete = true;
  const leave = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const enter = (folder: string): boolean => {
    try {
      const watcher = watch(folder, (_kind, name) => {
        // A folder that is moved or deleted reports its own name.
        touched(name === null || name === basename(folder) ? undefined : join(folder, name));
      });
      watcher.on('error', () => touched(undefined));
      watchers.set(folder, watcher);
      return true;
    } catch {
      // It was deleted again, or the system has no more watches.
      return false;
    }
  };
  return {
    /** From now on these are watched and no others; whether all of them could be. `rescan`: some may be new under an old name. */
    follow(folders: ReadonlySet<string>, rescan: boolean): boolean {
      if (folders === followed && !rescan) return complete;
      followed = folders;
      for (const folder of watchers.keys()) if (rescan || !folders.has(folder)) leave(folder);
      complete = [...folders].filter((folder) => !watchers.has(folder) && !enter(folder)).length === 0;
      return complete;
    },
    close: () => watchers.forEach((_watcher, folder) => leave(folder)),
  };
}

/** Calls `event` for everything that happens. */
export function watchFiles(opened: () => OpenedProject, event: (kind: string, path: string) => void) {
  const { root, value } = opened();
  // The folder above is watched too, so that a spec folder that vanishes and returns is seen.
  const folders = !value || isWithin(root, value.specs) ? [root] : [root, join(value.specs, '..')];
  const watcher = watchPaths(folders, {
    ignoreInitial: true,
    ignored: (path) => !isWatched(path, opened()),
  });
  watcher.on('all', event);
  watcher.on('error', () => event('error', root));
  const added = new Set<string>();
  return {
    /** Once every folder is watched. */
    ready: new Promise<void>((resolve) => watcher.once('ready', () => resolve())),
    /** These files are watched, too, from now on. */
    add(paths: readonly string[]): void {
      for (const path of paths) if (!added.has(path)) watcher.add(path);
      for (const path of paths) added.add(path);
    },
    close: () => watcher.close(),
  };
}

function isWatched(path: string, { root, value }: OpenedProject): boolean {
  if (path === root || BESIDE.some((name) => path === join(root, name))) return true;
  if (!value) return false;
  const { specs, out } = value;
  if (isWithin(out, path) && out !== specs) return false;
  // The link itself is watched, so that its removal is seen.
  if (path !== specs && isWithin(specs, path) && leadsOut(dirname(path), value)) return false;
  if (path === join(specs, '..') || isWithin(path, specs)) return true;
  return isWithin(specs, path) && !relative(specs, path).split(sep).some(isHidden);
}

/** A link to a folder outside, or to one around the specs: to follow it could mean to watch the whole machine. */
function leadsOut(path: string, project: Project): boolean {
  const leads = (): boolean => {
    if (targetOf(path) === undefined || !statsOf(path)?.isDirectory()) return false;
    const place = realPlace(path);
    return !isInside(place, bordersOf(project)) || isWithin(place, project.specs);
  };
  return unlessFailed(leads, () => false);
}

/** Of tools, not of authors: `.git`, swap files of editors, installed packages. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name.endsWith('~');
}

/** Whether a spec or a module has just been emptied: an editor is about to write it. */
function isUnfinished(path: string): boolean {
  return /\.(?:ya?ml|[cm]?[jt]sx?)$/.test(basename(path)) && statSync(path, { throwIfNoEntry: false })?.size === 0;
}

/** Every file of the spec folder with its stamp; always another while folders come and go. */
function stateOf(project: Project | undefined): string {
  if (!project || !existsSync(project.specs)) return '';
  const stamps = () =>
    listFiles(project)
      .map(({ absolute }) => `${absolute} ${stampOf(absolute)?.text}`)
      .join('\n');
  return unlessFailed(stamps, () => String(performance.now()));
}
