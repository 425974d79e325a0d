/** How another MCP server is reached, as specs say it: all forms of host files, and no value of a variable anywhere. */
import { describe, expect, test } from 'vitest';
import { nameOfAddress, nameOfCommand, serverName } from '../../compiler/features/import/mcp/default-name.ts';
import { serversIn } from '../../compiler/features/import/mcp/host-file.ts';
import { recordedSource } from '../../compiler/features/import/mcp/recorded.ts';
import { importMcp } from '../../compiler/features/import/mcp/import-mcp.ts';
import { sourceOf } from '../../compiler/features/import/mcp/source.ts';

function upstreamIn(file: unknown) {
  const [entry] = [...serversIn(file)];
  if (!entry) throw new Error('There is no server.');
  return sourceOf(entry[1], 'shop');
}

const REMOTE = { url: 'https://shop.example/mcp', headers: { Authorization: 'Bearer {env.SHOP_AUTHORIZATION}' } };

describe('the file of a host', () => {
  test.each([
    [
      'with values written out',
      {
        mcpServers: {
          a: { command: 'npx', args: ['-y', 'a@1.0.0', '--token', 'hunter2-99'], env: { A_KEY: 'hunter2-77' } },
        },
      },
      { command: ['npx', '-y', 'a@1.0.0', '--token', '{env.SHOP_TOKEN}'], env: ['A_KEY'] },
    ],
    [
      'with inputs, as VS Code has it',
      { servers: { a: { type: 'stdio', command: 'a', args: ['${input:api-key}', '${env:REGION}'] } }, inputs: [] },
      { command: ['a', '{env.SHOP_API_KEY}', '{env.REGION}'] },
    ],
    [
      'with names of variables, as Codex has it',
      { mcp_servers: { a: { command: 'a', args: [], env_vars: ['A_KEY'] } } },
      { command: ['a'], env: ['A_KEY'] },
    ],
    [
      'with an address and a variable, as Codex has it',
      { mcp_servers: { a: { url: 'https://shop.example/mcp', bearer_token_env_var: 'A_KEY' } } },
      { url: 'https://shop.example/mcp', headers: { Authorization: 'Bearer {env.A_KEY}' } },
    ],
    [
      'with one list, as opencode has it',
      { mcp: { a: { type: 'local', command: ['a', 'b'], environment: { A_KEY: '{env:OTHER}' } } } },
      { command: ['a', 'b'], env: ['A_KEY'] },
    ],
    [
      'as goose has it',
      { extensions: { a: { cmd: 'a', args: ['b'], envs: { A_KEY: 'hunter2-77' }, env_keys: ['B_KEY'] } } },
      { command: ['a', 'b'], env: ['A_KEY', 'B_KEY'] },
    ],
    [
      'with an address',
      { mcpServers: { a: { httpUrl: 'https://shop.example/mcp', headers: { Authorization: 'Bearer hunter2' } } } },
      REMOTE,
    ],
    [
      'with secrets in the address',
      {
        mcpServers: {
          a: { url: 'https://u:hunter2-77@shop.example/s/hunter2Zk3vT9qLx7Rb2NwYp8Hd4Jm6/mcp?apiKey=hunter2' },
        },
      },
      { url: 'https://{env.SHOP_LOGIN}@shop.example/s/{env.SHOP_PATH_KEY}/mcp?apiKey={env.SHOP_API_KEY}' },
    ],
    [
      'with a container, a header and a connection string',
      {
        mcpServers: {
          a: {
            command: 'docker',
            args: [
              'run',
              '-e',
              'DB=hunter2-5',
              '--header',
              'X-Key: hunter2-5',
              'postgres://u:hunter2-77@h/db',
              '{"a":1}',
            ],
          },
        },
      },
      {
        command: [
          'docker',
          'run',
          '-e',
          'DB={env.DB}',
          '--header',
          'X-Key: {env.DB}',
          'postgres://{env.SHOP_SECRET}@h/db',
          '{{"a":1}}',
        ],
      },
    ],
    [
      'where an argument repeats a variable',
      { mcpServers: { a: { command: 'a', args: ['x=hunter2-77;'], env: { A_KEY: 'hunter2-77' } } } },
      { command: ['a', 'x={env.A_KEY};'], env: ['A_KEY'] },
    ],
  ])('%s gives names of variables, never a value', (_title, file, upstream) => {
    const source = upstreamIn(file);
    expect(source.upstream).toEqual(upstream);
    const { values: _values, ...written } = source;
    const imported = importMcp('shop', { about: {}, tools: [], pins: [] }, source);
    expect(JSON.stringify([written, imported])).not.toContain('hunter2');
  });

  test('that is hostile or of another kind has no servers', () => {
    for (const file of [null, [], 1, { mcpServers: [] }, { mcpServers: { a: 1, b: {}, c: { command: {} } } }])
      expect(serversIn(file).size).toBe(0);
    const [entry] = serversIn(JSON.parse('{"mcpServers":{"__proto__":{"command":"a"}}}'));
    expect(entry).toEqual(['__proto__', { command: ['a'], headers: {}, env: {}, passed: [] }]);
  });

  test('names what cannot be written in a spec', () => {
    const source = upstreamIn({
      mcpServers: { a: { command: 'a', args: ['${workspaceFolder}'], env: { lower: 'x' } } },
    });
    expect(source.upstream).toEqual({ command: ['a', '${{workspaceFolder}}'] });
    const { losses } = importMcp('shop', { about: {}, tools: [], pins: [] }, source);
    expect(losses.map(({ kind, message }) => [kind, message])).toEqual([
      ['todo', '"lower" of the entry cannot be written in a spec.'],
      ['todo', '"${workspaceFolder}" of the entry cannot be written in a spec.'],
    ]);
  });
});

