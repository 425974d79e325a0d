/** The MCP servers and services that a server calls. */
import { say } from '../../../base/sentence.ts';
import { capital, shellWord } from '../../../base/text/escape.ts';
import type { ServerPart } from '../../model.ts';
import { type ReportFinding, rule } from '../../rule.ts';
import { unpinnedPackage } from '../../analysis/unpinned-package.ts';
import { originOf } from '../../analysis/base-url-target.ts';
import { ownMember, parseTemplate } from '@haft/runtime/language';

const server = (command: string, pin = ''): string => `upstreams: { tracker: { command: ${command} } }
tools:
  - name: list_orders
    description: { does: Lists orders., when: the user asks for orders }
    effects: read
    mcp: { upstream: tracker, tool: list_orders${pin} }`;

const PIN = `, pin: "sha256:${'0'.repeat(64)}"`;

export const upstreamPinned = rule({
  id: 'server/upstream-pinned',
  severity: 'warning',
  says: 'The package of an upstream should have an exact version, and its tools should have pins.',
  why: 'The next start may run different code, and a tool may be replaced by one that does something else under the same name.',
  source: 'MCP security best practices (tools of others are not to be trusted)',
  good: [server('[npx, -y, "tracker-mcp@4.2.0"]', PIN), server('[tracker-mcp]', PIN)],
  bad: [server('[npx, -y, tracker-mcp]', PIN), server('[npx, -y, "tracker-mcp@latest"]', PIN), server('[tracker-mcp]')],
  check(part, report) {
    for (const [name, { command }] of Object.entries(part.spec.upstreams ?? {})) {
      const at = unpinnedPackage(command ?? []);
      if (at === undefined) continue;
      report(
        ['upstreams', name, 'command', at],
        say`The package "${command?.[at] ?? ''}" of upstream "${name}" has no exact version.`,
        'Write the version that was reviewed, such as name@1.2.3.',
      );
    }
    for (const tool of part.tools) {
      if (tool.spec.mcp === undefined || tool.spec.mcp.pin !== undefined) continue;
      report(
        ['mcp'],
        say`Tool "${tool.spec.name}" has no pin: its upstream tool may change without notice.`,
        pinHint(tool.spec.mcp.upstream, part.spec.upstreams),
        { on: tool, part: 'key' },
      );
    }
  },
});

/** What prints the pins of all tools of an upstream; it writes nothing. */
function pinHint(name: string, upstreams: ServerPart['spec']['upstreams'] = {}): string {
  const upstream = ownMember(upstreams, name);
  const words = upstream && sourceWords(upstream);
  const prints = 'haft import mcp --dry-run --name pins';
  return words === undefined
    ? `Add \`pin:\`. \`${prints}\`, followed by \`--run -- <command>\` or \`--url <address>\` of the upstream, prints it.`
    : `Add \`pin:\`. \`${prints} ${words}\` prints it.`;
}

type UpstreamOfServer = NonNullable<ServerPart['spec']['upstreams']>[string];

/** As a shell reads them; undefined where a person has to know more, such as values of variables. */
function sourceWords({ url, command, headers, env = [], cwd, auth }: UpstreamOfServer): string | undefined {
  const argv = command ?? [];
  if (auth || headers || cwd !== undefined || [url ?? '', ...argv].some((one) => /[{}]/.test(one))) return undefined;
  if (url !== undefined) return `--url ${shellWord(url)}`;
  const passed = env.map((one) => `--env ${shellWord(one)} `).join('');
  return `--run ${passed}-- ${argv.map(shellWord).join(' ')}`;
}

export const upstreamReachable = rule({
  id: 'server/upstream-reachable',
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
      const path = ['upstreams', name] as const;
      if ((command === undefined) === (url === undefined)) {
        const actual = url === undefined ? 'neither' : 'both';
        report(
          path,
          say`Upstream "${name}" must have either \`command\` or \`url\`, but has ${actual}.`,
          'Write `command: [program, argument]` for a program of this machine, or `url:` for an address.',
          { part: 'key' },
        );
      }
      if (url !== undefined) reportAddress(url, [...path, 'url'], 'address', report);
    }
  },
});

