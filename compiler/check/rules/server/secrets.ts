/** Secrets are variables, and declared as secret. */
import { type Sentence, say } from '../../../base/sentence.ts';
import { isSecretVariable, placedSecrets } from '@haft/runtime/language';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { shopServer } from '../../example-documents.ts';
import type { Located, ServerPart, SkillFile } from '../../model.ts';
import { type FilePart, type ReportFinding, rule } from '../../rule.ts';
import { secretInLongText } from '../../analysis/secrets/literal-secret.ts';
import {
  type PlacedLiteral,
  SHARED,
  literalsOfServer,
  literalsOfSkill,
  literalsOfTool,
} from '../../analysis/secrets/literal-places.ts';
import { type SkillText, fileText, skillTexts } from '../../analysis/hidden/model-texts.ts';
import { folderOf, offerPath, offeredFiles, viewPages } from '../../analysis/offered-files.ts';
import { filesOfSkills } from '../../analysis/skill-files.ts';

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
    `connections:
  shop: { base_url: "https://shop.example", headers: { X-Api-Key: "{env.SHOP_KEY|library-2026-main}" } }
env: { SHOP_KEY: { description: Key of the shop., secret: true, optional: true } }`,
    `tools:
  - name: list_orders
    description: { does: Lists the orders of the library., when: the user asks what was ordered }
    effects: read
    command: { argv: [shop, orders, --password, open-sesame], env: [{ SHOP_LOGIN_PASSWORD: open-sesame }] }`,
    `name: library
---
kind: skill
name: order-books
version: 1.0.0
description: { does: Orders books., when: the user wants to buy a book, triggers: [order this book, buy it for us], not_for: [{ case: lending }] }
context: Log in to the shop; the password is Shelf2026.
steps: [Order the book.]
never: [Order a book twice]`,
  ],
  check(server, report) {
    reportAll(server, literalsOfServer(server.spec), say`server "${server.spec.name}"`, report);
    for (const tool of server.tools) {
      reportAll(tool, literalsOfTool(tool.spec), say`tool "${tool.spec.name}"`, report);
    }
  },
  filesCheck: {
    around: (draft) => [...filesOfSkills(draft), ...offeredFiles(draft), ...viewPages(draft)],
    check(part, report, files) {
      const owner = ownerOf(part);
      if ('folder' in part) reportAll(part, literalsOfSkill(part.spec), owner, report);
      for (const { file, path, text } of fileTextsOf(part, files)) {
        const secret = secretInLongText(text);
        if (!secret || file === undefined) continue;
        const { what, word, isStated = false } = secret;
        const start = text.indexOf(word);
        report(
          path,
          say`File "${file.slice(folderOf(part).length)}" of ${owner} contains ${what}.`,
          'Delete it in the file and revoke it; read it from an environment variable instead.',
          { inFile: { file, start, end: start + word.length }, suspected: isStated },
        );
      }
    },
  },
});

/** All that is compiled, and the body of a skill, which may be a file beside its spec. */
function fileTextsOf(part: FilePart, files: readonly SkillFile[]): readonly SkillText[] {
  if ('folder' in part) return skillTexts(part, files).filter(({ file }) => file !== undefined);
  return files.map((file) => {
    const path = 'tools' in part ? offerPath(part, file) : ['view', 'file'];
    return { path, text: fileText(file) ?? '', file: file.path };
  });
}

function ownerOf(part: FilePart): Sentence {
  const kind = 'folder' in part ? 'skill' : 'tools' in part ? 'server' : 'tool';
  return say`${kind} "${part.spec.name}"`;
}

const HINTS = {
  sent: 'Declare a variable under `env:` with `secret: true`, use {env.NAME} here, and revoke this secret.',
  read: 'Delete it here and revoke it; declare a variable under `env:` with `secret: true`, and use {env.NAME} where it is sent.',
  other: 'Delete it here, and revoke it.',
};

function reportAll(
  on: Located<unknown>,
  literals: readonly PlacedLiteral[],
  owner: Sentence,
  report: ReportFinding,
): void {
  for (const literal of literals) {
    const { path, part, use, secret } = literal;
    const { what, word, isStated = false } = secret;
    const readers = use === 'read' ? ', and models read it' : '';
    report(path, say`${placeOf(literal, owner)} contains ${what}${readers}.`, HINTS[use], {
      on,
      part,
      ...(part === 'value' && { word }),
      // A request in an eval may invent one.
      suspected: use === 'other' && isStated,
    });
  }
}

/** Of what is sent "headers.Accept" of connection "shop". */
function placeOf({ path, use }: PlacedLiteral, owner: Sentence): Sentence {
  const [kind = '', name = '', ...rest] = path;
  if (use !== 'sent') return say`"${path.join('.')}" of ${owner}`;
  return SHARED.has(kind)
    ? say`"${rest.join('.')}" of ${String(kind).slice(0, -1)} "${String(name)}"`
    : say`"${path.slice(1).join('.')}" of ${kind === 'auth' ? '`auth`' : owner}`;
}
