/** The language of specs that compiler and runtime share: pure, without any dependency. */
export { canonicalJson } from './json.ts';
export type { Json, JsonObject } from './json.ts';
export { copyJson, isJsonObject, isObject, MAX_BYTES, ownMember, sameJson } from './json.ts';
export type { AnyType, Schema, SchemaType } from './schema.ts';
export { mainType } from './schema.ts';
export type { Issue } from './issue.ts';
export type { Validator } from './validate.ts';
export { compileSchema } from './validate.ts';
export { pageFields } from './schema.ts';
export { ENDING_SIGNALS } from './ending-signals.ts';
export { requiringOne } from './at-least-one.ts';
export { COMPOSED, hasImported } from './schema.ts';
export { compileImported } from './imported.ts';
export { VALUE_KEYWORDS, WITH_LIST, WITH_NAMES, WITH_SCHEMA } from './schema.ts';
export { inexactNumber, plain, targetOf } from './plain.ts';
export { describeSchema, describeValue, thrownMessage } from './describe.ts';
export { formatExample, formatTest } from './format.ts';
export { nearest } from './nearest.ts';
export { escapeToken, findPointer, isElement, parsePointer } from './pointer.ts';
export type { ValueReading } from './value-reading.ts';
export { dateFormatProblem } from './value-reading.ts';
export type {
  Encode,
  Rendered,
  TemplateScope,
  Template,
  TemplatePart,
  TemplateProblem,
  TemplateVariable,
} from './template.ts';
export {
  fillText,
  parseTemplate,
  renderText,
  renderValue,
  resolveVariable,
  textOf,
  toText,
  wholeVariable,
} from './template.ts';
export type { Body } from './template.ts';
export { compileBody, isMapping } from './template.ts';
export type { MatchText } from './pattern/compile.ts';
export { compilePattern, isAnchored, matchByBacktracking as matchByWays } from './pattern/compile.ts';
export type { CharacterSet, PatternPart, Pattern, PatternRepeat, PatternSpan } from './pattern/parse.ts';
export { END, START, WORD, parsePattern } from './pattern/parse.ts';
export type { PatternStep } from './pattern/steps.ts';
export { stepsOf } from './pattern/steps.ts';
export { bitOf } from './pattern/automaton.ts';
export type { Alphabet } from './pattern/alphabet.ts';
export { alphabetOf } from './pattern/alphabet.ts';
export {
  isSecretCookie,
  isSecretHeader,
  isSecretParameter,
  isSecretProperty,
  isSecretVariable,
} from './secret-names.ts';
export type { PlacedSecret } from './secret-names.ts';
export { placedSecrets, withPlacedSecrets } from './secret-names.ts';
export { commentsIn, invisiblesIn } from './unseen.ts';
export type { Adapter, AdapterRule, AdapterSource, AdapterTable } from './adapter.ts';
export { adaptResult, compileAdapter, passesUnchanged } from './adapter.ts';
export { replace, translationOf } from './translate.ts';
export { apart, stem } from './words.ts';
export type { SearchedTool } from './tool-index.ts';
export { indexTools } from './tool-index.ts';
export { firstSentence, typedLine } from './typed-line.ts';
export type { FailureExit } from './exit-codes.ts';
export { EXIT_CODES, declaredExitCodes } from './exit-codes.ts';
export { flagTable, foldName } from './flags.ts';
export { decodedOr } from './percent-encode.ts';
export { isUriTemplate, matchUri } from './uri-template.ts';
