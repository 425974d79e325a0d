/** Compares the current specs with the released Plan: the changes, and what EXT §9 does not allow, at the author's line. */
import { suppress } from './check/suppress.ts';
import type { CheckedSpec, Located } from './check/model.ts';
import type { About, Diagnostic, Span } from './diagnostic.ts';
import { inFileOrder } from './diagnostic.ts';
import type { Change } from './diff/change.ts';
import { diff } from './diff/diff.ts';
import { STANDING, judge } from './diff/policy/index.ts';
import type { PolicyDates, PolicyRule } from './diff/policy/policy.ts';
import type { Compiled } from './compile.ts';
import type { Plan } from './plan/model.ts';

export interface Versions {
  /** On all three axes; violations that are suppressed with a reason are left out. */
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

export function compareVersions(
  released: Plan,
  { plan, spec }: Compiled,
  dates: PolicyDates,
  rules: readonly PolicyRule[] = STANDING,
): Versions {
  const changes = diff(released, plan);
  const violations = judge(released, plan, changes, dates, rules);
  const violationOf = new Map(violations.map((violation) => [toDiagnostic(violation, spec), violation]));
  const remaining = suppress([...violationOf.keys()], {
    ...spec.spec,
    rules: new Set(rules.map(({ id }) => id)),
    locked: new Set(),
    today: dates.today,
    onlyThese: true,
  });
  const standing = remaining.flatMap((diagnostic) => violationOf.get(diagnostic) ?? []);
  return { changes: [...standing, ...changes], diagnostics: inFileOrder(remaining) };
}

function toDiagnostic({ kind, target, after, next }: Change, spec: CheckedSpec): Diagnostic {
  return {
    code: kind,
    severity: 'error',
    message: String(after),
    hint: next,
    span: spanOf(target, spec),
    about: target,
  };
}

/** The place of a change in the specs; for a removed thing, that of its parent. */
export function spanOf({ server, tool, skill, path }: About, spec: CheckedSpec): Span {
  const parts: readonly (Located<{ readonly name: string }> | undefined)[] = [
    spec.tools.find((part) => part.spec.name === tool),
    spec.skills.find((part) => part.spec.name === skill),
  ];
  const own = parts.find((part) => part !== undefined);
  if (own) return own.at(path.length > 0 ? path : ['name'], 'key');
  const holder = spec.servers.find((part) => part.spec.name === server) ?? spec.servers[0] ?? spec.skills[0];
  return holder ? holder.at(tool === undefined && path.length > 0 ? path : ['name']) : { file: '', start: 0, end: 0 };
}
