/** Import of tools.yaml files of MCP Toolbox: every form, every key carried or reported, nothing that a check rejects. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { settingsOf } from '../../compiler/check/settings.ts';
import { importToolbox } from '../../compiler/features/import/toolbox/import-toolbox.ts';
import { readToolbox, type ToolboxEntry } from '../../compiler/features/import/toolbox/sources.ts';
import { namedStatement } from '../../compiler/features/import/toolbox/parameters.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { type JsonObject, parseTemplate } from '../../runtime/language/index.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';
import { costlyRuns, runs } from '../support/runs.ts';

const SOURCES: JsonObject = {
  'my-pg': {
    kind: 'postgres',
    host: '${HOST:127.0.0.1}',
    port: '5432',
    database: 'shop',
    user: '${PG_USER}',
    password: 'open-secret',
  },
  lite: { kind: 'sqlite', database: './data/notes.db' },
};

const name = fc.constantFrom('id', 'name', 'user-id', 'Näme', 'limit', 'a b', 'env', '2x');

const parameter = fc
  .record(
    {
      type: fc.constantFrom('string', 'integer', 'float', 'boolean', 'array', 'map'),
      description: fc.constantFrom('Its number.', '', 'Words to look for: {braces}'),
      required: fc.constantFrom(false, true),
      allowed: fc.constantFrom(undefined, ['a', 'b'], ['a.*']),
      login: fc.boolean(),
      extra: fc.boolean(),
    },
    { requiredKeys: ['type', 'description'] },
  )
  .map(({ allowed, login, extra, ...one }) => ({
    ...one,
    ...(one.type === 'array' && { items: { name: 'one', type: 'string', description: 'One.' } }),
    ...(allowed && one.type === 'string' && { allowedValues: allowed }),
    ...(login === true && { authServices: [{ name: 'google', field: 'sub' }] }),
    ...(extra === true && { excludedValues: ['x'] }),
  }));

/** A tool with its places in order; optional ones as people write them, or not. */
const tool = fc
  .record({
    source: fc.constantFrom('my-pg', 'lite'),
    parameters: fc.uniqueArray(fc.tuple(name, parameter), { maxLength: 4, selector: ([one]) => one }),
    verb: fc.constantFrom('select', 'update', 'delete'),
    isGuarded: fc.boolean(),
    extra: fc.constantFrom({}, { authRequired: ['google'] }, { annotations: { readOnlyHint: true } }, { unheard: 1 }),
  })
  .map(({ source, parameters, verb, isGuarded, extra }): JsonObject => {
    const place = (at: number): string => (source === 'lite' ? `?${at + 1}` : `$${at + 1}`);
    const clauses = parameters.map(([, { required }], at) =>
      required === false && isGuarded ? `(${place(at)} is null or c${at} = ${place(at)})` : `c${at} = ${place(at)}`,
    );
    const start = { select: 'select id, note from t', update: "update t set note = 'x {y}'", delete: 'delete from t' }[
      verb
    ];
    return {
      kind: source === 'lite' ? 'sqlite-sql' : 'postgres-sql',
      source,
      description: 'Finds things of the shop.',
      statement: `${start} where ${['id > 0', ...clauses].join(' and ')};`,
      parameters: parameters.map(([own, schema]) => ({ name: own, ...schema })) as unknown as JsonObject[],
      ...extra,
    } as unknown as JsonObject;
  });

const tools = fc.dictionary(fc.constantFrom('search-hotels', 'search_hotels', 'book', 'a b'), tool, { minKeys: 1 });

const SETTINGS = settingsOf({ profiles: { specs: 'mcp' } });

function entriesOf(own: Readonly<Record<string, JsonObject>>): readonly ToolboxEntry[] {
  const entries = readToolbox(stringify({ sources: SOURCES, tools: own }), 'tools.yaml');
  if ('kind' in entries) throw new Error(entries.message);
  return entries;
}

test('a file with a mistake is rejected with its place, also behind documents that are whole', () => {
  const read = readToolbox('kind: tool\nname: a\n---\nkind: tool\nname: [\n', 'tools.yaml');
  expect('kind' in read && read.message).toContain('"tools.yaml" is not valid YAML at line 5, column 7: Unclosed "["');
});

