/** `haft doctor`: each fault is planted in a fresh home folder, and found with its file and its key. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SYMPTOMS } from '../../compiler/doctor/symptoms/index.ts';
import { SECRET, doctorBench } from '../support/doctor-bench.ts';
import type { DoctorBench } from '../support/doctor-bench.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN } from '../support/haft.ts';

interface Planted {
  readonly fault: string;
  /** The hosts and the flags of the installation before. */
  readonly line: string;
  readonly plant: (bench: DoctorBench) => void;
  /** Where no host is named, those that are connected are looked at. */
  readonly asked?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly id: string;
  readonly place: string;
  readonly says: RegExp;
}

const CLAUDE = '.claude.json';
const CODEX = '.codex/config.toml';
const HTTP = '"url": "http://127.0.0.1:9/mcp"';
const mcp = (entry: string): string => `{ "mcpServers": { "library": ${entry} } }\n`;
const server = (code: string) => (bench: DoctorBench) =>
  bench.edit(
    'my project/generated/servers/library/server.mjs',
    (text) => `${text.replace(/^serveLines[^]*/m, '')}\n${code}`,
  );
const replacing = (path: string, from: string | RegExp, to: string) => (bench: DoctorBench) =>
  bench.edit(path, (text) => text.replace(from, () => to));
/** A service's word, as the server's own read tool returns it. */
const returning = (code: string, error: string): Planted => ({
  fault: `a service that says ${code}`,
  line: 'claude-code --user',
  plant: replacing(
    'my project/generated/servers/library/server.mjs',
    '{ success: true, data: {} }',
    JSON.stringify({ success: false, error: `${error} ${SECRET}`, code, retry_hint: 'Start the application.' }),
  ),
  env: { CALL: 'yes' },
  id: 'call-failed',
  place: '~/.claude.json, mcpServers.library',
  says: new RegExp(`list_books failed with "${code}": ${error} <secret>\n  fix: Start the application\\.`),
});

