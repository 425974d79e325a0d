/** Compares the current specs with the released Plan: the changes, and what EXT §9 does not allow, at the author's line. */
import { suppress } from '../check/suppress.ts';
import { flatMapMemo } from '../base/memo.ts';
import type { CheckedSpec, Located, ToolPart } from '../check/model.ts';
import { qualifiedName } from '../check/tool-names.ts';
import { idOf, partOfTool } from '../check/analysis/names/tool-references.ts';
import { type About, type Diagnostic, inFileOrder, type Span } from '../base/diagnostic.ts';
import type { Change } from './change.ts';
import { CHANGES } from './changes/index.ts';
import { type Settings, isPrinted } from '../check/settings.ts';
import { diff } from './diff.ts';
import { evalsStale } from './policy/evals.ts';
import { STANDING, judge } from './policy/index.ts';
import type { PolicyDates, PolicyRule } from './policy/policy.ts';
import type { PlannedSpecs } from '../plan/plan-specs.ts';
import { type StaleChoice, staleChoices } from './receipts/stale.ts';
import type { Plan } from '../plan/model.ts';
import type { OnStep } from '../base/progress.ts';

/** Changes on all three axes; violations that are suppressed with a reason are left out, others are with their change. `ignored`: those whose suppression does not count, because only the compared specs have it. */
export function compareVersions(
  released: Plan,
  { plan, spec }: PlannedSpecs,
  dates: PolicyDates,
  rules: readonly PolicyRule[] = STANDING,
  onStep?: OnStep,
) {
  const changes = diff(released, plan, onStep).filter((change) => isShown(change, spec.settings));
  const violations = judge(
    released,
    plan,
    changes,
    { ...dates, imported: new Set(spec.toolLists.flatMap(importedNames)) },
    rules,
  );
  const own = openViolations(violations, spec, dates.today, rules);
  const left = dates.commit ? openViolations(violations, dates.commit.spec, dates.today, rules) : own;
  const [remaining = [], shown] = [left, own].map((all) => [...all.values()].flat());
  const open = new Set(shown);
  const ignored = remaining.filter((one) => !open.has(one));
  return { changes: joinJudgments(remaining, changes), diagnostics: inFileOrder([...left.keys()]), ignored };
}

/** What the comments of these specs leave, with the violation that it is about; findings about the comments have none. */
function openViolations(
  violations: readonly Change[],
  spec: CheckedSpec,
  today: string,
  rules: readonly PolicyRule[],
): ReadonlyMap<Diagnostic, readonly Change[]> {
  const byDiagnostic = new Map(violations.map((violation) => [toDiagnostic(violation, spec), [violation]]));
  const remaining = suppress([...byDiagnostic.keys()], {
    ...spec.spec,
    rules: new Set(rules.map(({ id }) => id)),
    locked: new Set(),
    decided: new Map(rules.filter(({ isDecided }) => isDecided).map(({ id, next }) => [id, next])),
    dated: new Set(rules.flatMap(({ id, dated }) => (dated ? id : []))),
    today,
    onlyThese: true,
  });
  return new Map(remaining.map((diagnostic) => [diagnostic, byDiagnostic.get(diagnostic) ?? []]));
}

/** A change of an output that is not written changes nothing. */
function isShown({ kind, target }: Change, settings: Settings): boolean {
  const output = OUTPUTS.get(kind);
  return output === undefined || isPrinted(settings, output, target.server ?? '');
}

const OUTPUTS = new Map(CHANGES.flatMap(({ id, output }) => (output === undefined ? [] : [[id, output]])));

const importedNames = flatMapMemo((tool: ToolPart) => (tool.profile === 'mcp' ? [qualifiedName(idOf(tool))] : []));

function toDiagnostic({ kind, level, target, after, next }: Change, spec: CheckedSpec): Diagnostic {
  return {
    code: kind,
    severity: level === 'breaking' ? 'error' : level === 'safe' ? 'note' : 'warning',
    message: String(after),
    hint: next,
    span: spanOf(target, spec),
    about: target,
  };
}

/** The choices whose evals are stale, without those that are acknowledged at their line. */
export function staleEvals(released: Plan, compiled: PlannedSpecs, dates: PolicyDates): StaleChoice[] {
  if (!dates.evals) return [];
  const stale = staleChoices(released, compiled.plan, dates.evals, dates.today);
  if (stale.length === 0) return [];
  const { diagnostics } = compareVersions(released, compiled, dates, [evalsStale]);
  const open = new Set(diagnostics.filter(({ code }) => code === evalsStale.id).map(({ about }) => nameOf(about)));
  return stale.filter(({ kind, name, shownAt }) =>
    open.has(nameOf({ ...shownAt, ...(kind === 'choice' && { choice: name }) })),
  );
}

function nameOf({ server, skill, choice }: Omit<About, 'path'>): string {
  return JSON.stringify([server, skill, choice]);
}

/** Where a change is in the specs; a thing that is gone is shown at what held it. */
export function spanOf({ server, tool, skill, path }: About, spec: CheckedSpec): Span {
  const parts: readonly (Located<{ readonly name: string }> | undefined)[] = [
    tool === undefined ? undefined : partOfTool(spec, { server: server ?? '', tool }),
    spec.skills.find((part) => part.spec.name === skill),
  ];
  const own = parts.find((part) => part !== undefined);
  if (own) return own.at(path.length > 0 ? path : ['name'], 'key');
  const holder = spec.servers.find((part) => part.spec.name === server) ?? spec.servers[0] ?? spec.skills[0];
  return holder ? holder.at(tool === undefined && path.length > 0 ? path : ['name']) : { file: '', start: 0, end: 0 };
}

/** Judgments about no single change come first, as they are. */
export function joinJudgments(judgments: readonly Change[], changes: readonly Change[]): Change[] {
  const fingerprints = new Map(changes.map((change) => [change.fingerprint, change.fingerprint]));
  const byTarget = new Map(changes.toReversed().map((change) => [placeOf(change), change.fingerprint]));
  const judged = new Map<string, Change[]>();
  const alone = judgments.filter((judgment) => {
    const mark = judgment.judges === undefined ? byTarget.get(placeOf(judgment)) : fingerprints.get(judgment.judges);
    if (mark === undefined) return true;
    judged.set(mark, [...(judged.get(mark) ?? []), judgment]);
    return false;
  });
  const joined = changes.map((change) => {
    const violations = judged.get(change.fingerprint);
    return violations ? { ...change, violations } : change;
  });
  return [...alone, ...joined];
}

function placeOf({ target: { server, tool, skill, path } }: Change): string {
  return JSON.stringify([server, tool, skill, path]);
}
