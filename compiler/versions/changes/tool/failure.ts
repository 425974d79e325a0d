/** Failures that a tool declares. */
import { changeKinds } from '../../kind.ts';
import { behaviorPairs } from '../../compare/behaviors.ts';
import { failuresChanged, messagesChanged } from '../../compare/failures.ts';

export const TOOL_FAILURE = changeKinds('tool', [
  {
    id: 'tool/failures',
    axis: 'wire',
    level: 'risky',
    says: 'The error cases of a tool changed.',
    why: 'Callers that check the error code see a different one, or a success instead of an error.',
    next: 'Keep the codes that callers know, and add new ones.',
    example: {
      before: 'command: { argv: [books, search] }',
      after:
        'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Try again in a minute., code: locked } } }',
    },
    detect(pair, found) {
      failuresChanged(pair, found, []);
      for (const [kind, both] of behaviorPairs(pair)) failuresChanged(both, found, [kind]);
    },
  },
  {
    id: 'tool/failure-words',
    axis: 'model',
    level: 'risky',
    says: 'An error message of a tool changed.',
    why: 'A model reads it when a call fails, and follows its hint.',
    next: 'Check that the new message says what to do next.',
    example: {
      before:
        'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Try again in a minute. } } }',
      after:
        'command: { argv: [books, search], exit_codes: { 3: { error: The index is locked., retry_hint: Ask the user to close the index. } } }',
    },
    detect(pair, found) {
      messagesChanged(pair, found, []);
      for (const [kind, both] of behaviorPairs(pair)) messagesChanged(both, found, [kind]);
    },
  },
]);
