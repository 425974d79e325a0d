/** Steps and pages of `sql:` tools: all of a transaction is kept or nothing, and pages put together are the whole. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { allTools } from '../../compiler/plan/named-tools.ts';
import type { RunTransaction } from '../../runtime/behaviors/sql/database.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { callOnce } from '../../runtime/try.ts';
import { compiled } from '../support/bumped.ts';
import {
  isMariadbMissing,
  isPostgresMissing,
  mysqlOf,
  postgresOf,
  startMariadb,
  startPostgres,
} from '../support/database-servers.ts';
import { WHOLE_RUN, runs } from '../support/runs.ts';

const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Sells items.
env: { SHOP_URL: { description: Address of the database., secret: true } }
databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }
tools:
  - name: order_item
    description: { does: Orders an item., when: the user buys something }
    effects: write
    required: [item, count]
    parameters: { item: { type: string, maxLength: 20, description: Name of the item. }, count: { type: integer, minimum: 1, description: How many. } }
    sql:
      database: shop
      steps:
        - { name: stock, statement: "update stock set left_over = left_over - {count} where item = {item} and left_over >= {count} returning left_over", rows: one, on_none: { error: Not enough in stock., retry_hint: Ask for fewer., code: sold_out } }
        - { name: order, statement: "insert into orders (item, count) values ({item}, {count}) returning id", rows: one }
        - { statement: "insert into journal (order_id, what) values ({steps.order.id}, {item})", rows: affected, expect: 1 }
      result: { id: /order/id, left_over: /stock/left_over }
  - name: list_lines
    description: { does: Lists lines., when: the user looks for lines }
    effects: read
    required: [order]
    parameters:
      order: { type: string, enum: [up, down], description: The order. }
      below: { type: integer, description: Numbers below this one. }
      after: { type: string, description: The next of an earlier result. }
    sql:
      database: shop
      statement: ["select a, b, id from entries where true", ["and id < {below}"], ["and {after}"], "order by {order}, id"]
      choose: { order: { up: "a, b desc", down: "a desc, b" } }
      resume: after
      max_rows: 3
`;

type Sql = 'postgres' | 'mysql';

const toolsOf = (spec: string): ReturnType<typeof allTools> => allTools(compiled(spec).plan);

/** No UPDATE of MySQL and MariaDB returns rows. */
const TOOLS: Readonly<Record<Sql, ReturnType<typeof allTools>>> = {
  postgres: toolsOf(SPEC),
  mysql: toolsOf(
    SPEC.replace('kind: postgres', 'kind: mysql')
      .replace(/ returning left_over", rows: one,/, '", rows: affected, expect: 1,')
      .replace(', left_over: /stock/left_over', ', left_over: /stock/affected')
      .replace(
        /- \{ name: order,.*/,
        `- { statement: "insert into orders (item, count) values ({item}, {count})", rows: affected, expect: 1 }
        - { name: order, statement: "select last_insert_id() as id", rows: one }`,
      ),
  ),
};

/** The envelope of a call, with statements run by `run`. */
async function call(run: RunTransaction, name: string, args: JsonObject, sql: Sql = 'postgres'): Promise<JsonObject> {
  const { server, tool } = descriptorsOf(TOOLS[sql].find((one) => one.tool.name === name) ?? expect.fail(name));
  const variables = { SHOP_URL: `${sql}://nobody@127.0.0.1:1/shop` };
  const { text } = await callOnce({ server, tool, args, variables, write: () => {}, watchDatabases: () => run }).result;
  return JSON.parse(text) as JsonObject;
}

interface Line {
  readonly a: number | null;
  readonly b: string | null;
  readonly id: number;
}

const value = fc.option(fc.integer({ min: 0, max: 2 }), { nil: null });
const linesOf = fc
  .array(fc.record({ a: value, b: fc.option(fc.constantFrom('x', 'y'), { nil: null }) }), { maxLength: 12 })
  .map((lines) => lines.map((line, id): Line => ({ ...line, id })));

/** NULL is the highest value. */
const compare = (a: Json, b: Json): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
};

const ORDERS = {
  up: (a: Line, b: Line) => compare(a.a, b.a) || compare(b.b, a.b) || a.id - b.id,
  down: (a: Line, b: Line) => compare(b.a, a.a) || compare(a.b, b.b) || a.id - b.id,
};

/** What the one statement selects, its condition read as JavaScript: a comparison with NULL is never true. */
const inMemory =
  (lines: readonly Line[], order: keyof typeof ORDERS): RunTransaction =>
  async ({ next }) => {
    const bound = next([]);
    if (!bound || !('text' in bound)) return expect.fail();
    const [, condition = ''] = /where (.*) order by/.exec(bound.text) ?? [];
    const code = condition
      .replaceAll(
        /\b(a|b|id) is (not )?null/g,
        (_all, key: string, not?: string) => `(line.${key} ${not ? '!' : '='}== null)`,
      )
      .replaceAll(/\b(a|b|id) ([<>]?=?) \$(\d+)/g, (_all, key: string, sign: string, at: string) => {
        const other = `values[${Number(at) - 1}]`;
        return `(line.${key} !== null && ${other} !== null && line.${key} ${sign === '=' ? '===' : sign} ${other})`;
      })
      .replaceAll(/\band\b/g, '&&')
      .replaceAll(/\bor\b/g, '||');
    // oxlint-disable-next-line no-new-func -- the condition is the runtime's, and holds values as places alone
    const isSelected = new Function('line', 'values', `return ${code}`) as (line: Line, values: unknown) => boolean;
    const all = lines
      .filter((line) =>
        isSelected(
          line,
          bound.values.map(({ json }) => json),
        ),
      )
      .toSorted(ORDERS[order]);
    const rows = all.slice(0, bound.fetch).map((line) => ({ ...line }));
    return { kind: 'done', done: [{ rows, more: all.length > bound.fetch, affected: all.length }] };
  };

/** All pages, each asked for with the cursor of the one before. */
async function pagesOf(run: RunTransaction, args: JsonObject, sql: Sql = 'postgres'): Promise<Json[]> {
  const rows: Json[] = [];
  for (let after: Json | undefined; ;) {
    const { data } = (await call(run, 'list_lines', { ...args, ...(after !== undefined && { after }) }, sql)) as {
      data: { rows: Json[]; more: boolean; next?: string };
    };
    rows.push(...data.rows);
    expect(data.next !== undefined).toBe(data.more);
    if (data.next === undefined) return rows;
    after = data.next;
  }
}

test(
  'pages put together are the whole in its order, with equal keys and NULL among them',
  async () => {
    await fc.assert(
      fc.asyncProperty(linesOf, fc.constantFrom('up', 'down'), async (lines, order) => {
        expect(await pagesOf(inMemory(lines, order), { order })).toEqual(lines.toSorted(ORDERS[order]));
      }),
      { numRuns: runs(10_000) },
    );
  },
  WHOLE_RUN,
);

const LINES = Array.from({ length: 9 }, (_one, id): Line => ({ a: id % 2, b: 'x', id }));

test(
  'a cursor of another call, of another order, and one that was changed are refused, and nothing of it is text',
  async () => {
    const run = inMemory(LINES, 'up');
    const { data } = (await call(run, 'list_lines', { order: 'up', below: 8 })) as { data: { next: string } };
    const refused = async (args: JsonObject): Promise<unknown> =>
      (await call(() => expect.fail(), 'list_lines', args))['error'];
    expect(await refused({ order: 'down', below: 8, after: data.next })).toContain(
      'belongs to a call with other arguments',
    );
    expect(await refused({ order: 'up', below: 7, after: data.next })).toContain(
      'belongs to a call with other arguments',
    );
    expect(await refused({ order: 'up', after: data.next })).toContain('belongs to a call with other arguments');
    const [hash] = JSON.parse(Buffer.from(data.next, 'base64url').toString()) as [string];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((one) => encoded([hash, one])),
        ),
        async (after) => {
          expect(await refused({ order: 'up', below: 8, after })).toMatch(/is no cursor|belongs to|must be|at most/);
        },
      ),
      { numRuns: runs(10_000) },
    );
    const seen: string[] = [];
    const look: RunTransaction = async ({ next }) => {
      const bound = next([]);
      if (bound && 'text' in bound) seen.push(bound.text);
      return { kind: 'aborted' };
    };
    for (const evil of ["'; drop table entries --", '$9', '{below}', null, true, 7])
      await call(look, 'list_lines', { order: 'up', below: 8, after: encoded([hash, 1, evil, 'x']) });
    expect(seen.join(' ')).not.toMatch(/drop|\$9|\{/);
  },
  WHOLE_RUN,
);

