/** The specs behind the page of `haft try`: what is found in them now, and their last state that could be planned. */
import { type Diagnostic, type SourceFile, inFileOrder } from '../../base/diagnostic.ts';
import { isSameList } from '../../base/memo.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import type { Pass } from '../../edge/passes/pass.ts';
import { newFindings } from '../../edge/project/baseline.ts';
import { memoizedReader } from '../../edge/project/memoized-reader.ts';
import { type OpenedProject, type Project, keepOpened } from '../../edge/project/project.ts';
import { readSources } from '../../edge/project/read-sources.ts';
import { recordedStamps } from '../../edge/project/recorded.ts';
import { choices, evals } from '../../features/evals/run/run-context.ts';
import { recordings } from '../../features/recordings/run/pass.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { checkProject } from '../spine.ts';

/** A state of the specs that can be called and shown. */
export interface UsableSpecs {
  readonly project: Project;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly checked: CheckedProject & { readonly planned: PlannedSpecs };
}

export interface TrySpecs {
  /** What `haft check` finds. */
  readonly findings: readonly Diagnostic[];
  readonly texts: readonly SourceFile[];
  /** Absent where the specs had errors from the start. */
  readonly usable: UsableSpecs | undefined;
  /** Whether the specs as they are now cannot be planned: `usable` is from before. */
  readonly isStale: boolean;
}

/** Checked once for each state of the files; nothing is written. */
export function trySpecs(open: () => OpenedProject, today: () => string): () => Promise<TrySpecs> {
  const reader = memoizedReader();
  let opened = open();
  let last: { readonly inputs: readonly unknown[]; readonly specs: Promise<TrySpecs> } | undefined;
  let usable: UsableSpecs | undefined;
  const check = async (project: Project, day: string, sources: ReturnType<typeof readSources>): Promise<TrySpecs> => {
    const { checked, findings } = await checkForPage(project, day, sources);
    const { planned } = checked;
    if (planned) usable = { project, today: day, checked: { ...checked, planned } };
    return { findings, texts: checked.texts, usable, isStale: !planned };
  };
  return () => {
    opened = keepOpened(opened, open());
    const { value: project, diagnostics, sources: texts } = opened;
    if (!project) return Promise.resolve({ findings: diagnostics, texts, usable, isStale: true });
    const sources = readSources(project, { read: reader(undefined) });
    const day = today();
    const inputs = [project, day, ...sources.texts, ...sources.files, ...recordedStamps(project.root)];
    if (!last || !isSameList(inputs, last.inputs)) last = { inputs, specs: check(project, day, sources) };
    return last.specs;
  };
}

/** A name in `choices:` of haft.yaml that leads nowhere is found, and prevents no call. */
const namesInChoices: Pass = {
  name: choices.name,
  run: async (state) => ({ ...(await choices.run(state)), refused: state.refused }),
};

/** Findings about texts prevent no call, so that they are kept apart from what prevents a Plan. */
async function checkForPage(project: Project, today: string, sources: ReturnType<typeof readSources>) {
  const apart: Diagnostic[] = [];
  const isNew = newFindings(project.root);
  const onlyNew = (all: readonly Diagnostic[]): [] => {
    apart.push(...isNew(all));
    return [];
  };
  const checked = await checkProject(project, { today, sources, onlyNew }, namesInChoices, evals, recordings);
  return { checked, findings: inFileOrder([...checked.diagnostics, ...apart]) };
}

/** @throws Failure where the specs had errors from the start. */
export function usableOf({ usable }: TrySpecs): UsableSpecs {
  if (usable) return usable;
  throw new Failure('The specs have errors that prevent a call.', 'Run `haft check`, and correct them.');
}