const FAULTS: readonly Planted[] = [
  {
    fault: 'a comment in .mcp.json',
    line: 'claude-code --project',
    plant: replacing('my project/.mcp.json', '{\n', '{\n  // mine\n'),
    id: 'file-refused',
    place: '~/my project/.mcp.json:2',
    says: /Claude Code does not read the file\. The file has a comment/,
  },
  {
    fault: 'a trailing comma for Gemini',
    line: 'gemini --user',
    plant: replacing('.gemini/settings.json', /\}\s*$/, ',}\n'),
    id: 'file-refused',
    place: '~/.gemini/settings.json',
    says: /trailing comma/,
  },
  {
    fault: 'a byte order mark for Gemini',
    line: 'gemini --user',
    plant: replacing('.gemini/settings.json', /^/, '\ufeff'),
    id: 'file-refused',
    place: '~/.gemini/settings.json:1',
    says: /byte order mark/,
  },
  {
    fault: 'a TOML file that is broken',
    line: 'codex --user',
    plant: replacing(CODEX, /^/, `token = "${SECRET}\n`),
    id: 'file-refused',
    place: '~/.codex/config.toml:1',
    says: /not valid TOML/,
  },
  {
    fault: 'an entry in a file of another host',
    line: 'vscode --project --env=LIBRARY_URL=http://127.0.0.1:9',
    plant: () => {},
    asked: 'copilot',
    id: 'not-connected',
    place: 'copilot',
    says: /"library" is in ~\/my project\/\.vscode\/mcp\.json, which it does not read[^]*haft install copilot --user/,
  },
  {
    fault: 'an entry below the key of another host',
    line: '',
    plant: (bench) => bench.write({ 'my project/.vscode/mcp.json': mcp('{ "command": "node" }') }),
    asked: 'vscode',
    id: 'wrong-key',
    place: '~/my project/.vscode/mcp.json, mcpServers.library',
    says: /reads servers below "servers"/,
  },
  {
    fault: 'an entry that somebody has removed',
    line: 'claude-code --user',
    plant: (bench) => bench.write({ [CLAUDE]: '{}' }),
    id: 'entry-gone',
    place: '~/.claude.json, mcpServers.library',
    says: /no longer there/,
  },
  ...(['claude-code', 'codex', 'copilot', 'gemini'] as const).map((id): Planted => ({
    fault: `a folder that ${id} does not trust`,
    line: `${id} --project`,
    plant: () => {},
    id: 'not-approved',
    place: `~/my project/`,
    says: /does not start this server[^]*fix: (?:Approve|Trust|Start it in this folder)/,
  })),
  {
    fault: 'a command as a list',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp('{ "command": ["node", "x"] }') }),
    id: 'entry-form',
    place: '~/.claude.json, mcpServers.library.command',
    says: /expects a string with the program alone here; it is a list/,
  },
  {
    fault: 'a command as a string where a list is expected',
    line: 'opencode --user',
    plant: (bench) =>
      bench.write({
        '.config/opencode/opencode.json': '{ "mcp": { "library": { "type": "local", "command": "node x" } } }',
      }),
    id: 'entry-form',
    place: '~/.config/opencode/opencode.json, mcp.library.command',
    says: /expects one list/,
  },
  {
    fault: 'an address without a type',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp(`{ ${HTTP} }`) }),
    id: 'url-without-type',
    place: '~/.claude.json, mcpServers.library.type',
    says: /Add "type" with the value "http"/,
  },
  {
    fault: 'variables beside an address for Codex',
    line: '',
    plant: (bench) =>
      bench.write({ [CODEX]: `[mcp_servers.library]\nurl = "http://127.0.0.1:9"\nenv = { K = "${SECRET}" }\n` }),
    id: 'env-beside-url',
    place: '~/.codex/config.toml, mcp_servers.library.env',
    says: /refuses its whole file/,
  },
  {
    fault: 'the placeholder of the printed file',
    line: 'claude-code --user',
    plant: (bench) => bench.edit(CLAUDE, (text) => text.replace(join(bench.project, 'generated'), () => '${HAFT_OUT}')),
    id: 'unexpanded',
    place: '~/.claude.json, mcpServers.library.args',
    says: /leaves \$\{HAFT_OUT\} as it is/,
  },
  {
    fault: 'a placeholder with a form that Codex does not replace',
    line: 'codex --user',
    plant: replacing(CODEX, /$/, `\n[mcp_servers.library.env]\nLIBRARY_KEY = "\${LIBRARY_KEY:-${SECRET}} x"\n`),
    id: 'unexpanded',
    place: '~/.codex/config.toml, mcp_servers.library.env.LIBRARY_KEY',
    says: /leaves \$\{LIBRARY_KEY\} as it is/,
  },
  {
    fault: 'a PATH without node',
    line: 'claude-code --user',
    plant: replacing(CLAUDE, JSON.stringify(process.execPath), '"node"'),
    env: { PATH: '/nowhere' },
    id: 'command-missing',
    place: '~/.claude.json, mcpServers.library.command',
    says: /"node": The PATH of the host is "\/nowhere"/,
  },
  {
    fault: 'a program that is gone, for an application with windows',
    line: 'claude-desktop --user --env-from-shell=LIBRARY_URL --allow-missing',
    plant: replacing(
      '.config/Claude/claude_desktop_config.json',
      JSON.stringify(process.execPath),
      '"haft-no-such-node"',
    ),
    id: 'command-missing',
    place: '~/.config/Claude/claude_desktop_config.json, mcpServers.library.command',
    says: /PATH of the host is "\/usr\/bin:\/bin:\/usr\/sbin:\/sbin"/,
  },
  {
    fault: 'a script that is gone',
    line: 'claude-code --user',
    plant: (bench) => replacing(CLAUDE, 'server.mjs', 'gone/server.mjs')(bench),
    id: 'script-missing',
    place: '~/.claude.json, mcpServers.library.args',
    says: /There is no file ".*gone\/server\.mjs"/,
  },
  {
    fault: 'a required variable that is not set',
    line: 'claude-code --user',
    plant: () => {},
    env: { LIBRARY_URL: '' },
    id: 'variable-missing',
    place: '~/.claude.json, mcpServers.library.env.LIBRARY_URL',
    says: /--env LIBRARY_URL=<value>/,
  },
  {
    fault: 'a variable that Codex is not told to hand over',
    line: 'codex --user',
    plant: replacing(CODEX, /env_vars.*\n/, ''),
    id: 'variable-missing',
    place: '~/.codex/config.toml, mcp_servers.library.env.LIBRARY_URL',
    says: /gets no value for it from this host/,
  },
  {
    fault: 'an entry of an earlier compilation',
    line: 'codex --user',
    plant: replacing('my project/generated/servers/library/server.mjs', '"LIBRARY_KEY":', '"LIBRARY_PIN":'),
    id: 'stale-entry',
    place: '~/.codex/config.toml, mcp_servers.library',
    says: /earlier compilation/,
  },
  {
    fault: 'a copy that is older than what is compiled',
    line: 'claude-code --user --copy',
    plant: replacing('my project/generated/servers/library/server.mjs', /$/, '\n// newer\n'),
    id: 'stale-copy',
    place: '~/.claude.json, mcpServers.library.args',
    says: /differs from the compiled server[^]*--copy` again/,
  },
  {
    fault: 'a Node that is too old',
    line: 'claude-code --user',
    plant: (bench) => {
      bench.write({ 'old/node': '#!/bin/sh\n[ "$1" = --version ] && echo v18.20.1\nexit 9\n' });
      chmodSync(join(bench.home, 'old/node'), 0o755);
      bench.edit(CLAUDE, (text) => text.replace(process.execPath, () => join(bench.home, 'old/node')));
    },
    id: 'old-node',
    place: '~/.claude.json, mcpServers.library.command',
    says: /This Node is v18\.20\.1/,
  },
  {
    fault: 'a server that ends with its secret on standard error',
    line: 'claude-code --user --env-from-shell=LIBRARY_KEY',
    plant: server('console.error("one\\ntwo\\nbad key " + process.env.LIBRARY_KEY); process.exit(3);'),
    id: 'start-failed',
    place: '~/.claude.json, mcpServers.library',
    says: /ended with exit code 3\. Its last lines:\n {6}one\n {6}two\n {6}bad key <secret>\n/,
  },
  {
    fault: 'an address where nobody listens',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp(`{ "type": "http", ${HTTP} }`) }),
    id: 'no-listener',
    place: '~/.claude.json, mcpServers.library.url',
    says: /No server of tools is at this address/,
  },
  {
    fault: 'a schema that requires what is not there',
    line: 'claude-code --user',
    plant: replacing(
      'my project/generated/servers/library/server.mjs',
      'properties: {} }',
      'properties: {}, required: ["id"] }',
    ),
    id: 'schema-wrong',
    place: '~/.claude.json, mcpServers.library',
    says: /inputSchema of the tool "list_books" requires "id"/,
  },
  returning('not_running', 'The application is not running.'),
  returning('local_api_off', 'The local interface is off.'),
  returning('writing_not_set_up', 'There is no key.'),
  returning('interface_changed', 'The vendor changed its interface.'),
  returning('out_of_memory', 'The model is too large.'),
  {
    fault: 'a server that ends when it is called',
    line: 'claude-code --user',
    plant: replacing(
      'my project/generated/servers/library/server.mjs',
      'const structuredContent',
      "if (method === 'tools/call') process.exit(4);\n  const structuredContent",
    ),
    env: { CALL: 'yes' },
    id: 'call-failed',
    place: '~/.claude.json, mcpServers.library',
    says: /ended with exit code 4/,
  },
  {
    fault: 'a skill that is older than what is compiled',
    line: 'claude-code --user',
    plant: replacing('my project/generated/skills/find-books/SKILL.md', /$/, 'More.\n'),
    id: 'skill-outdated',
    place: '~/.claude/skills/find-books, find-books',
    says: /differs from the compiled one/,
  },
  {
    fault: 'a skill in two folders',
    line: 'codex --user',
    plant: (bench) =>
      cpSync(join(bench.home, '.agents/skills'), join(bench.home, '.codex/skills'), { recursive: true }),
    id: 'skill-twice',
    place: '~/.agents/skills/find-books, find-books',
    says: /from ~\/\.agents\/skills and ~\/\.codex\/skills/,
  },
];

test.each(FAULTS)('$fault', async ({ line, plant, asked, env, id, place, says }) => {
  const bench = doctorBench(line);
  plant(bench);
  const { findings, text } = await bench.doctor(asked, env);
  expect(text).toContain(`[${id}]`);
  expect(findings.map((found) => found.id)).toContain(id);
  expect(text).toContain(place);
  expect(text).toMatch(says);
  expect(text).not.toContain(SECRET);
  expect(JSON.stringify(findings)).not.toContain(SECRET);
});

test('every symptom is planted', () => {
  const planted = new Set(FAULTS.map(({ id }) => id));
  expect(SYMPTOMS.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([]);
});

const HEALTHY = ['claude-code', 'codex', 'opencode', 'goose', 'cline', 'openclaw', 'kilo', 'hermes', 'zed'];

test.each(HEALTHY)('%s: an installation is healthy, also where its service is asked', async (id) => {
  const bench = doctorBench(`${id} --user --env=LIBRARY_URL=http://127.0.0.1:9`);
  const { text, findings } = await bench.doctor('', { CALL: 'yes' });
  expect(findings).toEqual([]);
  expect(text).toMatch(/library: 1 tool\n\nNothing is wrong\.\n$/);
});

