/** Differences between two schemas of an argument or a result property: computed once, reported by separate kinds. */
import { COMPOSED, type Json, sameJson, type Schema, ownMember } from '@haft/runtime/language';
import type { Detect as DetectIn, ChangeFacts, SchemaPair, Pair } from '../change.ts';
import { reportChanged, json } from '../compare/changed.ts';
import {
  type TypeRelation,
  comparable,
  declareAlike,
  demandedOnlyBy,
  enumChange,
  inBoth,
  kindsOf,
  propertyOrder,
  shownTypes,
  typeRelation,
  unjudgedKeywords,
  withDefinitions,
} from './forms.ts';
import { memoizeBy } from '../../base/memo.ts';
import { PASSED_ON, isUnknown, withoutPassedOn } from '../subset/passed-on.ts';
import { isSubset } from '../subset/subset.ts';
import { counterexample } from '../witness/samples.ts';

type Detect = DetectIn<SchemaPair>;
/** Keywords that are there or not, and one value where they are. */
type Keyword = keyof Schema & ('pattern' | 'enum' | 'items' | 'default');

export function typeChanged(relation: TypeRelation): Detect {
  return (pair, report) => {
    const forms = inBoth(pair);
    if (forms && typeRelation(forms) === relation)
      report({ path: ['type'], before: shownTypes(forms.before), after: shownTypes(forms.after) });
  };
}

/** `added`: only the later schema has it; `removed`: only the earlier one; `replaced`: both, with different values. */
export function keywordMoved(keyword: Keyword, how: 'added' | 'removed' | 'replaced'): Detect {
  return (pair, report) => {
    const forms = comparable(pair);
    const [before, after] = [forms?.before[keyword], forms?.after[keyword]];
    const present = before === undefined ? 'added' : after === undefined ? 'removed' : 'replaced';
    if (present === how && !sameJson(before, after))
      report({ path: [keyword], before: json(before), after: json(after) });
  };
}

/** Takes properties that no one declared, or no longer does. */
export function opennessChanged(now: 'open' | 'closed'): Detect {
  return (pair, report) => {
    const { before, after } = comparable(pair) ?? {};
    if (!before || !after || ![before, after].every((form) => kindsOf(form).has('object'))) return;
    const [was, is] = [before, after].map((form) => (form.additionalProperties === false ? 'closed' : 'open'));
    if (was !== now && is === now) report({ path: ['additionalProperties'], before: was, after: is });
  };
}

export const propertyOrderChanged: Detect = (pair, report) => {
  const order = propertyOrder(comparable(pair));
  if (order) report({ path: ['properties'], ...order });
};

/** The values are those of before, in another order. */
export const enumOrderChanged: Detect = (pair, report) => {
  const forms = comparable(pair);
  if (enumChange(forms)?.reordered) report({ path: ['enum'], before: forms?.before.enum, after: forms?.after.enum });
};

/** Other values in the places of old ones; `whole`: what that means where no old value is left. */
export function enumReplaced(whole: Partial<ChangeFacts> = {}): Detect {
  return (pair, report) => {
    const forms = comparable(pair);
    const { before = [], after = [] } = enumChange(forms)?.replaced ?? {};
    const isWhole = before.length === forms?.before.enum?.length;
    if (before.length > 0) report({ path: ['enum'], before, after, ...(isWhole && whole) });
  };
}

export const madeOptional: Detect = (pair, report) => {
  const forms = comparable(pair);
  if (pair.after && pair.required.before && !pair.required.after) report({ before: 'required', after: 'optional' });
  for (const name of demandedOnlyBy(forms?.before, forms?.after)) report({ path: ['required'], before: name });
};

export const madeRequired: Detect = (pair, report) => {
  const forms = comparable(pair);
  if (pair.before && !pair.required.before && pair.required.after)
    report({ before: 'optional', after: 'required', ...(pair.side === 'argument' && filledIn(pair)) });
  for (const name of demandedOnlyBy(forms?.after, forms?.before)) report({ path: ['required'], after: name });
};

function filledIn({ after }: SchemaPair): Omit<ChangeFacts, 'before' | 'after'> {
  if (after?.default === undefined) return {};
  return { level: 'safe', why: 'Calls that omit it use the default.', next: 'Make it optional: it has a default.' };
}

