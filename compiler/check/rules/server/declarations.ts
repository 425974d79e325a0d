/** Declarations of a server are used. */
import { capital } from '../../../base/text/escape.ts';
import { type Sentence, say } from '../../../base/sentence.ts';
import { shopServer } from '../../example-documents.ts';
import { allSteps, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { type AnyCrossRule, crossRule } from '../../rule.ts';
import { programOf } from '../../../spec/behaviors/programs.ts';
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { environmentNames } from '../../../spec/behaviors/program-environment.ts';
import { authTemplates } from '../../../spec/behaviors/server-auth.ts';
import { databaseTemplates } from '../../../spec/behaviors/databases.ts';
import { upstreamTemplates } from '../../../spec/behaviors/upstreams.ts';
import { connectionTemplates, programTemplates, toolTemplates } from '../../analysis/binding/template-use.ts';
import type { TemplateUse } from '../../../spec/behaviors/behavior.ts';
import type { SpecDraft, ServerPart } from '../../model.ts';

function templatesOf({ spec, tools }: ServerPart): readonly TemplateUse[] {
  const { connections = {}, programs = {}, databases = {}, upstreams = {}, auth } = spec;
  return [
    ...(auth ? authTemplates(auth) : []),
    ...Object.values(connections).flatMap(connectionTemplates),
    ...Object.values(programs).flatMap(programTemplates),
    ...Object.values(databases).flatMap(databaseTemplates),
    ...Object.values(upstreams).flatMap(upstreamTemplates),
    ...tools.flatMap((tool) => toolTemplates(tool.spec)),
  ];
}

/** Names of the environment variables that templates and commands of the server use. */
function usedEnv(server: ServerPart): ReadonlySet<string> {
  const inTemplates = templatesOf(server)
    .flatMap(({ text }) => templateVariables(text))
    .flatMap(({ path: [root, ...name] }) => (root === 'env' ? [name.join('.')] : []));
  const byName = server.tools.flatMap(({ spec }) => allSteps(spec).flatMap(({ parts }) => parts.variables));
  const byProgram = Object.values(server.spec.programs ?? {}).flatMap(({ env }) =>
    environmentNames(env).map(({ name }) => name),
  );
  const byUpstream = Object.values(server.spec.upstreams ?? {}).flatMap(({ env = [] }) => env);
  return new Set([...inTemplates, ...byName.map(({ name }) => name), ...byProgram, ...byUpstream]);
}

function runPrograms({ tools }: ServerPart): ReadonlySet<string> {
  const steps = tools.flatMap(({ spec }) => allSteps(spec));
  return new Set(steps.flatMap(({ parts }) => (parts.program && programOf(parts.program.argv)) ?? []));
}

/** By tools, or by passing on what it offers. */
function usedUpstreams(server: ServerPart): ReadonlySet<string> {
  const passing = Object.entries(server.spec.upstreams ?? {}).filter(([, { pass = [] }]) =>
    pass.some((one) => one !== 'elicitation'),
  );
  return new Set([...namedInSteps('upstreams')(server), ...passing.map(([name]) => name)]);
}

/** Unused names cannot be reported while a tool has no valid shape, or where code may use them. */
const fullyKnown = memoizeBy((draft: SpecDraft): readonly (readonly [ServerPart, undefined])[] => {
  return withAllTools(draft).filter(([server]) => isDeclarative(server));
});

/** Servers of which every tool has its shape. */
function withAllTools({ servers, names }: SpecDraft): (readonly [ServerPart, undefined])[] {
  // A tool without a server that is known can be of any.
  const strays = names.tools.countOf('');
  return servers
    .filter(({ spec, tools }) => strays === 0 && names.tools.countOf(spec.name) <= tools.length)
    .filter(({ spec, tools }) => (spec.tools?.length ?? 0) <= tools.length)
    .map((server) => [server, undefined]);
}

const isDeclarative = memoizeBy(({ tools }: ServerPart): boolean => {
  return !tools.some((tool) => behaviorsOf(tool.spec).some(({ isCode }) => isCode));
});

interface Unused extends Pick<AnyCrossRule, 'says' | 'why' | 'good' | 'bad'> {
  readonly id: `server/${string}`;
  readonly source?: string;
  readonly around?: typeof fullyKnown;
  readonly key: 'connections' | 'definitions' | 'env' | 'programs' | 'databases' | 'upstreams';
  /** Its parts of the message: `Program "x" is not run by any tool.` */
  readonly kind?: string;
  readonly use?: string;
  readonly usedIn: (server: ServerPart) => ReadonlySet<string>;
  /** How one is used, as the beginning of the hint. */
  readonly write?: (name: string) => Sentence;
}

function unusedRule({
  key,
  kind = capital(key.slice(0, -1)),
  use = 'used by any tool',
  usedIn,
  write = (name) => say`Use it with \`${key.slice(0, -1)}: ${name}\` in a tool`,
  around = fullyKnown,
  source = 'MCP security best practices (no more access than is needed)',
  ...cell
}: Unused): AnyCrossRule {
  return crossRule({
    ...cell,
    severity: 'warning',
    source,
    around,
    check(server: ServerPart, report) {
      const names = Object.keys(server.spec[key] ?? {});
      const used = names.length > 0 ? usedIn(server) : new Set<string>();
      for (const name of names.filter((one) => !used.has(one)))
        report([key, name], say`${kind} "${name}" is not ${use}.`, say`${write(name)}, or delete it.`, { part: 'key' });
    },
  });
}

/** What the steps of its tools name. */
function namedInSteps(key: 'connections' | 'databases' | 'upstreams'): (server: ServerPart) => ReadonlySet<string> {
  return ({ tools }) => {
    const steps = tools.flatMap(({ spec }) => allSteps(spec));
    return new Set(steps.flatMap(({ parts }) => parts[key].map(({ name }) => name)));
  };
}

export const connectionUnused = unusedRule({
  id: 'server/connection-unused',
  key: 'connections',
  usedIn: namedInSteps('connections'),
  says: 'Every declared connection should be used by a tool.',
  why: 'Readers of the spec assume that the server uses the service, and grant network access or a key for it.',
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
});

const DATABASE =
  'env: { SHOP_URL: { description: Address of the database., secret: true } }\ndatabases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }';

const DEFINITIONS =
  'definitions: { page: { type: integer, description: The page of the list., minimum: 1, maximum: 100, default: 1 } }';

export const definitionUnused = unusedRule({
  id: 'server/definition-unused',
  around: withAllTools,
  key: 'definitions',
  usedIn: ({ tools }) => new Set(tools.flatMap(({ reached }) => reached)),
  write: (name) => say`Write { use: ${name} } in a parameter or result of a tool`,
  says: 'Every definition should be used by a tool.',
  why: 'An unused definition has no effect. Usually a tool still declares the schema inline, or uses another definition.',
  source: 'EXT §8 rule 2 (one narrow schema, written once)',
  good: [
    shopServer(`${DEFINITIONS}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, parameters: { page: { use: page } }, command: { argv: [orders, "{page}"] } }]`),
    shopServer(`definitions: { order: { type: object, properties: { id: { type: string, description: Its number. } } } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, returns: { type: object, properties: { orders: { type: array, items: { use: order } } } }, command: { argv: [orders], stdout: json, result: { orders: /orders } } }]`),
  ],
  bad: [
    shopServer(DEFINITIONS),
    shopServer(`${DEFINITIONS}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, parameters: { page: { type: integer, minimum: 1, maximum: 100, default: 1, description: The page. } }, command: { argv: [orders, "{page}"] } }]`),
  ],
});

export const envUnused = unusedRule({
  id: 'server/env-unused',
  key: 'env',
  kind: 'Environment variable',
  use: 'used',
  usedIn: usedEnv,
  write: (name) => say`Use it as {env.${name}}`,
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
});

const CATALOGUE = 'programs: { books: { cwd: /srv/books } }';

export const programUnused = unusedRule({
  id: 'server/program-unused',
  key: 'programs',
  use: 'run by any tool',
  usedIn: runPrograms,
  write: (name) => say`Write ${JSON.stringify(name)} as the first element of \`argv\` of a tool`,
  says: 'Every declared program should be run by a tool.',
  why: 'Its error messages and variables apply to no tool. Usually its name differs from the first element of `argv`.',
  source: 'EXT §7 (a failure includes a message and a hint for recovery)',
  good: [
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [books, orders] } }]`),
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { before: [{ argv: [books, ping] }], argv: [date] } }]`),
  ],
  bad: [
    shopServer(CATALOGUE),
    shopServer(`${CATALOGUE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, command: { argv: [/usr/bin/books, orders] } }]`),
  ],
});