const TRUST: readonly (readonly [string, (bench: DoctorBench) => Readonly<Record<string, string>>])[] = [
  ['claude-code', () => ({ '.claude/settings.json': '{ "enabledMcpjsonServers": ["library"] }' })],
  ['codex', ({ project }) => ({ [CODEX]: `[projects."${project}"]\ntrust_level = "trusted"\n` })],
  ['copilot', ({ project }) => ({ '.copilot/config.json': JSON.stringify({ trustedFolders: [project] }) })],
  ['gemini', ({ project }) => ({ '.gemini/trustedFolders.json': JSON.stringify({ [project]: 'TRUST_FOLDER' }) })],
];

test.each(TRUST)('%s: a folder that is trusted is healthy, and nothing was written', async (id, notes) => {
  const bench = doctorBench(`${id} --project`);
  bench.write(notes(bench));
  const before = bench.tree();
  expect((await bench.doctor()).findings).toEqual([]);
  expect(bench.tree()).toEqual(before);
});

test('a server that listens is asked for its tools', async () => {
  const listener = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const { id, method } = JSON.parse(text) as { readonly id?: number; readonly method: string };
      const result = method === 'tools/list' ? { tools: [] } : {};
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        id === undefined ? '' : `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`,
      );
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  const bench = doctorBench('', { [CLAUDE]: mcp(`{ "type": "http", "url": "http://127.0.0.1:${port}/mcp" }`) });
  expect((await bench.doctor()).text).toMatch(/library: 0 tools\n\nNothing is wrong/);
});

