/** What the tools of a server use: services, databases, other MCP servers, and what the server passes on of them. */
import type { UpstreamDescriptor } from '@haft/runtime';
import { sameJson } from '@haft/runtime/language';
import type { ServerPlan } from '../../../plan/model.ts';
import type { Detect, Pair, ServerPair } from '../../change.ts';
import { partChanged, partKeysChanged, partMembersChanged, partsOf } from '../../compare/server-parts.ts';
import { CATALOGUE, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('server');

const TRACKER = 'upstreams: { tracker: { * } }';
const SHOP =
  'databases: { shop: { kind: postgres, url: "{env.SHOP_URL}"* } }\nenv: { SHOP_URL: { description: Database., secret: true } }';

function timeoutMoved(isMoved: (old: number, now: number) => boolean): Detect<ServerPair> {
  return (pair, report) => {
    for (const [name, { before, after }] of partsOf(pair, 'connections')) {
      const [old, now] = [before?.timeout_ms ?? 0, after?.timeout_ms ?? 0];
      if (before && after && isMoved(old, now))
        report({ path: ['connections', name, 'timeout_ms'], before: old, after: now });
    }
  };
}

export const SERVER_BACKENDS = [
  wire.risky('server/connection-base-url', {
    says: 'The base URL of a connection changed.',
    why: 'The same calls now go to another address: results can differ, and firewall rules or stored credentials may not match.',
    next: 'Test the tools of server "<server>" against the new address before you release.',
    example: exampleOf('connections: { catalogue: { base_url: "https://*.example.org" } }', 'books', 'catalogue'),
    detect: partChanged('connections', 'base_url'),
  }),
  wire.risky('server/connection-headers', {
    says: 'The headers of a connection changed.',
    why: 'The service may respond differently or reject the request.',
    next: 'Test the tools of server "<server>" with the new headers before you release.',
    example: exampleOf(CATALOGUE, '', ', headers: { Accept: application/json }'),
    detect: partMembersChanged('connections', ['headers'], ({ headers }) => headers),
  }),
  wire.risky('server/connection-auth', {
    says: 'The credentials of a connection changed.',
    why: 'The service rejects every call where the new credentials are not set up, or sees another account.',
    next: 'Test the tools of server "<server>" with the new credentials before you release.',
    example: exampleOf(
      `${CATALOGUE}\nenv: { CATALOGUE_USER: { description: User of the catalogue. }, CATALOGUE_PASSWORD: { description: Its password., secret: true } }`,
      '',
      ', auth: { basic: { user: "{env.CATALOGUE_USER}", password: "{env.CATALOGUE_PASSWORD}" } }',
    ),
    detect: partMembersChanged('connections', ['auth'], ({ auth }) => auth),
  }),
  wire.risky('server/connection-timeout-shortened', {
    says: 'The timeout of a connection was reduced.',
    why: 'Slow calls that worked before now fail.',
    next: 'Keep the longer timeout unless slow responses are useless.',
    example: exampleOf(CATALOGUE, ', timeout_ms: 20000', ', timeout_ms: 5000'),
    detect: timeoutMoved((old, now) => now < old),
  }),
  wire.safe('server/connection-timeout-lengthened', {
    says: 'The timeout of a connection was increased.',
    why: 'All calls that worked still do.',
    next: 'Check that the timeout of the tools is longer.',
    detect: timeoutMoved((old, now) => now > old),
  }),
  wire.risky('server/database-replaced', {
    says: 'A database has another address, role or setting.',
    why: 'The same calls now read or change other rows, or have other rights to them.',
    next: 'Test the tools of server "<server>" with the new database before you release.',
    example: exampleOf(SHOP, '', ', role: shop_reader'),
    detect: partKeysChanged('databases', ['kind', 'url', 'folder', 'path', 'role', 'settings']),
  }),
  wire.risky('server/database-timeout', {
    says: 'The timeout of a database changed.',
    why: 'Slow statements that finished before may now be stopped, or block a call for longer.',
    next: 'Call the slowest tools of server "<server>" with the new timeout.',
    example: exampleOf(SHOP, '', ', timeout_ms: 5000'),
    detect: partChanged('databases', 'timeout_ms'),
  }),
  wire.risky('server/upstream-replaced', {
    says: 'An upstream is another program or address.',
    why: 'The same calls now go to other code: results can differ, and it sees the tokens that are passed to it.',
    next: 'Test the tools of server "<server>" with the new upstream before you release.',
    example: exampleOf(TRACKER, 'command: [npx, -y, "tracker-mcp@4.2.0"]', 'command: [npx, -y, "tracker-mcp@5.0.0"]'),
    detect: partKeysChanged('upstreams', ['command', 'cwd', 'env', 'url', 'headers']),
  }),
  wire.risky('server/upstream-auth', {
    says: 'The credentials of an upstream changed.',
    why: 'Every call is rejected where the new credentials are not set up, or is made as another account.',
    next: 'Set up the new credentials, with `haft login` where a user logs in, and test the tools of server "<server>".',
    example: exampleOf('upstreams: { tracker: { url: "https://tracker.example/mcp"* } }', '', ', auth: { login: {} }'),
    detect: partMembersChanged('upstreams', ['auth'], ({ auth }) => auth),
  }),
  wire.risky('server/upstream-handling', {
    says: 'How a server handles an upstream that is slow, gone or changed is different.',
    why: 'Calls that were rejected may now run, or calls that ran may now be rejected.',
    next: 'Check that the tools of server "<server>" still behave as you want when the upstream changes or does not start.',
    example: exampleOf(TRACKER, 'command: [tracker-mcp]', 'command: [tracker-mcp], on_drift: log'),
    detect: partKeysChanged('upstreams', ['on_drift', 'timeout_ms']),
  }),
  model.risky('server/pass-added', {
    says: 'A capability of an upstream is now passed on.',
    why: 'Texts of the other server reach users and models as they are: they have no pins.',
    next: 'Read what the upstream offers there before you release.',
    example: { before: passing('prompts'), after: passing('prompts, resources') },
    detect(pair, report) {
      for (const { capability, before, after } of passedIn(pair))
        if (!before && after) report({ path: pathOf(after), after: capability });
    },
  }),
  wire.breaking('server/pass-removed', {
    says: 'A capability of an upstream is no longer passed on.',
    why: 'Hosts no longer find its prompts, resources, completions or log messages, and requests for them fail.',
    next: 'Keep passing it on, or tell users where else they find it.',
    detect(pair, report) {
      for (const { capability, before, after } of passedIn(pair))
        if (before && !after) report({ path: pathOf(before), before: capability });
    },
  }),
  wire.risky('server/pass-replaced', {
    says: 'A capability is passed on from another upstream.',
    why: 'What hosts find there comes from another program or address: names and texts can differ.',
    next: 'Compare what both offer before you release.',
    example: {
      before: 'upstreams: { tracker: { command: [tracker-mcp], pass: [prompts] }, wiki: { command: [wiki-mcp] } }',
      after: 'upstreams: { tracker: { command: [tracker-mcp] }, wiki: { command: [wiki-mcp], pass: [prompts] } }',
    },
    detect(pair, report) {
      for (const { before, after } of passedIn(pair)) {
        if (!before || !after || before.name === after.name || sameJson(before.reached, after.reached)) continue;
        report({ path: pathOf(after), before: before.name, after: after.name });
      }
    },
  }),
];

interface Source {
  readonly name: string;
  /** The same program or address under another name is no change. */
  readonly reached: Pick<UpstreamDescriptor, 'command' | 'url'>;
}

function passedIn({ before, after }: ServerPair): (Pair<Source> & { readonly capability: string })[] {
  if (!before || !after) return [];
  const [old, now] = [sourcesOf(before), sourcesOf(after)];
  const capabilities = [...new Set([...old.keys(), ...now.keys()])];
  return capabilities.map((one) => ({ capability: one, before: old.get(one), after: now.get(one) }));
}

/** By capability; each has one upstream. */
function sourcesOf({ upstreams = {} }: ServerPlan): ReadonlyMap<string, Source> {
  const sources = Object.entries(upstreams).flatMap(([name, { pass = [], command, url }]) => {
    const reached = { ...(command && { command }), ...(url !== undefined && { url }) };
    return pass.map((one): [string, Source] => [one, { name, reached }]);
  });
  return new Map(sources);
}

function pathOf({ name }: Source): string[] {
  return ['upstreams', name, 'pass'];
}

function passing(capabilities: string): string {
  return `upstreams: { tracker: { command: [tracker-mcp], pass: [${capabilities}] } }`;
}
