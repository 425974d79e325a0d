/** Spec → CheckedSpec: shape first, then every rule on every part that has its shape; all findings in one run. */
import type { Result } from '../diagnostic.ts';
import { hasErrors, inFileOrder } from '../diagnostic.ts';
import type { Spec } from '../load/spec.ts';
import { assemble } from './assemble.ts';
import type { CheckedSpec, Draft, SkillFile } from './model.ts';
import { RULES } from './rules/index.ts';

/** A value only when nothing of severity error was found. */
export function check(spec: Spec, files: readonly SkillFile[] = []): Result<CheckedSpec> {
  const { draft, diagnostics: shape } = assemble(spec, files);
  const diagnostics = inFileOrder([...shape, ...RULES.flatMap((rule) => rule.run(draft))]);
  return hasErrors(diagnostics) ? { diagnostics } : { value: brand(draft), diagnostics };
}

function brand(draft: Draft): CheckedSpec {
  return draft as CheckedSpec;
}
