/** What git knows of a released tool: the commit that recorded the release, and the handler file in it. */
import { isEqual } from '../../base/json.ts';
import { readContract } from '../../plan/contract.ts';
import { codeTexts, withHandlerCode } from '../../plan/handler-code.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import { allTools } from '../../plan/named-tools.ts';
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import { releasedSpec } from '../../plan/released-spec.ts';
import { CONTRACT } from '../project/contract.ts';
import { readAtRef } from '../project/git.ts';
import { commitsOf, fileAt } from '../project/objects.ts';
import type { Project } from '../project/project.ts';
import { withoutRules } from '../tasks/surroundings.ts';
import { codeOf } from './read-code.ts';

export interface ReleasedFile {
  readonly commit: string;
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

/** Commits whose contract is looked at, and those whose specs are; the newest first. */
const MAX_COMMITS = 200;
const MAX_PLANNED = 20;

interface Release {
  readonly commit: string;
  /** The specs of that commit. */
  readonly planned: PlannedSpecs;
  readonly contract: Plan;
}

/** Undefined if git does not have the release or the file in it. `path` is relative to the project. */
export async function releasedFile(project: Project, tool: ToolPlan, path: string): Promise<ReleasedFile | undefined> {
  for (const release of releasesOf(project, tool)) {
    const { commit } = release;
    const text = fileAt(project.root, commit, path);
    if (text !== undefined && (await hasReleasedCode(project, release, tool))) return { commit, path, text };
  }
  return undefined;
}

/** The last commit that has the release of the tool, undefined if git has none: a clone without the older commits, or a squash, can have the contract with later specs. */
export function releaseOf(project: Project, tool: ToolPlan): Release | undefined {
  return releasesOf(project, tool).next().value ?? undefined;
}

/** Commits whose contract has the tool to the letter, of whatever server, and whose specs plan to it. */
function* releasesOf(project: Project, tool: ToolPlan): Generator<Release, undefined> {
  let planned = 0;
  for (const commit of commitsOf(project.root, CONTRACT, MAX_COMMITS)) {
    const read = readContract(fileAt(project.root, commit, CONTRACT) ?? '');
    if (!('plan' in read) || !toolsNamed(read.plan, tool).some((one) => isEqual(one, tool))) continue;
    if ((planned += 1) > MAX_PLANNED) return undefined;
    const { specs, files } = readAtRef(project, commit);
    const { value } = planSpecs(specs, { files, settings: withoutRules(project.settings) });
    if (value && toolsNamed(value.plan, tool).some((one) => hasSameText(one, tool)))
      yield { commit, planned: value, contract: read.plan };
  }
  return undefined;
}

function toolsNamed(plan: Plan, { name }: ToolPlan): ToolPlan[] {
  return allTools(plan).flatMap(({ tool }) => (tool.name === name ? [tool] : []));
}

/** As an author would write both: a contract of an older Haft has not all that a plan has now. */
function hasSameText(a: ToolPlan, b: ToolPlan): boolean {
  return JSON.stringify(releasedSpec(a, '')) === JSON.stringify(releasedSpec(b, ''));
}

/** Whether the handler files of the commit are those of its contract, where that says which they were. */
async function hasReleasedCode(project: Project, release: Release, tool: ToolPlan): Promise<boolean> {
  const { commit, planned, contract } = release;
  const code = codeOf(project, (path) => fileAt(project.root, commit, path));
  const { servers } = await withHandlerCode(planned.plan, code, contract);
  const owners = servers.filter(({ tools }) => tools.some(({ name }) => name === tool.name));
  return owners.every(({ name, handlers = {} }) => {
    const recorded = contract.servers.find((one) => one.name === name)?.handlers ?? {};
    return Object.entries(recorded).every(([file, hash]) => (handlers[file] ?? hash) === hash);
  });
}

/** Modules of the project that the released code uses, also through others, and that do something else now: relative to the project. */
export async function changedImports(project: Project, { commit, path }: ReleasedFile): Promise<string[]> {
  const { read, isOutput, bare } = codeOf(project);
  const then = codeTexts(path, (one) => fileAt(project.root, commit, one), isOutput) ?? new Map<string, string>();
  const changed: string[] = [];
  for (const [one, text] of then) {
    if (one !== path && (await bare(one, text)) !== (await bare(one, read(one) ?? ''))) changed.push(one);
  }
  return changed;
}
