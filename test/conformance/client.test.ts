/** The judge is the official suite's server: an imported server, and calls through a front, keep the protocol as a client must. */
import { describe, expect, test } from 'vitest';
import { clientScenarios, officialClient } from './support/official-suite.ts';
import { everyNth } from '../support/runs.ts';

const REQUIRED = [
  'initialize',
  'tools_call',
  'sse-retry',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
];

/** What a front cannot do, and the words in which it fails instead. */
const FAILS: Readonly<Record<string, { readonly why: string; readonly words: RegExp }>> = {
  'auth/metadata-default': {
    why: 'A front sends the headers that its spec has; it does not log in by OAuth.',
    words: /it rejected the login \(status 401\); no credentials are sent\./,
  },
  'elicitation-sep1034-client-defaults': {
    why: 'The other server cannot ask the user through a front; this one asks on a stream that no front opens.',
    words: /The tool timed out after 3 s\./,
  },
  'sep-2322-client-request-state': {
    why: 'The other server cannot ask the user through a front.',
    words: /needs input of the user, which is not passed on\./,
  },
};

/** What is not run: the rest of what cannot be done, and a host's part in skills. */
const LEFT_OUT = /^(?:auth\/|sep-2640-client-)/;

describe('the scenarios for clients', () => {
  test.each(everyNth(5, REQUIRED))(
    '%s',
    async (scenario) => {
      const { checks, printed } = await officialClient(scenario);
      const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
      expect({ failed, printed: failed.length > 0 && printed }).toEqual({ failed: [], printed: false });
      expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
    },
    120_000,
  );

  test.each(everyNth(3, Object.entries(FAILS)))(
    '%s fails in words',
    async (scenario, { words }) => {
      const { checks, printed } = await officialClient(scenario);
      expect(printed).toMatch(words);
      // Once it passes, it is required.
      expect(checks.some(({ status }) => status === 'FAILURE')).toBe(true);
    },
    120_000,
  );

  test('are all known', async () => {
    const all = (await clientScenarios()).filter((name) => Object.hasOwn(FAILS, name) || !LEFT_OUT.test(name));
    expect(all.toSorted()).toEqual([...REQUIRED, ...Object.keys(FAILS)].toSorted());
  });
});
