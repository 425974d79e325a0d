/** What a difference of one keyword means for calls and consumers, judged by all that both schemas accept (ADR 14). */
import { COMPOSED, type Json, sameJson, type Schema, ownMember } from '@haft/runtime/language';
import type { Detect as DetectIn, SchemaPair } from '../change.ts';
import { json } from '../compare/changed.ts';
import { declareAlike, typeRelation, unjudgedKeywords, withDefinitions } from './forms.ts';
import { memoizeBy } from '../../base/memo.ts';
import { PASSED_ON, isUnknown, withoutPassedOn } from '../subset/passed-on.ts';
import { isSubset } from '../subset/subset.ts';
import { counterexample } from '../witness/samples.ts';
import { madeRequired } from './moves.ts';

type Detect = DetectIn<SchemaPair>;

/** What `because` finds of keywords that are compared only as a whole. */
export function wholeChanged(because: Whole): Detect {
  return (pair, report) => {
    if (wholeChange(pair) === because)
      report({ before: composedKeywords(pair.before ?? {}), after: composedKeywords(pair.after ?? {}) });
  };
}

/** A breaking or undecided difference of one keyword: safe where the rest of the schema makes up for it, and undecided where no value shows it. */
export function withJudgment(detect: Detect): Detect {
  return (pair, report) => {
    detect(pair, (what) => {
      const isGrave = what.level !== 'safe' && what.level !== 'risky';
      if (isGrave && isHarmless(pair)) report({ ...what, ...HARMLESS });
      else report(what.level !== undefined || isShown(pair) ? what : { ...what, ...UNDECIDED[pair.side] });
    });
  };
}

/** Of results: safe where the schema accepts what lacks the name all the same, such as with a default. */
export const demandedOfResults: Detect = (pair, report) => {
  madeRequired(pair, (what) => {
    const [schema = {}, name] = what.path ? [pair.after, what.after] : [pair.holder.after, pair.name];
    const without = { ...schema, required: schema.required?.filter((one) => one !== name) ?? [] };
    const isFilled = isSubset(without, pair.roots.after, schema, pair.roots.after);
    report(isFilled ? { ...what, ...SAME_RESULTS } : what);
  });
};

const HARMLESS = {
  level: 'safe',
  why: 'The rest of the schema makes up for it: this change alone affects no call and no consumer.',
  next: 'Check that the change was intended.',
} as const;

/** A narrower result: safe where everything that the old schema allows still is. */
export function withRejection(detect: Detect): Detect {
  return (pair, report) => {
    detect(pair, (what) => {
      const isRisky = (what.level ?? 'risky') === 'risky';
      report(isRisky && rejectsNothing(pair) ? { ...what, ...SAME_RESULTS } : what);
    });
  };
}

const rejectsNothing = memoizeBy((pair: SchemaPair): boolean => {
  const { before, after } = alignForms(pair);
  return isSubset(before, rootBefore(pair), after, pair.roots.after);
});

const SAME_RESULTS = {
  level: 'safe',
  why: 'Every result that was valid still is: the change is in how the schema is written.',
  next: 'Check that the change was intended.',
} as const;

/** A tool that is otherwise unchanged may still return what it returned. */
export const NARROWER =
  'The server now rejects some results that were valid: calls fail where the tool still returns them.';

const UNDECIDED = {
  argument: {
    level: 'unknown',
    why: 'No value was found that worked and is now rejected, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
  },
  result: {
    level: 'unknown',
    why: 'No value was found that only the new schema allows, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
  },
} as const;

/** How the keywords that no kind compares by themselves changed; undefined where they did not. */
type Whole = 'kept' | 'narrowed' | 'undecided' | undefined;

/** The keywords of a schema that are compared only as a whole; undefined if it has none. */
function composedKeywords(schema: Schema): Json | undefined {
  const own = Object.entries(schema).filter(([key, value]) => isComposed(key, value));
  return own.length === 0 ? undefined : JSON.parse(JSON.stringify(Object.fromEntries(own)));
}

/** What no pair inside this one covers. A change of what is passed on is reported for the whole tool; here it may apply to another place. */
function judgedHere(pair: SchemaPair, schema: Schema): Json {
  const all = Object.fromEntries(Object.entries(schema).filter(judgedIn(pair)));
  return json(passesOnOthers(pair) ? withoutPassedOn(all) : all);
}

/** Reported as `tool/keywords` or `tool/result-keywords`. */
function passesOnOthers({ tool, side }: SchemaPair): boolean {
  const [before, after] = [tool.before, tool.after].map((one) => {
    if (!one) return {};
    const schema = side === 'argument' ? one.inputSchema : one.returns;
    return unjudgedKeywords(schema, side === 'argument' ? schema : withDefinitions(schema, one));
  });
  return !sameJson(before, after);
}

