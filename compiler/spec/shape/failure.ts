/** Shape of error messages (EXT §2.4 and §7): what the model reads when a call fails. */
import type { Conditions, FailureTest, ResultRule } from '@haft/runtime';
import type { AdapterRule, ValueReading } from '@haft/runtime/language';
import {
  type Shape,
  type Static,
  anything,
  byType,
  choice,
  flag,
  integer,
  list,
  map,
  nothing,
  number,
  object,
  ref,
  text,
} from './build.ts';
import { ANY_TEXT, PARAMETER_NAME, POINTER, PROGRAM_POINTER, RESPONSE_POINTER, WHOLE_PARAMETER } from './names.ts';

const wording = {
  error: text('What went wrong, in one sentence for the model.'),
  retry_hint: text('What to do next: retry with other arguments, ask the user, use another tool, or stop.'),
};
const code = text('Error code for programs.', {
  pattern: ['^[a-z][a-z0-9_]*$', 'lower-case words joined by "_", such as not_found'],
});

export const failureShape = object('A custom error message.', wording, { code });

const containedShape = text('Text to find in the response.');

/** The condition of an error case, and what it takes from the response. */
const telling = {
  contains: byType<string | readonly string[]>(
    'Applies only when the response contains this text, or one of these texts. Cases are tried in order.',
    {
      string: containedShape,
      array: list('Texts; the response must contain at least one.', containedShape, { minItems: 1 }),
    },
  ),
  detail: text('Pointer to a text in the response that is appended to `error`, cleaned and shortened.', {
    pattern: POINTER,
  }),
};

export const caseShape = object('A custom error message.', wording, { code, ...telling });

/** What `detail` of a failure refers to, for the status of a service. */
export const RESPONSE_DETAIL: Shape<string> = text(
  '`response` for what the service says, or a pointer to a text in the response; appended to `error`, cleaned and shortened.',
  { pattern: RESPONSE_POINTER },
);

/** What `detail` of a failure refers to, for a program. */
export const PROGRAM_DETAIL: Shape<string> = text(
  '`stderr` for the end of the error output, or a pointer to a text in the output; appended to `error`, cleaned and shortened.',
  { pattern: PROGRAM_POINTER },
);

export type FailureCase = Static<typeof caseShape>;

/** One case, or several that are tried in order. */
export function failureCases(description: string, one = caseShape): Shape<FailureCase | readonly FailureCase[]> {
  return byType<FailureCase | readonly FailureCase[]>(description, {
    object: one,
    array: list('Cases distinguished by `contains`; the first match applies.', one, { minItems: 1 }),
  });
}

/** From a code to one case, or to several with different `contains`. */
export function failureTable(
  description: string,
  keys: readonly [string, string],
  detail: Shape<string> = telling.detail,
): Shape<Readonly<Record<string, FailureCase | readonly FailureCase[]>>> {
  const one = object('A custom error message.', wording, { code, ...telling, detail });
  return map(description, failureCases('One error message, or several cases distinguished by `contains`.', one), keys);
}

const pointer = text('JSON Pointer (RFC 6901) into the response, such as /data/title; "" is the whole response.', {
  pattern: POINTER,
});
const emptyAllowed: Shape<string> = { schema: { ...pointer.schema, minLength: 0 } };

/** A JSON Pointer, "" among them. */
export function pointerShape(description: string): Shape<string> {
  return { schema: { ...emptyAllowed.schema, description } };
}

export const failsWhenShape: Shape<readonly FailureTest[]> = failsWhen(emptyAllowed, telling.detail);

/** A program reports failures in its output or in its error output. */
export const programFailsWhenShape: Shape<readonly FailureTest[]> = failsWhen(
  {
    schema: {
      ...text('JSON Pointer (RFC 6901) into the output; "" is the whole output, `stderr` the error output.', {
        pattern: PROGRAM_POINTER,
      }).schema,
      minLength: 0,
    },
  },
  PROGRAM_DETAIL,
);

function failsWhen(pointerOf: Shape<string>, detail: Shape<string>): Shape<readonly FailureTest[]> {
  return list(
    'Failures reported inside a successful response.',
    object(
      'The call fails when `pointer` finds a value other than null, false, "" or an empty list or map.',
      { pointer: pointerOf, ...wording },
      {
        finds: choice('`nothing` inverts the test: the call fails when there is no value.', ['something', 'nothing'], {
          default: 'something',
        }),
        code,
        ...telling,
        detail,
      },
    ),
  );
}

const value = { string: text('The value.'), number: number('The value.'), boolean: flag('The value.'), null: nothing };

/** The elements of a list that a rule takes. */
const whereShape = map(
  'With each, entries or length: only elements with these values, by pointer into the element, such as { /type: book }. Null also means no value.',
  byType<Conditions[string]>('The value, or a list of which one is the value.', {
    ...value,
    array: list('The element has one of these values.', byType<string>('One value.', value), { minItems: 1 }),
  }),
  POINTER,
);

