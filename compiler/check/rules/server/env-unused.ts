/** A declared environment variable is used. */
import { crossRule } from '../../rule.ts';
import { fullyKnown, usedEnv } from '../../secrets/templates.ts';

export const envUnused = crossRule({
  id: 'server/env-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared environment variable should be used.',
  why: 'Users are asked to set it: they search for a key that is not needed, and expose a secret for nothing.',
  source: 'EXT §2.5 (host entries start the server); MCP security best practices (no more access than is needed)',
  good: [
    server(`env: { SHOP_KEY: { description: Key of the account., secret: true } }
connections: { shop: { base_url: "https://shop.example", headers: { X-Key: "{env.SHOP_KEY}" } } }`),
    server(`env: { SHOP_KEY: { description: Key of the account. } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [shop, orders], env: [SHOP_KEY] } }]`),
  ],
  bad: [
    server('env: { SHOP_KEY: { description: Key of the account. } }'),
    server(`env:
  SHOP_REGION: { description: "Region of the shop, such as eu.", optional: true }
  SHOP_REIGON: { description: "Region of the shop, such as eu.", optional: true }
connections:
  shop: { base_url: "https://{env.SHOP_REGION|eu}.shop.example" }`),
  ],
  check(server, report) {
    const names = Object.keys(server.spec.env ?? {});
    const used = names.length > 0 ? usedEnv(server) : new Set();
    for (const name of names) {
      if (used.has(name)) continue;
      const hint = `Use it as {env.${name}}, or delete it.`;
      report(['env', name], `Environment variable "${name}" is not used.`, hint, { part: 'key' });
    }
  },
});

/** In a separate server: the example project has a tool with a handler, which may read any variable. */
function server(keys: string): string {
  return `name: library\n---\nkind: server\nname: shop\nversion: 1.0.0\nsummary: Orders books.\n${keys}`;
}
