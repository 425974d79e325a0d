/** A compiled server with a database: it starts without one, answers from one, and keeps the address of it to itself. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';
import { isPostgresMissing, startPostgres, statementsOn } from '../support/database-servers.ts';
import { everyNth } from '../support/runs.ts';

const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Reads orders.
env: { SHOP_URL: { description: Address of the database., secret: true } }
databases: { shop: { kind: postgres, url: "{env.SHOP_URL}", errors: { "23505": { contains: orders_pkey, error: The number is taken., retry_hint: Choose another., code: taken, detail: /constraint } } } }
tools:
  - name: list_orders
    description: { does: Lists orders of the shop by state., when: the user asks for orders }
    effects: read
    parameters: { state: { type: string, enum: [open, paid], description: State of the orders. } }
    returns: { type: object, properties: { orders: { type: array, items: { type: object, properties: { id: { type: integer }, total: { type: number } } } }, note: { type: string } } }
    sql:
      database: shop
      statement: ["select id, total from orders where true", ["and state = {state}"], order by id]
      max_rows: 2
      result: { orders: { each: /rows, fields: { id: /id, total: /total } }, note: { note: There are more. } }
  - name: update_order
    description: { does: Updates the state of an order., when: the user changes an order }
    effects: write
    required: [id, state]
    parameters: { id: { type: integer, minimum: 1, description: Number of the order. }, state: { type: string, enum: [open, paid], description: The new state. } }
    sql: { database: shop, statement: "update orders set state = {state} where id = {id}", rows: affected, expect: 1, on_none: { error: There is no such order., retry_hint: Call list_orders., code: no_order } }
  - name: add_order
    description: { does: Adds an order., when: the user orders something }
    effects: write
    required: [id]
    parameters: { id: { type: integer, minimum: 1, description: Number of the order. } }
    sql: { database: shop, statement: "insert into orders values ({id}, 'open', 1.50) returning id", rows: one }
`;

/** By the compiled server. */
const call = async (url: string, tool: string, args: string): Promise<{ envelope: unknown; all: string }> => {
  const folder = temporaryFolder({ 'specs/shop.yaml': SPEC });
  expect(await startHaft(folder, ['compile'])).toMatchObject({ code: 0 });
  let log = '';
  const env = { SHOP_URL: url, PGPASSWORD: 'never-read' };
  const client = await connect('legacy', join(folder, 'generated/servers/shop/server.mjs'), env, {
    log: (text) => (log += text),
  });
  const result = await client.callTool({ name: tool, arguments: JSON.parse(args) });
  await client.close();
  return { envelope: result.structuredContent, all: JSON.stringify(result) + log };
};

test('a server without its database starts, lists its tools, and says no word of its address', async () => {
  const { envelope, all } = await call('postgres://shop-user:top-secret@127.0.0.1:1/shop', 'list_orders', '{}');
  expect(envelope).toMatchObject({
    success: false,
    code: 'unreachable',
    error: expect.stringContaining('ECONNREFUSED'),
  });
  expect(all).not.toMatch(/top-secret|shop-user/);
});

test('the driver is in servers with a database alone', async () => {
  const plain = SPEC.replace(/^databases.*\n/m, '')
    .replace(
      /^tools:[^]*/m,
      'tools: [{ name: list_orders, description: { does: Lists orders of the shop., when: the user asks }, effects: read, command: { argv: [orders] } }]\n',
    )
    .replace(/^env.*\n/m, '');
  const text = async (spec: string): Promise<string> => {
    const folder = temporaryFolder({ 'specs/shop.yaml': spec });
    expect(await startHaft(folder, ['compile'])).toMatchObject({ code: 0 });
    return readFileSync(join(folder, 'generated/servers/shop/server.mjs'), 'utf8');
  };
  expect(await text(SPEC)).toMatch(/HAFT_DRIVERS[^]*80877102/);
  expect(await text(plain)).not.toMatch(/HAFT_DRIVERS|80877102/);
});

describe.skipIf(isPostgresMissing)('with PostgreSQL (Debian package postgresql)', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
    const run = statementsOn({ url: server.url('owner') });
    await run('create table orders (id int primary key, state text, total numeric(12,2))');
    await run("insert into orders select n, 'open', n * 1.5 from generate_series(1, 3) n");
  });
  afterAll(() => server.stop());

  test.each<[string, string, object]>(
    everyNth(2, [
      [
        'list_orders',
        '{"state":"open"}',
        {
          success: true,
          data: {
            orders: [
              { id: 1, total: 1.5 },
              { id: 2, total: 3 },
            ],
            note: 'There are more.',
          },
        },
      ],
      ['update_order', '{"id":3,"state":"paid"}', { success: true, data: { affected: 1 } }],
      [
        'update_order',
        '{"id":4,"state":"paid"}',
        { success: false, code: 'no_order', error: 'There is no such order.' },
      ],
      ['add_order', '{"id":1}', { success: false, code: 'taken', error: 'The number is taken. orders_pkey' }],
    ]),
  )('%s %s', async (tool, args, envelope) => {
    expect((await call(server.url('owner'), tool, args)).envelope).toMatchObject(envelope);
  });
});
