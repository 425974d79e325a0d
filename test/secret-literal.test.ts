/** A secret that is written down is found wherever it is: at every place of the language, in every file that is compiled. */
import { describe, expect, test } from 'vitest';
import { IMPORTED_SCHEMA } from '../compiler/check/documents/imported.ts';
import { type DocumentKind, KINDS, SPEC_SCHEMA } from '../compiler/check/documents/language.ts';
import type { SkillFile } from '../compiler/check/model.ts';
import type { Profile } from '../compiler/check/settings.ts';
import type { SchemaNode } from '../compiler/spec/shape/build.ts';
import { isSecretProperty } from '../runtime/language/secret-names.ts';
import type { Json, JsonObject } from '../runtime/language/json.ts';
import { checkedUnder } from './support/checked-documents.ts';
import { everyNth } from './support/runs.ts';
import { documentWith, placesIn } from './support/schema-places.ts';

const RULE = 'server/secret-literal';
const TOKEN = 'ghp_Zk3vT9qLx7Rb2NwYp8Hd4Jm6Zk3vT9qLx7Rb';

const DOES = { does: 'Reads notes.', when: 'the user asks' };
const TOOL = { name: 'read_note', description: DOES, effects: 'read', handler: 'a.ts' };
const BASE: Readonly<Record<DocumentKind, JsonObject>> = {
  server: { kind: 'server', name: 'notes', version: '1.0.0', summary: 'Reads notes.', tools: [TOOL] },
  tool: { kind: 'tool', ...TOOL },
  skill: {
    kind: 'skill',
    name: 'read-notes',
    version: '1.0.0',
    description: { ...DOES, triggers: ['read my notes', 'what did I note'], not_for: [{ case: 'writing' }] },
    context: 'There are notes.',
    steps: ['Read.'],
    never: ['Delete.'],
  },
};

/** Where a secret would have to be the name of a server, at which it is found. */
const ELSEWHERE = new Set(['tool server']);

/** The text is none that the place accepts. */
const REJECTED = new Set(['spec/format', 'spec/key-format', 'spec/unknown-value']);

const { of: judged, ofEach } = checkedUnder(new Set([RULE]));
const found = (...args: Parameters<typeof judged>) => judged(...args).filter(({ code }) => code === RULE);

/** For each value, undefined where the place does not accept the text. */
function areFound(kind: DocumentKind, values: readonly Json[], profile: Profile): (boolean | undefined)[] {
  const own = values.map((value) => documentWith(BASE[kind], value));
  return ofEach(kind === 'tool' ? [BASE.server] : [], own, profile).map((findings) => {
    const codes = findings.map(({ code }) => code);
    if (codes.includes(RULE)) return true;
    return codes.some((code) => REJECTED.has(code)) ? undefined : false;
  });
}

describe.each([
  ['ext', SPEC_SCHEMA.$defs],
  ['mcp', IMPORTED_SCHEMA.$defs],
] as const)('profile %s', (profile, given) => {
  const definitions = given as Readonly<Record<string, SchemaNode>>;

  test.each(KINDS)('a token of a known shape anywhere in a %s is found', (kind) => {
    const places = placesIn(definitions[kind] ?? {}, definitions).filter(({ path }) => !path.startsWith('tools.'));
    const some = everyNth(kind === 'skill' ? 1 : 5, places);
    const values = some.map(({ withText }) => withText((valid) => `${valid} ${TOKEN}`));
    const found = areFound(kind, values, profile);
    const asked = some.map(({ path, part }, at) => [`${path} (${part})`, found[at]] as const);
    expect(
      asked.flatMap(([place, is]) =>
        is === false && !ELSEWHERE.has(`${kind} ${place.split(' ')[0] ?? ''}`) ? place : [],
      ),
    ).toEqual([]);
    expect(asked.filter(([, is]) => is).length).toBeGreaterThan(15);
  });

  test.each(KINDS)('and so is a password in any template of a %s that has the name of one', (kind) => {
    const places = placesIn(definitions[kind] ?? {}, definitions).filter(({ path, part }) => {
      const [first = '', ...rest] = path.split('.');
      const name = rest.at(-1) ?? '';
      return part === 'value' && /^(?:connections|upstreams)$/.test(first) && isSecretProperty(name);
    });
    const asked = places
      .filter(({ path: one }) => !one.endsWith('.credentials'))
      .flatMap(({ path, withText }) =>
        ['open-sesame', '{env.KEY|open-sesame}'].map((text) => [`${path}: ${text}`, withText(() => text)] as const),
      );
    const found = areFound(
      kind,
      asked.map(([, value]) => value),
      profile,
    );
    expect(asked.flatMap(([place], at) => (found[at] === true ? [] : place))).toEqual([]);
    expect(places.length).toBeGreaterThanOrEqual(kind === 'server' ? 10 : 0);
  });
});

