/** A declared environment variable is used. */
import { shopServer } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { fullyKnown, usedEnv } from '../../analysis/secrets/templates.ts';

export const envUnused = crossRule({
  id: 'server/env-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared environment variable should be used.',
  why: 'Users are asked to set it: they search for a key that is not needed, and expose a secret for nothing.',
  source: 'EXT §2.5 (host entries start the server); MCP security best practices (no more access than is needed)',
  good: [
    shopServer(`env: { SHOP_KEY: { description: Key of the account., secret: true } }
connections: { shop: { base_url: "https://shop.example", headers: { X-Key: "{env.SHOP_KEY}" } } }`),
    shopServer(`env: { SHOP_KEY: { description: Key of the account. } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [shop, orders], env: [SHOP_KEY] } }]`),
  ],
  bad: [
    shopServer('env: { SHOP_KEY: { description: Key of the account. } }'),
    shopServer(`env:
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
