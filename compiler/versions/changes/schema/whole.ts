/** Keywords of profile `mcp` that are compared only as a whole. */
import { changeKinds } from '../../kind.ts';
import { wholeChanged } from '../../schema/moves.ts';

export const SCHEMA_WHOLE = changeKinds('schema', [
  {
    id: 'param/form-narrowed',
    axis: 'wire',
    level: 'breaking',
    says: 'The schema of a parameter accepts fewer values.',
    why: 'Some calls worked before and are now rejected.',
    next: 'Accept the old values too, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { size: { type: integer, multipleOf: 2, description: Pages. } }',
      after: 'parameters: { size: { type: integer, multipleOf: 4, description: Pages. } }',
    },
    mirror: 'param/form-widened',
    detect: wholeChanged('argument', 'narrowed'),
  },
  {
    id: 'param/form-widened',
    axis: 'wire',
    level: 'safe',
    says: 'The schema of a parameter was rewritten or widened.',
    why: 'All values that were accepted still are.',
    next: 'Check that the service or program accepts all values.',
    mirror: 'param/form-narrowed',
    detect: wholeChanged('argument', 'kept'),
  },
  {
    id: 'param/form-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The schema of a parameter changed, and whether it accepts all old values is not decided.',
    why: 'No value was found that worked and is now rejected, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { id: { type: string, not: { pattern: "^(x+)\\\\1$" }, description: Number of the book. } }',
      after:
        'parameters: { id: { type: string, not: { pattern: "^(xx|x)\\\\1$" }, description: Number of the book. } }',
    },
    detect: wholeChanged('argument', 'undecided'),
  },
  {
    id: 'result/form-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The schema of the result changed, and whether it allows only old values is not decided.',
    why: 'No value was found that only the new schema allows, but there is no proof that none exists.',
    next: 'Compare the schemas; if the new one allows anything new, notify consumers.',
    example: {
      before: 'returns: { type: object, properties: { id: { type: string, not: { pattern: "^(x+)\\\\1$" } } } }',
      after: 'returns: { type: object, properties: { id: { type: string, not: { pattern: "^(xx|x)\\\\1$" } } } }',
    },
    detect: wholeChanged('result', 'undecided'),
  },
  {
    id: 'result/form-narrowed',
    axis: 'wire',
    level: 'safe',
    says: 'The schema of the result was rewritten or narrowed.',
    why: 'Consumers that handle all old results are not affected.',
    next: 'Check that the tool returns no others; such a result is rejected.',
    example: {
      before: 'returns: { type: object, properties: { pages: { type: integer, multipleOf: 2 } } }',
      after: 'returns: { type: object, properties: { pages: { type: integer, multipleOf: 4 } } }',
    },
    mirror: 'result/form-widened',
    detect: wholeChanged('result', 'kept'),
  },
  {
    id: 'result/form-widened',
    axis: 'wire',
    level: 'breaking',
    says: 'The schema of the result allows values that it did not allow before.',
    why: 'Consumers can receive values that they do not expect.',
    next: 'Return the old values only, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'result/form-narrowed',
    detect: wholeChanged('result', 'narrowed'),
  },
]);
