/** The description of a parameter lists the values that the cases expect of it: a model wrote another one. */
import { matcherOf } from '../../../../check/analysis/evals/arguments.ts';
import { addedToParameter, parameterOf, wrongArguments } from '../parts.ts';
import type { SuggestionKind } from '../suggestion.ts';
import { formatOf } from './format.ts';

/** More are no set that a description lists. */
const MAX_VALUES = 6;

export const values: SuggestionKind = {
  id: 'values',
  says: 'The description of the parameter lists its values, where the cases expect few different ones.',
  about: 'arguments',
  propose({ run, expected, cases }) {
    if (expected === undefined) return [];
    return wrongArguments(cases).flatMap(({ name, from }) => {
      const schema = parameterOf(run.choice, expected, name);
      const description = schema?.description;
      if (description === undefined || schema?.enum !== undefined) return [];
      const found = run.cases
        .filter(({ one }) => one.owner === expected)
        .flatMap(({ one }) => {
          const matcher = matcherOf(one.test.arguments?.[name] ?? null);
          return matcher.kind === 'equals' ? [matcher.value] : matcher.kind === 'any_of' ? matcher.values : [];
        })
        .filter((value): value is string => typeof value === 'string' && formatOf(value) === undefined);
      const distinct = [...new Set(found)];
      // Without a repeated value it is no closed set.
      if (distinct.length < 2 || distinct.length > MAX_VALUES || distinct.length === found.length) return [];
      const text = `One of: ${distinct.join(', ')}.`;
      if (distinct.every((value) => description.includes(value))) return [];
      return [addedToParameter({ tool: expected, name, description, from }, text)];
    });
  },
};
