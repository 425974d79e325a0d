/** The judge is the official suite's server: an imported server, and calls through a front, keep the protocol as a client must. */
// In depth: each scenario is a dozen processes; front.test.ts and client.test.ts have the protocol.
import { describe, expect, test } from 'vitest';
import { clientScenarios, officialClient } from './support/official-suite.ts';

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
  'elicitation-sep1034-client-defaults': {
    why: 'The other server cannot ask the user through a front; this one asks on a stream that no front opens.',
    words: /The tool timed out after 3 s\./,
  },
  'sep-2322-client-request-state': {
    why: 'The other server cannot ask the user through a front.',
    words: /needs input of the user, which is not passed on\./,
  },
};

/** Logins: `haft import mcp`, `haft login` and a compiled front are the client. */
const LOGINS = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
  'auth/wif-jwt-bearer',
];

/** Extensions that a front does not have, each with the reason. */
const OTHER_LOGINS: Readonly<Record<string, string>> = {
  'auth/enterprise-managed-authorization': 'The token of a company login is given to a host, and a front is none.',
  'auth/dpop': 'Tokens are not bound to a key.',
  'auth/dpop-nonce': 'Tokens are not bound to a key.',
};

/** What is not run: a host's part in skills. */
const LEFT_OUT = /^sep-2640-client-/;

describe('the scenarios for clients', () => {
  test.each([...REQUIRED, ...LOGINS])(
    '%s',
    async (scenario) => {
      const { checks, printed } = await officialClient(scenario);
      const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
      expect({ failed, printed: failed.length > 0 && printed }).toEqual({ failed: [], printed: false });
      expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
    },
    120_000,
  );

  test.each(Object.entries(FAILS))(
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
    const all = (await clientScenarios()).filter((name) => !LEFT_OUT.test(name));
    const known = [...REQUIRED, ...LOGINS, ...Object.keys(FAILS), ...Object.keys(OTHER_LOGINS)];
    expect(all.toSorted()).toEqual(known.toSorted());
  });
});
