/** Values of columns on their way back into the same database: a later step and a cursor have what the column had, whatever its type. */
// In depth: each type of two databases, written and read again; servers.test.ts has how each reaches a model.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { allTools } from '../../compiler/plan/named-tools.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { callOnce } from '../../runtime/try.ts';
import { compiled } from '../support/bumped.ts';
import { MARIADB, POSTGRES } from '../support/database-kinds.ts';
import { statementsBy } from '../support/database-servers.ts';

/** Of a column; `unordered` where its comparison is not its order, so that there are no pages. */
interface Column {
  readonly type: string;
  readonly values: string;
  readonly unordered?: true;
}

const COLUMNS: Readonly<Record<'postgres' | 'mysql', readonly Column[]>> = {
  postgres: [
    { type: 'bytea', values: String.raw`'\x00'::bytea, '\x89504e47'::bytea, '\xff'::bytea` },
    { type: 'jsonb', values: `'[]', '[1,2]', '"text"', '{"a": 1}', 'null'` },
    { type: 'int4[]', values: `'{}', '{1,2}', '{NULL}'` },
    { type: 'text[]', values: `'{}', '{"a,b","NULL"}', '{NULL}'` },
    {
      type: 'timestamptz',
      values: "'2026-03-29 00:30:00+00', '2026-03-29 01:00:00.000001+02', 'infinity', '0044-03-15 00:00:00+00 BC'",
    },
    { type: 'timestamp', values: "'2026-03-29 00:30:00', '-infinity'" },
    { type: 'interval', values: "'1 year 2 mons 3 days 04:05:06.7', '-3 days'" },
    { type: 'float8', values: "'NaN', '-Infinity', 0.1, 1e300" },
    { type: 'float4', values: "0.1, 1.1, 'Infinity'" },
    { type: 'numeric', values: "12345678901234567890.12345, 'NaN', 0.10" },
    { type: 'bit(4)', values: "b'0101', b'1111'" },
    { type: 'bool', values: 'false, true' },
    { type: 'int8', values: '9007199254740993, 9007199254740992, -1' },
    { type: 'inet', values: "'10.0.0.1/8', '::1'" },
  ],
  mysql: [
    { type: 'blob', values: "x'89504e47', x'00', x'ff'" },
    { type: 'varbinary(9)', values: "x'00', 'text'" },
    { type: 'bit(8)', values: "b'101', b'11111111'" },
    { type: 'bit(64)', values: `b'${'1'.repeat(64)}'` },
    { type: 'float', values: '1.1, 2.2, 3.3, -0.1' },
    { type: 'double', values: '0.1, 1e300' },
    { type: 'timestamp(6)', values: "'2026-03-29 00:30:00.000001', '2026-03-29 02:30:00'" },
    { type: 'datetime', values: "'2026-03-29 02:30:00', '1999-01-01 00:00:00'" },
    { type: 'time', values: "'-25:30:00', '01:02:03'" },
    { type: 'decimal(30,5)', values: '12345678901234567890.12345, -1' },
    { type: 'bigint unsigned', values: '18446744073709551615, 9007199254740993' },
    { type: 'json', values: `'[]', '"text"', '{"a": 1}'` },
    { type: "enum('small','medium','large')", values: "'small', 'medium', 'large'", unordered: true },
    { type: "set('z','a')", values: "'z', 'a', 'z,a'", unordered: true },
  ],
};

const specOf = (kind: string): string => `kind: server
name: pictures
version: 1.0.0
summary: Copies and lists pictures of an album.
env: { ALBUM_URL: { description: Address of the database., secret: true } }
databases: { album: { kind: ${kind}, url: "{env.ALBUM_URL}" } }
tools:
  - name: copy_picture
    description: { does: Copies a picture., when: the user wants a second copy, examples: [copy picture 1] }
    effects: write
    parameters: { number: { type: integer, minimum: 1, description: Number of the picture. } }
    required: [number]
    sql:
      database: album
      steps:
        - { name: old, statement: "select v from src where id = {number}", rows: one }
        - { statement: "insert into dst (id, v) values ({number}, {steps.old.v})", rows: affected, expect: 1 }
  - name: list_pictures
    description: { does: Lists pictures by their values., when: the user asks for pictures, examples: [which pictures] }
    effects: read
    parameters: { after: { type: string, description: The next of an earlier result. } }
    sql: { database: album, statement: ["select id, v from src where id > 0", ["and {after}"], "order by v, id"], resume: after, max_rows: 1 }
  - name: list_sources
    description: { does: Lists sources of pictures., when: the user asks for sources, examples: [which sources] }
    effects: read
    parameters: { after: { type: string, description: The next of an earlier result. } }
    sql: { database: album, statement: ["select S.ID from sources S where S.ID > 0", ["and {after}"], "order by S.ID"], resume: after, max_rows: 1 }
  - name: add_lines
    description: { does: Adds a bill with its lines., when: the user bills something, examples: [bill three cups] }
    effects: write
    parameters: { lines: { type: array, items: { type: object, properties: { item: { type: string, description: Name. } } }, description: Lines of the bill. } }
    required: [lines]
    sql: { database: album, statement: "insert into bills (content) values ({lines})", rows: affected, expect: 1 }
  - name: list_due
    description: { does: Lists tasks that are due after a time., when: the user asks what is due, examples: [what is due] }
    effects: read
    parameters: { since: { type: string, format: date-time, description: The time. } }
    required: [since]
    sql: { database: album, statement: "select id from tasks where due >= {since} and day >= {since} order by id" }
  - name: list_twice
    description: { does: Lists owners., when: the user asks for owners, examples: [who owns it] }
    effects: read
    sql: { database: album, statement: "select t.*, t.id from tasks t order by t.id" }
`;

