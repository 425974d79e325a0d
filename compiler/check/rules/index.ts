/** Every rule, listed by hand: a new rule is one file and one line here. */
import type { AnyRule } from '../rule.ts';
import { bodyClosed } from './skill/body-closed.ts';
import { returnsObject } from './tool/returns-object.ts';
import { requiredProperty } from './param/required-property.ts';
import { enumValid } from './param/enum-valid.ts';
import { patternLinear } from './param/pattern-linear.ts';
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
import { verbFirst } from './tool/verb-first.ts';
import { genericToolName } from './tool/generic-name.ts';
import { allPurposeTool } from './tool/all-purpose.ts';
import { hostNameLength } from './tool/host-name-length.ts';
import { descriptionParts } from './tool/description-parts.ts';
import { toolDescriptionLength } from './tool/description-length.ts';
import { examples } from './tool/examples.ts';
import { neighbourNamed } from './tool/neighbour-named.ts';
import { noImplementationDetails } from './tool/no-implementation-details.ts';
import { hiddenText } from './tool/hidden-text.ts';
import { tooManyRequired } from './tool/too-many-required.ts';
import { effectsDeclared } from './tool/effects-declared.ts';
import { errorsStructured } from './tool/errors-structured.ts';
import { evalsCount } from './tool/evals-count.ts';
import { contextCost } from './tool/context-cost.ts';
import { argumentsFit } from './eval/arguments-fit.ts';
import { evalDuplicate } from './eval/duplicate.ts';
import { allStrings } from './param/all-strings.ts';
import { arrayForList } from './param/array-for-list.ts';
import { booleanForFlag } from './param/boolean-for-flag.ts';
import { paramDescription } from './param/description.ts';
import { enumForClosedSet } from './param/enum-for-closed-set.ts';
import { paramGenericName } from './param/generic-name.ts';
import { headerMirrored } from './param/header-mirrored.ts';
import { integerBounds } from './param/integer-bounds.ts';
import { integerForCount } from './param/integer-for-count.ts';
import { paramNameFormat } from './param/name-format.ts';
import { objectProperties } from './param/object-properties.ts';
import { optionalHasDefault } from './param/optional-has-default.ts';
import { paramSecret } from './param/secret.ts';
import { baseUrl } from './server/base-url.ts';
import { budget } from './server/budget.ts';
import { connectionUnused } from './server/connection-unused.ts';
import { envUnused } from './server/env-unused.ts';
import { serverNameFormat } from './server/name-format.ts';
import { secretLiteral } from './server/secret-literal.ts';
import { skillsServed } from './server/skills-served.ts';
import { sseLegacy } from './server/sse-legacy.ts';
import { bodySize } from './skill/body-size.ts';
import { descriptionBrief } from './skill/description-brief.ts';
import { descriptionCharacters } from './skill/description-characters.ts';
import { skillDescriptionParts } from './skill/description-parts.ts';
import { dynamicContent } from './skill/dynamic-content.ts';
import { evalsNegative } from './skill/evals-negative.ts';
import { evalsShape } from './skill/evals-shape.ts';
import { evalsVacuous } from './skill/evals-vacuous.ts';
import { skillHiddenText } from './skill/hidden-text.ts';
import { nameReserved } from './skill/name-reserved.ts';
import { serversResolve } from './skill/servers-resolve.ts';
import { triggerOverlap } from './skill/trigger-overlap.ts';
import { triggers } from './skill/triggers.ts';
import { useResolves } from './skill/use-resolves.ts';

export const RULES: readonly AnyRule[] = [
  serverDuplicate,
  bindingComplete,
  toolDuplicate,
  toolNameFormat,
  behaviour,
  returnsObject,
  verbFirst,
  genericToolName,
  allPurposeTool,
  hostNameLength,
  descriptionParts,
  toolDescriptionLength,
  examples,
  neighbourNamed,
  noImplementationDetails,
  hiddenText,
  tooManyRequired,
  effectsDeclared,
  errorsStructured,
  evalsCount,
  contextCost,
  insteadResolves,
  typeAllowed,
  itemsRequired,
  requiredExists,
  requiredProperty,
  enumValid,
  patternValid,
  patternLinear,
  boundsOrder,
  defaultValid,
  defaultNotRequired,
  skillDuplicate,
  descriptionLength,
  referenceFiles,
  toolReferences,
  bodyClosed,
  argumentsFit,
  evalDuplicate,
  allStrings,
  arrayForList,
  booleanForFlag,
  paramDescription,
  enumForClosedSet,
  paramGenericName,
  headerMirrored,
  integerBounds,
  integerForCount,
  paramNameFormat,
  objectProperties,
  optionalHasDefault,
  paramSecret,
  baseUrl,
  budget,
  connectionUnused,
  envUnused,
  serverNameFormat,
  secretLiteral,
  skillsServed,
  sseLegacy,
  bodySize,
  descriptionBrief,
  descriptionCharacters,
  skillDescriptionParts,
  dynamicContent,
  evalsNegative,
  evalsShape,
  evalsVacuous,
  skillHiddenText,
  nameReserved,
  serversResolve,
  triggerOverlap,
  triggers,
  useResolves,
];
