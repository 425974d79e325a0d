/** A declared connection is used. */
import { shopServer } from '../../example-documents.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { crossRule } from '../../rule.ts';
import { fullyKnown } from '../../analysis/secrets/templates.ts';

export const connectionUnused = crossRule({
  id: 'server/connection-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared connection should be used by a tool.',
  why: 'Readers of the spec assume that the server uses the service, and grant network access or a key for it.',
  source: 'MCP security best practices (no more access than is needed)',
  good: [
    shopServer(`connections: { shop: { base_url: "https://shop.example" } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, http: { connection: shop, request: GET /orders } }]`),
    shopServer('limits: { concurrency: 2 }'),
  ],
  bad: [
    shopServer('connections: { shop: { base_url: "https://shop.example" } }'),
    shopServer(`connections:
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