function judgedIn({ before = {}, after = {} }: SchemaPair): (member: readonly [string, unknown]) => boolean {
  const isWhole = !declareAlike(before, after);
  return ([key, value]) =>
    isComposed(key, value) || key === PASSED_ON || (isWhole && (key === 'properties' || key === 'required'));
}

function isComposed(key: string, value: unknown): boolean {
  return COMPOSED.has(key) || (key === 'additionalProperties' && typeof value === 'object');
}

/** The earlier form with the later forms of what is compared on its own. */
const alignForms = memoizeBy((pair: SchemaPair) => {
  const { before = {}, after = {} } = pair;
  const properties = Object.fromEntries(
    Object.entries(before.properties ?? {}).map(([name, own]) => [
      name,
      ownMember(after.properties ?? {}, name) ?? own,
    ]),
  );
  const items = before.items && after.items ? { items: after.items } : {};
  const old: Schema = { ...before, ...(before.properties && { properties }), ...items };
  // What is not paired property by property is compared here.
  const isJudgedHere = judgedIn(pair);
  const plain = Object.entries(after).filter((entry) => !isJudgedHere(entry));
  const own = Object.entries(old).filter(isJudgedHere);
  const rest: Schema = Object.fromEntries([...plain, ...own]);
  return { before: old, after, rest };
});

/** What callers may send is still accepted; what consumers get is still what they know. */
const isHarmless = memoizeBy((pair: SchemaPair): boolean => {
  const { before, after } = alignForms(pair);
  return holds(pair, before, after);
});

/** A value that callers may send and that is rejected now, or that consumers get and do not know. */
const isShown = memoizeBy((pair: SchemaPair): boolean => {
  const { before, after } = alignForms(pair);
  return counterexample(...inProofOrder(pair, before, after)) !== undefined;
});

function holds(pair: SchemaPair, before: Schema, after: Schema): boolean {
  return isSubset(...inProofOrder(pair, before, after, rootBefore(pair)));
}

/** References inside what is compared on its own lead to the same on both sides. */
function rootBefore(pair: SchemaPair): Schema {
  return refersToOther(pair) ? pair.roots.before : pair.roots.after;
}

/** What has to fit into what, with their wholes: calls of before into the later schema, results of now into the earlier one. */
export function inProofOrder(
  { side, roots }: SchemaPair,
  before: Schema,
  after: Schema,
  old = roots.before,
): Parameters<typeof isSubset> {
  return side === 'argument' ? [before, old, after, roots.after] : [after, roots.after, before, old];
}

const wholeChange = memoizeBy((pair: SchemaPair): Whole => {
  const { before, after } = pair;
  if (!before || !after || typeRelation(pair) === 'other') return undefined;
  if (sameJson(judgedHere(pair, before), judgedHere(pair, after)) && !refersToOther(pair)) return undefined;
  const { rest } = alignForms(pair);
  if (isHarmless(pair) || holds(pair, rest, after)) return isSameButTexts(pair, before, after) ? undefined : 'kept';
  return counterexample(...inProofOrder(pair, rest, after)) === undefined ? 'undecided' : 'narrowed';
});

const withoutText = (key: string, value: unknown): unknown =>
  (key === 'title' || key === 'description') && typeof value === 'string' && !isUnknown({ title: value })
    ? undefined
    : value;

/** Texts are changes of their own. */
function isSameButTexts(pair: SchemaPair, before: Schema, after: Schema): boolean {
  const judged = [before, after].map((one) => judgedHere(pair, one));
  const [old, now] = judged.map((one): Json => JSON.parse(JSON.stringify(one, withoutText)));
  return sameJson(old, now);
}

/** What is compared here and not on its own has a reference, which reads the same while what it leads to changes. */
const refersToOther = memoizeBy((pair: SchemaPair): boolean => {
  const { before = {}, after = {}, roots } = pair;
  const isSplit = declareAlike(before, after);
  const absent = Object.entries(before.properties ?? {}).filter(
    ([name]) => ownMember(after.properties ?? {}, name) === undefined,
  );
  const { properties = {}, items, $defs: _definitions, ...rest } = before;
  const own = [rest, isSplit ? Object.fromEntries(absent) : properties, after.items ? {} : items];
  return (
    JSON.stringify(withoutPassedOn(own)).includes('"$ref"') &&
    !sameJson(judgedDefinitions(roots.before), judgedDefinitions(roots.after))
  );
});

const judgedDefinitions = memoizeBy(({ $defs = {} }: Schema) => withoutPassedOn($defs));
