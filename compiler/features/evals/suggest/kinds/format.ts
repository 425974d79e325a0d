/** The description of a parameter states the format that the expected value has: a model wrote it in another one. */
import { matcherOf } from '../../../../check/analysis/evals/arguments.ts';
import { addedToParameter, parameterOf, wrongArguments } from '../parts.ts';
import type { SuggestionKind } from '../suggestion.ts';

export const format: SuggestionKind = {
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
      return [addedToParameter({ tool: expected, name, description, from }, `Format: ${text}.`)];
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
export function formatOf(value: string): string | undefined {
  return FORMATS.find(([pattern]) => pattern.test(value))?.[1];
}
