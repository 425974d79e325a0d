/** Bounds of numbers, texts and lists. */
import { changeKinds } from '../../kind.ts';
import { boundsChanged } from '../../schema/bounds.ts';
import { judged } from '../../schema/moves.ts';

export const SCHEMA_BOUNDS = changeKinds('schema', [
  {
    id: 'param/bounds-tightened',
    axis: 'wire',
    level: 'breaking',
    says: 'A bound of a parameter was tightened.',
    why: 'Calls outside the new bound worked before and are now rejected.',
    next: 'Keep the bound, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { limit: { type: integer, maximum: 100, description: How many books at most. } }',
      after: 'parameters: { limit: { type: integer, maximum: 50, description: How many books at most. } }',
    },
    mirror: 'param/bounds-loosened',
    detect: judged(boundsChanged('argument', 'tightened')),
  },
  {
    id: 'param/bounds-loosened',
    axis: 'wire',
    level: 'safe',
    says: 'A bound of a parameter was loosened.',
    why: 'All values that were accepted still are.',
    next: 'Check that the service or program accepts the larger range.',
    mirror: 'param/bounds-tightened',
    detect: boundsChanged('argument', 'loosened'),
  },
  {
    id: 'result/bounds-tightened',
    axis: 'wire',
    level: 'safe',
    says: 'A bound of the result was tightened.',
    why: 'Values within the new bound are also within the old one.',
    next: 'Check that the tool stays within it; other results are rejected.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: integer, maximum: 3000 } } }',
      after: 'returns: { type: object, properties: { year: { type: integer, maximum: 2030 } } }',
    },
    mirror: 'result/bounds-loosened',
    detect: boundsChanged('result', 'tightened'),
  },
  {
    id: 'result/bounds-loosened',
    axis: 'wire',
    level: 'risky',
    says: 'A bound of the result was loosened.',
    why: 'Consumers that rely on the old bound can receive values outside it.',
    next: 'Keep the bound, or notify consumers.',
    mirror: 'result/bounds-tightened',
    detect: boundsChanged('result', 'loosened'),
  },
]);
