/** Faults in compiled files and in what a server prints or an address returns, each as it is planted and found. */
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CLAUDE, CODEX, mcp, server } from './doctor-planting.ts';
import type { Planted, PlantingBench } from './doctor-planting.ts';

const USER = 'claude-code --user --env=LIBRARY_URL=http://127.0.0.1:9';

function damaged(fault: string, plant: Planted['plant'], says: RegExp): Planted {
  return {
    fault: `a compiled server that ${fault}`,
    line: USER,
    plant,
    id: 'output-damaged',
    place: 'server.mjs',
    says,
  };
}

const OUTPUT: readonly Planted[] = [
  damaged('is empty', ({ script }) => truncateSync(script), /is empty/),
  damaged(
    'is cut off',
    ({ script }) => truncateSync(script, 200),
    /is (?:cut off|not as `haft compile` wrote it)|was cut off/,
  ),
  {
    ...damaged(
      'is another program',
      ({ script }) => writeFileSync(script, 'console.log(1);\n'),
      /is not as `haft compile` wrote it/,
    ),
    id: 'output-edited',
  },
  damaged('was deleted', ({ script }) => rmSync(script), /does not exist/),
  {
    fault: 'a manifest that was deleted',
    line: USER,
    plant: ({ project }) => rmSync(join(project, 'generated/haft.manifest.json')),
    id: 'output-damaged',
    place: 'haft.manifest.json',
    says: /has no list of compiled files/,
  },
  {
    fault: 'a folder in the place of a script',
    line: USER,
    plant: ({ script }) => {
      rmSync(script);
      mkdirSync(script);
    },
    id: 'script-unread',
    place: '~/.claude.json, mcpServers.library.args',
    says: /it is a folder/,
  },
  {
    fault: 'settings beside the servers that cannot be read',
    line: USER,
    plant: (bench) => bench.write({ '.claude/settings.json': '{ "permissions": ' }),
    id: 'file-unread',
    place: '~/.claude/settings.json',
    says: /not valid JSON/,
  },
  {
    fault: 'notes of installations that are damaged',
    line: USER,
    plant: (bench) => bench.write({ '.local/state/haft/installs.json': '{ "stateV' }),
    id: 'file-unread',
    place: 'installs.json',
    says: /does not know what it has installed/,
  },
  {
    fault: 'a haft.yaml that cannot be read',
    line: USER,
    plant: (bench) => bench.write({ 'my project/haft.yaml': 'a: [\n' }),
    id: 'file-unread',
    place: 'haft.yaml',
    says: /has errors/,
  },
];

const ENDS_AT_LIST = `let text = '';
process.stdin.on('data', (data) => {
  text += data;
  if (text.includes('tools/list')) { console.error('no list'); process.exit(5); }
  if (text.includes('initialize')) console.log('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}');
});`;
const REJECTS = `process.stdin.on('data', (data) => {
  for (const [, id] of String(data).matchAll(/"id":(\\d)/g))
    console.log('{"jsonrpc":"2.0","id":' + id + ',"error":{"code":-32022,"message":"no"}}');
});`;

