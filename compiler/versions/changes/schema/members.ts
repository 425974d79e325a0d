/** What objects and lists hold: items, properties, and which of them are required. */
import { RESULT, WORDS, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { NARROWER, demandedOfResults, withJudgment, withRejection } from '../../schema/judgment.ts';
import { keywordMoved, madeOptional, madeRequired, opennessChanged, propertyOrderChanged } from '../../schema/moves.ts';

const { wire, model } = kindsOf('schema');

const AUTHOR_RESULT =
  'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, * } } }';
const AUTHOR_OBJECT = 'parameters: { author: { type: object, description: Who wrote it., properties: { * } }';
const [NAME, BORN] = ['name: { type: string }', 'born: { type: integer }'];
const [TITLE, YEAR] = ['title: { type: string }', 'year: { type: integer }'];
const TAGS = ['type: array', 'type: array, items: { type: string }'] as const;

export const SCHEMA_MEMBERS = [
  wire.breaking('param/items-introduced', {
    says: 'An item schema was added to an array parameter.',
    why: 'Calls with other items worked before and are now rejected.',
    next: 'Allow the items that callers send, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf('parameters: { tags: { *, description: Tags of the book. } }', ...TAGS),
    detect: withJudgment(keywordMoved('items', 'added')),
  }),
  wire.safe('param/items-dropped', {
    says: 'The item schema of an array parameter was removed.',
    why: 'All arrays that were accepted still are.',
    next: 'Declare the items; without them a model guesses.',
    detect: keywordMoved('items', 'removed'),
  }),
  wire.risky('result/items-introduced', {
    says: 'An item schema was added to an array in the result.',
    why: NARROWER,
    next: 'Check that the tool returns no other items; such a result is rejected.',
    example: exampleOf('returns: { type: object, properties: { tags: { * } } }', ...TAGS),
    detect: withRejection(keywordMoved('items', 'added')),
  }),
  wire.risky('result/items-dropped', {
    says: 'The item schema of an array in the result was removed.',
    why: 'Consumers that rely on the item schema can fail.',
    next: 'Keep the item schema.',
    detect: keywordMoved('items', 'removed'),
  }),
  wire.breaking('param/object-closed', {
    says: 'An object parameter no longer accepts undeclared properties.',
    why: 'Calls with other properties worked before and are now rejected.',
    next: 'Keep `additionalProperties: true`, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(
      AUTHOR_OBJECT,
      `${NAME} }, additionalProperties: true`,
      `${NAME} }, additionalProperties: false`,
    ),
    detect: withJudgment(opennessChanged('closed')),
  }),
  wire.safe('param/object-opened', {
    says: 'An object parameter now accepts undeclared properties.',
    why: 'All objects that were accepted still are.',
    next: 'Declare the meaningful properties; a model cannot guess them.',
    detect: opennessChanged('open'),
  }),
  model.risky('param/property-order', {
    says: 'The property order of an object parameter changed.',
    why: 'A model reads properties in order and prefers to fill the first ones.',
    next: 'Restore the order, or rerun the evals of "<tool>".',
    example: exampleOf(AUTHOR_OBJECT, `${NAME}, ${BORN} }`, `${BORN}, ${NAME} }`),
    detect: propertyOrderChanged,
  }),
  wire.risky('result/object-closed', {
    says: 'An object in the result can no longer have undeclared properties.',
    why: NARROWER,
    next: 'Check that the tool returns no others; such a result is rejected.',
    example: exampleOf(AUTHOR_RESULT, 'additionalProperties: true', 'additionalProperties: false'),
    detect: withRejection(opennessChanged('closed')),
  }),
  wire.risky('result/object-opened', {
    says: 'An object in the result can now have undeclared properties.',
    why: 'Clients that validate against the old schema may reject a result with extra properties.',
    next: 'Declare the new properties and keep the object closed.',
    detect: opennessChanged('open'),
  }),
  model.safe('result/property-order', {
    says: 'The property order of the result changed.',
    why: 'Some models see the output schema; no consumer depends on the order.',
    next: 'Restore the order if the change was not intended.',
    example: exampleOf(RESULT, `${TITLE}, ${YEAR}`, `${YEAR}, ${TITLE}`),
    detect: propertyOrderChanged,
  }),
  wire.breaking('param/became-required', {
    says: 'An optional parameter became required.',
    why: 'Calls that omit it worked before and are now rejected.',
    next: 'Keep it optional with a default, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(`${WORDS.replace('*', '')}*`, '', '\nrequired: [words]'),
    detect: madeRequired,
  }),
  wire.safe('param/became-optional', {
    says: 'A required parameter became optional.',
    why: 'Calls that send it work as before.',
    next: 'Give it a default, so that calls without it have a defined meaning.',
    detect: madeOptional,
  }),
  wire.risky('result/became-required', {
    says: 'An optional property of the result became required.',
    why: NARROWER,
    next: 'Check that the tool always returns it; a result without it is rejected.',
    example: exampleOf(`returns: { type: object, properties: { ${TITLE} }* }`, '', ', required: [title]'),
    detect: demandedOfResults,
  }),
  wire.breaking('result/became-optional', {
    says: 'A required property of the result became optional.',
    why: 'Consumers that rely on it fail when it is absent.',
    next: 'Keep returning it in every result, or run `haft bump <tool>` to publish this version as a successor.',
    detect: madeOptional,
  }),
];