describe('any file', () => {
  test('is the same in each of its forms', () => {
    fc.assert(
      fc.property(tools, (own) => {
        const all = Object.entries({ sources: SOURCES, tools: own });
        const documents = all.flatMap(([key, members]) =>
          Object.entries(members as JsonObject).map(([one, value]) => {
            const { kind, ...body } = value as JsonObject;
            return stringify({ kind: key.slice(0, -1), name: one, type: kind, ...body });
          }),
        );
        const lists = Object.fromEntries(
          all.map(([key, members]) => [
            key,
            Object.entries(members as JsonObject).map(([one, value]) => ({ name: one, ...(value as JsonObject) })),
          ]),
        );
        const expected = entriesOf(own);
        expect(readToolbox(documents.join('---\n'), 'a')).toEqual(expected);
        expect(readToolbox(stringify(lists), 'b')).toEqual(expected);
      }),
      { numRuns: costlyRuns(10_000) },
    );
  });

  test('becomes tools that a check accepts; each key is carried or reported, and no login is a parameter', () => {
    fc.assert(
      fc.property(tools, (own) => {
        const { documents, losses } = importToolbox('shop', entriesOf(own));
        const made = new Map(documents.map(({ value }) => [value.from, value]));
        for (const [key, body] of Object.entries(own)) {
          const given = body['parameters'] as unknown as readonly JsonObject[];
          const written = made.get(`tool:${key}`);
          const subjects = losses.filter(({ from }) => from === `tool:${key}`).map(({ subject }) => subject);
          const fromLogin = given.some((one) => one['authServices'] !== undefined);
          if (!written) {
            expect(subjects).not.toEqual([]);
            continue;
          }
          expect(fromLogin).toBe(false);
          expect(Object.keys((written['parameters'] as JsonObject | undefined) ?? {})).toHaveLength(given.length);
          expect(body).not.toHaveProperty('authRequired');
          if (body['unheard'] !== undefined) expect(subjects).toContain('tool key unheard');
          if (given.some((one) => one['excludedValues'])) expect(subjects).toContain('parameter key excludedValues');
        }
        if (documents.length === 0) return;
        const text = documents.map(({ value }) => JSON.stringify(value)).join('\n---\n');
        expect(text).not.toContain('open-secret');
        const { diagnostics } = planSpecs([{ path: 'specs/shop.yaml', text }], { settings: SETTINGS });
        expect(
          diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`),
        ).toEqual([]);
      }),
      { numRuns: costlyRuns(10_000) },
    );
  });
});

test('values by position keep their order, whatever the statement has around them', () => {
  const piece = fc.constantFrom("'a $1 {b}'", '"c ?"', '-- ? $2\n', '{', '}', 'x', 'and', ';', '(', ')', '$$ ? $$');
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 12 }), (pieces) => {
      const values = pieces.filter(([, hasPlace]) => hasPlace).map((_one, at) => `p${at}`);
      const source = `select ${pieces.map(([text, hasPlace]) => `${text} ${hasPlace ? '?' : ''}`).join(' ')} x`;
      const { statement } = namedStatement(source, { values, chosen: new Map(), optional: new Set() });
      const { parts } = parseTemplate(String(statement));
      expect(parts.flatMap((part) => (typeof part === 'string' ? [] : part.name))).toEqual(values);
    }),
    { numRuns: runs(10_000) },
  );
});

test('templates are choices, where the source has allowed values for them', () => {
  const entry = (more: JsonObject): JsonObject => ({
    kind: 'postgres-sql',
    source: 'my-pg',
    description: 'Lists hotels.',
    statement: 'select id from hotels order by {{.col}}',
    templateParameters: [{ name: 'col', type: 'string', description: 'Column.', ...more }],
  });
  const closed = importToolbox(
    'shop',
    entriesOf({ list: entry({ allowedValues: ['name', 'price'], escape: 'double-quotes' }) }),
  );
  expect(closed.documents[1]?.value).toMatchObject({
    parameters: { col: { enum: ['name', 'price'] } },
    sql: { statement: 'select id from hotels order by {col}', choose: { col: { name: '"name"', price: '"price"' } } },
  });
  const open = importToolbox('shop', entriesOf({ list: entry({}) }));
  expect(open).toMatchObject({
    documents: [],
    losses: expect.arrayContaining([expect.objectContaining({ subject: 'statements' })]),
  });
});

const ONE = { source: 'my-pg', description: 'Finds hotels.', statement: 'select id from hotels' };

test.each([{ authRequired: ['google'] }, { authRequired: 'google' }, { scopesRequired: ['hotels:read'] }])(
  'a tool behind a login is set aside, and the next step is named: %j',
  (gate) => {
    const own: Record<string, JsonObject> = { find: { kind: 'postgres-sql', ...ONE, ...gate } };
    const { documents, losses } = importToolbox('shop', entriesOf(own));
    expect(documents).toEqual([]);
    const [name = ''] = Object.keys(gate);
    expect(losses).toContainEqual(
      expect.objectContaining({
        kind: 'skipped',
        from: 'tool:find',
        message: expect.stringContaining(`\`${name}\``),
        hint: expect.stringMatching(/`auth:`.*`scopes:`.*docs\/server-on-the-internet\.md/),
      }),
    );
  },
);

test('an empty list of logins needs none', () => {
  const own = { find: { kind: 'postgres-sql', ...ONE, authRequired: [], scopesRequired: [] } };
  const { documents, losses } = importToolbox('shop', entriesOf(own));
  expect(documents).toHaveLength(2);
  expect(losses.filter(({ from }) => from === 'tool:find')).toEqual([]);
});

test('each kind of entry that is not imported has its own reason', () => {
  const rest = {
    authServices: { g: { kind: 'google' } },
    toolsets: { all: ['find'] },
    prompts: { p: { messages: [] } },
  };
  const text = stringify({ sources: SOURCES, tools: { find: { kind: 'postgres-sql', ...ONE, unheard: 1 } }, ...rest });
  const entries = readToolbox(text, 'tools.yaml');
  if ('kind' in entries) throw new Error(entries.message);
  const { losses } = importToolbox('shop', entries);
  const said = (from: string) => losses.find((one) => one.from === from);
  expect(said('authService:g')?.message).toContain('logins are `auth:` of a server');
  expect(said('toolset:all')?.message).toContain('all tools are in one server');
  expect(said('prompt:p')?.message).toBe('The prompt "p" is not imported: only sources and tools are.');
  expect(JSON.stringify(losses)).not.toContain('counterpart');
});

test('a source of MySQL is a database, and its backticks and places are read', () => {
  const sources = {
    my: { kind: 'mysql', host: 'db', database: 'shop', user: 'u', password: '${PW}', queryParams: { tls: 'true' } },
    far: { kind: 'cloud-sql-mysql', project: 'p', instance: 'i' },
  };
  const find = { ...ONE, source: 'my', statement: 'select `a?` from t where id = ? and b = ?' };
  const parameters = ['id', 'b'].map((one) => ({ name: one, type: 'integer', description: 'Number.' }));
  const text = stringify({
    sources,
    tools: {
      find: { kind: 'mysql-sql', ...find, parameters },
      away: { kind: 'mysql-sql', ...ONE, source: 'far' },
      looked: { kind: 'looker-get-models', ...ONE, source: 'my' },
    },
  });
  const entries = readToolbox(text, 'tools.yaml');
  if ('kind' in entries) throw new Error(entries.message);
  const { documents, losses } = importToolbox('shop', entries);
  expect(documents[0]?.value['databases']).toEqual({
    my: { kind: 'mysql', url: 'mysql://u:{env.PW}@db:3306/shop' },
  });
  expect(documents[1]?.value['sql']).toEqual({
    database: 'my',
    statement: 'select `a?` from t where id = {id} and b = {b}',
  });
  expect(losses.map(({ message }) => message)).toEqual([
    '`queryParams` of the source "my" is not imported.',
    'The source "far" of type cloud-sql-mysql is not imported: only those of type postgres, cockroachdb, mysql, sqlite are.',
    'The tool "away" is not imported: there is no database for its source "far".',
    'The tool "looked" is not imported: its type looker-get-models is not that of a statement.',
  ]);
});

test('a second update changes nothing, and a changed source brings its change', async () => {
  const one = {
    kind: 'sqlite-sql',
    source: 'lite',
    description: 'Finds notes.',
    statement: 'select id from notes where id = ? order by id',
    parameters: [{ name: 'id', type: 'integer', description: 'Number.' }],
  };
  const folder = temporaryFolder({ 'tools.yaml': stringify({ sources: SOURCES, tools: { find: one } }) });
  expect(await startHaft(folder, ['import', 'toolbox', 'tools.yaml', '--name', 'notes'])).toMatchObject({ code: 0 });
  const before = treeOf(join(folder, 'specs'));
  expect(await startHaft(folder, ['import', '--update'])).toMatchObject({ code: 0 });
  expect(treeOf(join(folder, 'specs'))).toEqual(before);
  writeFileSync(
    join(folder, 'tools.yaml'),
    stringify({ sources: SOURCES, tools: { find: { ...one, description: 'Finds notes by number.' } } }),
  );
  expect(await startHaft(folder, ['import', '--update'])).toMatchObject({ code: 0 });
  expect(JSON.stringify(treeOf(join(folder, 'specs')))).toContain('Finds notes by number.');
});
