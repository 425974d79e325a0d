/** All of them, printed by `npm run fix` from the files of this folder. */
import type { AnyRule } from '../rule.ts';
import { commandCollides, flagCollides } from './cli/collisions.ts';
import { argumentsFit, evalDuplicate, evalNearMiss, evalToolsExist, idInQuery } from './eval/cases.ts';
import { evalSteps, evalTurns } from './eval/turns.ts';
import { rangeAgrees, requiredAgrees } from './param/claims.ts';
import { headerMirrored } from './param/headers.ts';
import { paramDescription, paramGenericName, paramNameFormat, paramSecret } from './param/names.ts';
import { patternLinear, patternValid } from './param/patterns.ts';
import {
  defaultNotRequired,
  defaultValid,
  itemsRequired,
  nullDescribed,
  objectProperties,
  optionalHasDefault,
  requiredExists,
  requiredProperty,
} from './param/presence.ts';
import { allStrings, arrayForList, booleanForFlag, enumForClosedSet, integerForCount } from './param/types.ts';
import { boundsOrder, enumUnique, enumValid, integerBounds, keywordIgnored, typeAllowed } from './param/values.ts';
import { authScopes, authTransport } from './server/auth.ts';
import { bindingComplete } from './server/binding-complete.ts';
import {
  connectionUnused,
  databaseUnused,
  definitionUnused,
  envUnused,
  programUnused,
  upstreamUnused,
} from './server/declarations.ts';
import { budget, deprecatedListed, serverDuplicate, serverNameFormat, skillsServed } from './server/identity.ts';
import { instructionsSubjects, listSearch } from './server/large.ts';
import { secretDeclared, secretLiteral } from './server/secrets.ts';
import { baseUrl, connectionAuth, sseLegacy, upstreamPinned, upstreamReachable } from './server/upstreams.ts';
import {
  bodyClosed,
  bodySize,
  dynamicContent,
  referenceFiles,
  skillHiddenText,
  stepInformation,
  stepNumbers,
} from './skill/body.ts';
import {
  descriptionBrief,
  descriptionCharacters,
  descriptionLength,
  nameReserved,
  skillDescriptionParts,
  skillDuplicate,
} from './skill/description.ts';
import { evalsNegative, evalsShape, evalsVacuous } from './skill/evals.ts';
import { serversResolve, toolReferences, useResolves } from './skill/targets.ts';
import { triggerOverlap, triggers } from './skill/triggers.ts';
import { pathOpen, shellLine, valueQuoted } from './tool/arguments.ts';
import { publicEffects, toolScopes } from './tool/auth.ts';
import { behavior, effectsDeclared, evalsCount, parameterUnused, postReads } from './tool/behavior.ts';
import { deprecatedChain, unlistedNamed, viaComplete } from './tool/deprecated.ts';
import {
  contextCost,
  descriptionParts,
  examples,
  noImplementationDetails,
  toolDescriptionLength,
} from './tool/description.ts';
import { errorsStructured, failureDetected, failureReason, failureVariables } from './tool/failures.ts';
import { hiddenText } from './tool/hidden-text.ts';
import { insteadOther, insteadResolves, neighborNamed, sameDoes } from './tool/instead.ts';
import { limitTakesEffect, resultParameter } from './tool/limits.ts';
import { genericToolName, hostNameLength, portableToolName, toolDuplicate, toolNameFormat } from './tool/names.ts';
import { codeFixed, handlerRuns, optionFixed, programEnvironment, programFixed } from './tool/program.ts';
import { contentWithData, nullLost, outputFits, pagesLost, returnsObject } from './tool/results.ts';
import { allPurposeTool, atLeastOne, severalInOneTool, tooManyRequired } from './tool/scope.ts';
import { sqlKnown, sqlResults, sqlValues } from './tool/sql-tables.ts';
import { sqlColumns, sqlOrder, sqlStatement, sqlWhere } from './tool/sql.ts';
import { vagueVerb, verbFirst } from './tool/verbs.ts';
import { fileMissing, fileOutside, tooLarge } from './view/file.ts';
import { formNotATool } from './view/form.ts';
import { axisNotANumber, notAList, oneKind, propertyUnknown, unpaged } from './view/results.ts';

export const RULES: readonly AnyRule[] = [
  commandCollides,
  flagCollides,
  argumentsFit,
  evalDuplicate,
  idInQuery,
  evalNearMiss,
  evalSteps,
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
  rangeAgrees,
  requiredAgrees,
  requiredExists,
  requiredProperty,
  paramSecret,
  typeAllowed,
  authScopes,
  authTransport,
  baseUrl,
  bindingComplete,
  budget,
  connectionAuth,
  connectionUnused,
  databaseUnused,
  definitionUnused,
  deprecatedListed,
  serverDuplicate,
  envUnused,
  instructionsSubjects,
  listSearch,
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
  stepInformation,
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
  deprecatedChain,
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
  handlerRuns,
  hiddenText,
  hostNameLength,
  insteadOther,
  insteadResolves,
  limitTakesEffect,
  toolNameFormat,
  portableToolName,
  neighborNamed,
  noImplementationDetails,
  nullLost,
  optionFixed,
  outputFits,
  pagesLost,
  parameterUnused,
  pathOpen,
  postReads,
  programEnvironment,
  programFixed,
  publicEffects,
  resultParameter,
  returnsObject,
  sameDoes,
  toolScopes,
  severalInOneTool,
  shellLine,
  sqlColumns,
  sqlKnown,
  sqlOrder,
  sqlResults,
  sqlStatement,
  sqlValues,
  sqlWhere,
  tooManyRequired,
  unlistedNamed,
  vagueVerb,
  valueQuoted,
  verbFirst,
  viaComplete,
  axisNotANumber,
  fileMissing,
  fileOutside,
  formNotATool,
  notAList,
  oneKind,
  propertyUnknown,
  tooLarge,
  unpaged,
];
