/** The type of a value. */
import { changeKinds } from '../../kind.ts';
import { withJudgment, typeChanged } from '../../schema/moves.ts';

export const SCHEMA_TYPE = changeKinds('schema', [
  {
    id: 'param/type-changed',
    axis: 'wire',
    level: 'breaking',
    says: 'The type of a parameter changed.',
    why: 'Values of a type that worked before are now rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: {
      before: 'parameters: { shelf: { type: string, description: Where to look. } }',
      after: 'parameters: { shelf: { type: integer, description: Where to look. } }',
    },
    detect: withJudgment(typeChanged('argument', 'other')),
  },
  {
    id: 'param/type-narrowed',
    axis: 'wire',
    level: 'breaking',
    says: 'A parameter accepts fewer types.',
    why: 'Calls with a value of the other types worked before and are now rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: {
      before: 'parameters: { weight: { type: number, description: Weight in grams. } }',
      after: 'parameters: { weight: { type: integer, description: Weight in grams. } }',
    },
    mirror: 'param/type-widened',
    detect: withJudgment(typeChanged('argument', 'narrower')),
  },
  {
    id: 'param/type-widened',
    axis: 'wire',
    level: 'safe',
    says: 'A parameter accepts more types.',
    why: 'All values that were accepted still are.',
    next: 'Describe how the new types are handled.',
    mirror: 'param/type-narrowed',
    detect: typeChanged('argument', 'wider'),
  },
  {
    id: 'result/type-changed',
    axis: 'wire',
    level: 'breaking',
    says: 'The type of a result property changed.',
    why: 'Consumers receive a value that they do not expect.',
    next: 'Keep the type and add a new property, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: string } } }',
      after: 'returns: { type: object, properties: { year: { type: integer } } }',
    },
    detect: withJudgment(typeChanged('result', 'other')),
  },
  {
    id: 'result/type-narrowed',
    axis: 'wire',
    level: 'safe',
    says: 'A result property has fewer types.',
    why: 'Consumers that handle all types are not affected.',
    next: 'Check that the tool returns no other type; such a result is rejected.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: number } } }',
      after: 'returns: { type: object, properties: { year: { type: integer } } }',
    },
    mirror: 'result/type-widened',
    detect: typeChanged('result', 'narrower'),
  },
  {
    id: 'result/type-widened',
    axis: 'wire',
    level: 'breaking',
    says: 'A result property has more types.',
    why: 'Consumers that expect the old types can receive others, such as null or a fraction.',
    next: 'Return the old types only, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'result/type-narrowed',
    detect: withJudgment(typeChanged('result', 'wider')),
  },
]);