const STARTS: readonly Planted[] = [
  ...(['text with a line end\\n', 'Loading...'] as const).map((text): Planted => ({
    fault: `a server that prints "${text}" to standard output`,
    line: USER,
    plant: ({ edit }) =>
      edit('my project/generated/servers/library/server.mjs', (code) => `${code}\nprocess.stdout.write('${text}');\n`),
    id: 'stdout-text',
    place: '~/.claude.json, mcpServers.library',
    says: /printed this to standard output[^]*(?:text with a line end|Loading\.\.\.)/,
  })),
  {
    fault: 'a server that prints text and no message',
    line: USER,
    plant: server('process.stdout.write("Loading..."); setTimeout(() => process.exit(0), 20);'),
    id: 'stdout-text',
    place: '~/.claude.json, mcpServers.library',
    says: /printed this to standard output[^]*Loading\.\.\./,
    fake: true,
  },
  {
    fault: 'a server that lists nothing',
    line: USER,
    plant: (bench) =>
      bench.edit('my project/generated/servers/library/server.mjs', (text) =>
        text.replace('tools: TOOLS', 'tools: []'),
      ),
    id: 'no-tools',
    place: '~/.claude.json, mcpServers.library',
    says: /listed no tool/,
    fake: true,
  },
  ...(
    [
      [
        'is silent',
        'process.stdin.resume();',
        /The server cannot be used: it did not respond within 0\.5 s\. It logged nothing/,
      ],
      [
        'ends when its tools are asked for',
        ENDS_AT_LIST,
        /The server cannot be used: it ended with exit code 5\. Its last lines:\n {6}no list/,
      ],
      ['has no revision of the protocol in common', REJECTS, /responds with the error -32022/],
    ] as const
  ).map(([fault, code, says]): Planted => ({
    fault: `a server that ${fault}`,
    line: USER,
    plant: server(code),
    env: { PATIENCE: fault === 'is silent' ? '500' : '30000' },
    id: 'start-failed',
    place: '~/.claude.json, mcpServers.library',
    says,
    fake: true,
  })),
  {
    fault: 'an entry with another script, which is no server',
    line: USER,
    plant: (bench) => {
      bench.write({ 'mine/tool.mjs': 'console.error("usage: tool <file>");\nprocess.exit(2);\n' });
      bench.edit(CLAUDE, (text) =>
        text.replace(/"[^"]*server\.mjs"/, () => JSON.stringify(join(bench.home, 'mine/tool.mjs'))),
      );
    },
    id: 'start-failed',
    place: '~/.claude.json, mcpServers.library',
    says: /usage: tool <file>\n {2}fix: Run `haft install claude-code --user --only library --force`/,
  },
  {
    fault: 'an entry with an old script beside the output, which is no copy of an installation',
    line: USER,
    plant: (bench) => {
      bench.write({ 'mine/server.mjs': `${readFileSync(bench.script, 'utf8')}\n// older\n` });
      bench.edit(CLAUDE, (text) =>
        text.replace(/"[^"]*server\.mjs"/, () => JSON.stringify(join(bench.home, 'mine/server.mjs'))),
      );
    },
    id: 'stale-copy',
    place: '~/.claude.json, mcpServers.library.args',
    says: /fix: Run `haft install claude-code --user --only library --force`/,
  },
  {
    fault: 'an entry with an empty PATH',
    line: USER,
    plant: (bench) =>
      bench.edit(CLAUDE, (text) =>
        text.replace(JSON.stringify(process.execPath), '"node"').replace('"env": {', '"env": { "PATH": "",'),
      ),
    id: 'command-missing',
    place: '~/.claude.json, mcpServers.library.command',
    says: /"node": The PATH of the host is "", which has no such program/,
  },
  {
    fault: 'a program that may not be executed',
    line: USER,
    plant: (bench) => {
      bench.write({ 'bin/node': '#!/bin/sh\n' });
      chmodSync(join(bench.home, 'bin/node'), 0o644);
      bench.edit(CLAUDE, (text) => text.replace(process.execPath, () => join(bench.home, 'bin/node')));
    },
    id: 'command-missing',
    place: '~/.claude.json, mcpServers.library.command',
    says: /may not be executed/,
  },
  {
    fault: 'a program that is gone',
    line: 'codex --user --env=LIBRARY_URL=http://127.0.0.1:9',
    plant: (bench) => bench.edit(CODEX, (text) => text.replace(process.execPath, '/usr/bin/nod')),
    id: 'command-missing',
    place: '~/.codex/config.toml, mcp_servers.library.command',
    says: /no such program\.\n {2}fix: Run `haft install codex --user --only library --force`/,
  },
];

const listening = async (bench: PlantingBench, listener: Server, scheme = 'http'): Promise<void> => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  bench.write({ [CLAUDE]: mcp(`{ "type": "http", "url": "${scheme}://127.0.0.1:${port}/mcp" }`) });
};
const answering = (answer: RequestListener) => (bench: PlantingBench) => {
  const listener = createServer(answer);
  onTestFinished(() => listener.closeAllConnections());
  return listening(bench, listener);
};
const status = (code: number, text = '') => answering((_request, response) => response.writeHead(code).end(text));

type Address = readonly [
  fault: string,
  id: string,
  plant: Planted['plant'],
  says: RegExp,
  env?: Record<string, string>,
];

const ADDRESSES: readonly Address[] = [
  ['401', 'not-authorized', status(401), /status 401[^]*Authorization: Bearer/],
  ['403', 'not-authorized', status(403), /status 403/],
  ['404', 'wrong-path', status(404), /status 404/],
  ['405', 'wrong-path', status(405), /status 405/],
  ['a redirection', 'wrong-path', status(307), /status 307/],
  ['500', 'service-error', status(500), /status 500/],
  ['503', 'service-error', status(503), /status 503/],
  ['a page', 'not-mcp', status(200, '<html>Log in</html>'), /not one of MCP/],
  ['400', 'not-mcp', status(400), /status 400/],
  [
    'TLS on a plain server',
    'wrong-scheme',
    (bench) => listening(bench, createServer(), 'https'),
    /encrypted connection failed/,
  ],
  [
    'text that is not HTTP',
    'not-mcp',
    (bench) =>
      listening(
        bench,
        createSocketServer((socket) => socket.on('error', () => {}).end('hello\r\n\r\n')),
      ),
    /response is not HTTP/,
  ],
  ['silence', 'no-response', answering(() => {}), /nothing responded in time/, { PATIENCE: '300' }],
  [
    'no URL',
    'address-invalid',
    (bench) => bench.write({ [CLAUDE]: mcp('{ "type": "http", "url": "127.0.0.1:8765/mcp" }') }),
    /not a URL/,
  ],
  [
    'another scheme',
    'address-invalid',
    (bench) => bench.write({ [CLAUDE]: mcp('{ "type": "http", "url": "ftp://127.0.0.1/mcp" }') }),
    /not a URL/,
  ],
];

export const OUTPUT_FAULTS: readonly Planted[] = [
  ...OUTPUT,
  ...STARTS,
  ...ADDRESSES.map(([fault, id, plant, says, env]): Planted => ({
    fault: `an address with ${fault}`,
    line: '',
    plant,
    ...(env && { env }),
    id,
    place: '~/.claude.json, mcpServers.library.url',
    says,
  })),
];