function encoded(list: unknown): string {
  return Buffer.from(JSON.stringify(list)).toString('base64url');
}

const SCHEMA = [
  'create table stock (item varchar(20) primary key, left_over int)',
  "insert into stock values ('cup', 5)",
  'create table entries (id int primary key, a numeric(9, 2), b varchar(9))',
];

const SERVERS = [
  {
    sql: 'postgres',
    isMissing: isPostgresMissing,
    start: () => startPostgres(),
    open: postgresOf,
    left: 3,
    schema: [
      'create table orders (id serial primary key, item text, count int)',
      "create table journal (order_id int, what text check (what <> 'pen'))",
      "insert into entries select n, nullif(n % 4, 3) / 2.0, nullif(chr(97 + n % 3), 'c') from generate_series(1, 40) n",
    ],
  },
  {
    sql: 'mysql',
    isMissing: isMariadbMissing,
    start: startMariadb,
    open: mysqlOf,
    left: 1,
    schema: [
      'create table orders (id int auto_increment primary key, item varchar(20), count int)',
      "create table journal (order_id int, what varchar(20), check (what <> 'pen'))",
      "insert into entries select seq, nullif(seq % 4, 3) / 2.0, nullif(char(97 + seq % 3 using utf8mb4), 'c') from seq_1_to_40",
    ],
  },
] as const;

