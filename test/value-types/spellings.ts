/** Bad spellings of value types: the finding, the text that it is at, and what its hint tells the author to write. */

interface Spelling {
  /** Keys of a tool. */
  readonly keys: string;
  readonly code: string;
  readonly at: string;
  readonly hint: string;
}

type Row = readonly [schema: string, code: string, at: string, hint: string];

const PARAMETERS: readonly Row[] = [
  ['type: [string, null]', 'spec/wrong-type', 'null', 'Put it in quotes: "null".'],
  ['type: [string]', 'spec/length', 'type', 'such as [string, "null"]'],
  ['type: "null"', 'spec/not-allowed', '"null"', 'Write one of these.'],
  ['type: string, nullable: true', 'spec/unknown-key', 'nullable', 'Write type: [string, "null"]'],
  ['type: [string, integer]', 'param/type-allowed', 'type', 'Choose one type'],
  ['type: [string, integer, "null"]', 'spec/length', 'type', 'One type and "null"'],
  ['anyOf: [{ type: string }, { type: "null" }]', 'spec/unknown-key', 'anyOf', 'For null write type: [string, "null"]'],
  ['type: [string, "null"], default: null', 'param/null-told', 'null', 'Remove `default`'],
  ['type: [string, "null"], enum: [a, b]', 'param/enum-valid', 'enum', 'Add null to `enum`'],
  ['type: [object, "null"]', 'param/object-properties', 'type', 'additionalProperties: { type: string'],
  ['type: [array, "null"]', 'param/items-required', 'type', 'Add `items: { type: string }`'],
  ['type: [integer, "null"], format: date', 'param/keyword-ignored', 'format', 'Remove `format`'],
  ['type: number', 'param/type-allowed', 'number', 'add `minimum` and `maximum`'],
  ['type: [number, "null"], minimum: 0', 'param/type-allowed', 'type', 'add `minimum` and `maximum`'],
  ['type: number, minimum: 5, maximum: 0', 'param/bounds-order', '5', 'Swap the bounds'],
  ['type: number, exclusiveMinimum: 0, maximum: 1', 'spec/unknown-key', 'exclusiveMinimum', 'Use `minimum`'],
  ['type: number, minimum: 0, maximum: 1, multipleOf: 0.1', 'spec/unknown-key', 'multipleOf', 'smaller unit'],
  ['type: string, format: datetime', 'spec/not-allowed', 'datetime', 'Did you mean "date-time"?'],
  ['type: string, format: e-mail', 'spec/not-allowed', 'e-mail', 'Did you mean "email"?'],
  ['type: string, format: url', 'spec/not-allowed', 'url', 'Did you mean "uri"?'],
  ['type: string, format: date, default: soon', 'param/default-valid', 'soon', 'Change the default'],
  ['type: string, format: date, enum: [soon]', 'param/enum-valid', 'soon', 'Change the value'],
  ['type: integer, minimum: 1, maximum: 9, enum: [1, 90]', 'param/enum-valid', '90', 'Change the value'],
  ['type: integer, const: soon', 'param/enum-valid', 'soon', 'Change `const`'],
  ['type: string, const: a, enum: [b]', 'param/enum-valid', 'a', 'Change `const`'],
  ['type: string, const: a, default: b', 'param/default-valid', 'b', 'Change the default'],
  ['const: a', 'spec/missing-key', 'due', 'Add it'],
  ['type: object, additionalProperties: string', 'spec/wrong-type', 'string', 'the schema of their values'],
  ['type: object, additionalProperties: {}', 'spec/missing-key', 'additionalProperties', 'Add it'],
  ['type: object, additionalProperties: { type: number }', 'param/type-allowed', 'number', 'add `minimum`'],
  ['type: object, additionalProperties: { type: array }', 'param/items-required', 'array', 'Add `items'],
  ['type: object, patternProperties: { a: {} }', 'spec/unknown-key', 'patternProperties', 'additionalProperties: {'],
  ['$ref: "#/$defs/day"', 'spec/unknown-key', '$ref', 'write use: <name>'],
  ['use: day', 'spec/unknown-definition', 'day', 'definitions'],
];

const RESULTS: readonly Row[] = [
  ['type: [string, null]', 'spec/wrong-type', 'null', 'Put it in quotes: "null".'],
  ['type: [string, integer]', 'param/type-allowed', 'type', 'use two properties'],
  ['type: number, minimum: 5, maximum: 0', 'param/bounds-order', '5', 'Swap the bounds'],
  ['type: string, const: 5', 'param/enum-valid', '5', 'Change `const`'],
  ['type: string, format: datetime', 'spec/not-allowed', 'datetime', 'Did you mean "date-time"?'],
  ['type: string, format: date, enum: [soon]', 'param/enum-valid', 'soon', 'Change the value'],
  ['type: integer, format: date', 'param/keyword-ignored', 'format', 'Remove `format`'],
];

const PAIR =
  'parameters: { id: { type: string, description: Number on the card. }, mail: { type: string, description: Address of the reader. } }';

const GROUPS: readonly Row[] = [
  ['at_least_one: [id, mail]', 'spec/wrong-type', 'id', '[[id, isbn]]'],
  ['at_least_one: [[id]]', 'spec/length', 'id', '[[id, isbn]]'],
  ['at_least_one: [[id, id]]', 'spec/twice', 'id', 'Remove one'],
  ['at_least_one: [[id, mial]]', 'tool/at-least-one', 'mial', 'Did you mean "mail"?'],
  ['at_least_one: [[id, mail], [mail, id]]', 'tool/at-least-one', 'mail', 'Remove this group'],
  ['required: [id]\nat_least_one: [[id, mail]]', 'tool/at-least-one', 'id', 'Remove the group'],
  ['one_of: [[id, mail]]', 'spec/unknown-key', 'one_of', 'at_least_one: [[id, isbn]]'],
  ['anyOf: [{ required: [id] }]', 'spec/unknown-key', 'anyOf', 'at_least_one: [[id, isbn]]'],
];

export const SPELLINGS: readonly Spelling[] = [
  ...PARAMETERS.map(([schema, code, at, hint]) => {
    return { keys: `parameters: { due: { ${schema}, description: Day; null removes it. } }\n`, code, at, hint };
  }),
  ...RESULTS.map(([schema, code, at, hint]) => {
    return { keys: `returns: { type: object, properties: { due: { ${schema} } } }\n`, code, at, hint };
  }),
  ...GROUPS.map(([keys, code, at, hint]) => ({ keys: `${PAIR}\n${keys}\n`, code, at, hint })),
];
