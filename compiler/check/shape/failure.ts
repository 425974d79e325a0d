/** Shape of the author's words for failures (EXT §2.4 and §7): what the model reads when a call does not work. */
import type { FailureTest, ResultRule } from '@haft/runtime';
import { anything, byType, list, map, object, ref, text } from './build.ts';
import type { Shape, Static } from './build.ts';
import { PARAMETER_NAME, POINTER } from './names.ts';

const words = {
  error: text('What happened, in one sentence for the model.'),
  retry_hint: text(
    'What to do next: try again with other arguments, ask the user for something, use another tool, or stop.',
  ),
};
const code = text('Machine-readable name of the failure.', {
  pattern: ['^[a-z][a-z0-9_]*$', 'lower-case words joined by "_", such as not_found'],
});

const contains = text('The case holds only when the answer contains this text; tried in order.');
const detail = text('Pointer to a text of the answer that is added to "error", cleaned and cut to length.', {
  pattern: POINTER,
});

export const failureShape = object('A failure in the author’s words.', words, { code });

const caseShape = object('A failure in the author’s words.', words, {
  code,
  contains,
  detail,
});

export type FailureCase = Static<typeof caseShape>;

/** From a code to one case, or to several that are told apart by `contains`. */
export function failureTable(
  description: string,
  keys: readonly [string, string],
): Shape<Readonly<Record<string, FailureCase | readonly FailureCase[]>>> {
  const either = byType<FailureCase | readonly FailureCase[]>('One failure, or several told apart by "contains".', {
    object: caseShape,
    array: list('Failures told apart by "contains"; the first that holds is taken.', caseShape, { minItems: 1 }),
  });
  return map(description, either, keys);
}

const pointer = text('RFC 6901 pointer into the answer, such as /data/title; "" is the whole answer.', {
  pattern: POINTER,
});
const emptyAllowed: Shape<string> = { schema: { ...pointer.schema, minLength: 0 } };

export const failsWhenShape: Shape<readonly FailureTest[]> = list(
  'Failures that the other side tells inside an answer that looks like success.',
  object(
    'The call failed when "pointer" finds something other than null, false, "" or an empty list or map.',
    { pointer: emptyAllowed, ...words },
    { code, contains, detail },
  ),
);

/** Recursive: `fields` holds rules again. */
export const resultRuleShape: Shape<ResultRule> = ref('resultRule');

export const resultShape = map(
  'Where each property of the result comes from. Left out: the whole JSON answer is the result.',
  resultRuleShape,
  PARAMETER_NAME,
);

export const resultRuleDefinition = byType<ResultRule>('A JSON pointer into the answer, or one of the other sources.', {
  string: emptyAllowed,
  object: object(
    'One source: pointer, header, argument, value, length or each.',
    {},
    {
      pointer: emptyAllowed,
      default: anything('With pointer: used when it finds nothing.'),
      slice: object('With pointer: a window of a long text.', {
        start: text('Name of the integer parameter with the first character (0 is the beginning).'),
        length: text('Name of the integer parameter with the number of characters.'),
      }),
      header: text('A header of the HTTP answer, such as Total-Results.'),
      argument: text('The argument of the call with this name.'),
      value: anything('This very value.'),
      length: {
        schema: { ...emptyAllowed.schema, description: 'Length of the text or list that this pointer finds.' },
      },
      each: {
        schema: {
          ...emptyAllowed.schema,
          description: 'The list that this pointer finds; "fields" says what to take of each element.',
        },
      },
      fields: map('With each: the properties of one element, by pointers into it.', resultRuleShape, PARAMETER_NAME),
    },
  ),
});
