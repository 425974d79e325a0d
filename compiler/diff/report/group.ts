/** Changes by what they are about: server or skill, then tool; the gravest first. */
import type { Change, Target } from '../change.ts';
import type { PlacedChange } from './report.ts';

/** A server or a skill with everything that changed in it. */
export interface Group {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  readonly parts: readonly Part[];
}

/** One tool, or, without a tool, the server or skill itself. */
export interface Part {
  readonly tool?: string;
  readonly changes: readonly PlacedChange[];
}

/** What a reader decides by: the level, or that it is not allowed. */
export type Verdict = 'not allowed' | Change['level'];

/** From the gravest on. */
export const VERDICTS: readonly Verdict[] = ['not allowed', 'breaking', 'unknown', 'risky', 'safe'];

export function verdictOf({ axis, level }: Change): Verdict {
  return axis === 'policy' ? 'not allowed' : level;
}

/** Stable: equally grave ones keep the order of the report. */
export function gravestFirst(changes: readonly PlacedChange[]): PlacedChange[] {
  return [...changes].sort((a, b) => gravity(a) - gravity(b));
}

function gravity(change: Change): number {
  return VERDICTS.indexOf(verdictOf(change));
}

/** Groups and their parts in the order of their gravest change. */
export function grouped(changes: readonly PlacedChange[]): Group[] {
  const owners = gatherBy(gravestFirst(changes), ({ target }) => JSON.stringify(ownerOf(target)));
  return owners.flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const parts = gatherBy(own, ({ target }) => target.tool ?? '');
    return [{ ...ownerOf(first.target), parts: parts.map(partOf) }];
  });
}

function partOf(changes: readonly PlacedChange[]): Part {
  const tool = changes[0]?.target.tool;
  return { ...(tool !== undefined && { tool }), changes };
}

function ownerOf({ server, skill }: Target): Pick<Group, 'kind' | 'name'> {
  return skill === undefined ? { kind: 'server', name: server ?? '' } : { kind: 'skill', name: skill };
}

/** Lists of what has the same key, in the order of their first. */
export function gatherBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const lists = new Map<string, T[]>();
  for (const item of items) {
    const list = lists.get(keyOf(item));
    if (list) list.push(item);
    else lists.set(keyOf(item), [item]);
  }
  return [...lists.values()];
}

/** `2 not allowed, 1 risky`, from the gravest on. */
export function tally(changes: readonly Change[]): { readonly verdict: Verdict; readonly count: number }[] {
  return VERDICTS.map((verdict) => ({
    verdict,
    count: changes.filter((change) => verdictOf(change) === verdict).length,
  })).filter(({ count }) => count > 0);
}

/** What the change is about below its tool: `parameter "limit"`; empty for the tool itself. */
export function placeWithin({ subject, target: { tool, skill, server } }: Change): string {
  const owner =
    skill !== undefined ? `skill "${skill}"` : tool !== undefined ? `tool "${tool}"` : `server "${server ?? ''}"`;
  if (subject === owner) return '';
  return subject.endsWith(` of ${owner}`) ? subject.slice(0, -` of ${owner}`.length) : subject;
}

/** What happened, from the id of the kind: `param/maximum-lowered` → `maximum lowered`. */
export function whatHappened({ kind }: Change): string {
  return (kind.split('/').at(-1) ?? kind).replaceAll('-', ' ');
}

/** Both in one heading: `parameter "limit": maximum lowered`. */
export function titleOf(change: Change): string {
  const place = placeWithin(change);
  return place === '' ? whatHappened(change) : `${place}: ${whatHappened(change)}`;
}

/** `file:line`; nothing where the thing is gone with its file. */
export function whereIs({ file, line }: PlacedChange, show: (file: string) => string): string | undefined {
  if (file === undefined) return undefined;
  return line === undefined ? show(file) : `${show(file)}:${line}`;
}