describe.each(SERVERS)('with $sql (Debian packages postgresql and mariadb-server)', ({ sql, isMissing, ...kind }) => {
  test.skipIf(isMissing)('steps are kept together or not at all, and pages are those of one statement', async () => {
    const server = await kind.start();
    try {
      const run = kind.open({ url: server.url('owner') });
      for (const text of [...SCHEMA, ...kind.schema]) await rowsOf(run, text);
      const state = async (): Promise<unknown> => [
        await rowsOf(run, 'select item, left_over from stock'),
        await rowsOf(run, 'select item from orders order by id'),
        await rowsOf(run, 'select order_id, what from journal'),
      ];
      const order = (item: string, count: number): Promise<JsonObject> => call(run, 'order_item', { item, count }, sql);
      expect(await order('cup', 2)).toMatchObject({ data: { id: 1, left_over: kind.left } });
      const after = await state();
      expect(after).toEqual([[{ item: 'cup', left_over: 3 }], [{ item: 'cup' }], [{ order_id: 1, what: 'cup' }]]);
      expect(await order('cup', 4)).toMatchObject({ code: 'sold_out' });
      // The journal takes no "pen": the last step fails, and takes the others back.
      await rowsOf(run, "insert into stock values ('pen', 5)");
      expect(await order('pen', 1)).toMatchObject({ code: 'invalid_arguments' });
      await rowsOf(run, "delete from stock where item = 'pen'");
      expect(await state()).toEqual(after);
      for (const [name, by] of [
        ['up', 'a, b desc'],
        ['down', 'a desc, b'],
      ] as const) {
        const whole = await rowsOf(run, `select a, b, id from entries order by ${by}, id`);
        expect(whole).toHaveLength(40);
        expect(await pagesOf(run, { order: name }, sql)).toEqual(whole);
      }
    } finally {
      await server.stop();
    }
  });
});

async function rowsOf(run: RunTransaction, text: string): Promise<readonly JsonObject[]> {
  const { signal } = new AbortController();
  const bound = { text, values: [], fetch: 100, isLast: true };
  const end = await run({
    database: 'shop',
    reads: false,
    maxBytes: 1e6,
    signal,
    next: ({ length }) => (length === 0 ? bound : undefined),
  });
  return end.kind === 'done' ? (end.done[0]?.rows ?? []) : expect.fail(JSON.stringify(end));
}
