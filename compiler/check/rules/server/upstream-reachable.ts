/** Each upstream is one program or one encrypted address. */
import { hasLogin, originOf } from '../../analysis/secrets/base-url-target.ts';
import { rule } from '../../rule.ts';

export const upstreamReachable = rule({
  id: 'server/upstream-reachable',
  subject: 'server',
  severity: 'error',
  says: 'An upstream must be either a program or an address; an address must use https or stay on this machine.',
  why: 'No tool works without one, and two are ambiguous. Plain http exposes tokens and lets others change results, which the model then follows.',
  source: 'MCP 2025-11-25, basic/transports (stdio or Streamable HTTP) and authorization (https)',
  good: [
    'upstreams: { tracker: { command: [npx, -y, "tracker-mcp@4.2.0"] } }',
    'upstreams: { tracker: { url: "https://tracker.example/mcp" } }',
    'upstreams: { tracker: { url: "http://127.0.0.1:8080/mcp" } }',
  ],
  bad: [
    'upstreams: { tracker: { on_drift: log } }',
    'upstreams: { tracker: { command: [tracker-mcp], url: "https://tracker.example/mcp" } }',
    'upstreams: { tracker: { url: "http://tracker.example/mcp" } }',
    'upstreams: { tracker: { url: "https://reader@tracker.example/mcp" } }',
  ],
  check(server, report) {
    for (const [name, { command, url }] of Object.entries(server.spec.upstreams ?? {})) {
      const path = ['upstreams', name];
      if ((command === undefined) === (url === undefined)) {
        const found = url === undefined ? 'neither' : 'both';
        report(
          path,
          `Upstream "${name}" must have either \`command\` or \`url\`, but has ${found}.`,
          'Write `command: [program, argument]` for a program of this machine, or `url:` for an address.',
          { part: 'key' },
        );
      }
      if (url === undefined) continue;
      if (hasLogin(url))
        report(
          [...path, 'url'],
          `The address of upstream "${name}" contains credentials.`,
          'Send them in `headers:`, from a variable of the server.',
        );
      const origin = originOf(url);
      if (origin === 'no URL')
        report([...path, 'url'], `The address of upstream "${name}" has no host.`, 'Write it as https://host/path.');
      if (origin === 'open to all')
        report(
          [...path, 'url'],
          `Upstream "${name}" uses plain http to another machine.`,
          'Use https, or forward the service to http://127.0.0.1 or http://localhost.',
          { word: 'http:' },
        );
    }
  },
});