export const databaseUnused = unusedRule({
  id: 'server/database-unused',
  key: 'databases',
  usedIn: namedInSteps('databases'),
  says: 'Every declared database should be used by a tool.',
  why: 'Readers of the spec assume that the server reads it, and create a login for nothing.',
  good: [
    shopServer('limits: { concurrency: 2 }'),
    shopServer(`${DATABASE}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, sql: { database: shop, statement: select id from orders order by id } }]`),
  ],
  bad: [
    shopServer(DATABASE),
    shopServer(`${DATABASE.replace('databases: {', 'databases: { old: { kind: postgres, url: "{env.SHOP_URL}" },')}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, sql: { database: shop, statement: select id from orders order by id } }]`),
  ],
});

export const upstreamUnused = unusedRule({
  id: 'server/upstream-unused',
  key: 'upstreams',
  usedIn: usedUpstreams,
  says: 'Every declared upstream should be used by a tool.',
  why: 'Readers of the spec assume that the other server runs, and install it or set its tokens for nothing.',
  good: [
    shopServer('limits: { concurrency: 2 }'),
    shopServer(`upstreams: { tracker: { command: [tracker-mcp] } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, mcp: { upstream: tracker, tool: orders, pin: "sha256:${'0'.repeat(64)}" } }]`),
  ],
  bad: [
    shopServer('upstreams: { tracker: { command: [tracker-mcp] } }'),
    shopServer('upstreams: { tracker: { url: "https://tracker.example/mcp" } }'),
  ],
});
