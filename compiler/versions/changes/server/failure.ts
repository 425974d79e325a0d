/** Failures that connections, databases and variables declare. */
import { changeKinds } from '../../kind.ts';
import { failuresChanged, messagesChanged } from '../../compare/failures.ts';
import { connectionPairs, databasePairs, envPairs } from '../../compare/server-parts.ts';

export const SERVER_FAILURE = changeKinds('server', [
  {
    id: 'server/failures',
    axis: 'wire',
    level: 'risky',
    says: 'The error cases of the server changed.',
    why: 'Callers that check the error code see a different one, or none.',
    next: 'Keep the codes that callers know, and add new ones.',
    example: {
      before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
      after:
        'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute., code: too_many } } } }',
    },
    detect(pair, found) {
      for (const [name, variable] of envPairs(pair)) failuresChanged(variable, found, ['env', name]);
      for (const [name, connection] of connectionPairs(pair)) failuresChanged(connection, found, ['connections', name]);
      for (const [name, database] of databasePairs(pair)) failuresChanged(database, found, ['databases', name]);
    },
  },
  {
    id: 'server/failure-words',
    axis: 'model',
    level: 'risky',
    says: 'An error message of the server changed.',
    why: 'A model reads it when a call fails, and follows its hint.',
    next: 'Check that the new message says what to do next.',
    example: {
      before:
        'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute. } } } }',
      after:
        'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute and search again. } } } }',
    },
    detect(pair, found) {
      for (const [name, variable] of envPairs(pair)) messagesChanged(variable, found, ['env', name]);
      for (const [name, connection] of connectionPairs(pair)) messagesChanged(connection, found, ['connections', name]);
      for (const [name, database] of databasePairs(pair)) messagesChanged(database, found, ['databases', name]);
    },
  },
]);
