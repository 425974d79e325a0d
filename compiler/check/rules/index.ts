/** Every rule, listed by hand: a new rule is one file and one line here. */
import type { AnyRule } from '../rule.ts';
import { bodyClosed } from './skill/body-closed.ts';
import { returnsObject } from './tool/returns-object.ts';
import { requiredProperty } from './param/required-property.ts';
import { enumValid } from './param/enum-valid.ts';
import { patternValid } from './param/pattern-valid.ts';
import { boundsOrder } from './param/bounds-order.ts';
import { defaultNotRequired } from './param/default-not-required.ts';
import { defaultValid } from './param/default-valid.ts';
import { itemsRequired } from './param/items-required.ts';
import { requiredExists } from './param/required-exists.ts';
import { typeAllowed } from './param/type-allowed.ts';
import { bindingComplete } from './server/binding-complete.ts';
import { serverDuplicate } from './server/duplicate.ts';
import { descriptionLength } from './skill/description-length.ts';
import { skillDuplicate } from './skill/duplicate.ts';
import { referenceFiles } from './skill/reference-files.ts';
import { toolReferences } from './skill/tool-references.ts';
import { behaviour } from './tool/behaviour.ts';
import { toolDuplicate } from './tool/duplicate.ts';
import { insteadResolves } from './tool/instead-resolves.ts';
import { toolNameFormat } from './tool/name-format.ts';

export const RULES: readonly AnyRule[] = [
  serverDuplicate,
  bindingComplete,
  toolDuplicate,
  toolNameFormat,
  behaviour,
  returnsObject,
  insteadResolves,
  typeAllowed,
  itemsRequired,
  requiredExists,
  requiredProperty,
  enumValid,
  patternValid,
  boundsOrder,
  defaultValid,
  defaultNotRequired,
  skillDuplicate,
  descriptionLength,
  referenceFiles,
  toolReferences,
  bodyClosed,
];
