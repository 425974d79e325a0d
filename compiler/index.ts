/** The library: the compiler without access to a disk. */
export { compile } from './compile.ts';
export type { Compiled, CompileOptions } from './compile.ts';
export type { Surroundings } from './check/check.ts';
export { settingsOf } from './check/settings.ts';
export type { Profile, Settings } from './check/settings.ts';
export { decode } from './spec/yaml/decode.ts';
export type { BundledFile, CopiedFile, OutputFile, TextFile } from './emit/output-file.ts';
export type {
  Diagnostic,
  Position,
  RelatedPlace as Related,
  Result,
  Severity,
  SourceFile,
  Span,
} from './base/diagnostic.ts';
export { positionAt } from './base/diagnostic.ts';
export type { SkillFile } from './check/model.ts';
export type { Plan, ServerPlan, SkillPlan, ToolPlan } from './plan/model.ts';
export { SPEC_SCHEMA as specSchema } from './check/documents/language.ts';
