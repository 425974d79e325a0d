/** The language of specs that compiler and runtime share: pure, without any dependency. */
export type { Json, JsonObject } from './json.ts';
export { copyJson, isObject, ownMember, sameJson } from './json.ts';
export type { AnyType, Schema, SchemaType } from './schema.ts';
export type { Issue } from './issue.ts';
export type { Validator } from './validate.ts';
export { compileSchema } from './validate.ts';
export { compileImported, hasImported } from './imported.ts';
export { describeSchema, describeValue } from './describe.ts';
export { nearest } from './nearest.ts';
export { findPointer, parsePointer } from './pointer.ts';
export type { Encode, Rendered, Scope, Template, TemplatePart, TemplateProblem, TemplateVariable } from './template.ts';
export { parseTemplate, renderText, renderValue, resolveVariable, toText, wholeVariable } from './template.ts';
export type { Body } from './body.ts';
export { compileBody, isMapping } from './body.ts';
