/** Schemas compared as a whole: what looking at one keyword after the other cannot decide (ADR 14). */
import { COMPOSED, sameJson } from '@haft/runtime/language';
import type { Json, Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import type { Pair, SchemaPair } from '../change.ts';
import { isSubset } from '../subset/subset.ts';
import { counterexample } from '../witness/counterexample.ts';
import { declareAlike } from './objects.ts';
import { typeRelation } from './types.ts';

/** How the keywords that no kind compares by themselves changed; undefined where they did not. */
export type Whole = 'kept' | 'narrowed' | 'undecided' | undefined;

/** What a schema says in keywords that are compared only as a whole; nothing where it says none. */
export function composed(schema: Schema): Json | undefined {
  const own = Object.entries(schema).filter(([key, value]) => isComposed(key, value));
  return own.length === 0 ? undefined : (JSON.parse(JSON.stringify(Object.fromEntries(own))) as Json);
}

function isComposed(key: string, value: unknown): boolean {
  return COMPOSED.has(key) || (key === 'additionalProperties' && typeof value === 'object');
}

/** The earlier form with the later forms of what is compared on its own. */
const aligned = memoizeBy(({ before = {}, after = {} }: SchemaPair): Pair<Schema> & { readonly rest: Schema } => {
  const properties = Object.fromEntries(
    Object.entries(before.properties ?? {}).map(([name, own]) => [name, memberOf(after, name) ?? own]),
  );
  const items = before.items && after.items ? { items: after.items } : {};
  const old = { ...before, ...(before.properties && { properties }), ...items };
  // What is not paired property by property is compared here.
  const isWhole = (key: string): boolean => key === 'properties' || key === 'required';
  const isSplit = declareAlike(before, after);
  const isJudgedHere = ([key, value]: readonly [string, unknown]): boolean =>
    isComposed(key, value) || (!isSplit && isWhole(key));
  const plain = Object.entries(after).filter((entry) => !isJudgedHere(entry));
  const own = Object.entries(old).filter(isJudgedHere);
  return { before: old, after, rest: Object.fromEntries([...plain, ...own]) };
});

function memberOf({ properties = {} }: Schema, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** What callers may send is still accepted; what consumers get is still what they know. */
export const isHarmless = memoizeBy((pair: SchemaPair): boolean => {
  const { before, after } = aligned(pair);
  return before !== undefined && after !== undefined && holds(pair, before, after);
});

/** References inside what is compared on its own lead to the same on both sides. */
function holds(pair: SchemaPair, before: Schema, after: Schema): boolean {
  const { side, roots } = pair;
  const old = refersToOther(pair) ? roots.before : roots.after;
  return side === 'argument' ? isSubset(before, old, after, roots.after) : isSubset(after, roots.after, before, old);
}

export const wholeChange = memoizeBy((pair: SchemaPair): Whole => {
  const { before, after, roots, side } = pair;
  if (!before || !after || typeRelation(pair) === 'other') return undefined;
  const isSame = sameJson(composed(before) ?? null, composed(after) ?? null) && !refersToOther(pair);
  if (isSame) return undefined;
  const { rest } = aligned(pair);
  if (isHarmless(pair) || holds(pair, rest, after)) return isSameButTexts(before, after) ? undefined : 'kept';
  const [from, to] = side === 'argument' ? [rest, after] : [after, rest];
  const [fromRoot, toRoot] = side === 'argument' ? [roots.before, roots.after] : [roots.after, roots.before];
  return counterexample(from, fromRoot, to, toRoot) === undefined ? 'undecided' : 'narrowed';
});

/** Texts are changes of their own. */
function isSameButTexts(before: Schema, after: Schema): boolean {
  const [old, now] = [before, after].map((one) =>
    JSON.stringify(composed(one), (key, value: unknown) =>
      (key === 'title' || key === 'description') && typeof value === 'string' ? undefined : value,
    ),
  );
  return old === now;
}

/** What is compared here and not on its own has a reference, which reads the same while what it leads to changes. */
const refersToOther = memoizeBy((pair: SchemaPair): boolean => {
  const { before = {}, after = {}, roots } = pair;
  const isSplit = declareAlike(before, after);
  const gone = Object.entries(before.properties ?? {}).filter(([name]) => memberOf(after, name) === undefined);
  const { properties = {}, items, $defs: _definitions, ...rest } = before;
  const own = [rest, isSplit ? Object.fromEntries(gone) : properties, after.items ? {} : items];
  return JSON.stringify(own).includes('"$ref"') && !sameJson(roots.before.$defs ?? {}, roots.after.$defs ?? {});
});
