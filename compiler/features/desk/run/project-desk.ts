/** One project on the desk of an author: checked as `haft check` does it, with the open texts instead of the files. */
import { isAbsolute, join } from 'node:path';
import { type Diagnostic, type SourceFile, compareText } from '../../../base/diagnostic.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { CheckedProject } from '../../../edge/passes/run-passes.ts';
import { bordersOf, isWithin } from '../../../edge/project-files/read.ts';
import { memoizedReader } from '../../../edge/project/memoized-reader.ts';
import { type OpenedProject, type Project, keepOpened, openProject } from '../../../edge/project/project.ts';
import { type Sources, isCarried, isSpec, listFiles, readSources } from '../../../edge/project/read-sources.ts';
import { CONFIG_FILE, slashed } from '../../../edge/project/root.ts';
import type { FoundFile } from '../../../edge/project/walk.ts';
import type { Plan } from '../../../plan/model.ts';
import type { PlannedTool } from '../../../plan/named-tools.ts';
import { linkPrevious } from '../../../spec/yaml/reuse.ts';
import type { Json } from '@haft/runtime/language';
import type { Overlay } from './overlay.ts';

/** A project with what was read of it: what every step of the command line starts from. */
interface ReadProject {
  readonly project: Project;
  readonly sources: Sources;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** A tool as files of recordings name it; `source`: the file of its server. */
interface RecordedTool {
  readonly server: { readonly name: string; readonly source: string };
  readonly tool: { readonly name: string };
}

/** What the command line does with a project; a feature imports no command. */
export interface DeskSteps {
  readonly today: () => string;
  /** With `rest`, where findings can wait until nothing is typed. */
  readonly check: (read: ReadProject) => Promise<CheckedProject>;
  /** The findings with the grade of each fix. */
  readonly grade: (diagnostics: readonly Diagnostic[], read: ReadProject) => Promise<readonly Diagnostic[]>;
  /** The specs with all safe fixes. */
  readonly fixAll: (read: ReadProject) => Promise<readonly SourceFile[]>;
  /** The files with the successor of a released tool, where `haft bump` can make one. */
  readonly bump: (tool: string, read: ReadProject) => Promise<readonly SourceFile[] | undefined>;
  /** What a service or program answered in recorded calls, as pointers read it. */
  readonly answersOf: (project: Project, tool: PlannedTool) => Promise<readonly Json[]>;
  /** Paths of the files with recorded calls of a tool. */
  readonly recordingsOf: (project: Project, tool: RecordedTool) => readonly string[];
  /** The page of a rule; undefined where a finding has none. */
  readonly explain: (code: string) => string | undefined;
  /** Calls `changed` when a file of the project is added, changed or removed on the disk. */
  readonly watch: (opened: () => OpenedProject, changed: () => void) => { readonly close: () => Promise<void> };
}

export interface DeskView {
  readonly diagnostics: readonly Diagnostic[];
  /** By the path that spans name. */
  readonly texts: ReadonlyMap<string, SourceFile>;
  /** haft.yaml, where there is one. */
  readonly configs: readonly SourceFile[];
  /** Absent where the settings or the spec folder cannot be read. */
  readonly read?: ReadProject;
  readonly checked?: CheckedProject;
  /** Why nothing could be checked. */
  readonly failure?: Failure;
}

export interface ProjectDesk {
  readonly root: string;
  readonly textChanged: (path: string) => void;
  readonly diskChanged: () => void;
  /** The newest texts, checked once. */
  readonly look: () => Promise<DeskView>;
  /** The same between two letters: without the findings that can wait. */
  readonly glance: () => Promise<DeskView>;
  /** The same with other texts, haft.yaml too, of which nothing is remembered; undefined where the disk cannot be read. */
  readonly lookWith: (after: readonly SourceFile[]) => Promise<DeskView | undefined>;
  /** The newest one: while something has errors, that of before. */
  readonly lastPlan: () => Plan | undefined;
  /** Whether a file is one of its specs, or its settings. */
  readonly has: (path: string) => boolean;
  readonly opened: () => OpenedProject;
}

interface DeskState {
  readonly root: string;
  readonly steps: DeskSteps;
  readonly overlay: Overlay;
  readonly reader: ReturnType<typeof memoizedReader>;
  opened: OpenedProject;
  files: readonly FoundFile[] | undefined;
  changed: Set<string>;
  last: DeskView | undefined;
  plan: Plan | undefined;
  day: string;
}

export function openDesk(root: string, steps: DeskSteps, overlay: Overlay): ProjectDesk {
  const state: DeskState = {
    root,
    steps,
    overlay,
    reader: memoizedReader((path) => overlay.at(path)?.text),
    opened: openWith(root, overlay),
    files: undefined,
    changed: new Set(),
    last: undefined,
    plan: undefined,
    day: '',
  };
  return {
    root,
    opened: () => state.opened,
    lastPlan: () => state.plan,
    textChanged(path) {
      state.changed.add(path);
      state.last = undefined;
    },
    diskChanged() {
      state.files = undefined;
      state.last = undefined;
    },
    has: (path) => path === join(root, CONFIG_FILE) || isOwnSpec(path, state.opened.value),
    look: () => look(state),
    glance: () => glance(state),
    lookWith: (after) => lookWith(state, after),
  };
}

async function lookWith(state: DeskState, after: readonly SourceFile[]): Promise<DeskView | undefined> {
  const { root, steps, last, overlay } = state;
  const config = after.find(({ path }) => path === CONFIG_FILE)?.text;
  const opened = config === undefined ? state.opened : openProject({ cwd: root, config: () => config });
  const { value: project, diagnostics, sources: texts } = opened;
  if (!project) return { diagnostics, texts: byPath(texts), configs: texts };
  try {
    const sources =
      last?.read?.sources ??
      readSources(project, { read: memoizedReader((path) => overlay.at(path)?.text)(undefined) });
    const read = { project, sources: withTexts(sources, after), today: steps.today() };
    const checked = await steps.check(read);
    const whole = (await checked.rest?.()) ?? checked;
    return { diagnostics: whole.diagnostics, texts: byPath([...texts, ...whole.texts]), configs: texts, read };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function withTexts(sources: Sources, after: readonly SourceFile[]): Sources {
  const now = new Map(after.map((source) => [source.path, source]));
  const replaced = (all: readonly SourceFile[]): readonly SourceFile[] =>
    all.map((one) => {
      const next = now.get(one.path);
      if (next) linkPrevious(next, one);
      return next ?? one;
    });
  return { ...sources, specs: replaced(sources.specs), texts: replaced(sources.texts) };
}

async function look(state: DeskState): Promise<DeskView> {
  const view = await glance(state);
  const { rest } = view.checked ?? {};
  if (!rest) return view;
  const whole = await unlessFailure(state, async () => {
    const checked = await rest();
    return { ...view, checked, diagnostics: checked.diagnostics };
  });
  // A text may have changed since.
  if (state.last === view) state.last = whole;
  return whole;
}

async function glance(state: DeskState): Promise<DeskView> {
  const today = state.steps.today();
  if (!state.last || state.day !== today) state.last = await build(state, today);
  state.day = today;
  return state.last;
}

function openWith(root: string, overlay: Overlay): OpenedProject {
  return openProject({ cwd: root, config: (place) => overlay.at(join(place, CONFIG_FILE))?.text });
}

/** What the output holds is no spec. */
function isOwnSpec(path: string, project: Project | undefined): boolean {
  if (!project || !isWithin(project.specs, path) || isWithin(project.out, path)) return false;
  const fromRoot = slashed(project.root, path);
  const inside = slashed(project.specs, path).split('/');
  const isHidden = inside.some((name) => name.startsWith('.') || name === 'node_modules');
  return !isHidden && isSpec(fromRoot, slashed(project.root, project.specs) || '.');
}

async function build(state: DeskState, today: string): Promise<DeskView> {
  const { root, steps, overlay } = state;
  if (!state.files || state.changed.has(join(root, CONFIG_FILE)))
    state.opened = keepOpened(state.opened, openWith(root, overlay));
  const { value: project, diagnostics, sources: config } = state.opened;
  if (!project) return { diagnostics, texts: byPath(config), configs: config };
  return unlessFailure(state, async () => {
    const sources = readAll(state, project);
    const read = { project, sources, today };
    const checked = await steps.check(read);
    state.plan = checked.planned?.plan ?? state.plan;
    return {
      diagnostics: checked.diagnostics,
      texts: byPath([...config, ...checked.texts]),
      configs: config,
      read,
      checked,
    };
  });
}

async function unlessFailure(state: DeskState, look: () => Promise<DeskView>): Promise<DeskView> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    state.files = undefined;
    const { sources: configs } = state.opened;
    return { diagnostics: [], texts: byPath(configs), configs, failure: error };
  }
}

function byPath(sources: readonly SourceFile[]): ReadonlyMap<string, SourceFile> {
  return new Map(sources.map((source) => [source.path, source]));
}

/** While the disk is as it was, only the texts that changed in the editor are read. */
function readAll(state: DeskState, project: Project): Sources {
  const { overlay, changed } = state;
  const certain = state.files ? changed : undefined;
  state.files ??= listFiles(project);
  const paths = new Set(state.files.map(({ absolute }) => absolute));
  const added = overlay.paths().filter((path) => !paths.has(path) && isOwnSpec(path, project));
  const files = added.length > 0 ? [...state.files, ...added.map((path) => unsavedFile(path, project))] : state.files;
  const inOrder = files.toSorted((a, b) => compareText(a.path, b.path));
  const sources = readSources(project, { files: inOrder, read: state.reader(certain) });
  state.changed = new Set();
  return sources;
}

/** A file that is only in the editor so far. */
function unsavedFile(absolute: string, project: Project): FoundFile {
  const [path, specs] = [slashed(project.root, absolute), slashed(project.root, project.specs) || '.'];
  return { path, absolute, carried: isCarried(path, specs), mode: 0o644, borders: bordersOf(project) };
}

/** The absolute path of a file that a span names. */
export function absoluteIn(root: string, file: string): string {
  return isAbsolute(file) ? file : join(root, file);
}
