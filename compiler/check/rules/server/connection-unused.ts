/** A declared connection is used. */
import { allSteps } from '../../../behaviors/index.ts';
import { crossRule } from '../../rule.ts';
import { fullyKnown } from '../../secrets/templates.ts';

export const connectionUnused = crossRule({
  id: 'server/connection-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared connection should be used by a tool.',
  why: 'Readers of the spec assume that the server uses the service, and grant network access or a key for it.',
  source: 'MCP security best practices (no more access than is needed)',
  good: [
    server(`connections: { shop: { base_url: "https://shop.example" } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, http: { connection: shop, request: GET /orders } }]`),
    server('limits: { concurrency: 2 }'),
  ],
  bad: [
    server('connections: { shop: { base_url: "https://shop.example" } }'),
    server(`connections:
  shop: { base_url: "https://shop.example" }
  old_shop: { base_url: "https://old.shop.example" }
tools:
  - name: list_orders
    description: { does: Lists orders., when: the user asks for orders }
    effects: read
    http: { connection: shop, request: GET /orders }`),
  ],
  check(server, report) {
    const steps = server.tools.flatMap(({ spec }) => allSteps(spec));
    const used = new Set(steps.flatMap(({ parts }) => parts.connections.map(({ name }) => name)));
    for (const name of Object.keys(server.spec.connections ?? {})) {
      if (used.has(name)) continue;
      report(
        ['connections', name],
        `Connection "${name}" is not used by any tool.`,
        `Use it with \`connection: ${name}\` in a tool, or delete it.`,
        { part: 'key' },
      );
    }
  },
});

/** In a separate server: the example project has a tool with a handler, which may call any connection. */
function server(keys: string): string {
  return `name: library\n---\nkind: server\nname: shop\nversion: 1.0.0\nsummary: Orders books.\n${keys}`;
}