export const sseLegacy = rule({
  id: 'server/sse-legacy',
  severity: 'warning',
  says: 'A server should not offer the legacy transport HTTP+SSE.',
  why: 'MCP replaced HTTP+SSE with Streamable HTTP in March 2025. Some hosts never supported it and others drop it, so users see a server without tools.',
  source: 'MCP 2025-03-26, transports (HTTP+SSE is deprecated); EXT §4.1 rule 3 names it for remote use',
  good: ['transports: [stdio, http]', 'transports: [http]'],
  bad: ['transports: [stdio, sse]', 'transports:\n  - sse'],
  check(server, report) {
    const { transports = [], name } = server.spec;
    const index = transports.indexOf('sse');
    if (index === -1) return;
    const hint = transports.includes('http')
      ? 'Remove `sse` as soon as your hosts connect over `http`.'
      : 'Offer `http` (Streamable HTTP), and keep `sse` only for a host that supports nothing else.';
    report(['transports', index], say`Server "${name}" offers the legacy transport HTTP+SSE.`, hint);
  },
});

export const baseUrl = rule({
  id: 'server/base-url',
  severity: 'error',
  says: 'A connection must use https or stay on this machine, and its address must not contain credentials.',
  why: 'Plain http exposes keys and lets others change responses, which the model then follows. A character such as "/" in a password changes the host.',
  source: 'MCP 2025-11-25, authorization (https, or an address of this machine)',
  good: [
    'connections: { shop: { base_url: "https://shop.example/v1" } }',
    'connections: { till: { base_url: "http://127.0.0.1:{env.TILL_PORT|8080}/api" } }\nenv: { TILL_PORT: { description: Port of the till., optional: true } }',
    'connections: { shop: { base_url: "{env.SHOP_URL|https://shop.example}" } }\nenv: { SHOP_URL: { description: Address of the shop., optional: true } }',
  ],
  bad: [
    'connections: { shop: { base_url: "http://shop.example/v1" } }',
    'connections: { shop: { base_url: "{env.SHOP_URL|http://shop.example}" } }\nenv: { SHOP_URL: { description: Address of the shop., optional: true } }',
    'connections:\n  till:\n    base_url: http://192.168.1.20:8080/api',
    'connections: { shop: { base_url: "https://:8443/v1" } }',
    'connections: { shop: { base_url: "https://{env.SHOP_USER}:{env.SHOP_PASSWORD}@shop.example" } }\nenv: { SHOP_USER: { description: User. }, SHOP_PASSWORD: { description: Password., secret: true } }',
    'connections: { shop: { base_url: "https://reader@shop.example/v1" } }',
  ],
  check(server, report) {
    for (const [name, { base_url }] of Object.entries(server.spec.connections ?? {})) {
      reportAddress(base_url, ['connections', name, 'base_url'], 'base URL', report);
    }
  },
});

const LOGIN = {
  upstreams: 'Send them in `headers:`, from a variable of the server.',
  connections:
    'Remove them, and add `auth: { basic: { user: "{env.USER}", password: "{env.PASSWORD}" } }` with variables of the server.',
};

function reportAddress(
  url: string,
  path: readonly [kind: keyof typeof LOGIN, name: string, key: string],
  what: string,
  report: ReportFinding,
): void {
  const [kind, name] = path;
  const owner = say`${kind.slice(0, -1)} "${name}"`;
  const origin = originOf(url);
  if (hasLogin(url)) report(path, say`The address of ${owner} contains credentials.`, LOGIN[kind]);
  if (origin === 'no URL') report(path, say`The ${what} of ${owner} has no host.`, 'Write it as https://host/path.');
  if (origin === 'open to all') {
    const hint = 'Use https, or forward the service to http://127.0.0.1 or http://localhost.';
    const message = say`${capital(kind.slice(0, -1))} "${name}" uses plain http to another machine.`;
    report(path, message, hint, { word: 'http:' });
  }
}

/** Whether variables or only a user precede the host; a user with a plain password is a literal secret. */
function hasLogin(baseUrl: string): boolean {
  const { parts, problem } = parseTemplate(baseUrl);
  if (problem) return false;
  const texts = parts.map((part) => (typeof part === 'string' ? part : (part.fallback ?? '\0')));
  const isLiteral = texts.some((text) => /^[a-z+]+:\/\/[^\s/@:]+:[^\s/@]+@/i.test(text));
  return !isLiteral && /^https?:\/\/[^/?#]*@/i.test(texts.join(''));
}
