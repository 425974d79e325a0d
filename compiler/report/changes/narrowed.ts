/** The part of a report that its reader chose; the verdict stays that of all changes. */
import { countsOfVerdicts } from './group.ts';
import type { ChangeReport } from './report.ts';

export const AXES = ['wire', 'model', 'policy'] as const;
/** The most severe first. */
export const LEVELS = ['breaking', 'unknown', 'risky', 'safe'] as const;

interface ChangeFilter {
  readonly axis: (typeof AXES)[number] | undefined;
  /** This one and those that are more severe. */
  readonly level: (typeof LEVELS)[number] | undefined;
}

export function narrowedTo(report: ChangeReport, { axis, level }: ChangeFilter): ChangeReport {
  if (axis === undefined && level === undefined) return report;
  const most = level === undefined ? LEVELS.length : LEVELS.indexOf(level);
  const changes = report.changes.filter((change) => {
    const isOnAxis =
      axis === undefined || change.axis === axis || (axis === 'policy' && change.violations !== undefined);
    return LEVELS.indexOf(change.level) <= most && isOnAxis;
  });
  const parts = [...(axis === undefined ? [] : [`${axis} axis`]), ...(level === undefined ? [] : [LEVEL_TEXTS[level]])];
  return { ...report, chosen: { what: parts.join(', '), changes } };
}

const LEVEL_TEXTS: Readonly<Record<(typeof LEVELS)[number], string>> = {
  breaking: 'breaking changes',
  unknown: 'breaking and possibly breaking changes',
  risky: 'all changes but safe ones',
  safe: 'all levels',
};

/** `Shown: model axis; not shown: 8 not allowed, 10 breaking.` Undefined where all changes are listed. */
export function hiddenText({ changes, chosen }: ChangeReport): string | undefined {
  if (!chosen) return undefined;
  const listed = new Set(chosen.changes.map(({ fingerprint }) => fingerprint));
  const counts = countsOfVerdicts(changes.filter(({ fingerprint }) => !listed.has(fingerprint)));
  return counts === '' ? undefined : `Shown: ${chosen.what}; not shown: ${counts}.`;
}
