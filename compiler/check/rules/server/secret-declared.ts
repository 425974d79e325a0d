/** A variable that holds a secret says so. */
import { isSecretVariable, placedSecrets } from '@haft/runtime/language';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { shopServer } from '../../example-documents.ts';
import type { ServerPart } from '../../model.ts';
import { rule } from '../../rule.ts';

export const secretDeclared = rule({
  id: 'server/secret-declared',
  subject: 'server',
  severity: 'error',
  says: 'A variable that fills a place of secrets must be declared with `secret: true`; one that is named like a secret should be.',
  why: 'Hosts show and store what is not declared as a secret like any other setting, and the author who reads the spec does not see which values to protect.',
  source:
    'MCP bundles, user_config (`sensitive`); MCP 2025-11-25, authorization (a local server takes credentials from the environment)',
  good: [
    shopServer(`env: { SHOP_KEY: { description: Key of the account., secret: true } }
connections: { shop: { base_url: "https://shop.example", headers: { X-Api-Key: "{env.SHOP_KEY}" } } }`),
    shopServer(`env: { SHOP_REGION: { description: "Region of the shop, such as eu." } }
connections: { shop: { base_url: "https://{env.SHOP_REGION}.shop.example", headers: { X-Region: "{env.SHOP_REGION}" } } }`),
    shopServer(`env: { SHOP_SORT_TOKEN: { description: "Word that sorts the orders, such as date.", secret: false } }
connections: { shop: { base_url: "https://shop.example", headers: { X-Sort: "{env.SHOP_SORT_TOKEN}" } } }`),
  ],
  bad: [
    shopServer(`env:
  SHOP_ACCOUNT:
    description: What opens the account.
connections: { shop: { base_url: "https://shop.example", headers: { Authorization: "Bearer {env.SHOP_ACCOUNT}" } } }`),
    shopServer(`env: { SHOP_ACCOUNT: { description: What opens the account., secret: false } }
tools: [{ name: list_orders, description: { does: Lists what the library ordered., when: the user asks for orders }, effects: read, command: { argv: [shop, orders, --token, "{env.SHOP_ACCOUNT}"] } }]`),
  ],
  check(server, report) {
    const placed = placedIn(server);
    for (const [name, variable] of Object.entries(server.spec.env ?? {})) {
      const place = placed.get(name);
      // By its name alone it may be none, and `secret: false` is the word of the author.
      const suspected = place === undefined;
      if (variable.secret === true || (suspected && (variable.secret === false || !isSecretVariable(name)))) continue;
      const message = suspected
        ? `Environment variable "${name}" is named like a secret, but is not declared as one.`
        : `Environment variable "${name}" fills ${place}, where secrets are sent, but is not declared as a secret.`;
      const hint = suspected ? 'Add `secret: true`, or `secret: false` if it is none.' : 'Set `secret: true`.';
      const path = ['env', name];
      const edit =
        variable.secret === undefined
          ? server.edit({ kind: 'insert', path, key: 'secret', value: true })
          : server.edit({ kind: 'replace', path: [...path, 'secret'], value: true });
      const fix = { title: `Declare "${name}" as a secret.`, edits: [edit] };
      report(path, message, hint, { part: 'key', suspected, fix });
    }
  },
});

/** For each variable in a place of secrets, the first such place in words. */
function placedIn({ spec, tools }: ServerPart): ReadonlyMap<string, string> {
  const { connections, programs, upstreams } = spec;
  const shared = Object.entries({ connections, programs, upstreams }).flatMap(([kind, members = {}]) =>
    Object.entries(members).map(([name, member]) => [`${kind.slice(0, -1)} "${name}"`, member] as const),
  );
  const inTools = tools.flatMap((tool) =>
    behaviorsOf(tool.spec).flatMap(({ steps }) =>
      steps.map((step) => [`tool "${tool.spec.name}"`, step.spec] as const),
    ),
  );
  const found = [...shared, ...inTools].flatMap(([owner, member]) =>
    placedSecrets(member).map(({ variable, path }) => [variable, placeIn(owner, path)] as const),
  );
  return new Map(found.toReversed());
}

function placeIn(owner: string, path: readonly (string | number)[]): string {
  return path.length === 0 ? owner : `"${path.join('.')}" of ${owner}`;
}
