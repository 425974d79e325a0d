/** Variables of the environment that a server reads, and the failures that they, connections and databases declare. */
import { json } from '../../compare/changed.ts';
import { failuresChanged, messagesChanged } from '../../compare/failures.ts';
import { envFlagChanged, partChanged, partsOf } from '../../compare/server-parts.ts';
import { changeKinds } from '../../kind.ts';

export const SERVER_ENV = changeKinds('server', [
  {
    id: 'server/env-added-required',
    level: 'breaking',
    says: 'A required environment variable was added.',
    why: 'When a host does not set it, every call that needs it fails.',
    next: 'Make it optional with a sensible fallback, or tell users to add it to their host entry before they update.',
    example: {
      before: 'summary: Finds books in a library.',
      after: `summary: Finds books in a library.
env: { LIBRARY_KEY: { description: Key of the reader } }`,
    },
    mirror: 'server/env-removed',
    detect(pair, report) {
      for (const [name, { before, after }] of partsOf(pair, 'env'))
        if (!before && after?.optional === false) report({ path: ['env', name], after: json(after) });
    },
  },
  {
    id: 'server/env-added-optional',
    level: 'safe',
    says: 'An optional environment variable was added.',
    why: 'Host entries without it work as before.',
    next: 'Tell users what the variable enables.',
    example: {
      before: 'summary: Finds books in a library.',
      after: `summary: Finds books in a library.
env: { LIBRARY_KEY: { description: Key of the reader, optional: true } }`,
    },
    mirror: 'server/env-removed',
    detect(pair, report) {
      for (const [name, { before, after }] of partsOf(pair, 'env'))
        if (!before && after?.optional === true) report({ path: ['env', name], after: json(after) });
    },
  },
  {
    id: 'server/env-removed',
    level: 'safe',
    says: 'An environment variable was removed.',
    why: 'Host entries that still set it are not affected.',
    next: 'Tell users that they can remove it from their host entry.',
    mirror: 'server/env-added-required',
    detect(pair, report) {
      for (const [name, { before, after }] of partsOf(pair, 'env'))
        if (before && !after) report({ path: ['env', name], before: json(before) });
    },
  },
  {
    id: 'server/env-became-required',
    level: 'breaking',
    says: 'An optional environment variable became required.',
    why: 'When a host does not set it, calls that worked before fail.',
    next: 'Keep it optional, or tell users to add it to their host entry before they update.',
    example: {
      before: 'env: { LIBRARY_KEY: { description: Key of the reader, optional: true } }',
      after: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
    },
    mirror: 'server/env-became-optional',
    detect: envFlagChanged('optional', false, ['optional', 'required']),
  },
  {
    id: 'server/env-became-optional',
    level: 'safe',
    says: 'A required environment variable became optional.',
    why: 'Host entries that set it work as before.',
    next: 'Describe what is missing without it.',
    mirror: 'server/env-became-required',
    detect: envFlagChanged('optional', true, ['required', 'optional']),
  },
  {
    id: 'server/env-description',
    axis: 'model',
    level: 'safe',
    says: 'The description of an environment variable changed.',
    why: 'People read it during setup, and models when a call fails without the variable.',
    next: 'Check that it still says where the user finds the value.',
    example: {
      before: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
      after: 'env: { LIBRARY_KEY: { description: Key on the card of the reader } }',
    },
    detect: partChanged('env', 'description'),
  },
  {
    id: 'server/env-hidden',
    level: 'safe',
    says: 'An environment variable was marked as secret.',
    why: 'Its value is redacted in messages and logs; calls work as before.',
    next: 'Check that no tool must return the value.',
    example: {
      before: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
      after: 'env: { LIBRARY_KEY: { description: Key of the reader, secret: true } }',
    },
    mirror: 'server/env-revealed',
    detect: envFlagChanged('secret', true, ['visible', 'secret']),
  },
  {
    id: 'server/env-revealed',
    level: 'risky',
    says: 'An environment variable is no longer marked as secret.',
    why: 'Its value can now appear in messages and logs, where models and people read it.',
    next: 'Keep "secret: true" unless the value may be in every log.',
    mirror: 'server/env-hidden',
    detect: envFlagChanged('secret', false, ['secret', 'visible']),
  },
]);

const FAILING = ['env', 'connections', 'databases'] as const;

/** Failures that connections, databases and variables declare. */
export const SERVER_FAILURE = changeKinds('server', [
  {
    id: 'server/failures',
    level: 'risky',
    says: 'The error cases of the server changed.',
    why: 'Callers that check the error code see a different one, or none.',
    next: 'Keep the codes that callers know, and add new ones.',
    example: {
      before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
      after:
        'connections: { catalogue: { base_url: "https://books.example.org", errors: { 429: { error: Too many searches., retry_hint: Wait a minute., code: too_many } } } }',
    },
    detect(pair, report) {
      for (const key of FAILING)
        for (const [name, part] of partsOf(pair, key)) failuresChanged(part, report, [key, name]);
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
    detect(pair, report) {
      for (const key of FAILING)
        for (const [name, part] of partsOf(pair, key)) messagesChanged(part, report, [key, name]);
    },
  },
]);
