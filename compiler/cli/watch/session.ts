/** Successive builds of the same project: unchanged results are reused, and only what differs is written. */
import { join } from 'node:path';
import { isSameList } from '../../memo.ts';
import type { Change } from '../../diff/change.ts';
import type { Plan } from '../../plan/model.ts';
import { BASELINE } from '../project/baseline.ts';
import { checkProject, contentsOf } from '../tasks/build.ts';
import { withNotes } from '../tasks/eval-notes.ts';
import { CONTRACT, loadContract } from '../project/contract.ts';
import type { Added } from '../handlers/scaffold.ts';
import { targetOf } from '../inside/place.ts';
import { openProject } from '../project/project.ts';
import type { OpenedProject, Project, ProjectOptions } from '../project/project.ts';
import { listFiles, readSources } from '../project/read-sources.ts';
import type { Sources } from '../project/read-sources.ts';
import type { Found } from '../command-line/report.ts';
import type { FoundFile } from '../project/walk.ts';
import { writeOutput } from '../write/write.ts';
import type { WriteReport } from '../write/write.ts';
import { memoizedBundler } from './memoized-bundler.ts';
import { stampOf } from '../project/stamp.ts';
import { memoizedReader } from './memoized-reader.ts';
import { openWatchedOutput } from './watched-output.ts';
import type { WatchedOutput } from './watched-output.ts';

export interface Built {
  readonly findings: Found;
  /** Only without errors; otherwise the last good output remains. */
  readonly done?: Done;
  readonly added: readonly Added[];
  /** Since the release; absent before the first. */
  readonly changes?: readonly Change[];
}

interface Done {
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

interface Session {
  /** Nothing on an occasion of `onlyIfNew` without anything new. */
  readonly build: (occasion: Occasion) => Promise<Built | undefined>;
  readonly opened: () => OpenedProject;
  /** Absolute paths of modules that the output depends on. */
  readonly imported: () => readonly string[];
  readonly output: Pick<WatchedOutput, 'isDisturbed' | 'folders'>;
}

interface State {
  opened: OpenedProject;
  found: readonly FoundFile[];
  last: readonly unknown[];
  /** The first texts of the session that could be planned: what notes compare with before the first release. */
  first: Plan | undefined;
}

export function openSession(options: ProjectOptions): Session {
  const state: State = { opened: openProject(options), found: [], last: [], first: undefined };
  const reader = memoizedReader();
  const bundler = memoizedBundler();
  const output = openWatchedOutput();
  const seen = new Set<string>();

  const write = async (project: Project, sources: Sources, compiled: Parameters<typeof contentsOf>[1]) => {
    const contents = await contentsOf(project, compiled, sources, bundler.bundle);
    const written = writeOutput(project.out, contents, false, output.take(project.out));
    const restored = output.restored(written);
    output.put(project.out, contents, written);
    return { written, plan: compiled.plan, restored };
  };

  return {
    opened: () => state.opened,
    imported: bundler.inputs,
    output,
    async build({ today, changed, onlyIfNew = false }) {
      const { value: project, document, diagnostics, root, sources: texts } = reopen(state, options);
      const { cwd } = options;
      if (!project) return { findings: { diagnostics, sources: texts, root, cwd }, added: [] };
      if (!changed || !isAllFound(changed, state.found)) state.found = listFiles(project);
      const sources = readSources(project, { found: state.found, read: reader(changed) });
      const input = [project, today, ...sources.texts, ...sources.files, ...siblingsOf(root)];
      if (onlyIfNew && isSameList(input, state.last) && !bundler.isStale()) return undefined;
      // Being written at this moment: its event comes.
      if (onlyIfNew && sources.texts.some((one) => one.text === '' && !state.last.includes(one))) return undefined;
      state.last = [];
      const checked = await checkProject(project, { today, addStubs: true, seen, sources });
      const { compiled, added, changes } = checked;
      const done = compiled && { ...(await write(project, sources, compiled)), handlers: checked.handlers };
      state.last = input;
      state.first ??= checked.planned?.plan;
      const before = checked.planned && (loadContract(root) ?? state.first);
      return {
        findings: {
          diagnostics: withNotes(checked, { before, config: document, today }),
          sources: checked.texts,
          root,
          cwd,
        },
        added,
        ...(changes && { changes }),
        ...(done && { done }),
      };
    },
  };
}

/** The same project as long as its settings are the same text: what was found under them still holds. */
function reopen(state: State, options: ProjectOptions): OpenedProject {
  const now = openProject(options);
  const textOf = ({ sources }: OpenedProject): string | undefined => sources[0]?.text;
  if (textOf(now) !== textOf(state.opened) || now.root !== state.opened.root) state.opened = now;
  return state.opened;
}

function isAllFound(changed: ReadonlySet<string>, found: readonly FoundFile[]): boolean {
  const known = found.filter(({ absolute }) => changed.has(absolute));
  // A path that has become a link, or has another target, is checked again.
  return (
    known.length === changed.size &&
    known.every(({ absolute, refusal }) => !refusal && targetOf(absolute) === undefined)
  );
}

/** What else decides, by stamps. */
function siblingsOf(root: string): (string | undefined)[] {
  return [CONTRACT, BASELINE].map((name) => stampOf(join(root, name))?.text);
}
