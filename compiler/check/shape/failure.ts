/** Shape of the author's words for failures (EXT §2.4 and §7): what the model reads when a call does not work. */
import type { FailureTest, ResultRule } from '@haft/runtime';
import { anything, byType, choice, list, map, object, ref, text } from './build.ts';
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

export const failureShape = object('A failure in the author’s words.', words, { code });

const contained = text('A part of the answer.');

/** What tells a case from its neighbours, and what it takes over from the answer. */
const telling = {
  contains: byType<string | readonly string[]>(
    'The case holds only when the answer contains this text, or one of these; cases are tried in order.',
    { string: contained, array: list('Texts of which the answer contains at least one.', contained, { minItems: 1 }) },
  ),
  detail: text('Pointer to a text of the answer that is added to "error", cleaned and cut to length.', {
    pattern: POINTER,
  }),
};

const caseShape = object('A failure in the author’s words.', words, { code, ...telling });

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
    {
      finds: choice(
        'nothing turns the test round: the call failed when there is nothing there.',
        ['something', 'nothing'],
        {
          default: 'something',
        },
      ),
      code,
      ...telling,
    },
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
      suffix: text('With pointer: of the map that it finds, the first member whose name ends with this.'),
      default: anything('Stands for a value that is not there.'),
      slice: object('A window of a long text or list.', {
        start: text('Name of the integer parameter with the first character or element (0 is the beginning).'),
        length: text('Name of the integer parameter with the number of characters or elements.'),
      }),
      translate: map(
        'Words of the other side → words for the model; others stay as they are.',
        text('The words for the model.'),
      ),
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
