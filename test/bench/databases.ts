// Measures servers with `sql:` against the bare drivers in a handler, MCP Toolbox and a server with `file:`, interleaved in one run:
// npm run bench:databases. HAFT_TEST_TOOLBOX names a folder with the package `@toolbox-sdk/server`. Flags: --quick, --only <part of a name>.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  freePort,
  mysqlOf,
  postgresOf,
  startMariadb,
  startPostgres,
  statementsBy,
} from '../support/database-servers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUICK = process.argv.includes('--quick');
const ONLY = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const ROUNDS = QUICK ? 3 : 9;
const CALLS = 4000;

const spec = (behavior: string, more = ''): string => `kind: server
name: shop
version: 1.0.0
summary: Reads orders.
limits: { calls_per_minute: 1000000, concurrency: 100 }
env: { SHOP_URL: { description: Address of the database., secret: true } }
${more}
tools:
  - name: list_orders
    description: { does: Lists the orders of a customer., when: the user asks what a customer ordered }
    effects: read
    required: [customer]
    parameters: { customer: { type: integer, minimum: 1, description: Number of the customer. } }
    ${behavior}
`;

const STATEMENT = (value: string): string =>
  `select id, state, total, placed_on from orders where customer_id = ${value} order by id limit 20`;
const sqlSpec = (kind: string): string =>
  spec(
    `sql: { database: shop, statement: "${STATEMENT('{customer}')}", max_rows: 20 }`,
    `databases: { shop: { kind: ${kind}, url: "{env.SHOP_URL}" } }`,
  );

const HANDLERS = {
  pg: `import pg from 'pg';
const url = new URL(process.env.SHOP_URL ?? '');
let pool: pg.Pool | undefined;
export const listOrders = async ({ customer }: { customer: number }) => {
  pool ??= new pg.Pool({ host: url.searchParams.get('host') ?? '', port: Number(url.port), user: url.username, database: url.pathname.slice(1), max: 4 });
  return { rows: (await pool.query(${JSON.stringify(STATEMENT('$1'))}, [customer])).rows };
};
`,
  mysql: `import mysql from 'mysql2/promise';
const url = new URL(process.env.SHOP_URL ?? '');
let pool: mysql.Pool | undefined;
export const listOrders = async ({ customer }: { customer: number }) => {
  pool ??= mysql.createPool({ socketPath: url.searchParams.get('socket') ?? '', user: url.username, database: url.pathname.slice(1), connectionLimit: 4 });
  return { rows: (await pool.execute(${JSON.stringify(STATEMENT('?'))}, [customer]))[0] };
};
`,
};

interface Contestant {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly call: object;
}

function compiled(folder: string, name: string, files: Readonly<Record<string, string>>): string {
  const project = join(folder, name);
  mkdirSync(join(project, 'specs'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'haft.yaml'), 'profiles: { specs: mcp }\n');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, 'specs', file), text);
  execFileSync(process.execPath, [join(ROOT, 'compiler/bin/haft.js'), 'compile', '--no-types'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(project, 'generated/servers/shop/server.mjs');
}

const FILE = spec('file: { folder: "{env.SHOP_URL}", path: "a{customer}.txt" }').replace(
  'secret: true',
  'secret: false',
);

async function contestants(
  folder: string,
  urls: { pg: string; mysql: string; port: number },
): Promise<Record<string, Contestant>> {
  const call = { name: 'list_orders', arguments: { customer: 7 } };
  const ours = (name: string, files: Record<string, string>, url: string): Contestant => ({
    command: [process.execPath, compiled(folder, name, files)],
    env: { SHOP_URL: url },
    call,
  });
  const toolbox = process.env['HAFT_TEST_TOOLBOX'];
  const all: Record<string, Contestant> = {
    'postgres, sql:': ours('p', { 'shop.yaml': sqlSpec('postgres') }, urls.pg),
    'postgres, pg in a handler': ours('ph', { 'shop.yaml': spec('handler: shop.ts'), 'shop.ts': HANDLERS.pg }, urls.pg),
    'mariadb, sql:': ours('m', { 'shop.yaml': sqlSpec('mysql') }, urls.mysql),
    'mariadb, mysql2 in a handler': ours(
      'mh',
      { 'shop.yaml': spec('handler: shop.ts'), 'shop.ts': HANDLERS.mysql },
      urls.mysql,
    ),
    'file:': ours('f', { 'shop.yaml': FILE, 'a7.txt': 'hello' }, join(folder, 'f/specs')),
  };
  if (toolbox !== undefined) {
    const yaml = `sources:\n  shop: { kind: postgres, host: 127.0.0.1, port: "${urls.port}", database: postgres, user: owner, password: none }\ntools:\n  list_orders:\n    kind: postgres-sql\n    source: shop\n    description: Lists orders.\n    parameters: [{ name: customer, type: integer, description: Number. }]\n    statement: ${STATEMENT('$1')}\n`;
    writeFileSync(join(folder, 'tools.yaml'), yaml);
    const bin = join(toolbox, 'node_modules/@toolbox-sdk/server');
    const name = JSON.parse(readFileSync(join(bin, 'package.json'), 'utf8')).bin;
    all['postgres, MCP Toolbox'] = {
      command: [
        process.execPath,
        join(bin, typeof name === 'string' ? name : String(Object.values(name)[0])),
        '--tools-file',
        join(folder, 'tools.yaml'),
        '--stdio',
      ],
      env: {},
      call,
    };
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.includes(ONLY ?? '')));
}

