/** The language of specs that compiler and runtime share: pure, without any dependency. */
export type { Json, JsonObject } from './json.ts';
export { MAX_BYTES, canonicalJson, isJsonObject, isObject, ownMember, sameJson } from './json.ts';
export type { AnyType, Schema, SchemaType } from './schema.ts';
export {
  COMPOSED,
  VALUE_KEYWORDS,
  WITH_LIST,
  WITH_NAMES,
  WITH_SCHEMA,
  hasImported,
  mainType,
  pageFields,
} from './schema.ts';
export type { Issue } from './issue.ts';
export { type Validator, compileSchema } from './validate.ts';
export { ENDING_SIGNALS } from './ending-signals.ts';
export { requiringOne } from './at-least-one.ts';
export { compileImported } from './imported.ts';
export { inexactNumber, plain, targetOf } from './plain.ts';
export { describeValue, thrownMessage } from './describe.ts';
export { formatExample } from './format.ts';
export { nearest } from './nearest.ts';
export { escapeToken, findPointer, isElement, parsePointer } from './pointer.ts';
export { type ValueReading, dateFormatProblem } from './value-reading.ts';
export {
  type Template,
  type TemplatePart,
  type TemplateProblem,
  type TemplateVariable,
  fillText,
  parseTemplate,
  textOf,
  wholeVariable,
  compileBody,
  isMapping,
} from './template.ts';
export { compilePattern, isAnchored, matchByBacktracking as matchByWays } from './pattern/compile.ts';
export type { CharacterSet, PatternPart, Pattern, PatternRepeat } from './pattern/parse.ts';
export { END, START, WORD, parsePattern } from './pattern/parse.ts';
export { type PatternStep, stepsOf } from './pattern/steps.ts';
export { bitOf } from './pattern/automaton.ts';
export { alphabetOf } from './pattern/alphabet.ts';
export {
  isSecretCookie,
  isSecretHeader,
  isSecretParameter,
  isSecretProperty,
  isSecretVariable,
  placedSecrets,
  withPlacedSecrets,
} from './secret-names.ts';
export { commentsIn, invisiblesIn } from './unseen.ts';
export type { Adapter, AdapterRule, AdapterTable } from './adapter.ts';
export { adaptResult, compileAdapter, passesUnchanged } from './adapter.ts';
export { replace, translationOf } from './translate.ts';
export { apart, stem } from './words.ts';
export { indexTools } from './tool-index.ts';
export { firstSentence, typedLine } from './typed-line.ts';
export { type FailureExit, EXIT_CODES, declaredExitCodes } from './exit-codes.ts';
export { flagTable, foldName } from './flags.ts';
export { decodedOr } from './percent-encode.ts';
export { isUriTemplate, matchUri, uriVariables } from './uri-template.ts';