test('a server that is silent is given up', async () => {
  const bench = doctorBench('claude-code --user');
  server('process.stdin.resume();')(bench);
  const { text } = await bench.doctor('', { PATIENCE: '50' });
  expect(text).toMatch(/did not answer within 0\.05 s\. It printed nothing/);
});

test('a service is asked only with --call', async () => {
  const bench = doctorBench('claude-code --user');
  replacing('my project/generated/servers/library/server.mjs', 'success: true', 'success: false')(bench);
  expect((await bench.doctor()).findings).toEqual([]);
  expect((await bench.doctor('', { CALL: 'yes' })).findings).toMatchObject([{ id: 'call-failed' }]);
});

test('as a command: a handler that throws has its file and line, and the exit codes are 1, 0 and 2', () => {
  const home = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' };
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [BIN, ...args], { cwd: home, env, encoding: 'utf8' });
  run('init');
  const handlers = join(home, 'specs/text-tools/handlers.ts');
  const text = readFileSync(handlers, 'utf8');
  writeFileSync(handlers, `${text}\nthrow new Error('planted');\n`);
  run('compile');
  run('install', 'codex', '--user');
  const line = text.split('\n').length + 1;
  const sick = run('doctor', '--json');
  const { findings } = JSON.parse(sick.stdout) as { readonly findings: readonly unknown[] };
  expect(findings).toMatchObject([
    { id: 'start-failed', host: 'codex', file: '~/.codex/config.toml', key: 'mcp_servers.text-tools' },
  ]);
  expect(JSON.stringify(findings)).toContain(`specs/text-tools/handlers.ts:${line}`);
  writeFileSync(handlers, text);
  run('compile');
  expect([sick.status, run('doctor').status]).toEqual([1, 0]);
  const wrong = run('doctor', 'codx');
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "codex"?')]);
  expect(run('doctor', '--wait', 'long').stderr).toContain('--wait must be a number of seconds');
});
