/** Defines kinds of change, and runs them: subject, target and fingerprint are added to what they detect. */
import { ownMember } from '@haft/runtime/language';
import { type About, invariant } from '../base/diagnostic.ts';
import { withoutUndefined } from '../base/json.ts';
import { textHash } from '../plan/hash.ts';
import { isListed } from '../check/tool-names.ts';
import { OPPOSITES } from './change.ts';
import type {
  AllPairs,
  Change,
  ChangeFacts,
  ChangeKind,
  ChangeLevel,
  ChangePairs,
  ChangeScope,
  DraftKind,
  Opposite,
  Witness,
  WrittenKind,
} from './change.ts';
import { withoutPassedOn } from './subset/passed-on.ts';
import { subjectOf, targetOf } from './target.ts';
import { schemaWitness, toolWitness } from './witness/witness.ts';

interface DefineKind<S extends ChangeScope> {
  (id: Opposite, kind: WrittenKind<S>): DraftKind;
  (id: string, kind: WrittenKind<S> & (Pick<ChangeKind, 'example'> | Pick<ChangeKind, 'mirror'>)): DraftKind;
}

type ByLevel<S extends ChangeScope> = Readonly<Record<ChangeLevel, DefineKind<S>>>;

/** Defines the kinds of one scope, by axis and level: `wire.breaking(id, kind)`. */
export function kindsOf<S extends ChangeScope>(scope: S): Readonly<Record<ChangeKind['axis'], ByLevel<S>>> {
  const on = (axis: ChangeKind['axis']): ByLevel<S> => {
    const at = (level: ChangeLevel): DefineKind<S> => {
      return (id: string, { detect, ...own }: WrittenKind<S>) => {
        const kind = { id, scope, axis, level, ...own };
        const run = (pairs: AllPairs): Change[] => {
          const changes: Change[] = [];
          for (const pair of pairs[scope])
            if (!('side' in pair) || (pair.side === 'argument') === id.startsWith('param/'))
              detect(pair, (facts) => changes.push(toChange(kind, pair, facts)));
          return changes;
        };
        return { ...kind, run };
      };
    };
    return { breaking: at('breaking'), unknown: at('unknown'), risky: at('risky'), safe: at('safe') };
  };
  return { wire: on('wire'), model: on('model') };
}

/** A kind that no other one undoes is its own opposite. */
export function withOpposites(kinds: readonly DraftKind[]): readonly ChangeKind[] {
  const drafts = kinds.map((one) => ({ mirror: one.example ? undefined : oppositeOf(one.id), ...one }));
  return drafts.map((draft) => {
    const mirror = draft.mirror ?? drafts.find((one) => one.mirror === draft.id)?.id ?? draft.id;
    const { before: after, after: before } = drafts.find(({ id }) => id === mirror)?.example ?? {};
    const example = draft.example ?? (before !== undefined && after !== undefined ? { before, after } : undefined);
    invariant(example, `"${draft.id}" or its opposite "${mirror}" has an example`);
    return { ...draft, mirror, example };
  });
}

function oppositeOf(id: string): string {
  const start = Math.max(id.lastIndexOf('-'), id.lastIndexOf('/')) + 1;
  const end = id.slice(start);
  return id.slice(0, start) + (ownMember<string>(OPPOSITES, end) ?? end);
}

type AnyPair = ChangePairs[ChangeScope];

function toChange(kind: Omit<DraftKind, 'run'>, pair: AnyPair, facts: ChangeFacts): Change {
  const isUnseen = kind.axis === 'model' && isUnlisted(pair);
  const { before, after } = withoutPassedOn({ before: facts.before, after: facts.after });
  const { path = [], next = kind.next } = facts;
  const { level = kind.level, why = kind.why } = isUnseen ? UNSEEN : facts;
  const target = targetOf(kind.scope, pair, path);
  return {
    kind: kind.id,
    axis: kind.axis,
    level,
    target,
    subject: subjectOf(target),
    ...withoutUndefined({ before, after }),
    why,
    next: addressStep(next, target),
    fingerprint: fingerprint(kind.id, target, before, after),
    ...(kind.axis === 'wire' && level === 'breaking' && withoutUndefined({ witness: witnessOf(pair, facts) })),
  };
}

function witnessOf(pair: AnyPair, facts: ChangeFacts): Witness | undefined {
  return 'side' in pair ? schemaWitness(pair, facts) : 'owner' in pair ? toolWitness(pair, facts) : undefined;
}

const UNSEEN = { level: 'safe', why: 'Models do not see this tool, because it is not listed.' } as const;

/** Before and after. */
function isUnlisted(pair: AnyPair): boolean {
  const tool = 'side' in pair ? pair.tool : 'owner' in pair ? pair : undefined;
  const sides = [tool?.before, tool?.after].filter((one) => one !== undefined);
  return sides.length > 0 && !sides.some(isListed);
}

/** Puts the names of the target for `<server>`, `<tool>` and `<skill>`, so that a step can be taken literally. */
function addressStep(step: string, { server, tool, skill }: About): string {
  const names: Readonly<Record<string, string | undefined>> = { server, tool, skill };
  return step.replaceAll(/<(server|tool|skill)>/g, (placeholder, what: string) => names[what] ?? placeholder);
}

function fingerprint(kind: string, target: About, before: unknown, after: unknown): string {
  return textHash(JSON.stringify([kind, target, before ?? null, after ?? null]));
}
