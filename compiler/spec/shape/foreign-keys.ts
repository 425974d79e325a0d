/** Keys of JSON Schema and OpenAPI that specs do not have, and what is written instead. */

interface Foreign {
  readonly keys: readonly string[];
  /** A key of the same map, which tells schemas from tools. */
  readonly sibling: string;
  readonly hint: string;
}

const FOREIGN: readonly Foreign[] = [
  {
    keys: ['nullable'],
    sibling: 'additionalProperties',
    hint: 'Write type: [string, "null"], with the type of the value.',
  },
  {
    keys: ['anyOf', 'oneOf', 'allOf', 'not'],
    sibling: 'additionalProperties',
    hint: 'Some hosts reject combinators. For null write type: [string, "null"]; otherwise use several parameters, or several tools.',
  },
  {
    keys: ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    sibling: 'additionalProperties',
    hint: 'Use `minimum` and `maximum`; for steps, an integer in a smaller unit.',
  },
  {
    keys: ['$ref'],
    sibling: 'additionalProperties',
    hint: 'Declare the schema under `definitions:` of the server, and write use: <name>.',
  },
  {
    keys: ['patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
    sibling: 'additionalProperties',
    hint: 'For free keys write additionalProperties: { type: string }, and describe the keys.',
  },
  {
    keys: ['example', 'examples'],
    sibling: 'additionalProperties',
    hint: 'Write examples in `description`: "such as A7".',
  },
  {
    keys: ['anyOf', 'oneOf', 'any_of', 'one_of', 'required_one_of', 'require_one_of'],
    sibling: 'at_least_one',
    hint: 'Write at_least_one: [[id, isbn]] for parameters of which a call must give one.',
  },
];

/** What to write instead of an unknown key of a map with these known keys. */
export function instead(key: string, known: readonly string[]): string | undefined {
  return FOREIGN.find(({ keys, sibling }) => keys.includes(key) && known.includes(sibling))?.hint;
}
