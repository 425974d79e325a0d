/** No secret is written into a spec. */
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { rule } from '../../rule.ts';
import { literalSecret } from '../../analysis/secrets/literal-secret.ts';
import { secretInText } from '../../analysis/secrets/secret-in-text.ts';
import { placeOf, writtenTexts } from '../../analysis/secrets/templates.ts';
import { serverTexts } from '../../analysis/hidden/model-texts.ts';
import type { PlacedText } from '../../analysis/hidden/placed-texts.ts';
import { describedTexts } from '../../analysis/prose/implementation-terms.ts';
import type { Located } from '../../model.ts';
import type { ReportFinding } from '../../rule.ts';
import { wordSet } from '../../../base/word-lists.ts';

export const secretLiteral = rule({
  id: 'server/secret-literal',
  subject: 'server',
  severity: 'error',
  says: 'A spec must not contain a secret; use an environment variable.',
  why: 'A spec is committed, printed and compiled into every copy of the server. Everyone with a copy can read the secret, and changing it needs a release.',
  source: 'MCP 2025-11-25, authorization (a local server takes credentials from the environment)',
  good: [
    'env: { SHOP_KEY: { description: Key of the account., secret: true } }\nconnections: { shop: { base_url: "https://shop.example", headers: { Authorization: "Bearer {env.SHOP_KEY}" } } }',
    'connections: { shop: { base_url: "https://shop.example/v1", headers: { X-Api-Version: "2026-11-20", Accept: application/vnd.shop.v3+json } } }',
  ],
  bad: [
    'connections: { shop: { base_url: "https://shop.example", headers: { Authorization: Bearer 7f3c9a1e5b2d } } }',
    'connections: { shop: { base_url: "https://reader:open-sesame@shop.example/v1" } }',
    'connections: { shop: { base_url: "https://shop.example", headers: { X-Api-Key: library-2026-main } } }',
    'connections: { shop: { base_url: "https://shop.example", auth: { basic: { user: library, password: open-sesame } } } }',
    `tools:
  - name: list_orders
    description: { does: Lists the orders of the library., when: the user asks what was ordered }
    effects: read
    command: { argv: [shop, orders, --token=Zk3vT9qLx7Rb2NwYp8Hd4Jm6, --json] }`,
    `tools:
  - name: list_orders
    description: { does: Lists the orders of the library; the password is Shelf2026., when: the user asks what was ordered }
    effects: read
    handler: handlers.ts`,
    `tools:
  - name: list_orders
    description: { does: Lists the orders of the library., when: the user asks what was ordered }
    effects: read
    command: { argv: [shop, orders], stdout: csv, columns: [id, ghp_Zk3vT9qLx7Rb2NwYp8Hd4Jm6Zk3vT9] }`,
  ],
  check(server, report) {
    for (const written of writtenTexts(server)) {
      const { on, path, text } = written;
      const secret = literalSecret(text, keyOf(path));
      if (!secret) continue;
      report(
        path,
        `${placeOf(written)} contains ${secret.what}.`,
        'Declare a variable under `env:` with `secret: true`, use {env.NAME} here, and revoke this secret.',
        { on, word: secret.word },
      );
    }
    reportTexts(server, serverTexts(server.spec), `server "${server.spec.name}"`, report);
    for (const tool of server.tools) {
      reportTexts(tool, describedTexts(tool), `tool "${tool.spec.name}"`, report);
    }
  },
});

/** What a model reads reaches every conversation. */
function reportTexts(on: Located<unknown>, texts: readonly PlacedText[], owner: string, report: ReportFinding): void {
  for (const { path, text } of texts) {
    const secret = secretInText(text);
    if (!secret) continue;
    report(
      path,
      `"${path.join('.')}" of ${owner} contains ${secret.what}, and every model reads it.`,
      'Delete it here and revoke it; declare a variable under `env:` with `secret: true`, and use {env.NAME} where it is sent.',
      { on, word: secret.word },
    );
  }
}

const NAMED: ReadonlySet<unknown> = wordSet('headers query form multipart basic client_credentials refresh_token');

/** The name of the header, parameter or credential that a text is the value of. */
function keyOf(path: NodePath): string {
  const own = path.at(-1) === 'value' && path.at(-3) === 'query' ? path.slice(0, -1) : path;
  return NAMED.has(own.at(-2)) ? String(own.at(-1)) : '';
}