test('what a front does not pass on, an open version and names that cannot be called are reported', () => {
  const source = sourceOf({ command: ['npx', '-y', '@shop/mcp@latest'], headers: {}, env: {}, passed: [] }, 'shop');
  const about = {
    serverInfo: { name: 'shop', version: '2.1.0' },
    capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, tasks: {} },
  };
  const tools = [{ name: 'a' }, { name: 'a' }, { name: 'b c' }, { name: 'd', weird: 1 }].map((tool) => ({
    inputSchema: { type: 'object' },
    ...tool,
  }));
  const { losses, documents } = importMcp('shop', { about, tools, pins: ['1', '2', '3', '4'] }, source);
  expect(losses.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'lossy subscriptions to resources',
    'lossy tasks',
    'todo version of a package',
    'skipped name of several tools',
    'skipped name that is not valid',
    'lossy "weird" of a tool',
  ]);
  expect(documents[0]?.value['upstreams']).toMatchObject({ shop: { pass: ['prompts', 'resources'] } });
  expect(losses[2]?.hint).toContain('@shop/mcp@2.1.0');
  expect(documents.map(({ value }) => value.from)).toEqual(['mcp', 'mcp:d']);
  expect(documents[1]?.value['mcp']).toEqual({ upstream: 'shop', tool: 'd', pin: '4' });
});

test('a recorded source is read again, and a secret in a new one is rejected', () => {
  const options = { how: 'run' as const, env: ['A_KEY'], variables: [{ name: 'A_KEY', secret: true }] };
  expect(recordedSource('npx -y a@2.0.0 {env.B_KEY}', options)).toMatchObject({
    upstream: { command: ['npx', '-y', 'a@2.0.0', '{env.B_KEY}'], env: ['A_KEY'] },
    variables: [{ name: 'A_KEY' }, { name: 'B_KEY', secret: true }],
  });
  expect(recordedSource('["a","b c"]', options)).toMatchObject({ upstream: { command: ['a', 'b c'] } });
  expect(recordedSource('a --token=Zk3vT9qLx7Rb2NwYp8Hd4Jm6', options)).toHaveProperty('problem');
});

test('a credential among the parameters has to be decided', () => {
  const properties = {
    api_key: { type: 'string' },
    page_token: { type: 'string' },
    login: { type: 'object', properties: { password: { type: 'string' } } },
  };
  const tools = [{ name: 'list_books', inputSchema: { type: 'object', properties } }];
  const { losses } = importMcp('shop', { about: {}, tools, pins: ['0'] }, undefined);
  expect(losses.filter(({ subject }) => subject === 'secret parameters')).toMatchObject(
    ['api_key', 'login.password'].map((name) => {
      return { kind: 'todo', from: 'mcp:list_books', message: `Parameter "${name}" asks the model for a secret.` };
    }),
  );
});

test('a name says what the server is', () => {
  const commands = [
    ['npx', '-y', '@modelcontextprotocol/server-filesystem@1.0.0', '/tmp'],
    ['npx', '@playwright/mcp@latest'],
    ['node', '/home/reader/tracker/tracker-mcp.mjs'],
    ['uvx', 'mcp-server-git==1.0.0'],
    ['/usr/bin/shop-mcp'],
    ['npx', '-y', '@upstash/context7-mcp'],
  ];
  expect(commands.map(nameOfCommand)).toEqual(['filesystem', 'playwright', 'tracker', 'git', 'shop', 'context7']);
  expect(nameOfAddress('https://mcp.shop.example/mcp')).toBe('shop');
  expect(serverName('7 Zip!')).toBe('server-7-zip');
});