const tool = (behavior: object): JsonObject => ({
  ...BASE.server,
  connections: { shop: { base_url: 'https://shop.example' } },
  upstreams: { tracker: { command: ['tracker-mcp'] } },
  env: { KEY: { description: 'Key of the shop.', secret: true, optional: true } },
  tools: [{ name: 'read_note', description: DOES, effects: 'read', ...behavior }],
});
const http = (keys: object): JsonObject => tool({ http: { connection: 'shop', request: 'POST /notes', ...keys } });
const VALUES = ['open-sesame', '{env.KEY|open-sesame}'];

describe('under the name of a secret', () => {
  test.each<readonly [string, (value: string) => JsonObject]>([
    ['a header', (value) => http({ headers: { 'X-Api-Key': value } })],
    ['a header with a scheme', (value) => http({ headers: { Authorization: `Bearer ${value}` } })],
    ['a query', (value) => http({ query: { api_key: { value, join: ',' } } })],
    ['a body', (value) => http({ json: { password: value } })],
    ['a body, deeper', (value) => http({ json: { who: [{ password: value }] } })],
    [
      'a body of a request before',
      (value) => http({ before: [{ connection: 'shop', request: 'POST /login', json: { password: value } }] }),
    ],
    ['a form', (value) => http({ form: { auth: { password: value } } })],
    ['arguments', (value) => tool({ mcp: { upstream: 'tracker', tool: 'read', arguments: { api_key: value } } })],
    ['a command line', (value) => tool({ command: { argv: ['shop', '--password', value, '--', 'x'] } })],
    ['an environment', (value) => tool({ command: { argv: ['shop'], env: [{ SHOP_PASSWORD: value }] } })],
    [
      'programs',
      (value) => ({
        ...tool({ command: { argv: ['shop'] } }),
        programs: { shop: { env: [{ SHOP_PASSWORD: value }] } },
      }),
    ],
  ])('%s', (_place, withValue) => {
    for (const value of VALUES) {
      const text = JSON.stringify(judged([withValue(value)]));
      const findings = found([withValue(value)]);
      expect(
        findings.map(({ severity }) => severity),
        text,
      ).toEqual(['error']);
      expect(found([withValue('{env.KEY}')])).toEqual([]);
    }
  });

  test.each([
    http({ json: { key: 'ordered', page_token: 'first-page' }, query: { page_token: 'first-page' } }),
    http({ headers: { 'Accept-Language': 'en-US,en', 'X-Region': 'europe-west1' } }),
    http({ query: { token: '{env.KEY|none}' }, headers: { 'X-Api-Key': '{env.KEY|DEMO_KEY}' } }),
    tool({ command: { argv: ['shop', '--token', '--json', '--max-tokens', '4000000'] } }),
  ])('what is none: %#', (document) => {
    expect(found([document])).toEqual([]);
  });
});

const file = (path: string, text: string): SkillFile => ({
  path: `specs/${path}`,
  bytes: new TextEncoder().encode(text),
  executable: false,
});

const REFERENCE = { file: 'references/a.md', when: 'the user asks' };
const WITH_FILES: readonly (readonly [string, JsonObject])[] = [
  ['references/a.md', { ...BASE.skill, references: [REFERENCE] }],
  ['scripts/a.sh', BASE.skill],
  ['references/r.md', { ...BASE.server, resources: [{ uri: 'notes://r', name: 'r', file: 'references/r.md' }] }],
  ['r.html', { ...BASE.server, tools: [{ ...TOOL, view: { file: 'r.html' } }] }],
];

describe.each(WITH_FILES)('in %s', (path, document) => {
  test.each([
    `Token: ${TOKEN}`,
    'curl -H "Authorization: Bearer 7f3c9a1e5b2d8f"',
    'git clone https://me:open-sesame@a.dev/x',
  ])('%s is found at its place, however far down', (text) => {
    const before = '# Rules\n\nOne book each.\n'.repeat(500);
    const findings = found([document], 'ext', [file(path, `${before}${text}\n`)]);
    expect(findings.map(({ span, severity }) => [span.file, severity])).toEqual([[`specs/${path}`, 'error']]);
    expect(findings[0]?.span.start).toBeGreaterThanOrEqual(before.length);
  });

  test('a password that is told is a suspicion', () => {
    const findings = found([document], 'ext', [file(path, 'The password is Shelf2026.')]);
    expect(findings.map(({ severity }) => severity)).toEqual(['warning']);
  });

  test.each([
    'curl -H "Authorization: Bearer $TOKEN_2" https://user:password@a.dev',
    'PASSWORD=$DB_PASSWORD1; password = user2_password(); api_key = config2.api_key',
    'The API takes Basic OAuth2.0, bearer tokens are npm_config_user_agent_of_the_program.',
    '.sk-folding-cube-animation-delay { } gh auth token; the token is ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1',
  ])('%s is none', (text) => {
    expect(found([document], 'ext', [file(path, text)])).toEqual([]);
  });
});
