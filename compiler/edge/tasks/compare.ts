/** Compares the current specs with the release, a git ref or a file: the data of every report on changes. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import { type SourceFile, positionAt } from '../../base/diagnostic.ts';
import { writtenText } from '../../check/tool-names.ts';
import type { Change } from '../../versions/change.ts';
import { judgedTexts } from '../../versions/meaning/changed-texts.ts';
import { REVIEWED } from '../../versions/policy/index.ts';
import type { CheckedSpec } from '../../check/model.ts';
import type { PolicyDates } from '../../versions/policy/policy.ts';
import { recordedScores } from '../../versions/receipts/latest.ts';
import { daysBetween } from '../../base/calendar.ts';
import type { ComparedSide, DeprecatedTool, PlacedChange, ChangeReport } from '../../report/changes/report.ts';
import { sharing } from '../../versions/same.ts';
import { versionAdvice } from '../../versions/semver.ts';
import { codeOf } from '../handlers/read-code.ts';
import { type ReadCode, withHandlerCode } from '../../plan/handler-code.ts';
import type { Plan } from '../../plan/model.ts';
import { compareVersions, spanOf, staleEvals } from '../../versions/against-release.ts';
import { withProgress } from '../command-line/progress.ts';
import { CONTRACT, loadContract, parseContract } from '../project/contract.ts';
import { policyWithEvals } from '../project/policy.ts';
import { readText } from '../project/record-file.ts';
import { APPROVALS, loadApprovals, parseApprovals } from '../project/recorded.ts';
import { Failure } from '../command-line/failure.ts';
import { withApprovals } from '../../versions/approvals.ts';
import { settingsOf } from '../../check/settings.ts';
import { groupBy } from '../../base/groups.ts';
import { listNames } from '../../base/text/escape.ts';
import { CONFIG_FILE } from '../project/root.ts';
import { SHORT_COMMIT, dayOf, readAtRef, textAt, workTreeOf } from '../project/git.ts';
import { requireSpecFolder } from '../project/read-sources.ts';
import { type Project, settingsIn } from '../project/project.ts';
import { contractStep } from './contract-behind.ts';
import { withoutRules } from './surroundings.ts';

/** What is compared with, and how the report names it. */
export interface ComparedBase {
  readonly plan: Plan;
  readonly label: string;
  readonly commit?: string;
  /** The release of the project, where another contract is compared with. */
  readonly announced?: Plan | undefined;
  /** Of the branch that is compared with; absent for a contract. */
  readonly protects?: Protection;
}

/** What the branch that is compared with decides: the compared one cannot weaken its own gate. */
type Protection = ReturnType<typeof protectionOf>;

interface Against {
  readonly cwd: string;
  /** A git ref or a contract file. */
  readonly against: string | undefined;
  /** The folder of the specs at the ref, relative to the project. */
  readonly baseSpecs: string | undefined;
}

/** A file that exists is a contract; every other word is a git ref. Without a word: the contract of the project. */
export async function baseOf(project: Project, { cwd, against, baseSpecs }: Against): Promise<ComparedBase> {
  if (against === undefined) {
    const plan = loadContract(project.root);
    if (plan) return { plan, label: 'the contract' };
    throw new Failure(
      `No ${CONTRACT} to compare with.`,
      'Run `haft release` to record one, or compare with a git ref: --against main.',
    );
  }
  const file = resolve(cwd, against);
  if (existsSync(file) && against.endsWith('.json'))
    return {
      plan: parseContract(readText(file), against),
      label: against,
      announced: ownContract(project),
    };
  const specs = baseSpecs === undefined ? project.specs : resolve(project.root, baseSpecs);
  return { ...(await planAtRef(project, specs, against)), label: `git ${against}` };
}

function ownContract({ root }: Project): Plan | undefined {
  return existsSync(join(root, CONTRACT)) ? loadContract(root) : undefined;
}

async function planAtRef(project: Project, baseSpecs: string, ref: string): Promise<Omit<ComparedBase, 'label'>> {
  const at = readAtRef({ ...project, specs: baseSpecs }, ref);
  const { commit, folder, specs, files, code, complete, submodule } = at;
  if (specs.length === 0 && complete) {
    requireSpecFolder(project);
    throw noSpecs(folder, ref, submodule);
  }
  // What was written under older rules is compared as it was: only mistakes that leave nothing to compare stop us.
  const settings = withoutRules(project.settings);
  const { value } = withProgress(({ count }) => planSpecs(specs, { files, settings, onStep: count }));
  if (value && complete) {
    const plan = await withHandlerCode(
      value.plan,
      codeOf(project, (path) => code.get(path)?.toString()),
    );
    return { plan, commit: commit.slice(0, SHORT_COMMIT), protects: protectionOf(project, at, value.spec) };
  }
  throw new Failure(
    `The specs at "${ref}" do not compile, so they cannot be compared.`,
    `Choose a ref whose specs compile, or a contract: --against ${CONTRACT}.`,
  );
}

