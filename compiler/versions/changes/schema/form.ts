/** The form of a value: its type, and keywords that are compared only as a whole. */
import { SHELF, RESULT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { NARROWER, wholeChanged, withJudgment, withRejection } from '../../schema/judgment.ts';
import { typeChanged } from '../../schema/moves.ts';

const { wire } = kindsOf('schema');

/** With groups that a pattern refers to, nothing is decided. */
const UNDECIDED = 'id: { type: string, not: { pattern: "^(*)\\\\1$" }';

export const SCHEMA_FORM = [
  wire.breaking('param/type-changed', {
    says: 'The type of a parameter changed.',
    why: 'Values of a type that worked before are now rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: exampleOf(SHELF, 'type: string', 'type: integer'),
    detect: withJudgment(typeChanged('other')),
  }),
  wire.breaking('param/type-narrowed', {
    says: 'A parameter accepts fewer types.',
    why: 'Calls with a value of the other types worked before and are now rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: exampleOf('parameters: { weight: { type: * description: Weight in grams. } }', 'number,', 'integer,'),
    detect: withJudgment(typeChanged('narrower')),
  }),
  wire.safe('param/type-widened', {
    says: 'A parameter accepts more types.',
    why: 'All values that were accepted still are.',
    next: 'Describe how the new types are handled.',
    detect: typeChanged('wider'),
  }),
  wire.breaking('result/type-changed', {
    says: 'The type of a result property changed.',
    why: 'Consumers receive a value that they do not expect.',
    next: 'Keep the type and add a new property, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(RESULT, 'year: { type: string }', 'year: { type: integer }'),
    detect: withJudgment(typeChanged('other')),
  }),
  wire.risky('result/type-narrowed', {
    says: 'A result property has fewer types.',
    why: NARROWER,
    next: 'Check that the tool returns no other type; such a result is rejected.',
    example: exampleOf(RESULT, 'year: { type: number }', 'year: { type: integer }'),
    detect: withRejection(typeChanged('narrower')),
  }),
  wire.breaking('result/type-widened', {
    says: 'A result property has more types.',
    why: 'Consumers that expect the old types can receive others, such as null or a fraction.',
    next: 'Return the old types only, or run `haft bump <tool>` to publish this version as a successor.',
    detect: withJudgment(typeChanged('wider')),
  }),
  wire.breaking('param/form-narrowed', {
    says: 'The schema of a parameter accepts fewer values.',
    why: 'Some calls worked before and are now rejected.',
    next: 'Accept the old values too, or run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf('parameters: { size: { type: integer, multipleOf: * description: Pages. } }', '2,', '4,'),
    detect: wholeChanged('narrowed'),
  }),
  wire.safe('param/form-widened', {
    says: 'The schema of a parameter was rewritten or widened.',
    why: 'All values that were accepted still are.',
    next: 'Check that the service or program accepts all values.',
    detect: wholeChanged('kept'),
  }),
  wire.unknown('param/form-changed', {
    says: 'The schema of a parameter changed, and whether it accepts all old values is not decided.',
    why: 'No value was found that worked and is now rejected, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: exampleOf(`parameters: { ${UNDECIDED}, description: Number of the book. } }`, 'x+', 'xx|x'),
    detect: wholeChanged('undecided'),
  }),
  wire.unknown('result/form-changed', {
    says: 'The schema of the result changed, and whether it allows only old values is not decided.',
    why: 'No value was found that only the new schema allows, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
    example: exampleOf(RESULT.replace('*', `${UNDECIDED} }`), 'x+', 'xx|x'),
    detect: wholeChanged('undecided'),
  }),
  wire.risky('result/form-narrowed', {
    says: 'The schema of the result was rewritten or narrowed.',
    why: NARROWER,
    next: 'Check that the tool returns no others; such a result is rejected.',
    example: exampleOf(RESULT, 'pages: { type: integer, multipleOf: 2 }', 'pages: { type: integer, multipleOf: 4 }'),
    detect: withRejection(wholeChanged('kept')),
  }),
  wire.breaking('result/form-widened', {
    says: 'The schema of the result allows values that it did not allow before.',
    why: 'Consumers can receive values that they do not expect.',
    next: 'Return the old values only, or run `haft bump <tool>` to publish this version as a successor.',
    detect: wholeChanged('narrowed'),
  }),
];
