/** The real MCP Toolbox beside the server that its file was imported to, on the same tables: HAFT_TEST_TOOLBOX names a folder with the package `@toolbox-sdk/server`. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, isPostgresMissing, startPostgres, statementsOn } from '../support/database-servers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';
import { runs } from '../support/runs.ts';

const FOLDER = process.env['HAFT_TEST_TOOLBOX'];
if (FOLDER === undefined)
  process.stdout.write('toolbox-program: skipped; HAFT_TEST_TOOLBOX=<folder> has the package @toolbox-sdk/server.\n');

const FILE = (port: number): string => `sources:
  hotels: { kind: postgres, host: 127.0.0.1, port: "${port}", database: postgres, user: owner, password: "\${HOTEL_PASSWORD}" }
tools:
  search-hotels:
    kind: postgres-sql
    source: hotels
    description: Finds hotels by city and stars.
    parameters:
      - { name: city, type: string, description: Part of the name of the city. }
      - { name: stars, type: integer, description: Stars at least. }
    statement: select id, name, stars, price, is_open, note from hotels where city ilike '%' || $1 || '%' and stars >= $2 order by id;
  get-hotel:
    kind: postgres-sql
    source: hotels
    description: Reads a hotel by its number.
    parameters: [{ name: id, type: integer, description: Number of the hotel. }]
    statement: select id, name, stars, is_open, note from hotels where id = $1;
`;

const CITIES = ['Bern', 'Basel', "L'Île", '100%', 'a_b'];

describe.skipIf(FOLDER === undefined || isPostgresMissing)('MCP Toolbox (HAFT_TEST_TOOLBOX, postgresql)', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let toolbox: Client;
  let ours: Client;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const port = await freePort();
    server = await startPostgres(['listen_addresses=127.0.0.1', `port=${port}`]);
    const url = `postgres://owner:none@127.0.0.1:${port}/postgres`;
    const run = statementsOn({ url });
    const cities = CITIES.map((city) => `'${city.replaceAll("'", "''")}'`).join(', ');
    for (const text of [
      'create table hotels (id int primary key, city text, name text, stars int, price numeric(8,2), is_open boolean, note text)',
      `insert into hotels select n, (array[${cities}])[1 + n % 5], 'Hotel ' || n, 1 + n % 5, n * 1.25, n % 2 = 0, case when n % 3 = 0 then null else 'x' end from generate_series(1, 40) n`,
    ])
      expect(await run(text)).toMatchObject({ kind: 'done' });
    const cwd = temporaryFolder({ 'tools.yaml': FILE(port) }, (end) => ends.push(async () => end()));
    expect(await startHaft(cwd, ['import', 'toolbox', 'tools.yaml'])).toMatchObject({ code: 0 });
    expect(await startHaft(cwd, ['compile'])).toMatchObject({ code: 0 });
    const file = join(cwd, 'generated/servers/tools/server.mjs');
    const env = { HOTEL_PASSWORD: 'none', HOTELS_URL: url };
    ours = await connect('legacy', file, env, { atEnd: (end) => ends.push(end) });
    toolbox = new Client({ name: 'judge', version: '1.0.0' });
    const command = join(FOLDER ?? '', 'node_modules/.bin/toolbox');
    const args = ['--config', join(cwd, 'tools.yaml'), '--stdio', '--disable-version-check'];
    await toolbox.connect(
      new StdioClientTransport({ command, args, env: { ...env, PATH: process.env['PATH'] ?? '' }, stderr: 'ignore' }),
    );
    ends.push(() => toolbox.close());
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await server.stop();
  });

  /** Toolbox gives each row as a text. */
  const theirs = async (name: string, args: Record<string, unknown>): Promise<readonly unknown[]> => {
    const { content } = await toolbox.callTool({ name, arguments: args });
    const rows = (content as readonly { readonly text: string }[]).map(({ text }): unknown => JSON.parse(text));
    return rows.flat().filter((row) => row !== null);
  };
  const own = async (name: string, args: Record<string, unknown>): Promise<readonly unknown[]> => {
    const { structuredContent } = await ours.callTool({ name, arguments: args });
    const { data } = structuredContent as { readonly data: { readonly rows: readonly { readonly price?: string }[] } };
    // Theirs is the nearest binary number.
    return data.rows.map((row) => (row.price === undefined ? row : { ...row, price: Number(row.price) }));
  };

  test('the same arguments give the same rows', async () => {
    const city = fc.constantFrom('', ...CITIES, '%', '_', "'", 'nowhere', '\\');
    await fc.assert(
      fc.asyncProperty(city, fc.integer({ min: 0, max: 6 }), async (part, stars) => {
        const args = { city: part, stars };
        expect(await own('search_hotels', args)).toEqual(await theirs('search-hotels', args));
      }),
      // The imported server takes 120 calls a minute.
      { numRuns: Math.min(60, runs(2000)) },
    );
  });

  test.each([1, 7, 40, 41])('hotel %i is the same, or is in neither', async (id) => {
    expect(await own('get_hotel', { id })).toEqual(await theirs('get-hotel', { id }));
  });
});
