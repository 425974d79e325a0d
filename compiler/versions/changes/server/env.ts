/** Variables of the environment that a server reads, and the failures that they, connections and databases declare. */
import type { EnvDescriptor } from '@haft/runtime';
import { listNames } from '../../../base/text/escape.ts';
import type { ChangeFacts, Detect, ServerPair } from '../../change.ts';
import { json } from '../../compare/changed.ts';
import { failuresChanged, messagesChanged } from '../../compare/failures.ts';
import { neededBy } from '../../compare/needed-variables.ts';
import { envFlagChanged, partChanged, partsMoved, partsOf } from '../../compare/server-parts.ts';
import { CATALOGUE, SUMMARY, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('server');

const ENV = 'env: { LIBRARY_KEY: { * } }';
const TOO_MANY = 'errors: { 429: { error: Too many searches., retry_hint: Wait a minute* } }';

function inFailing(changed: typeof failuresChanged): Detect<ServerPair> {
  return (pair, report) => {
    for (const key of ['env', 'connections', 'databases'] as const)
      for (const [name, part] of partsOf(pair, key)) changed(part, report, [key, name]);
  };
}

interface NewUse {
  readonly name: string;
  readonly variable: EnvDescriptor;
  /** Released tools of which no call works without it since the change, in quotes. */
  readonly tools: readonly string[];
  /** Those whose code may need it. */
  readonly handlers: readonly string[];
}

/** Variables that some released tool needs and did not need before, however they are declared. */
function newUses(
  pair: ServerPair,
  picks: (before: EnvDescriptor | undefined, after: EnvDescriptor | undefined) => boolean,
): readonly NewUse[] {
  const needs = pair.tools.flatMap(({ before, after }) =>
    before && after && pair.before && pair.after
      ? [{ tool: after.name, was: neededBy(before, pair.before), is: neededBy(after, pair.after) }]
      : [],
  );
  return partsOf(pair, 'env').flatMap(([name, { before, after }]) => {
    if (!after || !picks(before, after)) return [];
    const fresh = needs.filter(({ was, is }) => is.always.has(name) && !was.always.has(name));
    const perhaps = needs.filter(({ was, is }) => is.perhaps.has(name) && !was.perhaps.has(name));
    const [tools, handlers] = [fresh, perhaps].map((list) => list.map(({ tool }) => `"${tool}"`));
    return fresh.length + perhaps.length === 0
      ? []
      : [{ name, variable: after, tools: tools ?? [], handlers: handlers ?? [] }];
  });
}

function factsOf({ name, tools, handlers }: NewUse): Pick<ChangeFacts, 'level' | 'why' | 'next'> {
  const next = `Write a fallback, such as "{env.${name}|text}", or tell users to add it to their host entry before they update.`;
  if (tools.length > 0)
    return { why: `When a host does not set it, every call of ${listNames(tools, 6)} fails.`, next };
  const why = `When a host does not set it, requests and programs of ${listNames(handlers, 6)} that need it fail.`;
  return { level: 'unknown', why, next };
}

export const SERVER_ENV = [
  wire.breaking('server/env-added-required', {
    says: 'An environment variable was added that calls need.',
    why: 'When a host does not set it, every call that needs it fails.',
    next: 'Make it optional with a sensible fallback, or tell users to add it to their host entry before they update.',
    example: exampleOf(SUMMARY, '', '\nenv: { LIBRARY_KEY: { description: Key of the reader } }'),
    detect(pair, report) {
      partsMoved('added', 'env', ({ optional }) => !optional)(pair, report);
      for (const use of newUses(pair, (before, after) => before === undefined && after?.optional === true))
        report({ path: ['env', use.name], after: json(use.variable), ...factsOf(use) });
    },
  }),
  wire.safe('server/env-added-optional', {
    says: 'An optional environment variable was added.',
    why: 'Host entries without it work as before.',
    next: 'Tell users what the variable enables.',
    example: exampleOf(SUMMARY, '', '\nenv: { LIBRARY_KEY: { description: Key of the reader, optional: true } }'),
    mirror: 'server/env-removed',
    detect(pair, report) {
      const used = new Set(newUses(pair, (before) => before === undefined).map(({ name }) => name));
      for (const [name, { before, after }] of partsOf(pair, 'env'))
        if (!before && after?.optional === true && !used.has(name)) report({ path: ['env', name], after: json(after) });
    },
  }),
  wire.safe('server/env-removed', {
    says: 'An environment variable was removed.',
    why: 'Host entries that still set it are not affected.',
    next: 'Tell users that they can remove it from their host entry.',
    mirror: 'server/env-added-required',
    detect: partsMoved('removed', 'env'),
  }),
  wire.breaking('server/env-became-required', {
    says: 'An optional environment variable became required.',
    why: 'When a host does not set it, calls that worked before fail.',
    next: 'Keep it optional, or tell users to add it to their host entry before they update.',
    example: exampleOf(ENV, 'description: Key of the reader, optional: true', 'description: Key of the reader'),
    detect(pair, report) {
      envFlagChanged('optional', false, ['optional', 'required'])(pair, report);
      // The fallback of a template is what made it optional for these tools.
      for (const use of newUses(pair, (before, after) => before?.optional === true && after?.optional === true))
        report({ path: ['env', use.name], before: 'optional', after: 'required', ...factsOf(use) });
    },
  }),
  wire.safe('server/env-became-optional', {
    says: 'A required environment variable became optional.',
    why: 'Host entries that set it work as before.',
    next: 'Describe what is missing without it.',
    detect: envFlagChanged('optional', true, ['required', 'optional']),
  }),
  model.safe('server/env-description', {
    says: 'The description of an environment variable changed.',
    why: 'People read it during setup, and models when a call fails without the variable.',
    next: 'Check that it still says where the user finds the value.',
    example: exampleOf(ENV, 'description: Key of the reader', 'description: Key on the card of the reader'),
    detect: partChanged('env', 'description'),
  }),
  wire.safe('server/env-hidden', {
    says: 'An environment variable was marked as secret.',
    why: 'Its value is redacted in messages and logs; calls work as before.',
    next: 'Check that no tool must return the value.',
    example: exampleOf(ENV, 'description: Key of the reader', 'description: Key of the reader, secret: true'),
    detect: envFlagChanged('secret', true, ['visible', 'secret']),
  }),
  wire.risky('server/env-revealed', {
    says: 'An environment variable is no longer marked as secret.',
    why: 'Its value can now appear in messages and logs, where models and people read it.',
    next: 'Keep "secret: true" unless the value may be in every log.',
    mirror: 'server/env-hidden',
    detect: envFlagChanged('secret', false, ['secret', 'visible']),
  }),
  wire.risky('server/failures', {
    says: 'The error cases of the server changed.',
    why: 'Callers that check the error code see a different one, or none.',
    next: 'Keep the codes that callers know, and add new ones.',
    example: exampleOf(CATALOGUE, '', `, ${TOO_MANY.replace('*', '., code: too_many')}`),
    detect: inFailing(failuresChanged),
  }),
  model.risky('server/failure-words', {
    says: 'An error message of the server changed.',
    why: 'A model reads it when a call fails, and follows its hint.',
    next: 'Check that the new message says what to do next.',
    example: exampleOf(CATALOGUE.replace('*', `, ${TOO_MANY}`), '.', ' and search again.'),
    detect: inFailing(messagesChanged),
  }),
];
