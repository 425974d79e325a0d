/** Faults that show when a server is started, each as it is planted and found. */
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from './doctor-bench.ts';
import { CLAUDE, CODEX, HTTP, mcp, replacing, returning, server } from './doctor-planting.ts';
import type { Planted, PlantingBench } from './doctor-planting.ts';
import { loginFile, writeLogin } from '../../runtime/credentials/store.ts';

/** Of the upstream `tracker`, without a refresh token. */
async function plantLogin({ home }: PlantingBench, ends: number, mode: number): Promise<void> {
  const [folder, file] = [join(home, '.local/state/haft/logins'), await loginFile('https://tracker.example/mcp', '')];
  const client = { client_id: 'one', redirect: 'http://127.0.0.1:9/', scope: 'read' };
  const place = {
    resource: 'https://tracker.example/mcp',
    issuer: 'https://a.example',
    token_url: 'https://a.example/token',
  };
  await writeLogin(folder, file, { ...place, ...client, access_token: 'access-token', ends });
  chmodSync(join(folder, file), mode);
}

export const START_FAULTS: readonly Planted[] = [
  {
    fault: 'the placeholder of the printed file',
    line: 'claude-code --user',
    plant: (bench) => bench.edit(CLAUDE, (text) => text.replace(join(bench.project, 'generated'), () => '${HAFT_OUT}')),
    id: 'unexpanded',
    place: '~/.claude.json, mcpServers.library.args',
    says: /does not replace \${HAFT_OUT}/,
  },
  {
    fault: 'a placeholder with a form that Codex does not replace',
    line: 'codex --user',
    plant: replacing(CODEX, /$/, `\n[mcp_servers.library.env]\nLIBRARY_KEY = "\${LIBRARY_KEY:-${SECRET}} x"\n`),
    id: 'unexpanded',
    place: '~/.codex/config.toml, mcp_servers.library.env.LIBRARY_KEY',
    says: /does not replace \$\{LIBRARY_KEY\}/,
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
    says: /but this host does not set it/,
  },
  {
    fault: 'an upstream that is not installed',
    line: 'claude-code --user',
    plant: replacing(
      'my project/generated/servers/library/server.mjs',
      '  "env": ',
      '  "upstreams": {"tracker":{"command":["no-such-launcher","-y","tracker-mcp@4.2.0"]},"here":{"command":["sh"]}},\n  "env": ',
    ),
    id: 'upstream-missing',
    place: '~/.claude.json, mcpServers.library',
    says: /Upstream "tracker" is the program "no-such-launcher": The PATH of the host is ".*", which has no such program\./,
  },
  ...(
    [
      [
        'that is missing',
        {},
        0o600,
        /The login of "library\/tracker" is missing\.\n {2}fix: .*haft login library\/tracker/,
      ],
      [
        'that cannot be renewed',
        { ends: 1 },
        0o600,
        /has ended, and is not renewed by itself\.\n.*haft login library\/tracker/,
      ],
      ['that others can read', { ends: 9e12 }, 0o644, /is shared with other users[^]*chmod go= "/],
    ] as const
  ).map(([what, login, mode, says]): Planted => ({
    fault: `a login ${what}`,
    line: 'claude-code --user',
    plant: async (bench) => {
      replacing(
        'my project/generated/servers/library/server.mjs',
        '  "env": ',
        '  "upstreams": {"tracker":{"url":"https://tracker.example/mcp","auth":{"login":{}}}},\n  "env": ',
      )(bench);
      if ('ends' in login) await plantLogin(bench, login.ends, mode);
    },
    id: 'login-missing',
    place: '~/.claude.json, mcpServers.library',
    says,
  })),
  {
    fault: 'an entry of an earlier compilation',
    line: 'codex --user',
    plant: replacing('my project/generated/servers/library/server.mjs', '"LIBRARY_KEY":', '"LIBRARY_PIN":'),
    id: 'stale-entry',
    place: '~/.codex/config.toml, mcp_servers.library',
    says: /is outdated/,
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
    says: /The server cannot be used: it ended with exit code 3\. Its last lines:\n {6}one\n {6}two\n {6}bad key <secret>\n/,
  },
  {
    fault: 'an address where nobody listens',
    line: '',
    plant: (bench) => bench.write({ [CLAUDE]: mcp(`{ "type": "http", ${HTTP} }`) }),
    id: 'no-listener',
    place: '~/.claude.json, mcpServers.library.url',
    says: /gets no tools from this address: it cannot be reached/,
  },
  {
    fault: 'a schema that requires what is not there',
    fake: true,
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
    says: /The server cannot be used: it ended with exit code 4/,
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
    fault: 'an old copy of a skill in a second folder',
    line: 'codex --user',
    plant: (bench) => {
      cpSync(join(bench.home, '.agents/skills'), join(bench.home, '.codex/skills'), { recursive: true });
      bench.write({ '.codex/skills/find-books/SKILL.md': 'old' });
    },
    id: 'skill-twice',
    place: '~/.agents/skills/find-books, find-books',
    says: /from ~\/\.agents\/skills and ~\/\.codex\/skills/,
  },
];
