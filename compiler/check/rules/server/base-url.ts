/** Connections are encrypted, or stay on this machine. */
import { rule } from '../../rule.ts';
import { hasLogin, originOf } from '../../analysis/secrets/base-url-target.ts';

export const baseUrl = rule({
  id: 'server/base-url',
  subject: 'server',
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
      const origin = originOf(base_url);
      const path = ['connections', name, 'base_url'];
      if (hasLogin(base_url))
        report(
          path,
          `The address of connection "${name}" contains credentials.`,
          'Remove them, and add `auth: { basic: { user: "{env.USER}", password: "{env.PASSWORD}" } }` with variables of the server.',
        );
      if (origin === 'no URL')
        report(path, `The base URL of connection "${name}" has no host.`, 'Write it as https://host/path.');
      if (origin === 'open to all') {
        report(
          path,
          `Connection "${name}" uses plain http to another machine.`,
          'Use https, or forward the service to http://127.0.0.1 or http://localhost.',
          { word: 'http:' },
        );
      }
    }
  },
});
