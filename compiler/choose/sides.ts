/** The same cases over two texts of a choice: as it is, and as it was. */
import { choiceKey } from '../evals/choice.ts';
import type { Choice, ChoiceCase } from '../evals/choice.ts';
import { wantedNames } from './expected.ts';

export interface Sides {
  readonly after: Choice;
  /** With the cases of `after` that it has the tools for; undefined where the choice is new. */
  readonly before: Choice | undefined;
}

/** `earlier`: the choices that the current ones are compared with. */
export function sidesOf(choices: readonly Choice[], earlier: readonly Choice[]): readonly Sides[] {
  const known = new Map(earlier.map((choice) => [choiceKey(choice), choice]));
  return choices.map((after) => {
    const before = known.get(choiceKey(after));
    return { after, before: before && { ...before, cases: after.cases.filter((one) => hasTools(before, one)) } };
  });
}

/** A case of a tool that did not exist says nothing of the change of a text. */
function hasTools({ servers, skills }: Choice, { test: { expect } }: ChoiceCase): boolean {
  const names = new Set([...servers.flatMap(({ tools }) => tools), ...skills].map(({ name }) => name));
  return wantedNames(expect).every((name) => names.has(name));
}
