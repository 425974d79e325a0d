/** Regular expressions that a text must match. */
import { changeKinds } from '../../kind.ts';
import { dropped, introduced, judged } from '../../schema/moves.ts';
import { patternChanged } from '../../schema/patterns.ts';

export const SCHEMA_PATTERN = changeKinds('schema', [
  {
    id: 'param/pattern-introduced',
    axis: 'wire',
    level: 'breaking',
    says: 'A pattern was added to a string parameter.',
    why: 'Calls with a string that does not match worked before and are now rejected.',
    next: 'Describe the format instead, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { shelf: { type: string, description: Where to look. } }',
      after: 'parameters: { shelf: { type: string, pattern: "^[A-F]$", description: Where to look. } }',
    },
    mirror: 'param/pattern-dropped',
    detect: judged(introduced('argument', 'pattern')),
  },
  {
    id: 'param/pattern-dropped',
    axis: 'wire',
    level: 'safe',
    says: 'The pattern of a string parameter was removed.',
    why: 'All strings that were accepted still are.',
    next: 'Describe the expected format.',
    mirror: 'param/pattern-introduced',
    detect: dropped('argument', 'pattern'),
  },
  {
    id: 'param/pattern-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The pattern of a parameter changed.',
    why: 'It is not decided whether strings are lost: a pattern refers to its groups, looks both ahead and behind, or is too large.',
    next: 'Compare the patterns; if the new one rejects anything, run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { shelf: { type: string, pattern: "^([A-F])\\\\1$", description: Where to look. } }',
      after: 'parameters: { shelf: { type: string, pattern: "^([A-Z])\\\\1$", description: Where to look. } }',
    },
    detect: judged(patternChanged('argument')),
  },
  {
    id: 'result/pattern-introduced',
    axis: 'wire',
    level: 'safe',
    says: 'A pattern was added to a string in the result.',
    why: 'Consumers that accept any string are not affected.',
    next: 'Check that the tool returns only matching strings; other results are rejected.',
    example: {
      before: 'returns: { type: object, properties: { shelf: { type: string } } }',
      after: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^[A-F]$" } } }',
    },
    mirror: 'result/pattern-dropped',
    detect: introduced('result', 'pattern'),
  },
  {
    id: 'result/pattern-dropped',
    axis: 'wire',
    level: 'risky',
    says: 'The pattern of a string in the result was removed.',
    why: 'Consumers that parse the string by its format can fail.',
    next: 'Keep the pattern, or notify consumers of the new formats.',
    mirror: 'result/pattern-introduced',
    detect: dropped('result', 'pattern'),
  },
  {
    id: 'result/pattern-changed',
    axis: 'wire',
    level: 'unknown',
    says: 'The pattern of a string in the result changed.',
    why: 'It is not decided whether strings are new: a pattern refers to its groups, looks both ahead and behind, or is too large.',
    next: 'Compare the patterns; if the new one allows anything new, notify consumers.',
    example: {
      before: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^([A-Z])\\\\1$" } } }',
      after: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^([A-F])\\\\1$" } } }',
    },
    detect: judged(patternChanged('result')),
  },
]);
