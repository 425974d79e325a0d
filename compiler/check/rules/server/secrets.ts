/** Secrets are variables, and declared as secret. */
import { memoizeBy } from '../../../base/memo.ts';
import { type Sentence, say } from '../../../base/sentence.ts';
import { isSecretVariable, placedSecrets } from '@haft/runtime/language';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { shopServer } from '../../example-documents.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Located, ServerPart } from '../../model.ts';
import { type ReportFinding, rule } from '../../rule.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { type LiteralSecret, literalSecret, secretInText } from '../../analysis/secrets/literal-secret.ts';
import { behaviorTexts, placeOf, sharedTemplates } from '../../analysis/secrets/templates.ts';
import { type PlacedText, serverTexts } from '../../analysis/hidden/model-texts.ts';
import { describedTexts } from '../../analysis/prose/implementation-terms.ts';
import { wordSet } from '../../../base/word-lists.ts';

export const secretDeclared = rule({
  id: 'server/secret-declared',
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
    const { env } = server.spec;
    const placed = env ? placedIn(server) : new Map<string, string>();
    for (const [name, variable] of Object.entries(env ?? {})) {
      const place = placed.get(name);
      // By its name alone it may be none, and `secret: false` is the word of the author.
      const suspected = place === undefined;
      if (variable.secret === true || (suspected && (variable.secret === false || !isSecretVariable(name)))) continue;
      const message = suspected
        ? say`Environment variable "${name}" is named like a secret, but is not declared as one.`
        : say`Environment variable "${name}" fills ${place}, where secrets are sent, but is not declared as a secret.`;
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
  const { connections, programs, databases = {}, upstreams, auth } = spec;
  const named = Object.entries({ connections, programs, upstreams }).flatMap(([kind, members = {}]) =>
    Object.entries(members).map(([name, member]) => [`${kind.slice(0, -1)} "${name}"`, member] as const),
  );
  const shared = [...named, ['`auth`', auth] as const];
  const inTools = tools.flatMap((tool) =>
    behaviorsOf(tool.spec).flatMap(({ steps }) =>
      steps.map((step) => [`tool "${tool.spec.name}"`, step.spec] as const),
    ),
  );
  const entries = [...shared, ...inTools].flatMap(([owner, member]) =>
    placedSecrets(member).map(({ variable, path }) => [variable, placeIn(owner, path)] as const),
  );
  // The password is in the URL.
  const logins = Object.entries(databases).flatMap(([name, { url }]) =>
    placedSecrets(url ?? '', ['url'], true).map(
      ({ variable, path }) => [variable, placeIn(`database "${name}"`, path)] as const,
    ),
  );
  return new Map([...logins, ...entries].toReversed());
}

function placeIn(owner: string, path: readonly (string | number)[]): string {
  return path.length === 0 ? owner : `"${path.join('.')}" of ${owner}`;
}

export const secretLiteral = rule({
  id: 'server/secret-literal',
  severity: 'error',
  evidence: 'signals',
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
    for (const literal of literalsIn(server)) {
      const { on, path, secret } = literal;
      report(
        path,
        say`${placeOf(literal)} contains ${secret.what}.`,
        'Declare a variable under `env:` with `secret: true`, use {env.NAME} here, and revoke this secret.',
        { on, word: secret.word, suspected: false },
      );
    }
    reportTexts(server, serverTexts(server.spec), say`server "${server.spec.name}"`, report);
    for (const tool of server.tools) {
      reportTexts(tool, describedTexts(tool.spec), say`tool "${tool.spec.name}"`, report);
    }
  },
});

function literalsIn(server: ServerPart) {
  const inTools = server.tools.flatMap((on) =>
    literalsOf(on.spec).map((literal) => ({ ...literal, on, owner: say`tool "${on.spec.name}"` })),
  );
  return [...sharedTemplates(server).flatMap(withSecret), ...inTools];
}

const literalsOf = memoizeBy((tool: ToolSpec) => behaviorTexts(tool).flatMap(withSecret));

function withSecret<T extends PlacedText>(placed: T): (T & { readonly secret: LiteralSecret })[] {
  const secret = literalSecret(placed.text, keyOf(placed.path));
  return secret ? [{ ...placed, secret }] : [];
}

/** What a model reads reaches every conversation. */
function reportTexts(on: Located<unknown>, texts: readonly PlacedText[], owner: Sentence, report: ReportFinding): void {
  for (const { path, text } of texts) {
    const secret = secretInText(text);
    if (!secret) continue;
    report(
      path,
      say`"${path.join('.')}" of ${owner} contains ${secret.what}, and every model reads it.`,
      'Delete it here and revoke it; declare a variable under `env:` with `secret: true`, and use {env.NAME} where it is sent.',
      { on, word: secret.word, suspected: false },
    );
  }
}

const NAMED: ReadonlySet<unknown> = wordSet('headers query form multipart basic client_credentials refresh_token');

/** The name of the header, parameter or credential that a text is the value of. */
function keyOf(path: NodePath): string {
  const own = path.at(-1) === 'value' && path.at(-3) === 'query' ? path.slice(0, -1) : path;
  return NAMED.has(own.at(-2)) ? String(own.at(-1)) : '';
}
