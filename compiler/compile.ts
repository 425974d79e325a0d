/** The whole pipeline: load → check → plan → emit. Text in, files out, without a disk, a clock or an environment. */
import type { Surroundings } from './check/check.ts';
import type { Result, SourceFile } from './base/diagnostic.ts';
import { emit } from './emit/emit.ts';
import type { OutputFile } from './emit/output-file.ts';
import type { CarriedFiles } from './emit/skill/served.ts';
import { type PlannedSpecs, planSpecs } from './plan/plan-specs.ts';

export interface Compiled extends PlannedSpecs {
  /** Every file of the output folder, sorted by path. */
  readonly files: readonly OutputFile[];
}

export interface CompileOptions extends Surroundings {
  /** From the output folder to the project, where generated TypeScript finds the author's files; `..` unless set. */
  readonly toProject?: string;
  /** The files of the skills that servers serve, by path. */
  readonly carried?: CarriedFiles;
}

/** A value only when no file has an error; the diagnostics of all files in any case. */
export function compile(specs: readonly SourceFile[], options: CompileOptions = {}): Result<Compiled> {
  const { toProject = '..', carried, ...surroundings } = options;
  const { value, diagnostics } = planSpecs(specs, surroundings);
  if (!value) return { diagnostics };
  return { value: { ...value, files: emit(value.plan, toProject, carried) }, diagnostics };
}
