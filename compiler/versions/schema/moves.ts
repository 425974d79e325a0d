/** Differences between two schemas of an argument or a result property: computed once, reported by separate kinds. */
import { sameJson, type Schema } from '@haft/runtime/language';
import type { Detect as DetectIn, ChangeFacts, SchemaPair } from '../change.ts';
import { reportChanged, json } from '../compare/changed.ts';
import {
  type TypeRelation,
  comparable,
  demandedOnlyBy,
  enumChange,
  inBoth,
  kindsOf,
  propertyOrder,
  shownTypes,
  typeRelation,
} from './forms.ts';
import { isSubset } from '../subset/subset.ts';

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

/** A title or a description, of the value or inside its branches. */
export function textChanged(key: 'title' | 'description'): Detect {
  return (pair, report) => {
    const forms = inBoth(pair);
    reportChanged(forms, report, [key], (schema) => schema[key]);
    if (!forms) return;
    for (const { key: own, ...change } of pair.branchTexts) if (own === key) report(change);
  };
}
