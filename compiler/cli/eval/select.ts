/** Which cases of a project are run: of one name, or those that a record says something of. */
import type { Choice } from '../../evals/choice.ts';
import { unknownName } from '../../check/unknown-name.ts';
import { Failure } from '../command-line/failure.ts';

/** All choices with cases, or those of one server, skill or tool. */
export function chosenCases(choices: readonly Choice[], name: string | undefined): readonly Choice[] {
  const all = choices.filter(({ cases }) => cases.length > 0);
  if (name === undefined) return all;
  const own = all.flatMap((choice): readonly Choice[] => {
    if (choice.name === name) return [choice];
    const cases = choice.cases.filter(({ owner }) => owner === name);
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
  if (own.length > 0) return own;
  const known = all.flatMap((choice) => [choice.name, ...choice.cases.map(({ owner }) => owner)]);
  throw new Failure(...unknownName('server, skill, tool or choice with evals', name, new Set(known)));
}
