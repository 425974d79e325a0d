/** Everything that is found about a project, and its Plan where there is one: what all commands that judge specs start with. */
import { checkHandlers, handlerUses } from '../../check/handlers.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { hasErrors, inFileOrder } from '../../base/diagnostic.ts';
import { evalsStale } from '../../versions/policy/evals-stale.ts';
import { ON_RELEASE, REMOVALS, STANDING } from '../../versions/policy/index.ts';
import type { Change } from '../../versions/change.ts';
import { withHandlerCode } from '../../plan/handler-code.ts';
import type { Code } from '../../plan/handler-code.ts';
import type { Plan } from '../../plan/model.ts';
import { functionName } from '../../plan/names.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { newFindings } from '../project/baseline.ts';
import type { OnlyNew } from '../project/baseline.ts';
import { withProgress } from '../command-line/progress.ts';
import { unlessFailed } from '../command-line/failure.ts';
import type { OnStep } from '../../base/progress.ts';
import { loadContract } from '../project/contract.ts';
import { compileUnjudged, surroundingsOf } from './surroundings.ts';
import { policyOf, policyWithEvals } from '../project/policy.ts';
import type { KnownHandlers } from '../handlers/lost.ts';
import type { Added } from '../handlers/scaffold.ts';
import type { Project } from '../project/project.ts';
import { textsWithCarried } from '../project/carried-texts.ts';
import { readSources } from '../project/read-sources.ts';
import type { Sources } from '../project/read-sources.ts';

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** Every text that a diagnostic may point into. */
  readonly texts: readonly SourceFile[];
  readonly sources: Sources;
  /** When every spec could be planned, with or without violations of policy. */
  readonly planned?: PlannedSpecs;
  /** Only without errors. */
  readonly compiled?: PlannedSpecs;
  readonly added: readonly Added[];
  /** Files with handlers, relative to the project. */
  readonly handlers: readonly string[];
  /** Since the release; absent before the first. */
  readonly changes?: readonly Change[];
  /** The number of findings that the baseline suppressed. */
  readonly known: number;
}

interface CheckOptions {
  /** Handlers that are missing are added to the author's files before they are judged. */
  readonly addStubs?: boolean;
  /** Handlers that were found in earlier builds of a session; brought up to date. */
  readonly seen?: KnownHandlers;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Instead of the baseline. */
  readonly onlyNew?: OnlyNew;
  /** Also judges what only a release has to keep, with the code that handlers have now. */
  readonly releasing?: Code;
  /** What was read already. */
  readonly sources?: Sources;
}

const NOTHING_RELEASED: Plan = { planVersion: 1, servers: [], skills: [] };

/** Everything there is to say: shape, rules, handlers, and the policy of versions where a contract was released. */
export function checkProject(project: Project, options: CheckOptions): Promise<Checked> {
  return withProgress(({ count }) => checkInSteps(project, options, count));
}

async function checkInSteps(project: Project, options: CheckOptions, onStep: OnStep): Promise<Checked> {
  const { today, releasing, sources = readSources(project, { onStep }) } = options;
  const { onlyNew, known } = counting(options.onlyNew ?? newFindings(project.root));
  const { value: planned, diagnostics } = planSpecs(sources.specs, {
    ...surroundingsOf(project, sources, today),
    onlyNew,
    onStep,
  });
  const found = [...sources.diagnostics, ...diagnostics];
  const base = { sources, texts: textsWithCarried(sources, found), added: [], handlers: [] };
  if (!planned || hasErrors(found)) {
    const gone = sources.diagnostics.length > 0 ? [] : goneTools(project, sources, today);
    return { ...base, known: known(), diagnostics: inFileOrder([...found, ...gone]) };
  }
  const released = loadContract(project.root);
  // What is recorded as released is compared with the code that it was released with.
  const value = releasing ? { ...planned, plan: await withHandlerCode(planned.plan, releasing, released) } : planned;
  const handlers = await checkHandlerFiles(project, value, released, options);
  const dates = releasing ? policyWithEvals(project, today) : policyOf(project, today);
  const rules = releasing ? ON_RELEASE : STANDING;
  const versions = released && compareVersions(released, value, dates, rules, onStep);
  // Before the first release, recorded results can be stale or failed as well.
  const first = releasing && !released ? compareVersions(NOTHING_RELEASED, value, dates, [evalsStale]) : versions;
  // A release checks everything: a breaking change needs a reason, which a baseline does not have.
  const later = [...handlers.diagnostics, ...(releasing ? [] : (versions?.diagnostics ?? []))];
  const all = inFileOrder([...found, ...onlyNew(later), ...(releasing ? (first?.diagnostics ?? []) : [])]);
  return {
    ...base,
    known: known(),
    ...(versions && { changes: versions.changes }),
    texts: [...base.texts, ...handlers.texts],
    added: handlers.added,
    handlers: handlers.handlers,
    diagnostics: all,
    planned: value,
    ...(!hasErrors(all) && { compiled: value }),
  };
}

/** Why names lead nowhere: released tools that were renamed or removed, in specs that are otherwise in order. */
function goneTools(project: Project, sources: Sources, today: string): readonly Diagnostic[] {
  const { value } = compileUnjudged(project, sources, today);
  // What is wrong with the contract itself is said when the specs are in order.
  const released = unlessFailed(
    () => value && loadContract(project.root),
    () => undefined,
  );
  if (!value || !released) return [];
  return compareVersions(released, value, { today, periodDays: project.settings.deprecationDays }, REMOVALS)
    .diagnostics;
}

interface Counting {
  readonly onlyNew: OnlyNew;
  /** How many findings it has left out. */
  readonly known: () => number;
}

function counting(leaveOut: OnlyNew): Counting {
  let count = 0;
  const onlyNew: OnlyNew = (found) => {
    const fresh = leaveOut(found);
    count += found.length - fresh.length;
    return fresh;
  };
  return { onlyNew, known: () => count };
}

type HandlersChecked = Pick<Checked, 'diagnostics' | 'texts' | 'added' | 'handlers'>;

async function checkHandlerFiles(
  project: Project,
  { spec }: PlannedSpecs,
  released: Plan | undefined,
  { addStubs = false, seen = new Set() }: CheckOptions,
): Promise<HandlersChecked> {
  const uses = handlerUses(spec, functionName);
  if (uses.length === 0) return { diagnostics: [], texts: [], added: [], handlers: [] };
  const { readHandlers } = await import('../handlers/read-handlers.ts');
  const { scaffold } = await import('../handlers/scaffold.ts');
  const { lostHandlers, rememberHandlers: remember } = await import('../handlers/lost.ts');
  const isLost = lostHandlers(project, released, seen);
  const paths = uses.map(({ path }) => path);
  const before = readHandlers(project, paths);
  const added = addStubs ? scaffold(project, uses, before, isLost) : [];
  const read = added.length > 0 ? readHandlers(project, paths) : before;
  const files = read.map(({ file }) => file);
  const diagnostics = checkHandlers(uses, files, isLost);
  remember(seen, uses, files);
  return {
    diagnostics,
    texts: read.map(({ source }) => source),
    added,
    handlers: files.map(({ path }) => path),
  };
}