/** Rules and approvals of the end of the branch, for they are decided there also after another branch left it. */
function protectionOf({ root, settings: own }: Project, at: ReturnType<typeof readAtRef>, spec: CheckedSpec) {
  const { commit, tip, branch, notes } = at;
  const [text, approvals] = [CONFIG_FILE, APPROVALS].map((file) => textAt(root, tip, file));
  const settings = text === undefined ? settingsOf({}) : settingsIn(root, text);
  const invalid = settings
    ? []
    : [`"${CONFIG_FILE}" at "${branch}" is not valid, so its rules have their default severities.`];
  const { severities, deprecationDays, evals } = settings ?? settingsOf({});
  const ids = [...new Set([...Object.keys(severities), ...Object.keys(own.severities)])].sort();
  const differing = ids
    .filter((id) => id.startsWith('version/') && severities[id] !== own.severities[id])
    .map((id) => `${id} is ${severities[id] ?? 'not set'} there and ${own.severities[id] ?? 'not set'} here`);
  const rules = differing.length > 0 ? [`The rules of "${branch}" apply: ${listNames(differing, 6)}.`] : [];
  return {
    settings: { severities, deprecationDays, evals },
    approvals: approvals === undefined ? [] : parseApprovals(approvals, `${APPROVALS} at ${tip}`),
    notes: [...notes, ...invalid, ...rules],
    commit: { day: dayOf(root, commit), spec },
    stepIn: contractStep(root, at),
  };
}

/** A comparison with nothing would find no breaking change, whatever was broken. */
function noSpecs(folder: string, ref: string, submodule: string | undefined): Failure {
  if (submodule !== undefined)
    return new Failure(
      `"${folder}" is in the submodule "${submodule}", so a ref of this repository has no specs in it.`,
      `Run \`haft diff\` in "${submodule}" with a ref of that repository, or compare with a contract: --against ${CONTRACT}.`,
    );
  return new Failure(
    `There are no specs in "${folder}" at "${ref}", so there is nothing to compare with.`,
    `If they were in another folder there, name it: --base-specs <folder>. If they are new, compare with a contract: --against ${CONTRACT}.`,
  );
}

/** The handlers are those of the project now: where their code is what was released, they have its hashes. */
export async function reportOf(
  project: Project,
  { plan: released, label, commit, announced, protects }: ComparedBase,
  specs: PlannedSpecs,
  texts: readonly SourceFile[],
  { today, read }: { readonly today: string; readonly read?: ReadCode },
): Promise<ChangeReport> {
  const compiled = { ...specs, plan: await withHandlerCode(specs.plan, codeOf(project, read), released) };
  const base = sharing(released, compiled.plan);
  const decided = { ...project, settings: { ...project.settings, ...protects?.settings } };
  const policy = {
    ...policyWithEvals(decided, today),
    ...(announced && { announced }),
    ...(protects && { commit: protects.commit }),
  };
  const { changes, ignored } = withProgress(({ count }) => compareVersions(base, compiled, policy, REVIEWED, count));
  const sources = new Map(texts.map((source) => [source.path, source.text]));
  const stepOf = protects?.stepIn?.(ownContract(project), compiled.plan) ?? ((change: Change) => change);
  const stepped = changes.map((change) => {
    const { violations } = change;
    return { ...stepOf(change), ...(violations && { violations: violations.map(stepOf) }) };
  });
  const placed = stepped.map((change) => withScores(placeChange(change, compiled, sources), compiled.plan, policy));
  const sides = { target: protects?.approvals ?? [], compared: loadApprovals(project.root) };
  return {
    ...withApprovals(placed, sides, today),
    ...(protects && { notes: [...protects.notes, ...notesOn(ignored)] }),
    project: basename(project.root),
    day: today,
    before: { label, ...(commit !== undefined && { commit }), versions: versionsOf(base) },
    after: { label: 'the specs', ...workTreeOf(project.root), versions: versionsOf(compiled.plan) },
    staleEvals: staleEvals(base, compiled, policy),
    texts: judgedTexts(base, compiled.plan, policy.decisions ?? []),
    versions: versionAdvice(base, compiled.plan, changes),
    deprecated: deprecatedTools(compiled.plan, today),
  };
}

/** As for approvals: what only the compared branch has counts for nothing. */
function notesOn(ignored: readonly Change[]): string[] {
  return [...groupBy(ignored, ({ kind }) => kind)].map(([kind, own]) => {
    const subjects = listNames([...new Set(own.map(({ subject }) => subject))], 6);
    return `The suppression of "${kind}" for ${subjects} does not count: no branch named by --against has it.`;
  });
}

/** The work tree goes on while the specs stay. */
export function asOfNow(report: ChangeReport, { root }: Project): ChangeReport {
  const { label, versions } = report.after;
  return { ...report, after: { label, ...workTreeOf(root), versions } };
}

function versionsOf({ servers, skills }: Plan): ComparedSide['versions'] {
  const named = (kind: 'server' | 'skill', parts: Plan['servers'] | Plan['skills']): ComparedSide['versions'] =>
    parts.map(({ name, version }) => ({ kind, name, version }));
  return [...named('server', servers), ...named('skill', skills)];
}

function placeChange(change: Change, { spec }: PlannedSpecs, sources: ReadonlyMap<string, string>): PlacedChange {
  const { file, start } = spanOf(change.target, spec);
  const text = sources.get(file);
  return text === undefined ? change : { ...change, file, line: positionAt(text, start).line };
}

/** Only a text that a model reads has results that belong to it. */
function withScores(change: PlacedChange, plan: Plan, { evals }: PolicyDates): PlacedChange {
  if (change.axis !== 'model' || !evals) return change;
  const scores = recordedScores(change.target, plan, evals.records, evals.choices);
  return scores.length === 0 ? change : { ...change, evals: scores };
}

function deprecatedTools({ servers }: Plan, today: string): DeprecatedTool[] {
  return servers.flatMap((server) =>
    server.tools.flatMap(({ name, deprecated }) => {
      if (!deprecated) return [];
      const { use, remove_after: removeAfter, reason } = deprecated;
      return [
        {
          server: server.name,
          tool: name,
          use: writtenText(use),
          removeAfter,
          daysLeft: daysBetween(today, removeAfter),
          reason,
        },
      ];
    }),
  );
}