const rpc = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

async function measured({ command: [program = '', ...args], env, call }: Contestant): Promise<Record<string, number>> {
  const begin = performance.now();
  const child = spawn(program, [...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (line: string) => void>();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      waiting.get(id)?.(line);
      waiting.delete(id);
    }
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<string> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(rpc(last, method, params));
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const start = performance.now() - begin;
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const listed = performance.now();
  await ask('tools/list', {});
  const list = performance.now() - listed;
  const one = await ask('tools/call', call);
  if (/"isError":true/.test(one)) throw new Error(one);
  const lanes = async (count: number, calls: number): Promise<number> => {
    let left = calls;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await ask('tools/call', call);
      }
    };
    const from = performance.now();
    await Promise.all(Array.from({ length: count }, lane));
    return (calls / (performance.now() - from)) * 1000;
  };
  await lanes(8, CALLS / 10);
  const before = ofTree(child.pid, processor);
  const alone = await lanes(1, CALLS / 2);
  const eight = await lanes(8, CALLS / 2);
  const cpu = ((ofTree(child.pid, processor) - before) / CALLS) * 1e6;
  const memory = ofTree(child.pid, resident);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { start, list, alone, eight, cpu, memory };
}

/** Of a process and those below it: a program may be started by another one. */
function ofTree(id: number | undefined, figure: (id: number) => number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    all.flatMap((one) => {
      try {
        return [
          [Number(one), Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])] as const,
        ];
      } catch {
        return [];
      }
    }),
  );
  const within = (one: number): boolean => one === id || (parents.has(one) && within(parents.get(one) ?? 0));
  return [...parents.keys()].filter(within).reduce((sum, one) => sum + figure(one), 0);
}

function processor(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function resident(id: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), 'haft-bench-'));
const port = await freePort();
const postgres = await startPostgres(['listen_addresses=127.0.0.1', `port=${port}`]);
const mariadb = await startMariadb();
try {
  const urls = {
    pg: postgres.url('owner').replace('@localhost/', `@localhost:${port}/`),
    mysql: mariadb.url('owner'),
    port,
  };
  const rows = {
    postgres:
      "select n, 1 + n % 2000, (array['open','paid'])[1 + n % 2], n * 1.25, date '2026-01-01' from generate_series(1, 50000) n",
    mysql: "select seq, 1 + seq % 2000, if(seq % 2, 'open', 'paid'), seq * 1.25, date '2026-01-01' from seq_1_to_50000",
  };
  for (const [run, text] of [
    [statementsBy(postgresOf({ url: urls.pg })), rows.postgres],
    [statementsBy(mysqlOf({ url: urls.mysql })), rows.mysql],
  ] as const)
    for (const one of [
      'create table orders (id int primary key, customer_id int, state varchar(9), total numeric(12,2), placed_on date)',
      `insert into orders ${text}`,
      'create index by_customer on orders (customer_id, id)',
    ]) {
      const end = await run(one);
      if (end.kind !== 'done') throw new Error(JSON.stringify(end));
    }
  const all = await contestants(folder, urls);
  const figures: Record<string, Record<string, number[]>> = {};
  const names = Object.keys(all);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let at = 0; at < names.length; at += 1) {
      const name = names[(at + round) % names.length] ?? '';
      for (const [key, value] of Object.entries(await measured(all[name] as Contestant)))
        ((figures[name] ??= {})[key] ??= []).push(value);
    }
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        Object.fromEntries(
          Object.entries(figures[name] ?? {}).map(([key, values]) => [key, Math.round(median(values) * 10) / 10]),
        ),
      ]),
    ),
  );
} finally {
  await Promise.all([postgres.stop(), mariadb.stop()]);
  rmSync(folder, { recursive: true });
}
