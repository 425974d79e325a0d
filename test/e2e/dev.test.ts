/** `haft dev` under the official client: the host stays connected while tools are renamed, broken and repaired. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SOME_MODES } from '../support/official-client.ts';
import type { Mode } from '../support/official-client.ts';
import { serverSpec, toolItem } from '../support/specs.ts';

const BIN = join(import.meta.dirname, '../../compiler/bin/haft.js');

/** Says `started` on standard error by making a file, and answers when another one is there. */
const WAIT = `import { existsSync, watch, writeFileSync } from 'node:fs';
const done = () => { if (!existsSync('go')) return; process.stdout.write('waited'); process.exit(0); };
watch('.', done);
writeFileSync('started', '');
done();
`;

const spec = (name: string, key: string): string =>
  serverSpec('alpha', 'Tells the time.', [
    toolItem(name, `command: { argv: [node, wait.mjs], stdout: text, result: { ${key}: "" } }`, 'get_time').replace(
      'text: { type: string }',
      'text: { type: string }, later: { type: string }',
    ),
  ]);

interface Host {
  readonly client: Client;
  /** The tools after the next change that the server tells of. */
  readonly nextTools: () => Promise<string[]>;
}

async function connect(mode: Mode, root: string): Promise<Host> {
  let changed = (_names: string[]): void => {};
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    {
      versionNegotiation: { mode },
      listChanged: { tools: { onChanged: (_error, tools) => changed((tools ?? []).map(({ name }) => name)) } },
    },
  );
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'dev', 'alpha'], cwd: root, stderr: 'ignore' }),
  );
  return { client, nextTools: () => new Promise((resolve) => (changed = resolve)) };
}

const toolsOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

describe.each(SOME_MODES)('a host of mode %s', (_name, mode) => {
  test('sees a renamed tool without connecting again; a mistake changes nothing; calls end as they began', async () => {
    const root = temporaryFolder({ 'specs/a.yaml': spec('get_time', 'text'), 'wait.mjs': WAIT });
    const { client, nextTools } = await connect(mode, root);
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
    expect(await toolsOf(client)).toEqual(['get_time']);

    const running = client.callTool({ name: 'get_time', arguments: {} });
    await expect.poll(() => existsSync(join(root, 'started'))).toBe(true);
    let next = nextTools();
    writeFileSync(join(root, 'specs/a.yaml'), spec('get_hour', 'later'));
    expect(await next).toEqual(['get_hour']);
    expect(await toolsOf(client)).toEqual(['get_hour']);
    writeFileSync(join(root, 'go'), '');
    expect((await running).structuredContent).toEqual({ success: true, data: { text: 'waited' } });
    expect((await client.callTool({ name: 'get_hour', arguments: {} })).structuredContent).toEqual({
      success: true,
      data: { later: 'waited' },
    });

    writeFileSync(join(root, 'specs/a.yaml'), spec('get-hour', 'later'));
    expect(await toolsOf(client)).toEqual(['get_hour']);
    next = nextTools();
    writeFileSync(join(root, 'specs/a.yaml'), spec('get_minute', 'later'));
    expect(await next).toEqual(['get_minute']);
    await expect(client.callTool({ name: 'get_hour', arguments: {} })).rejects.toThrow('Unknown tool');
  });
});

test('an unknown server ends at once, and the names that there are', () => {
  const root = temporaryFolder({ 'specs/a.yaml': spec('get_time', 'text') });
  expect(haft(root, 'dev', 'alfa')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Unknown server "alfa".\n  hint: Servers: alpha.'),
  });
  expect(haft(root, 'dev')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a server name') });
});
