/** What a suggestion looks up in a choice, and the sentence that it adds to a parameter. */
import { matcherOf } from '../../../check/analysis/evals/arguments.ts';
import { shownTools } from '../../../plan/named-tools.ts';
import { type Schema, ownMember } from '@haft/runtime/language';
import type { Choice } from '../../../versions/receipts/choice.ts';
import { decidingTrial } from '../figures/confusions.ts';
import type { CaseRun } from '../figures/suite.ts';
import type { Edit } from './suggestion.ts';

export function isSkill({ skills }: Choice, name: string): boolean {
  return skills.some((skill) => skill.name === name);
}

export function parameterOf({ servers }: Choice, tool: string, name: string): Schema | undefined {
  const plan = shownTools(servers).get(tool)?.tool;
  return plan && ownMember(plan.inputSchema.properties ?? {}, name);
}

/** Names of the parameters that a call must have. */
export function requiredOf({ servers }: Choice, tool: string): readonly string[] {
  const plan = shownTools(servers).get(tool)?.tool;
  return plan?.inputSchema.required ?? [];
}

/** The texts that an expected argument may be. */
export function expectedTexts(expected: Parameters<typeof matcherOf>[0]): readonly string[] {
  const matcher = matcherOf(expected);
  const values = matcher.kind === 'equals' ? [matcher.value] : matcher.kind === 'any_of' ? matcher.values : [];
  return values.filter((value): value is string => typeof value === 'string');
}

/** The arguments that cases of a right tool have wrong, each with the first case that shows it. */
export function wrongArguments(
  cases: readonly CaseRun[],
): readonly { readonly name: string; readonly from: readonly string[] }[] {
  const first = new Map<string, string>();
  for (const run of cases) {
    for (const name of decidingTrial(run)?.arguments?.wrong ?? []) if (!first.has(name)) first.set(name, run.one.id);
  }
  return [...first].map(([name, id]) => ({ name, from: [id] }));
}

/** A sentence at the end of the description of a parameter of a tool. */
export function addedToParameter(
  tool: string,
  name: string,
  description: string,
  sentence: string,
  from: Edit['from'],
): Edit {
  return {
    name: tool,
    path: ['parameters', name, 'description'],
    how: 'replace',
    value: `${description.trim()} ${sentence}`,
    words: sentence,
    title: `Add to the description of parameter "${name}" of "${tool}": ${sentence}`,
    from,
  };
}