const readingShape = byType<ValueReading>(
  'Reads a text as a number or a date; a text of any other form counts as missing. A number that JavaScript would change, such as an integer beyond 2^53, is a text of its digits.',
  {
    string: choice('`number` for a decimal number.', ['number']),
    object: object(
      'Either number or date.',
      {},
      {
        number: object(
          'A number with a unit, or with a comma as the decimal separator.',
          {},
          {
            unit: text('Text before or after the digits, such as EUR.'),
            decimal: choice('What separates the decimals; the other separates thousands.', ['.', ','], {
              default: '.',
            }),
          },
        ),
        date: text(
          "Format of the text in letters of Unicode TR 35, such as d MMM yyyy or yyyyMMdd'T'HHmmss'Z', or unix or unix_ms. The value becomes a date such as 2026-11-23.",
        ),
      },
    ),
  },
);

/** Recursive: `fields` holds rules again. */
const resultRuleShape: Shape<ResultRule> = ref('resultRule');

export const resultShape = map(
  'Source of each property of the result. Default: the whole JSON response is the result.',
  resultRuleShape,
  PARAMETER_NAME,
);

/** Recursive: `fields` holds rules again. */
const adapterRuleShape: Shape<AdapterRule> = ref('adapterRule');

const adapterFields = map(
  'Properties of a map, as pointers into the whole result, or into what `pointer` or one element of `each` refers to.',
  adapterRuleShape,
);

export const adapterResultShape = map(
  'With via: source of each property of the result of this tool, in the result of the tool that is called. Default: that result, unchanged.',
  adapterRuleShape,
);

export const adapterRuleDefinition = byType<AdapterRule>(
  'A JSON Pointer into the result of the tool that is called, or another source.',
  {
    string: emptyAllowed,
    object: object(
      'One of pointer and each; fields and translate say what is taken from what it refers to.',
      {},
      {
        pointer: emptyAllowed,
        translate: map(
          'With pointer: maps values of that result to values of this tool. A value that is not listed is unchanged.',
          text('The value of this tool.'),
        ),
        each: pointerShape('Pointer to a list; `fields` selects what to take from each element.'),
        fields: adapterFields,
      },
    ),
  },
);

export const letShape = map(
  'Values that the check reads for the steps after it, from the sources of `result`; templates name them like parameters. Without a value the call fails.',
  resultRuleShape,
  PARAMETER_NAME,
);

/** Of the work: for the reads of `verify`. */
export const workLetShape = map(
  'Values that the call itself reads for the steps of `verify`, such as the id of what it made.',
  resultRuleShape,
  PARAMETER_NAME,
);

export const resultRuleDefinition = byType<ResultRule>('A JSON Pointer into the response, or another source.', {
  string: emptyAllowed,
  object: object(
    'One of pointer, fields, each, entries, first, header, argument, value, length, exists, keys, note; then, in order, as, default, slice, limit, translate, join.',
    {},
    {
      pointer: emptyAllowed,
      suffix: text('With pointer: takes the first member of the map whose name ends with this text.'),
      default: anything('Used when the value is missing.'),
      slice: object('Returns a part of a long text or list.', {
        start: text('Name of the integer parameter for the offset of the first character or element (0 is the start).'),
        length: text('Name of the integer parameter for the number of characters or elements.'),
      }),
      translate: map(
        'Maps values of the response to values for the model. A value that is not listed is unchanged.',
        text('The value for the model.'),
      ),
      header: text('Name of an HTTP response header, such as Total-Results.'),
      argument: text('Name of an argument of the call.'),
      value: anything('A constant value.'),
      length: pointerShape('Pointer to a text or list, whose length is returned.'),
      each: pointerShape('Pointer to a list; `fields` selects what to take from each element.'),
      fields: map(
        'Properties of a map, as pointers into the response, or into what `pointer` or one element of `each` refers to.',
        resultRuleShape,
        PARAMETER_NAME,
      ),
      entries: pointerShape(
        'Pointer to a map; `fields` or `item` selects what to take from each of its members, which are /key and /value.',
      ),
      where: whereShape,
      keys: pointerShape('Pointer to a map, whose names are returned as a list of texts.'),
      exists: pointerShape('Pointer; true if it finds something other than null and "", else false.'),
      as: readingShape,
      item: {
        schema: {
          description:
            'With each or entries, instead of fields: the one value to take from each element, such as /name, for a list of texts or numbers.',
          ...resultRuleShape.schema,
        },
      },
      first: list('Several sources; the first that finds a value applies.', resultRuleShape, { minItems: 2 }),
      limit: byType<number | string>(
        'Maximum number of list elements or characters: a number, or an integer parameter, such as "{count}". Needs a `note`.',
        {
          integer: integer('The number.', { minimum: 1 }),
          string: text('The parameter.', { pattern: WHOLE_PARAMETER }),
        },
      ),
      join: text('Joins the elements of a list to one text, with this text between them.', { pattern: ANY_TEXT }),
      note: text(
        'Text for the model when `limit`, `slice` or `on_more` left something out, such as "There are {left_out} more; narrow the search."',
      ),
    },
  ),
});
