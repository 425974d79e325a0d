/**
 * The client that the official suite judges: `haft import mcp` of its server, a front compiled from that, and calls of the front
 * by the client of the official SDK. The suite gives the address as the last argument, and calls with arguments in a variable.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const HAFT = join(import.meta.dirname, '../../../compiler/bin/haft.js');
const url = process.argv.at(-1);
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'];
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const root = mkdtempSync(join(tmpdir(), 'haft-client-'));
const { client_id: id = '', client_secret: secret = '', private_key_pem: key = '', valid_jwt: token = '' } = context;
const env = {
  ...process.env,
  XDG_STATE_HOME: join(root, 'state'),
  BROWSER: join(import.meta.dirname, '../../support/browser.mjs'),
  UP_CLIENT_SECRET: secret,
  UP_CLIENT_KEY: key,
  UP_WORKLOAD_TOKEN: token,
};
const haft = (...args) =>
  execFileSync(process.execPath, [HAFT, ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** A client that is registered by hand; the document of a client is one that the suite knows. */
const CLIENTS = {
  'auth/basic-cimd': ['--client-id', 'https://conformance-test.local/client-metadata.json'],
  'auth/pre-registration': ['--client-id', id, '--client-secret', '{env.UP_CLIENT_SECRET}'],
  'auth/client-credentials-jwt': ['--client-id', id, '--client-key', '{env.UP_CLIENT_KEY}'],
  'auth/wif-jwt-bearer': ['--client-id', id, '--workload-token', '{env.UP_WORKLOAD_TOKEN}'],
  'auth/client-credentials-basic': [
    '--client-id',
    id,
    '--client-secret',
    '{env.UP_CLIENT_SECRET}',
    '--client-credentials',
  ],
};

/** What the user does who reads the result of a call: the command that it names, a few times. */
const MAX_LOGINS = 3;
let logins = 0;
function logIn(text) {
  const [, name, scope] = /`haft login ([\w/]+)(?: --scope \\?"([^"\\]*)\\?")?`/.exec(text) ?? [];
  if (name === undefined || logins === MAX_LOGINS) return false;
  logins += 1;
  haft('login', name, ...(scope === undefined ? [] : ['--scope', scope]));
  return true;
}

try {
  writeFileSync(join(root, 'haft.yaml'), '{}\n');
  haft('import', 'mcp', '--url', url, '--name', 'up', ...(CLIENTS[scenario] ?? []));
  if (scenario === 'elicitation-sep1034-client-defaults') shorten(join(root, 'specs/up'));
  haft('compile', '--no-types');
  const server = join(root, 'generated/servers/up/server.mjs');
  const client = new Client({ name: 'judge', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'inherit' }));
  await use(client);
  await client.close();
} finally {
  rmSync(root, { recursive: true });
}

/** The server of this scenario never answers: the front gives up after three seconds, rather than thirty. */
function shorten(folder) {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('kind: server\n', 'kind: server\nlimits: { timeout_ms: 3000 }\n'));
  }
}

async function use(client) {
  const { tools } = await client.listTools();
  const call = async (name, args) => {
    const text = JSON.stringify(await client.callTool({ name, arguments: args }));
    console.log(`${name}: ${text}`);
    if (logIn(text)) await call(name, args);
  };
  const calls = context.toolCalls ?? tools.map(({ name }) => ({ name, arguments: argumentsFor(name, tools) }));
  // A front rejects null where the schema of the tool has none: there it is an argument that is left out.
  for (const { name, arguments: args } of calls) await call(name, withoutNull(args));
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  if (resources) for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
  if (prompts) for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
}

function withoutNull(args) {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** What each scenario describes as the right arguments; the fewest that a schema requires for others. */
function argumentsFor(name, tools) {
  if (name === 'json_schema_echo')
    return { schema: tools.find((tool) => tool.name === 'json_schema_2020_12_tool').inputSchema };
  const { properties = {}, required = [] } = tools.find((tool) => tool.name === name).inputSchema;
  const numbers = scenario === 'tools_call' ? { a: 5, b: 3 } : {};
  const values = required.map((key) => [key, valueFor(properties[key] ?? {})]);
  return { ...Object.fromEntries(values), ...numbers };
}

function valueFor({ type }) {
  return { string: 'x', integer: 1, number: 1, boolean: true, array: [], object: {} }[type] ?? null;
}