describe.each([
  ['postgres', POSTGRES],
  ['mysql', MARIADB],
] as const)('%s', (name, kind) => {
  describe.skipIf(kind.isMissing)('with a server', () => {
    let server: Awaited<ReturnType<typeof POSTGRES.start>>;
    let run: ReturnType<typeof POSTGRES.open>;
    const owner = async (text: string): Promise<readonly JsonObject[]> => {
      const end = await statementsBy(run)(text);
      return end.kind === 'done' ? end.rows : expect.fail(`${text}: ${JSON.stringify(end)}`);
    };
    const tools = allTools(compiled(specOf(name)).plan);
    const call = async (tool: string, args: JsonObject): Promise<JsonObject> => {
      const found = descriptorsOf(tools.find((one) => one.tool.name === tool) ?? expect.fail(tool));
      const variables = { ALBUM_URL: `${name}://nobody@127.0.0.1:1/album` };
      const { text } = await callOnce({ ...found, args, variables, write: () => {}, watchDatabases: () => run }).result;
      return JSON.parse(text) as JsonObject;
    };

    beforeAll(async () => {
      server = await kind.start();
      run = kind.open({ url: server.url('owner') });
    });
    afterAll(() => server.stop());

    test.each(COLUMNS[name])('$type goes back as it was', async ({ type, values, unordered }) => {
      const same = name === 'mysql' ? 's.v <=> d.v' : 's.v::text is not distinct from d.v::text';
      for (const table of ['src', 'dst']) {
        await owner(`drop table if exists ${table}`);
        await owner(`create table ${table} (id int primary key, v ${type} null)`);
      }
      const all = [...values.matchAll(/(?:'[^']*'|[^,'])+/g)].map(([value]) => value);
      for (const [at, value] of [...all, 'null'].entries()) await owner(`insert into src values (${at + 1}, ${value})`);
      const ids = (await owner('select id from src order by v, id')).map(({ id }) => id);
      expect(ids).toHaveLength(all.length + 1);
      for (const id of ids) expect(await call('copy_picture', { number: id ?? 0 })).toMatchObject({ success: true });
      expect(await owner(`select count(*) as n from src s join dst d on s.id = d.id where ${same}`)).toEqual([
        { n: ids.length },
      ]);
      expect(await pagesOf(call, ids.length)).toEqual(unordered ? 'bad_response' : ids);
    });

    test('a key in capital letters is the column that the database returns', async () => {
      await owner('create table sources (id int primary key)');
      await owner('insert into sources values (1), (2)');
      expect(await pagesOf((_tool, args) => call('list_sources', args), 2, name === 'mysql' ? 'ID' : 'id')).toEqual([
        1, 2,
      ]);
    });

    test('an empty list of objects is a list', async () => {
      await owner(`create table bills (content ${name === 'mysql' ? 'json' : 'jsonb'} not null)`);
      for (const lines of [[], [{ item: 'cup' }]]) {
        await owner('delete from bills');
        expect(await call('add_lines', { lines })).toMatchObject({ success: true });
        expect(await owner('select content from bills')).toEqual([{ content: lines }]);
      }
    });

    test('a moment is the same at each offset, with and without a zone in the column', async () => {
      const zoned = name === 'mysql' ? 'timestamp null' : 'timestamptz';
      await owner(
        `create table tasks (id int primary key, due ${zoned}, day ${name === 'mysql' ? 'datetime' : 'timestamp'})`,
      );
      await owner("insert into tasks values (1, '2026-03-29 00:30:00', '2026-03-29 00:30:00')");
      for (const since of ['2026-03-29T00:30:00Z', '2026-03-28T19:30:00-05:00', '2026-03-29T02:30:00.000+02:00'])
        expect(await call('list_due', { since })).toMatchObject({ data: { rows: [{ id: 1 }] } });
      for (const since of ['2026-03-29T00:30:01Z', '2026-03-29T00:00:00-05:00'])
        expect(await call('list_due', { since })).toMatchObject({ data: { rows: [] } });
      expect(await call('list_twice', {})).toMatchObject({
        code: 'bad_statement',
        error: expect.stringContaining('two columns with the name "id"'),
      });
    });
  });
});

/** The ids of all pages in order, or the code of a failure. */
async function pagesOf(
  call: (tool: string, args: JsonObject) => Promise<JsonObject>,
  count: number,
  column = 'id',
): Promise<Json> {
  const ids: Json[] = [];
  let args: JsonObject = {};
  for (let page = 0; page <= count; page += 1) {
    const { data, code } = (await call('list_pictures', args)) as {
      data?: { rows: readonly JsonObject[]; next?: string };
      code?: string;
    };
    if (!data) return code ?? null;
    ids.push(...data.rows.map((row) => row[column] ?? null));
    if (data.next === undefined) break;
    args = { after: data.next };
  }
  return ids;
}
