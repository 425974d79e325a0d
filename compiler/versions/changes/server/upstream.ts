/** The other MCP servers whose tools a server offers. */
import { changeKinds } from '../../kind.ts';
import { membersChanged } from '../../compare/changed.ts';
import { upstreamPairs } from '../../compare/server-parts.ts';

export const SERVER_UPSTREAM = changeKinds('server', [
  {
    id: 'server/upstream-replaced',
    axis: 'wire',
    level: 'risky',
    says: 'An upstream is another program or address.',
    why: 'The same calls now go to other code: results can differ, and it sees the tokens that are passed to it.',
    next: 'Test the tools of server "<server>" with the new upstream before you release.',
    example: {
      before: 'upstreams: { tracker: { command: [npx, -y, "tracker-mcp@4.2.0"] } }',
      after: 'upstreams: { tracker: { command: [npx, -y, "tracker-mcp@5.0.0"] } }',
    },
    detect(pair, found) {
      for (const [name, upstream] of upstreamPairs(pair))
        membersChanged(upstream, found, ['upstreams', name], ({ command, cwd, env, url, headers }) => ({
          command,
          cwd,
          env,
          url,
          headers,
        }));
    },
  },
  {
    id: 'server/upstream-auth',
    axis: 'wire',
    level: 'risky',
    says: 'The credentials of an upstream changed.',
    why: 'Every call is rejected where the new credentials are not set up, or is made as another account.',
    next: 'Set up the new credentials, with `haft login` where a user logs in, and test the tools of server "<server>".',
    example: {
      before: 'upstreams: { tracker: { url: "https://tracker.example/mcp" } }',
      after: 'upstreams: { tracker: { url: "https://tracker.example/mcp", auth: { login: {} } } }',
    },
    detect(pair, found) {
      for (const [name, upstream] of upstreamPairs(pair))
        membersChanged(upstream, found, ['upstreams', name, 'auth'], ({ auth }) => auth);
    },
  },
  {
    id: 'server/upstream-handling',
    axis: 'wire',
    level: 'risky',
    says: 'How a server handles an upstream that is slow, gone or changed is different.',
    why: 'Calls that were rejected may now run, or calls that ran may now be rejected.',
    next: 'Check that the tools of server "<server>" still behave as you want when the upstream changes or does not start.',
    example: {
      before: 'upstreams: { tracker: { command: [tracker-mcp] } }',
      after: 'upstreams: { tracker: { command: [tracker-mcp], on_drift: log } }',
    },
    detect(pair, found) {
      for (const [name, upstream] of upstreamPairs(pair))
        membersChanged(upstream, found, ['upstreams', name], ({ on_drift, timeout_ms }) => ({ on_drift, timeout_ms }));
    },
  },
]);
