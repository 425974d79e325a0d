/** Groups changes by server or skill, then by tool; the most severe first. */
import type { About } from '../../base/diagnostic.ts';
import { gatherBy } from '../../base/groups.ts';
import type { Change } from '../../versions/change.ts';
import type { PlacedChange } from './report.ts';

/** A server or a skill with everything that changed in it. */
export interface Group {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  readonly parts: readonly ChangedPart[];
}

/** One tool, or, without a tool, the server or skill itself. */
export interface ChangedPart {
  readonly tool?: string;
  readonly changes: readonly PlacedChange[];
}

/** What a reader decides by: the level, or that it is not allowed. */
export type Verdict = 'not allowed' | Change['level'];

/** From the most severe on. */
export const VERDICTS: readonly Verdict[] = ['not allowed', 'breaking', 'unknown', 'risky', 'safe'];

export function verdictOf({ axis, level, violations = [] }: Change): Verdict {
  const forbidden = axis === 'policy' ? level === 'breaking' : violations.some((one) => one.level === 'breaking');
  return forbidden ? 'not allowed' : level;
}

/** Stable: equally grave ones keep the order of the report. */
export function gravestFirst(changes: readonly PlacedChange[]): PlacedChange[] {
  return [...changes].sort((a, b) => gravity(a) - gravity(b));
}

function gravity(change: Change): number {
  return VERDICTS.indexOf(verdictOf(change));
}

/** Groups and their parts: first those with the most of the most severe changes. */
export function groupChanges(changes: readonly PlacedChange[]): Group[] {
  const owners = gatherBy(gravestFirst(changes), ({ target }) => JSON.stringify(ownerOf(target)));
  return heaviestFirst(owners).map((own) => {
    const parts = heaviestFirst(gatherBy(own, ({ target }) => target.tool ?? ''));
    return { ...ownerOf(own[0].target), parts: parts.map(partOf) };
  });
}

type Changes = readonly [PlacedChange, ...PlacedChange[]];

function heaviestFirst(lists: readonly Changes[]): Changes[] {
  const weighed = lists.map((list) => ({
    list,
    weights: VERDICTS.map((verdict) => list.filter((change) => verdictOf(change) === verdict).length),
  }));
  weighed.sort((a, b) => {
    const at = a.weights.findIndex((weight, index) => weight !== b.weights[index]);
    return at === -1 ? 0 : (b.weights[at] ?? 0) - (a.weights[at] ?? 0);
  });
  return weighed.map(({ list }) => list);
}

function partOf(changes: Changes): ChangedPart {
  const { tool } = changes[0].target;
  return { ...(tool !== undefined && { tool }), changes };
}

function ownerOf({ server, skill }: About): Pick<Group, 'kind' | 'name'> {
  return skill === undefined ? { kind: 'server', name: server ?? '' } : { kind: 'skill', name: skill };
}

/** From the most severe on. */
export function tally(changes: readonly Change[]): { readonly verdict: Verdict; readonly count: number }[] {
  return VERDICTS.map((verdict) => ({
    verdict,
    count: changes.filter((change) => verdictOf(change) === verdict).length,
  })).filter(({ count }) => count > 0);
}

/** `2 not allowed, 1 risky`. */
export function countsOfVerdicts(changes: readonly Change[]): string {
  return tally(changes)
    .map(({ verdict, count }) => `${count} ${verdict}`)
    .join(', ');
}

/** `file:line`; undefined where the file was deleted. */
export function whereIs({ file, line }: PlacedChange, show: (file: string) => string): string | undefined {
  if (file === undefined) return undefined;
  return line === undefined ? show(file) : `${show(file)}:${line}`;
}
