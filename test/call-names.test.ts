/** Arguments that are named like the user or the caller of a call: a service gets the argument, and never what belongs to the call instead. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { noteCaller } from '../runtime/auth/callers.ts';
import type { HttpBehavior, ToolDescriptor } from '../runtime/descriptor/descriptor.ts';
import * as all from '../runtime/modules.ts';
import { combine } from '../runtime/optional-modules.ts';
import { contextFor } from '../runtime/server/assemble.ts';
import { prepareTool } from '../runtime/server/call.ts';
import { systemClock } from '../runtime/server/clock.ts';
import { createRateLimiter } from '../runtime/server/limits.ts';
import type { StartModules } from '../runtime/server/start.ts';
import type { CallUser } from '../runtime/server/user.ts';
import { descriptorOf, tool } from './runtime/support/descriptor.ts';
import { recorder } from './runtime/support/loopback.ts';
import { runs } from './support/runs.ts';

const HEADERS = { 'X-Key': { description: 'Key.', secret: true } };
const AUTH = { issuer: 'https://login.example', scopes: [], challenge: [], tools: {}, headers: HEADERS };
const ADA: CallUser = {
  subject: 'ada',
  issuer: 'https://login.example',
  client: 'desk',
  scopes: [],
  claims: { email: 'private@example.com', tenant: 'north' },
};
const TOKEN = 'token-of-ada-for-this-server';

/** A call by `user`, with the header X-Key. */
async function called(
  own: Partial<HttpBehavior>,
  headers: Record<string, string>,
  args: object,
  key = 'key-of-ada',
  user = ADA,
) {
  const { base, seen } = await recorder();
  const behavior = { kind: 'http', connection: 'site', method: 'POST', path: '/', ...own } as const;
  const inputSchema = { type: 'object', properties: { user: {}, caller: {} } } as const;
  const one: ToolDescriptor = { ...tool, outputSchema: { type: 'object', properties: {} }, inputSchema, behavior };
  const server = descriptorOf({
    tools: [one],
    auth: AUTH,
    connections: { site: { base_url: base, headers } },
    format: 4,
  });
  const { logCall: _log, ...context } = contextFor(server, {}, {}, () => {}, combine(Object.values<StartModules>(all)));
  const sent = { authorization: `Bearer ${TOKEN}`, 'x-key': key } as Readonly<Record<string, string>>;
  const caller = noteCaller(user, (name) => sent[name.toLowerCase()], { 'x-key': HEADERS['X-Key'] });
  const { outcome } = prepareTool(one, context)(args, {
    allowance: createRateLimiter(server.limits, systemClock),
    user: caller,
  });
  return { seen, outcome: String(await outcome) };
}

test('an argument reaches the service whatever its connection and the tool name of the user and the caller', async () => {
  const value = fc.oneof(
    fc.stringMatching(/^[a-z ]{1,9}$/),
    fc.record({ subject: fc.constant('eve'), header: fc.constant({ 'X-Key': 'eve' }) }),
  );
  const named = fc.subarray(['{user.subject}', '{user.tenant}', '{caller.header.X-Key}']);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('user', 'caller'),
      value,
      named,
      fc.boolean(),
      async (name, argument, used, isOwn) => {
        const headers = Object.fromEntries(used.map((text, at) => [`X-${at}`, text]));
        const own = { json: { whole: `{${name}}`, ...(isOwn && { owner: '{user.subject}' }) }, omit: { other: '' } };
        const { seen } = await called(own, headers, { [name]: argument });
        expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ whole: argument, ...(isOwn && { owner: 'ada' }) });
        const values = { '{user.subject}': 'ada', '{user.tenant}': 'north', '{caller.header.X-Key}': 'key-of-ada' };
        used.forEach((text, at) => expect(seen[0]?.headers[`x-${at}`]).toBe(values[text as keyof typeof values]));
        expect(JSON.stringify(seen)).not.toMatch(/private@|desk/);
      },
    ),
    { numRuns: runs(1000, 20) },
  );
});

test.each([
  ['as it is', TOKEN],
  ['behind a scheme', `Bearer ${TOKEN}`],
  ['as a password', `Basic ${btoa(`ada:${TOKEN}`)}`],
])('a header with a token of any kind is sent to no service: %s', async (_how, key) => {
  for (const user of [ADA, { ...ADA, issuer: '' }]) {
    const { seen, outcome } = await called({}, { 'X-Api': '{caller.header.X-Key}' }, {}, key, user);
    expect([seen, outcome]).toEqual([[], expect.stringContaining('header_rejected')]);
  }
});

