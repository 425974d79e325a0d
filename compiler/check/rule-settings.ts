/** `rules:` in haft.yaml: every id is that of a rule whose severity can be changed. */
import { meantOr } from './analysis/unknown-name.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { SpecDocument } from '../spec/yaml/spec.ts';
import { LATER_LOCKED, LATER_RULES } from './check.ts';
import type { Config } from './documents/config.ts';
import { NOTES } from './notes.ts';
import { RETIRED_RULES } from './suppress.ts';
import { RULES } from './rules/index.ts';

/** Findings at the keys of `rules:`; `document` is haft.yaml, in its shape. */
export function checkRuleSettings({ rules = {} }: Config, document: SpecDocument): Diagnostic[] {
  return Object.keys(rules).flatMap((id) => {
    const problem = problemOf(id);
    if (!problem) return [];
    const path = ['rules', id];
    return [{ ...problem, severity: 'error', span: document.at(path, 'key'), about: { path } }];
  });
}

const KNOWN: readonly string[] = [...RULES.map(({ id }) => id), ...LATER_RULES, ...NOTES.map(({ id }) => id)];
const LOCKED: ReadonlySet<string> = new Set(RULES.filter(({ locked }) => locked).map(({ id }) => id));

function problemOf(id: string): Pick<Diagnostic, 'code' | 'message' | 'hint'> | undefined {
  // A severity of a rule that is gone changes nothing.
  if (RETIRED_RULES.has(id)) return undefined;
  if (!KNOWN.includes(id)) {
    const hint = meantOr(id, KNOWN, '`haft rules` and `haft changes` list the rules.');
    return { code: 'spec/unknown-rule', message: `Unknown rule "${id}".`, hint };
  }
  if (LATER_LOCKED.has(id))
    return {
      code: 'spec/locked-rule',
      message: `The severity of rule "${id}" cannot be changed, because callers rely on it.`,
      hint: `Delete this line, and suppress single findings with a reason: # haft-ignore ${id} until <date>: <reason>.`,
    };
  if (LOCKED.has(id))
    return {
      code: 'spec/locked-rule',
      message: `The severity of rule "${id}" cannot be changed, because the compiler relies on it.`,
      hint: 'Delete this line.',
    };
  return undefined;
}