/** What `because` finds of keywords that are compared only as a whole. */
export function wholeChanged(because: Whole): Detect {
  return (pair, report) => {
    if (wholeChange(pair) === because)
      report({ before: composedKeywords(pair.before ?? {}), after: composedKeywords(pair.after ?? {}) });
  };
}

/** A breaking or undecided difference of one keyword; where the rest of the schema makes up for it, it is safe. */
export function withJudgment(detect: Detect): Detect {
  return (pair, report) => {
    detect(pair, (what) => report(what.level !== 'safe' && isHarmless(pair) ? { ...what, ...HARMLESS } : what));
  };
}

/** An enum that is gone; where the rest of the schema allows no other values, nothing changes but how they are written. */
export const enumDropped: Detect = (pair, report) => {
  keywordMoved('enum', 'removed')(pair, (what) => report(allowsNoMore(pair) ? { ...what, ...SAME_VALUES } : what));
};

function allowsNoMore({ before, after, roots }: SchemaPair): boolean {
  return before !== undefined && after !== undefined && isSubset(after, roots.after, before, roots.before);
}

const SAME_VALUES = {
  level: 'safe',
  why: 'The rest of the schema allows no other values.',
  next: 'Check that the change was intended.',
} as const;

const HARMLESS = {
  level: 'safe',
  why: 'The rest of the schema makes up for it: this change alone affects no call and no consumer.',
  next: 'Check that the change was intended.',
} as const;

/** A title or a description, of the value or inside its branches. */
export function textChanged(key: 'title' | 'description'): Detect {
  return (pair, report) => {
    const forms = inBoth(pair);
    reportChanged(forms, report, [key], (schema) => schema[key]);
    if (!forms) return;
    for (const { key: own, ...change } of pair.branchTexts) if (own === key) report(change);
  };
}

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
const alignForms = memoizeBy((pair: SchemaPair): Pair<Schema> & { readonly rest: Schema } => {
  const { before = {}, after = {} } = pair;
  const properties = Object.fromEntries(
    Object.entries(before.properties ?? {}).map(([name, own]) => [
      name,
      ownMember(after.properties ?? {}, name) ?? own,
    ]),
  );
  const items = before.items && after.items ? { items: after.items } : {};
  const old = { ...before, ...(before.properties && { properties }), ...items };
  // What is not paired property by property is compared here.
  const isJudgedHere = judgedIn(pair);
  const plain = Object.entries(after).filter((entry) => !isJudgedHere(entry));
  const own = Object.entries(old).filter(isJudgedHere);
  return { before: old, after, rest: Object.fromEntries([...plain, ...own]) };
});

/** What callers may send is still accepted; what consumers get is still what they know. */
const isHarmless = memoizeBy((pair: SchemaPair): boolean => {
  const { before, after } = alignForms(pair);
  return before !== undefined && after !== undefined && holds(pair, before, after);
});

/** References inside what is compared on its own lead to the same on both sides. */
function holds(pair: SchemaPair, before: Schema, after: Schema): boolean {
  const { side, roots } = pair;
  const old = refersToOther(pair) ? roots.before : roots.after;
  return side === 'argument' ? isSubset(before, old, after, roots.after) : isSubset(after, roots.after, before, old);
}

const wholeChange = memoizeBy((pair: SchemaPair): Whole => {
  const { before, after, roots, side } = pair;
  if (!before || !after || typeRelation(pair) === 'other') return undefined;
  if (sameJson(judgedHere(pair, before), judgedHere(pair, after)) && !refersToOther(pair)) return undefined;
  const { rest } = alignForms(pair);
  if (isHarmless(pair) || holds(pair, rest, after)) return isSameButTexts(pair, before, after) ? undefined : 'kept';
  const [from, to] = side === 'argument' ? [rest, after] : [after, rest];
  const [fromRoot, toRoot] = side === 'argument' ? [roots.before, roots.after] : [roots.after, roots.before];
  return counterexample(from, fromRoot, to, toRoot) === undefined ? 'undecided' : 'narrowed';
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
