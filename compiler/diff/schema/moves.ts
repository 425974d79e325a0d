/** Differences between two schemas of an argument or a result property: computed once, reported by separate kinds. */
import { sameJson } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { ChangeKind } from '../change.ts';
import { json } from '../parts/changed.ts';
import { comparable, inBoth } from './forms.ts';
import type { Side } from './forms.ts';
import { demandedOnlyBy, isOpen } from './objects.ts';
import { typeRelation } from './types.ts';
import type { TypeRelation } from './types.ts';
import { undecided } from './undecided.ts';

type Detect = ChangeKind<'schema'>['detect'];
/** Members that are there or not, and one value where they are. */
type Member = keyof Schema & ('pattern' | 'enum' | 'items' | 'default');

export function typeBecame(side: Side, relation: TypeRelation): Detect {
  return (pair, found) => {
    const forms = inBoth(pair, side);
    if (!forms || typeRelation(forms) !== relation) return;
    found({ path: ['type'], before: forms.before.type, after: forms.after.type });
  };
}

export function introduced(side: Side, member: Member): Detect {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const [old, now] = [forms?.before[member], forms?.after[member]];
    if (old === undefined && now !== undefined) found({ path: [member], after: json(now) });
  };
}

export function dropped(side: Side, member: Member): Detect {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const [old, now] = [forms?.before[member], forms?.after[member]];
    if (old !== undefined && now === undefined) found({ path: [member], before: json(old) });
  };
}

export function replaced(side: Side, member: Member): Detect {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const [old, now] = [forms?.before[member], forms?.after[member]];
    if (old !== undefined && now !== undefined && !sameJson(old, now))
      found({ path: [member], before: json(old), after: json(now) });
  };
}

/** Takes properties that no one declared, or no longer does. */
export function objectBecame(side: Side, what: 'open' | 'closed'): Detect {
  return (pair, found) => {
    const forms = comparable(pair, side);
    const isNow = what === 'open';
    if (forms?.after.type !== 'object' || isOpen(forms.before) === isNow || isOpen(forms.after) !== isNow) return;
    found({ path: ['additionalProperties'], before: isNow ? 'closed' : 'open', after: what });
  };
}

export function becameOptional(side: Side): Detect {
  return (pair, found) => {
    const forms = inBoth(pair, side);
    if (forms && pair.required.before && !pair.required.after) found({ before: 'required', after: 'optional' });
    for (const name of demandedOnlyBy(forms?.before, forms?.after)) found({ path: ['required'], before: name });
  };
}

export function becameRequired(side: Side): Detect {
  return (pair, found) => {
    const forms = inBoth(pair, side);
    if (forms && !pair.required.before && pair.required.after) found({ before: 'optional', after: 'required' });
    for (const name of demandedOnlyBy(forms?.after, forms?.before)) found({ path: ['required'], after: name });
  };
}

/** What no comparison here can decide. */
export function undecidedChanged(wanted: Side): Detect {
  return ({ side, before, after }, found) => {
    if (side !== wanted || !before || !after) return;
    const [old, now] = [undecided(before), undecided(after)];
    if (!sameJson(old ?? null, now ?? null)) found({ before: old, after: now });
  };
}
