/** Successive builds of the same project: unchanged results are reused, and only what differs is written. */
import { isSameList } from '../../base/memo.ts';
import { type Diagnostic, inFileOrder } from '../../base/diagnostic.ts';
import type { Change } from '../../versions/change.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { recordedStamps } from '../../edge/project/recorded.ts';
import { recordings } from '../../features/recordings/run/pass.ts';
import { checkProject } from '../spine.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import { contentsOf } from '../../edge/tasks/contents.ts';
import { loadCalibrations } from '../../features/evals/run/calibrations.ts';
import { lostByChange } from '../../features/evals/offline/regressions.ts';
import type { KnownHandlers } from '../../edge/handlers/lost.ts';
import type { AddedNames } from '../../edge/handlers/scaffold.ts';
import { targetOf } from '../../edge/project-files/read.ts';
import {
  type OpenedProject,
  type Project,
  type ProjectOptions,
  keepOpened,
  openProject,
} from '../../edge/project/project.ts';
import { listFiles, readSources } from '../../edge/project/read-sources.ts';
import { memoizedReader } from '../../edge/project/memoized-reader.ts';
import type { FindingsInFiles } from '../../edge/command-line/report.ts';
import type { FoundFile } from '../../edge/project/walk.ts';
import { type WriteReport, writeOutput } from '../../edge/write/write.ts';
import { memoizedBundler } from '../../edge/bundle/memoized-bundler.ts';
import { openWatchedOutput } from './watched-output.ts';
import { LATER_RULES } from '../../check/check.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';

export interface BuildResult {
  readonly findings: FindingsInFiles;
  /** Without errors, or as a draft; otherwise the last good output remains. */
  readonly done?: Done;
  readonly added: readonly AddedNames[];
  /** Since the release; absent before the first. */
  readonly changes?: readonly Change[];
}

interface Done {
  /** The errors, where the output is a draft. */
  readonly draft: readonly Diagnostic[];
  readonly written: WriteReport;
  readonly plan: Plan;
  /** Files with handlers, relative to the project. */
  readonly handlers: readonly string[];
  /** Files among them that another program had deleted or changed. */
  readonly restored: readonly string[];
}

/** The reason for a build. */
export interface Occasion {
  /** YYYY-MM-DD */
  readonly today: string;
  /** Absolute paths of the only changes; without them the whole folder is read. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Only checks whether an event was missed. */
  readonly onlyIfNew?: boolean;
}

interface State {
  opened: OpenedProject;
  files: readonly FoundFile[];
  last: readonly unknown[];
  /** The first texts of the session that could be planned: what notes compare with before the first release. */
  first: Plan | undefined;
  readonly options: ProjectOptions;
  readonly reader: ReturnType<typeof memoizedReader>;
  readonly bundler: ReturnType<typeof memoizedBundler>;
  readonly output: ReturnType<typeof openWatchedOutput>;
  readonly knownHandlers: KnownHandlers;
}

export function openSession(options: ProjectOptions) {
  const state: State = {
    opened: openProject(options),
    files: [],
    last: [],
    first: undefined,
    options,
    reader: memoizedReader(),
    bundler: memoizedBundler(),
    output: openWatchedOutput(),
    knownHandlers: new Set(),
  };
  return {
    opened: () => state.opened,
    /** Absolute paths of modules that the output depends on. */
    imported: state.bundler.inputs,
    output: state.output,
    /** Nothing on an occasion of `onlyIfNew` without anything new. */
    build: (occasion: Occasion) => build(state, occasion),
  };
}

async function build(state: State, { today, changed, onlyIfNew = false }: Occasion): Promise<BuildResult | undefined> {
  const { cwd } = state.options;
  state.opened = keepOpened(state.opened, openProject(state.options));
  const { value: project, document, diagnostics, root, sources: texts } = state.opened;
  if (!project) return { findings: { diagnostics, sources: texts, root, cwd }, added: [] };
  if (!changed || !isAllFound(changed, state.files)) state.files = listFiles(project);
  const sources = readSources(project, { files: state.files, read: state.reader(changed) });
  const input = [project, today, ...sources.texts, ...sources.files, ...recordedStamps(root)];
  if (onlyIfNew && isSameList(input, state.last) && !state.bundler.isStale()) return undefined;
  // Being written at this moment: its event comes.
  if (onlyIfNew && sources.texts.some((one) => one.text === '' && !state.last.includes(one))) return undefined;
  state.last = [];
  const checked = await checkProject(
    project,
    { today, addStubs: true, knownHandlers: state.knownHandlers, sources },
    recordings,
  );
  const { added, changes, planned } = checked;
  const done = await write(state, project, checked);
  state.last = input;
  state.first ??= planned?.plan;
  const before = checked.released ?? state.first;
  // After the output is written: notes can wait.
  const calibrations = loadCalibrations(root);
  const notes = planned && before ? lostByChange(before, { ...planned, config: document, today, calibrations }) : [];
  return {
    findings: { diagnostics: inFileOrder([...checked.diagnostics, ...notes]), sources: checked.texts, root, cwd },
    added,
    ...(changes && { changes }),
    ...(done && { done }),
  };
}

async function write({ bundler, output }: State, project: Project, checked: CheckedProject): Promise<Done | undefined> {
  const { sources, handlers } = checked;
  const draft = draftOf(checked);
  const specs = draft?.specs ?? checked.compiled;
  if (!specs) return undefined;
  const contents = await contentsOf(project, specs, sources, bundler.bundle);
  const written = writeOutput(project.out, contents, false, output.take(project.out));
  const restored = output.restored(written);
  output.put(project.out, contents, written);
  return { written, plan: specs.plan, restored, handlers, draft: draft?.breaks ?? [] };
}

function isAllFound(changed: ReadonlySet<string>, files: readonly FoundFile[]): boolean {
  const matches = files.filter(({ absolute }) => changed.has(absolute));
  // A path that has become a link, or has another target, is checked again.
  return (
    matches.length === changed.size &&
    matches.every(({ absolute, refusal, left }) => !refusal && !left && targetOf(absolute) === undefined)
  );
}

/**
 * Specs that break only rules of versions: served while they are edited, and marked where a model and their author read it.
 * Undefined if the specs have no errors, or errors of other kinds.
 */
export function draftOf({ planned, compiled, diagnostics }: CheckedProject) {
  const breaks = diagnostics.filter(({ severity }) => severity === 'error');
  if (!planned || compiled || breaks.some(({ code }) => !LATER_RULES.includes(code))) return undefined;
  const servers = planned.plan.servers.map((server) => markServer(server, breaks));
  const specs: PlannedSpecs = { ...planned, plan: { ...planned.plan, servers } };
  return { specs, breaks };
}

/** The same object where nothing of it is broken: its output is known. */
function markServer(server: ServerPlan, breaks: readonly Diagnostic[]): ServerPlan {
  const own = breaks.filter(({ about }) => about.server === server.name);
  if (own.length === 0) return server;
  return { ...server, tools: server.tools.map((tool) => markTool(tool, own)) };
}

function markTool(tool: ToolPlan, breaks: readonly Diagnostic[]): ToolPlan {
  const codes = new Set(breaks.flatMap(({ about, code }) => (about.tool === tool.name ? [code] : [])));
  if (codes.size === 0) return tool;
  const mark = `Draft, not released: breaks ${[...codes].join(', ')}.`;
  const { description } = tool;
  return { ...tool, description: { ...description, text: `${mark}\n\n${description.text}` } };
}
