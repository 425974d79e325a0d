/** Each key of a document goes its whole way: a change of it is in the Plan, in a contract, in the diff, and in a tool that is restored. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { SPEC_SCHEMA } from '../compiler/check/documents/language.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan, ToolPlan } from '../compiler/plan/model.ts';
import { releasedSpec } from '../compiler/plan/released-spec.ts';
import type { JsonObject } from '../runtime/language/json.ts';
import { onlyBroken } from './support/settings.ts';

const GONE = { error: 'The shop is closed.', retry_hint: 'Ask the user to open it, then try again.' };
const SAYS = { when: 'the user asks what a book says', examples: ['What does it say?'] };
const LOADED = {
  when: 'the user wants to read',
  triggers: ['read me a book', 'read on'],
  not_for: [{ case: 'writing a book' }],
};
const COMMAND = { argv: ['books', '--', '{id}'] };

const server: JsonObject = {
  kind: 'server',
  name: 'library',
  version: '1.0.0',
  summary: 'Finds books in a library.',
  transports: ['stdio', 'http'],
  auth: { issuer: 'https://login.library.example', scopes: { read: 'Read books.' } },
  env: { BOOKS: { description: 'Folder of the books.', secret: true } },
  connections: { shop: { base_url: 'https://shop.example', on_unreachable: GONE } },
  upstreams: { tracker: { command: ['tracker-mcp'] } },
  databases: { loans: { kind: 'postgres', url: '{env.BOOKS}' } },
};
const tool: JsonObject = {
  kind: 'tool',
  server: 'library',
  name: 'resume_book',
  description: { ...SAYS, does: 'Reads a book of the library.' },
  effects: 'read',
  parameters: { id: { type: 'string', description: 'Id of the book.' } },
  required: ['id'],
  command: COMMAND,
};
/** Everything that the server declares is used. */
const others: readonly JsonObject[] = [
  { ...tool, name: 'find_book', command: undefined as never, file: { folder: '{env.BOOKS}', path: '{id}.md' } },
  {
    ...tool,
    name: 'borrow_book',
    command: undefined as never,
    sql: { database: 'loans', statement: 'select id from loans where id = {id} order by id' },
  },
  { ...tool, name: 'track_book', command: undefined as never, mcp: { upstream: 'tracker', tool: 'track' } },
  { ...tool, name: 'open_book', command: undefined as never, http: { connection: 'shop', request: 'GET /books/{id}' } },
];
const skill: JsonObject = {
  kind: 'skill',
  name: 'reading-books',
  version: '1.0.0',
  description: { ...LOADED, does: 'Reads books with the user.' },
  context: 'The user wants to read.',
  steps: ['Call `open_book` with the id.'],
  never: ['Read a whole book at once.'],
  servers: ['library'],
};

/** The keys that change; what of the way is not gone, for the reason above it; and what else is there before and after. */
type Way = readonly [change: JsonObject, without?: 'diff' | 'all' | undefined, from?: JsonObject];

/** Without the calls: what else a document says stays. */
const instead = (call: JsonObject): Way => [{ command: undefined as never, ...call }];

const TOOL: Readonly<Record<string, Way>> = {
  // It says what the document is, and where the tool belongs.
  kind: [{}, 'all'],
  server: [{}, 'all'],
  name: [{ name: 'continue_book' }],
  description: [{ description: { ...SAYS, does: 'Reads one book.' } }],
  effects: [{ effects: 'write' }],
  title: [{ title: 'Reader' }],
  parameters: [{ parameters: { id: { type: 'string', maxLength: 9, description: 'Id of the book.' } } }],
  required: [{ required: [], parameters: { id: { type: 'string', default: 'a', description: 'Id of the book.' } } }],
  at_least_one: [
    {
      required: [],
      command: { argv: ['books', '{id}', '{isbn}'] },
      parameters: { ...(tool['parameters'] as JsonObject), isbn: { type: 'string', description: 'ISBN.' } },
      at_least_one: [['id', 'isbn']],
    },
  ],
  returns: [{ returns: { type: 'object', properties: { text: { type: 'string', description: 'Text.' } } } }],
  idempotent: [{ idempotent: true }, undefined, { effects: 'write' }],
  open_world: [{ open_world: false }],
  scopes: [{ scopes: ['read'] }],
  public: [{ public: true }],
  timeout_ms: [{ timeout_ms: 9000 }],
  on_timeout: [{ on_timeout: GONE }],
  limits: [{ limits: { concurrency: 1 } }],
  tags: [{ tags: ['admin'] }],
  view: [{ view: 'facts' }],
  requires: [{ requires: 'elicitation' }],
  confirm: [{ confirm: 'Read {id}?' }],
  ask: [
    { ask: ['id'] },
    undefined,
    { required: [], parameters: { id: { type: 'string', default: 'a', description: 'Id of the book.' } } },
  ],
  http: instead({ http: { connection: 'shop', request: 'GET /book/{id}' } }),
  command: [{ command: { argv: ['books', '--all', '--', '{id}'] } }],
  file: instead({ file: { folder: '{env.BOOKS}', path: '{id}.md' } }),
  sql: instead({ sql: { database: 'loans', statement: 'select id from loans where book = {id} order by id' } }),
  mcp: instead({ mcp: { upstream: 'tracker', tool: 'read' } }),
  handler: instead({ handler: 'handlers.ts' }),
  evals: [{ evals: [{ query: 'what does the book say' }] }],
  replaces: [{ replaces: 'open_book' }],
  deprecated: [
    {
      deprecated: { since: '2026-11-20', use: 'find_book', remove_after: '2027-02-20', reason: 'It reads too much.' },
    },
  ],
};
const SERVER: Readonly<Record<string, Way>> = {
  kind: [{}, 'all'],
  name: [{ name: 'archive' }],
  // The rules of versions judge it.
  version: [{ version: '1.1.0' }, 'diff'],
  summary: [{ summary: 'Finds books.' }],
  title: [{ title: 'The library' }],
  transports: [{ transports: ['http'] }],
  coerce: [{ coerce: true }],
  list: [{ list: 'search' }],
  auth: [{ auth: { issuer: 'https://login.library.example', scopes: { read: 'Read all books.' } } }],
  serve_skills: [{ serve_skills: true }],
  env: [{ env: { BOOKS: { description: 'Folder of the books.', secret: true, optional: true } } }],
  connections: [{ connections: { shop: { base_url: 'https://shop.example/v2', on_unreachable: GONE } } }],
  // They are part of the tools that use them.
  programs: [{}, 'all'],
  definitions: [{}, 'all'],
  databases: [{ databases: { loans: { kind: 'postgres', url: '{env.BOOKS}', timeout_ms: 9000 } } }],
  upstreams: [{ upstreams: { tracker: { command: ['tracker-mcp', '--all'] } } }],
  limits: [{ limits: { concurrency: 2 } }],
  // Documents of their own say the same.
  tools: [{}, 'all'],
  prompts: [{ prompts: [{ skill: 'reading-books' }] }],
  resources: [{ resources: [{ uri: 'books://a', name: 'a', file: 'references/a.md' }] }],
  icons: [{ icons: [{ file: 'assets/book.png' }] }],
};
const SKILL: Readonly<Record<string, Way>> = {
  kind: [{}, 'all'],
  name: [{ name: 'reading' }],
  version: [{ version: '1.1.0' }, 'diff'],
  description: [{ description: { ...LOADED, does: 'Reads one book with the user.' } }],
  context: [{ context: 'The user reads.' }],
  steps: [{ steps: ['Call `open_book` with the id of the book.'] }],
  never: [{ never: ['Read two books at once.'] }],
  example: [{ example: 'User: read me a book.' }],
  title: [{ title: 'Reading' }],
  references: [{ references: [{ file: 'references/a.md', when: 'A book has pages.' }] }],
  servers: [{ servers: [] }, undefined, { steps: ['Read it.'] }],
  license: [{ license: 'MIT' }],
  compatibility: [{ compatibility: 'Needs a library.' }],
  metadata: [{ metadata: { shelf: 'north' } }],
  allowed_tools: [{ allowed_tools: ['Read'] }],
  evals: [{ evals: [{ input: 'read me a book', expected_behavior: ['It reads.'] }] }],
};

