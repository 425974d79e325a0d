/** Calls of databases as `haft call` makes, traces, records and replays them: the same result without the database, in one transaction or none. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MARIADB, POSTGRES } from '../support/database-kinds.ts';
import { statementsBy } from '../support/database-servers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft, startHaft } from '../support/haft.ts';

const SPEC = `kind: server
name: stock
version: 1.0.0
summary: Reads and moves goods.
env:
  STOCK_URL: { description: Address of the database., secret: true }
  STOCK_HALL: { description: Hall of the goods., secret: true }
databases: { stock: { kind: KIND, url: "{env.STOCK_URL}", on_unreachable: { error: The stock is closed., retry_hint: Try again tomorrow. } } }
tools:
  - name: list_goods
    description: { does: Lists goods of the stock by a part of their names., when: the user looks for goods }
    effects: read
    parameters: { name: { type: string, maxLength: 20, description: Part of a name. } }
    returns: { type: object, properties: { goods: { type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } } } }
    sql:
      database: stock
      statement: ["select id, name, hall from goods where hall = {env.STOCK_HALL}", ["and name like {name}"], order by id]
      like: { name: contains }
      max_rows: 2
      result: { goods: { each: /rows, fields: { id: /id, name: /name } } }
  - name: get_good
    description: { does: Reads one good by its number., when: the user has the number of a good }
    effects: read
    required: [id]
    parameters: { id: { type: integer, minimum: 1, description: Number of the good. } }
    sql: { database: stock, statement: "select id, name from goods where id = {id}", rows: one, on_none: { error: There is no such good., retry_hint: Call list_goods., code: no_good } }
  - name: update_goods
    description: { does: Moves pieces from one good to another., when: the user moves pieces }
    effects: write
    required: [from, to]
    parameters: { from: { type: integer, minimum: 1, description: Number of the good that loses a piece. }, to: { type: integer, minimum: 1, description: Number of the other one. } }
    sql:
      database: stock
      steps:
        - { name: lost, statement: "update goods set pieces = pieces - 1 where id = {from}", rows: affected, expect: 1 }
        - { name: won, statement: "update goods set pieces = pieces + 1 where id = {to}", rows: affected, expect: 1, on_none: { error: The other good is gone., retry_hint: Call list_goods., code: no_good } }
`;

const HALL = 'hall-of-secrets';

describe.each([
  ['postgres', POSTGRES],
  ['mysql', MARIADB],
] as const)('%s', (name, kind) => {
  describe.skipIf(kind.isMissing)('recorded', () => {
    let server: Awaited<ReturnType<typeof POSTGRES.start>>;
    let pieces: () => Promise<unknown>;
    let url = '';

    beforeAll(async () => {
      server = await kind.start();
      url = server.url('owner');
      const run = statementsBy(kind.open({ url }));
      for (const text of [
        'create table goods (id int primary key, name varchar(40), hall varchar(40), pieces int check (pieces >= 0))',
        `insert into goods values (1, 'cup', '${HALL}', 0), (2, 'cap', '${HALL}', 5), (3, 'cop', '${HALL}', 5)`,
      ])
        expect(await run(text)).toMatchObject({ kind: 'done' });
      pieces = async () => run('select id, pieces from goods order by id', { reads: true });
    });
    afterAll(() => server.stop());

    const project = () => {
      const cwd = temporaryFolder({ 'specs/stock.yaml': SPEC.replace('KIND', name) });
      const env = { STOCK_URL: url, STOCK_HALL: HALL };
      return { cwd, call: (...args: readonly string[]) => startHaft(cwd, ['call', ...args], env) };
    };
    const recorded = (cwd: string, tool: string): string =>
      readFileSync(join(cwd, `specs/recordings/${tool}.json`), 'utf8');
    const findings = (cwd: string): readonly string[] => haft(cwd, 'check').stdout.match(/recording\/[a-z]+/g) ?? [];

    test('a call is answered again without the database, and the file has neither its address nor a secret', async () => {
      const { cwd, call } = project();
      const live = await call('list_goods', '{"name":"p"}', '--record', '--yes');
      expect(live).toMatchObject({ code: 0 });
      expect(JSON.parse(live.stdout)).toMatchObject({
        data: {
          goods: [
            { id: 1, name: 'cup' },
            { id: 2, name: 'cap' },
          ],
        },
      });
      const file = recorded(cwd, 'list_goods');
      expect(file).toContain('and name like');
      for (const hidden of [HALL, url]) expect(file).not.toContain(hidden);
      const again = haft(cwd, 'call', 'list_goods', '{"name":"p"}', '--replay');
      expect(again).toMatchObject({ code: 0, stdout: live.stdout });
      expect(findings(cwd)).toEqual([]);
    });

    test('failures of rows, of the statement, of a later step and of the way there are recorded as they are', async () => {
      const { cwd, call } = project();
      const before = await pieces();
      const all: readonly (readonly [tool: string, args: string, code: string])[] = [
        ['get_good', '{"id":9}', 'no_good'],
        ['update_goods', '{"from":1,"to":2}', 'invalid_arguments'],
        ['update_goods', '{"from":2,"to":9}', 'no_good'],
      ];
      for (const [tool, args, code] of all) {
        const live = await call(tool, args, '--record', '--yes');
        expect(JSON.parse(live.stdout)).toMatchObject({ success: false, code });
        expect(haft(cwd, 'call', tool, args, '--replay').stdout).toBe(live.stdout);
      }
      url = url.replace(/(host|socket)=[^&]*/, '$1=/nowhere');
      const closed = await project().call('get_good', '{"id":1}', '--record', '--yes');
      url = server.url('owner');
      expect(JSON.parse(closed.stdout)).toMatchObject({ code: 'unreachable', error: 'The stock is closed.' });
      expect(await pieces()).toEqual(before);
      expect(findings(cwd)).toEqual([]);
    });

    test('check tells what a change does to recorded calls', async () => {
      const { cwd, call } = project();
      await call('list_goods', '{"name":"p"}', '--record', '--yes');
      const changed = (from: string, to: string): readonly string[] => {
        const spec = SPEC.replace('KIND', name);
        expect(spec).toContain(from);
        writeFileSync(join(cwd, 'specs/stock.yaml'), spec.replace(from, to));
        return findings(cwd);
      };
      expect(changed('name: /name', 'name: /title')).toContain('recording/pointer');
      expect(changed('id: /id, name', 'id: { pointer: /id, default: 0 }, name')).toEqual([]);
      expect(changed('order by id', 'order by name')).toContain('recording/request');
      expect(changed('max_rows: 2', 'max_rows: 3')).toContain('recording/request');
    });

    test('a trace shows the statement, its values without the secret, and the rows', async () => {
      const { stderr } = await project().call('list_goods', '{"name":"u"}', '--trace');
      expect(stderr).toMatch(/→ database stock: start transaction read only; .*at most 2 rows/);
      expect(stderr).toMatch(/= "%u%"/);
      expect(stderr).toMatch(/← done in \d+ ms\n\{"rows":\[\{"id":1,"name":"cup"/);
      expect(stderr).not.toContain(HALL);
    });
  });
});

