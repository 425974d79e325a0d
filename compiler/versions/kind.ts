/** Runs a kind of change: adds subject, target and fingerprint to what it detects. */
import { type About, invariant } from '../base/diagnostic.ts';
import { textHash } from '../plan/hash.ts';
import { isListed } from '../check/tool-names.ts';
import type {
  AnyChangeKind,
  Change,
  ChangeKind,
  ChangeFacts,
  ChangePairs,
  ChangeScope,
  Witness,
  WrittenKind,
} from './change.ts';
import { subjectOf, targetOf } from './target.ts';
import { schemaWitness, toolWitness } from './witness/witness.ts';

/** The kinds of one aspect, all of one scope. */
export function changeKinds<S extends ChangeScope>(
  scope: S,
  kinds: readonly WrittenKind<S>[],
  axis: AnyChangeKind['axis'] = 'wire',
): readonly AnyChangeKind[] {
  return kinds.map((own) => {
    const { mirror = own.id } = own;
    const example = own.example ?? reverseExample(kinds.find(({ id }) => id === mirror)?.example);
    invariant(example, `"${own.id}" or its opposite "${mirror}" has an example`);
    const kind = { axis, ...own, scope, example, mirror };
    return { ...kind, run: (pairs) => pairs[scope].flatMap((pair) => changesOf(kind, pair)) };
  });
}

/** Those of an aspect that only models notice. */
export function modelKinds<S extends ChangeScope>(
  scope: S,
  kinds: readonly WrittenKind<S>[],
): readonly AnyChangeKind[] {
  return changeKinds(scope, kinds, 'model');
}

function reverseExample(example: ChangeKind['example'] | undefined): ChangeKind['example'] | undefined {
  return example && { before: example.after, after: example.before };
}

function changesOf<S extends ChangeScope>(kind: ChangeKind<S>, pair: ChangePairs[S]): Change[] {
  const changes: Change[] = [];
  kind.detect(pair, (facts) => changes.push(toChange(kind, kind.scope, pair, facts)));
  return changes;
}

function toChange<S extends ChangeScope>(
  kind: Omit<ChangeKind<S>, 'detect'>,
  scope: S,
  pair: ChangePairs[S],
  facts: ChangeFacts,
): Change {
  const isUnseen = kind.axis === 'model' && isUnlisted(pair);
  const { before, after, path = [], next = kind.next } = facts;
  const { level = kind.level, why = kind.why } = isUnseen ? UNSEEN : facts;
  const target = targetOf(scope, pair, path);
  return {
    kind: kind.id,
    axis: kind.axis,
    level,
    target,
    subject: subjectOf(target),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    why,
    next: addressStep(next, target),
    fingerprint: fingerprint(kind.id, target, before, after),
    ...(kind.axis === 'wire' && level === 'breaking' && witnessOf(pair, facts)),
  };
}

function witnessOf(pair: ChangePairs[ChangeScope], facts: ChangeFacts): { witness?: Witness } {
  const witness = 'side' in pair ? schemaWitness(pair, facts) : 'owner' in pair ? toolWitness(pair, facts) : undefined;
  return witness ? { witness } : {};
}

const UNSEEN = { level: 'safe', why: 'Models do not see this tool, because it is not listed.' } as const;

/** Before and after. */
function isUnlisted(pair: ChangePairs[ChangeScope]): boolean {
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
