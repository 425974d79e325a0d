/** Every kind of change of a param, listed by hand. */
import type { AnyChangeKind } from '../../change.ts';
import { paramAddedRequired } from './added-required.ts';
import { paramAddedWithDefault } from './added-with-default.ts';
import { paramAddedOptional } from './added-optional.ts';
import { paramRemoved } from './removed.ts';
import { paramRenamed } from './renamed.ts';
import { paramBecameRequired } from './became-required.ts';
import { paramBecameOptional } from './became-optional.ts';
import { paramTypeChanged } from './type-changed.ts';
import { paramTypeWidened } from './type-widened.ts';
import { paramTypeNarrowed } from './type-narrowed.ts';
import { paramEnumValueAdded } from './enum-value-added.ts';
import { paramEnumValueRemoved } from './enum-value-removed.ts';
import { paramEnumIntroduced } from './enum-introduced.ts';
import { paramEnumDropped } from './enum-dropped.ts';
import { paramEnumChoices } from './enum-choices.ts';
import { paramEnumOrder } from './enum-order.ts';
import { paramBoundsTightened } from './bounds-tightened.ts';
import { paramBoundsLoosened } from './bounds-loosened.ts';
import { paramPatternIntroduced } from './pattern-introduced.ts';
import { paramPatternDropped } from './pattern-dropped.ts';
import { paramFormChanged } from './form-changed.ts';
import { paramPatternChanged } from './pattern-changed.ts';
import { paramItemsIntroduced } from './items-introduced.ts';
import { paramHeader } from './header.ts';
import { paramItemsDropped } from './items-dropped.ts';
import { paramDefaultAdded } from './default-added.ts';
import { paramDefaultChanged } from './default-changed.ts';
import { paramDefaultRemoved } from './default-removed.ts';
import { paramObjectClosed } from './object-closed.ts';
import { paramObjectOpened } from './object-opened.ts';
import { paramTitle } from './title.ts';
import { paramDescription } from './description.ts';
import { paramPropertyOrder } from './property-order.ts';

export const PARAM_CHANGES: readonly AnyChangeKind[] = [
  paramAddedRequired,
  paramAddedWithDefault,
  paramAddedOptional,
  paramRemoved,
  paramRenamed,
  paramBecameRequired,
  paramBecameOptional,
  paramTypeChanged,
  paramTypeWidened,
  paramTypeNarrowed,
  paramEnumValueAdded,
  paramEnumValueRemoved,
  paramEnumIntroduced,
  paramEnumDropped,
  paramEnumChoices,
  paramEnumOrder,
  paramBoundsTightened,
  paramBoundsLoosened,
  paramPatternIntroduced,
  paramPatternDropped,
  paramFormChanged,
  paramPatternChanged,
  paramItemsIntroduced,
  paramHeader,
  paramItemsDropped,
  paramDefaultAdded,
  paramDefaultChanged,
  paramDefaultRemoved,
  paramObjectClosed,
  paramObjectOpened,
  paramTitle,
  paramDescription,
  paramPropertyOrder,
];
