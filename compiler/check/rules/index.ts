/** All of them, printed by `npm run fix` from the files of this folder. */
import type { AnyRule } from '../rule.ts';
import { argumentsFit } from './eval/arguments-fit.ts';
import { evalDuplicate } from './eval/duplicate.ts';
import { idInQuery } from './eval/id-in-query.ts';
import { evalNearMiss } from './eval/near-miss.ts';
import { evalToolsExist } from './eval/tools-exist.ts';
import { evalTurns } from './eval/turns.ts';
import { allStrings } from './param/all-strings.ts';
import { arrayForList } from './param/array-for-list.ts';
import { booleanForFlag } from './param/boolean-for-flag.ts';
import { boundsOrder } from './param/bounds-order.ts';
import { defaultNotRequired } from './param/default-not-required.ts';
import { defaultValid } from './param/default-valid.ts';
import { paramDescription } from './param/description.ts';
import { enumForClosedSet } from './param/enum-for-closed-set.ts';
import { enumUnique } from './param/enum-unique.ts';
import { enumValid } from './param/enum-valid.ts';
import { paramGenericName } from './param/generic-name.ts';
import { headerMirrored } from './param/header-mirrored.ts';
import { integerBounds } from './param/integer-bounds.ts';
import { integerForCount } from './param/integer-for-count.ts';
import { itemsRequired } from './param/items-required.ts';
import { keywordIgnored } from './param/keyword-ignored.ts';
import { paramNameFormat } from './param/name-format.ts';
import { nullDescribed } from './param/null-told.ts';
import { objectProperties } from './param/object-properties.ts';
import { optionalHasDefault } from './param/optional-has-default.ts';
import { patternLinear } from './param/pattern-linear.ts';
import { patternValid } from './param/pattern-valid.ts';
import { requiredExists } from './param/required-exists.ts';
import { requiredProperty } from './param/required-property.ts';
import { paramSecret } from './param/secret.ts';
import { typeAllowed } from './param/type-allowed.ts';
import { baseUrl } from './server/base-url.ts';
import { bindingComplete } from './server/binding-complete.ts';
import { budget } from './server/budget.ts';
import { connectionAuth } from './server/connection-auth.ts';
import { connectionUnused } from './server/connection-unused.ts';
import { definitionUnused } from './server/definition-unused.ts';
import { serverDuplicate } from './server/duplicate.ts';
import { envUnused } from './server/env-unused.ts';
import { serverNameFormat } from './server/name-format.ts';
import { programUnused } from './server/program-unused.ts';
import { secretDeclared } from './server/secret-declared.ts';
import { secretLiteral } from './server/secret-literal.ts';
import { skillsServed } from './server/skills-served.ts';
import { sseLegacy } from './server/sse-legacy.ts';
import { upstreamPinned } from './server/upstream-pinned.ts';
import { upstreamReachable } from './server/upstream-reachable.ts';
import { upstreamUnused } from './server/upstream-unused.ts';
import { bodyClosed } from './skill/body-closed.ts';
import { bodySize } from './skill/body-size.ts';
import { descriptionBrief } from './skill/description-brief.ts';
import { descriptionCharacters } from './skill/description-characters.ts';
import { descriptionLength } from './skill/description-length.ts';
import { skillDescriptionParts } from './skill/description-parts.ts';
import { skillDuplicate } from './skill/duplicate.ts';
import { dynamicContent } from './skill/dynamic-content.ts';
import { evalsNegative } from './skill/evals-negative.ts';
import { evalsShape } from './skill/evals-shape.ts';
import { evalsVacuous } from './skill/evals-vacuous.ts';
import { skillHiddenText } from './skill/hidden-text.ts';
import { nameReserved } from './skill/name-reserved.ts';
import { referenceFiles } from './skill/reference-files.ts';
import { serversResolve } from './skill/servers-resolve.ts';
import { stepNumbers } from './skill/step-numbers.ts';
import { toolReferences } from './skill/tool-references.ts';
import { triggerOverlap } from './skill/trigger-overlap.ts';
import { triggers } from './skill/triggers.ts';
import { useResolves } from './skill/use-resolves.ts';
import { allPurposeTool } from './tool/all-purpose.ts';
import { atLeastOne } from './tool/at-least-one.ts';
import { behavior } from './tool/behaviour.ts';
import { codeFixed } from './tool/code-fixed.ts';
import { contentWithData } from './tool/content-with-data.ts';
import { contextCost } from './tool/context-cost.ts';
import { toolDescriptionLength } from './tool/description-length.ts';
import { descriptionParts } from './tool/description-parts.ts';
import { toolDuplicate } from './tool/duplicate.ts';
import { effectsDeclared } from './tool/effects-declared.ts';
import { errorsStructured } from './tool/errors-structured.ts';
import { evalsCount } from './tool/evals-count.ts';
import { examples } from './tool/examples.ts';
import { failureDetected } from './tool/failure-detected.ts';
import { failureReason } from './tool/failure-reason.ts';
import { failureVariables } from './tool/failure-variables.ts';
import { genericToolName } from './tool/generic-name.ts';
import { hiddenText } from './tool/hidden-text.ts';
import { hostNameLength } from './tool/host-name-length.ts';
import { insteadOther } from './tool/instead-other.ts';
import { insteadResolves } from './tool/instead-resolves.ts';
import { toolNameFormat } from './tool/name-format.ts';
import { neighborNamed } from './tool/neighbour-named.ts';
import { noImplementationDetails } from './tool/no-implementation-details.ts';
import { nullLost } from './tool/null-lost.ts';
import { optionFixed } from './tool/option-fixed.ts';
import { outputFits } from './tool/output-fits.ts';
import { pagesLost } from './tool/pages-lost.ts';
import { parameterUnused } from './tool/parameter-unused.ts';
import { pathOpen } from './tool/path-open.ts';
import { postReads } from './tool/post-reads.ts';
import { programFixed } from './tool/program-fixed.ts';
import { returnsObject } from './tool/returns-object.ts';
import { severalInOneTool } from './tool/several-in-one.ts';
import { shellLine } from './tool/shell-line.ts';
import { tooManyRequired } from './tool/too-many-required.ts';
import { vagueVerb } from './tool/vague-verb.ts';
import { valueQuoted } from './tool/value-quoted.ts';
import { verbFirst } from './tool/verb-first.ts';

