/** Every kind of change of a result, listed by hand. */
import type { AnyChangeKind } from '../../change.ts';
import { resultEnumOrder } from './enum-order.ts';
import { resultAdded } from './added.ts';
import { resultRemoved } from './removed.ts';
import { resultRenamed } from './renamed.ts';
import { resultBecameOptional } from './became-optional.ts';
import { resultBecameRequired } from './became-required.ts';
import { resultTypeChanged } from './type-changed.ts';
import { resultTypeWidened } from './type-widened.ts';
import { resultTypeNarrowed } from './type-narrowed.ts';
import { resultEnumValueAdded } from './enum-value-added.ts';
import { resultEnumValueRemoved } from './enum-value-removed.ts';
import { resultEnumIntroduced } from './enum-introduced.ts';
import { resultEnumDropped } from './enum-dropped.ts';
import { resultBoundsLoosened } from './bounds-loosened.ts';
import { resultBoundsTightened } from './bounds-tightened.ts';
import { resultPatternIntroduced } from './pattern-introduced.ts';
import { resultPatternDropped } from './pattern-dropped.ts';
import { resultFormChanged } from './form-changed.ts';
import { resultPatternChanged } from './pattern-changed.ts';
import { resultItemsIntroduced } from './items-introduced.ts';
import { resultItemsDropped } from './items-dropped.ts';
import { resultDefault } from './default.ts';
import { resultObjectClosed } from './object-closed.ts';
import { resultObjectOpened } from './object-opened.ts';
import { resultTitle } from './title.ts';
import { resultDescription } from './description.ts';
import { resultPropertyOrder } from './property-order.ts';

export const RESULT_CHANGES: readonly AnyChangeKind[] = [
  resultEnumOrder,
  resultAdded,
  resultRemoved,
  resultRenamed,
  resultBecameOptional,
  resultBecameRequired,
  resultTypeChanged,
  resultTypeWidened,
  resultTypeNarrowed,
  resultEnumValueAdded,
  resultEnumValueRemoved,
  resultEnumIntroduced,
  resultEnumDropped,
  resultBoundsLoosened,
  resultBoundsTightened,
  resultPatternIntroduced,
  resultPatternDropped,
  resultFormChanged,
  resultPatternChanged,
  resultItemsIntroduced,
  resultItemsDropped,
  resultDefault,
  resultObjectClosed,
  resultObjectOpened,
  resultTitle,
  resultDescription,
  resultPropertyOrder,
];
