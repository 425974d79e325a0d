/** Every kind of suggestion: a new one is an entry here. */
import { matcherOf } from '../../../check/analysis/evals/arguments.ts';
import { addedToParameter, expectedTexts, isSkill, parameterOf, requiredOf, wrongArguments } from './parts.ts';
import type { SuggestionKind } from './suggestion.ts';

/** The description of a parameter states the format that the expected value has: a model wrote it in another one. */
const format: SuggestionKind = {
  id: 'format',
  says: 'The description of the parameter states the format of its value, such as a date.',
  about: 'arguments',
  propose({ run, expected, cases }) {
    if (expected === undefined) return [];
    return wrongArguments(cases).flatMap(({ name, from }) => {
      const description = parameterOf(run.choice, expected, name)?.description;
      const source = cases.find(({ one }) => from.includes(one.id));
      const matcher = matcherOf(source?.one.test.arguments?.[name] ?? null);
      const text = matcher.kind === 'equals' && typeof matcher.value === 'string' ? formatOf(matcher.value) : undefined;
      if (description === undefined || text === undefined || description.includes(text)) return [];
      return [addedToParameter(expected, name, description, `Format: ${text}.`, from)];
    });
  },
};

/** ISO 8601 and ISO 4217; each needle is unmistakable. */
const FORMATS: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'YYYY-MM-DDThh:mm, ISO 8601'],
  [/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD'],
  [/^\d{4}-\d{2}$/, 'YYYY-MM'],
  [/^\d{2}:\d{2}$/, 'hh:mm, 24 hours'],
  [/^[A-Z]{3}$/, 'three capital letters'],
  [/^[a-z]{2}$/, 'two lower-case letters'],
  [/^https?:\/\//, 'a full address that starts with https://'],
];

/** Undefined for a text without a format. */
function formatOf(value: string): string | undefined {
  return FORMATS.find(([pattern]) => pattern.test(value))?.[1];
}

/** The tool that was called without need says what the model must ask for first. */
const limits: SuggestionKind = {
  id: 'limits',
  says: 'The tool that was called in place of a question says in `limits` which parameters the model must ask for.',
  about: 'choice',
  propose({ run, expected, chosen, cases }) {
    if (expected !== undefined || chosen === undefined || isSkill(run.choice, chosen)) return [];
    const expecting = cases.filter(({ one }) => one.test.expect !== null);
    const names = requiredOf(run.choice, chosen);
    if (names.length === 0) return [];
    const limit = `cannot guess ${names.join(' and ')}, which the user has to give`;
    return expecting.map(({ one }) => ({
      name: chosen,
      path: ['description', 'limits'],
      how: 'append',
      value: limit,
      words: limit,
      title: `State in "${chosen}": ${limit}.`,
      from: [one.id],
    }));
  },
};

/** More are no set that a description lists. */
const MAX_VALUES = 6;

/** The description of a parameter lists the values that the cases expect of it: a model wrote another one. */
const values: SuggestionKind = {
  id: 'values',
  says: 'The description of the parameter lists its values, where the cases expect few different ones.',
  about: 'arguments',
  propose({ run, expected, cases }) {
    if (expected === undefined) return [];
    return wrongArguments(cases).flatMap(({ name, from }) => {
      const schema = parameterOf(run.choice, expected, name);
      const description = schema?.description;
      if (description === undefined || schema?.enum !== undefined) return [];
      const texts = run.cases
        .filter(({ one }) => one.owner === expected)
        .flatMap(({ one }) => expectedTexts(one.test.arguments?.[name] ?? null))
        .filter((value) => formatOf(value) === undefined);
      const distinct = [...new Set(texts)];
      // Without a repeated value it is no closed set.
      if (distinct.length < 2 || distinct.length > MAX_VALUES || distinct.length === texts.length) return [];
      const text = `One of: ${distinct.join(', ')}.`;
      if (distinct.every((value) => description.includes(value))) return [];
      return [addedToParameter(expected, name, description, text, from)];
    });
  },
};

/** All kinds of suggestions; of equal gain, the earlier one wins. */
export const SUGGESTION_KINDS = [limits, format, values] as const;
