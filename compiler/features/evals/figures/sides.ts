/** The same cases over two texts of a choice: as it is, and as it was. */
import { choiceKey, withCases } from '../../../versions/receipts/choice.ts';
import type { Choice, ChoiceCase } from '../../../versions/receipts/choice.ts';
import { wantedNames } from '../judge/judge.ts';

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
    return { after, before: before && withCases(before, casesFor(before, after.cases)) };
  });
}

/** A case of a tool that did not exist says nothing of the change of a text. */
function casesFor({ servers, skills }: Choice, cases: readonly ChoiceCase[]): readonly ChoiceCase[] {
  const names = new Set([...servers.flatMap(({ tools }) => tools), ...skills].map(({ name }) => name));
  return cases.filter(({ test: { expect } }) => wantedNames(expect).every((name) => names.has(name)));
}
