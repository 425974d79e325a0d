/** Keywords of profile `mcp` that cannot be compared. */
import { changeKinds } from '../../kind.ts';
import { undecidedChanged } from '../../schema/moves.ts';

export const SCHEMA_UNDECIDED = changeKinds('schema', [
  {
    id: 'param/form-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The schema of a parameter changed in a way that cannot be compared.',
    why: 'It cannot be determined whether all calls that worked before still do.',
    next: 'Compare the schemas; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { day: { type: string, format: date, description: Day of the visit. } }',
      after: 'parameters: { day: { type: string, format: date-time, description: Day of the visit. } }',
    },
    mirror: 'param/form-changed',
    detect: undecidedChanged('argument'),
  },
  {
    id: 'result/form-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The schema of the result changed in a way that cannot be compared.',
    why: 'It cannot be determined whether consumers can handle every result.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
    example: {
      before: 'returns: { type: object, properties: { day: { type: string, format: date } } }',
      after: 'returns: { type: object, properties: { day: { type: string, format: date-time } } }',
    },
    mirror: 'result/form-changed',
    detect: undecidedChanged('result'),
  },
]);