function planOf(...documents: readonly JsonObject[]): Plan {
  const text = documents.map((one) => `---\n${stringify(JSON.parse(JSON.stringify(one)))}`).join('');
  const files = ['references/a.md', 'assets/book.png'].map((path) => {
    return { path: `specs/${path}`, bytes: Buffer.from('A.\n'), executable: false };
  });
  const { value, diagnostics } = planSpecs([{ path: 'specs/library.yaml', text }], { settings: onlyBroken(), files });
  if (!value)
    throw new Error(diagnostics.flatMap(({ message, severity }) => (severity === 'error' ? message : [])).join('\n'));
  return value.plan;
}

const toolIn = ({ servers }: Plan, name: string): ToolPlan | undefined =>
  servers.flatMap(({ tools }) => tools).find((one) => one.name === name);

const NOTHING: JsonObject = {};

describe.each([
  ['server', SERVER, (change: JsonObject) => planOf({ ...server, ...change }, ...ownedBy(change))],
  ['tool', TOOL, (change: JsonObject) => planOf(server, { ...tool, ...change }, ...others, skill)],
  ['skill', SKILL, (change: JsonObject) => planOf(server, tool, ...others, { ...skill, ...change })],
] as const)('a key of a %s', (kind, ways, planned) => {
  let plain: Plan | undefined;
  const unchanged = (): Plan => (plain ??= planned({}));
  const keys = Object.keys((SPEC_SCHEMA.$defs[kind] as { properties: object }).properties);

  test('is in the table above', () => {
    const missing = keys.filter((key) => !Object.hasOwn(ways, key));
    expect(missing, `The table ${kind.toUpperCase()} of test/keys.test.ts needs a row for these keys.`).toEqual([]);
    expect(Object.keys(ways).sort()).toEqual(keys.sort());
  });

  test.each(Object.entries(ways).filter(([, [, without]]) => without !== 'all'))(
    '%s is planned, recorded, compared and restored',
    (key, [change, without, from = NOTHING]) => {
      const [before, plan] = [from === NOTHING ? unchanged() : planned(from), planned({ ...from, ...change })];
      expect(plan, `${key} is not in the Plan`).not.toEqual(before);
      const read = readContract(contractText(plan));
      expect('plan' in read && diff(read.plan, plan), `a contract loses ${key}`).toEqual([]);
      if (without === undefined) expect(diff(before, plan), `no kind of change sees ${key}`).not.toEqual([]);
      if (kind !== 'tool' || ['evals', 'deprecated'].includes(key)) return;
      const name = String(change['name'] ?? tool['name']);
      const made = toolIn(plan, name);
      const restored = made && releasedSpec(made, 'handlers.ts');
      const again = planOf(server, { kind: 'tool', server: 'library', ...restored } as JsonObject, ...others, skill);
      expect(toolIn(again, name), `releasedSpec loses ${key}`).toEqual(made);
    },
  );
});

/** The tools and the skill of a server that may have another name. */
function ownedBy({ name = 'library' }: JsonObject): JsonObject[] {
  return [...[tool, ...others].map((one) => ({ ...one, server: name })), { ...skill, servers: [name] }];
}