const NODE = process.env['HAFT_NODE22'];

describe.skipIf(NODE === undefined)('SQLite (HAFT_NODE22)', () => {
  const spec = SPEC.replace(
    'kind: KIND, url: "{env.STOCK_URL}"',
    'kind: sqlite, folder: "{env.STOCK_URL}", path: stock.db',
  );

  test('a call is answered again without the file', () => {
    const cwd = temporaryFolder({ 'specs/stock.yaml': spec });
    const run = (text: string): void =>
      void execFileSync(
        NODE ?? '',
        ['-e', `new (require('node:sqlite').DatabaseSync)('stock.db').exec(${JSON.stringify(text)})`],
        { cwd },
      );
    run(
      `create table goods (id integer primary key, name text, hall text, pieces int); insert into goods values (1, 'cup', '${HALL}', 0)`,
    );
    const call = (...args: readonly string[]): string =>
      execFileSync(NODE ?? '', [BIN, 'call', ...args], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, STOCK_URL: cwd, STOCK_HALL: HALL },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const live = call('list_goods', '{}', '--record', '--yes');
    expect(JSON.parse(live)).toMatchObject({ data: { goods: [{ id: 1, name: 'cup' }] } });
    run('drop table goods');
    expect(call('list_goods', '{}', '--replay')).toBe(live);
  });
});