describe('a check', () => {
  const spec = (behavior: string, name: string, auth = true, connection = ''): string => `
kind: server
name: notes
version: 1.0.0
summary: Keeps notes of the users of a company.
transports: [http]
${auth ? 'auth: { issuer: "https://login.example", headers: { X-Key: { description: Key. } } }' : ''}
env: { FOLDER: { description: Folder of the notes. } }
connections:
  site: { base_url: "https://site.example", headers: { ${connection} }, on_unreachable: { error: No answer., retry_hint: Ask the user. } }
databases:
  shop: { kind: postgres, url: "postgres://shop.example/shop", settings: { app.tenant: "{user.tenant}" } }
upstreams: { other: { url: "https://other.example/mcp" } }
tools:
  - name: assign_note
    description: { does: Gives a note to someone., when: the user wants to give a note away }
    parameters: { ${name}: { type: string, description: Account of the new owner. }, id: { type: string, description: Of the note. } }
    effects: write
    ${behavior}
`;
  const found = (text: string) =>
    (planSpecs([{ path: 'specs/a.yaml', text }]).diagnostics ?? [])
      .filter(({ message, severity }) => severity === 'error' && message.includes('has that name'))
      .map(({ about }) => about.path.join('.'));

  const USER = [
    'http: { connection: site, request: "POST /users/{user.subject}" }',
    'http: { connection: site, request: "POST /", query: { of: "{user.subject}" } }',
    'http: { connection: site, request: "POST /", headers: { X-Of: "{user.subject}" } }',
    'http: { connection: site, request: "POST /", json: { by: [{ name: "{user.subject}" }] } }',
    'http: { connection: site, request: "POST /", form: { of: "{user.subject}" } }',
    'http: { connection: site, request: "POST /", before: [{ connection: site, request: "GET /{user.subject}", let: { owner: /id } }] }',
    'http: { connection: site, request: "POST /", errors: { "404": { error: "Nothing of {user.subject}.", retry_hint: Ask. } } }',
    'command: { argv: [notes, "--of={user.subject}"], stdout: text, result: { text: "" } }',
    'command: { argv: [notes], stdin: "{user.subject}", stdout: text, result: { text: "" } }',
    'file: { folder: "{env.FOLDER}", path: "{user.subject}" }',
    'sql: { database: shop, statement: "update notes set by = {user.subject}" }',
    'sql: { database: shop, statement: "update notes set a = 1" }',
    'mcp: { upstream: other, tool: assign, arguments: { of: "{user.subject}" } }',
  ];

  test.each(USER)('finds a parameter `user` of a tool that uses it in %s', (behavior) => {
    expect(found(spec(behavior, 'user'))).toEqual(['parameters.user']);
    expect(found(spec(behavior, 'owner'))).toEqual([]);
    expect(found(spec(behavior, 'user', false))).toEqual([]);
  });

  const PLAIN = 'http: { connection: site, request: "POST /" }';

  test.each([
    ['user', 'X-User: "{user.subject}"', ['parameters.user']],
    ['caller', 'X-Key: "{caller.header.X-Key}"', ['parameters.caller']],
    ['user', 'X-Key: "{caller.header.X-Key}"', []],
    ['caller', 'X-User: "{user.subject}"', []],
  ])('looks at the connection of the tool: a parameter `%s`, and %s', (name, header, paths) => {
    expect(found(spec(PLAIN, name, true, header))).toEqual(paths);
    expect(found(spec('file: { folder: "{env.FOLDER}", path: notes }', name, true, header))).toEqual([]);
  });

  test.each([
    ['user', 'X-User: "{user.subject}"'],
    ['caller', 'X-Key: "{caller.header.X-Key}"'],
  ])('finds a value `%s` of `let` where the connection has %s', (name, header) => {
    const before = `http: { connection: site, request: "POST /{${name}}", before: [{ connection: site, request: "GET /", let: { ${name}: /id } }] }`;
    expect(found(spec(before, 'owner', true, header))).toEqual([`http.before.0.let.${name}`]);
    expect(found(spec(before, 'owner'))).toEqual([]);
  });
});