export const RULES: readonly AnyRule[] = [
  argumentsFit,
  evalDuplicate,
  idInQuery,
  evalNearMiss,
  evalToolsExist,
  evalTurns,
  allStrings,
  arrayForList,
  booleanForFlag,
  boundsOrder,
  defaultNotRequired,
  defaultValid,
  paramDescription,
  enumForClosedSet,
  enumUnique,
  enumValid,
  paramGenericName,
  headerMirrored,
  integerBounds,
  integerForCount,
  itemsRequired,
  keywordIgnored,
  paramNameFormat,
  nullDescribed,
  objectProperties,
  optionalHasDefault,
  patternLinear,
  patternValid,
  requiredExists,
  requiredProperty,
  paramSecret,
  typeAllowed,
  baseUrl,
  bindingComplete,
  budget,
  connectionAuth,
  connectionUnused,
  definitionUnused,
  serverDuplicate,
  envUnused,
  serverNameFormat,
  programUnused,
  secretDeclared,
  secretLiteral,
  skillsServed,
  sseLegacy,
  upstreamPinned,
  upstreamReachable,
  upstreamUnused,
  bodyClosed,
  bodySize,
  descriptionBrief,
  descriptionCharacters,
  descriptionLength,
  skillDescriptionParts,
  skillDuplicate,
  dynamicContent,
  evalsNegative,
  evalsShape,
  evalsVacuous,
  skillHiddenText,
  nameReserved,
  referenceFiles,
  serversResolve,
  stepNumbers,
  toolReferences,
  triggerOverlap,
  triggers,
  useResolves,
  allPurposeTool,
  atLeastOne,
  behavior,
  codeFixed,
  contentWithData,
  contextCost,
  toolDescriptionLength,
  descriptionParts,
  toolDuplicate,
  effectsDeclared,
  errorsStructured,
  evalsCount,
  examples,
  failureDetected,
  failureReason,
  failureVariables,
  genericToolName,
  hiddenText,
  hostNameLength,
  insteadOther,
  insteadResolves,
  toolNameFormat,
  neighborNamed,
  noImplementationDetails,
  nullLost,
  optionFixed,
  outputFits,
  pagesLost,
  parameterUnused,
  pathOpen,
  postReads,
  programFixed,
  returnsObject,
  severalInOneTool,
  shellLine,
  tooManyRequired,
  vagueVerb,
  valueQuoted,
  verbFirst,
];
