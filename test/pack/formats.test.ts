/** Every package format: its files against the golden file and the published schemas, what it leaves out, its obstacles. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerPlan } from '../../compiler/plan/model.ts';
import { packageOf, upstreamNotes } from '../../compiler/features/pack/package.ts';
import { textFile, shortDescription } from '../../compiler/features/pack/files.ts';
import type { Package, PackFile } from '../../compiler/features/pack/format.ts';
import { FORMATS } from '../../compiler/features/pack/formats/index.ts';
import { COMPILED, HOSTILE, PLAN, SAID, content, listeningFiles, server, textOf } from '../support/packed.ts';
import { AGENT_MCP, AGENT_PLUGIN, MCPB_MANIFEST, SERVER_JSON } from '../support/package-schemas.ts';

/** It reads a unit without systemd running. */
const ANALYZE = '/usr/bin/systemd-analyze';

test.each(FORMATS)('$id has the files of the golden file, and says what it leaves out', async (format) => {
  const lines = [
    ...format.leavesOut(content()).map((sentence) => `without: ${sentence}`),
    ...format
      .files(content())
      .map((file) => `=== ${file.path}${file.executable ? ' (executable)' : ''}\n${printed(file)}`),
  ];
  expect(format.obstacle(content())).toBeUndefined();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, `../golden/pack/${format.id}.txt`),
  );
});

/** Stored texts can be read inside an archive. */
function printed(file: PackFile): string {
  return file.path.endsWith('.mcpb') ? textOf(file).replaceAll(/[^\n\u0020-\u007e]/g, '.') : textOf(file);
}

test.each<[string, RegExp, object, number]>([
  ['plugin', /\/plugin\.json$/, AGENT_PLUGIN, 1],
  ['plugin', /\/mcp\.json$/, AGENT_MCP, 1],
  ['mcpb', /\.mcpb$/, MCPB_MANIFEST, 2],
  ['server-json', /server\.json$/, SERVER_JSON, 3],
])('%s: %s fits the published schema', (id, pattern, schema, count) => {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const found = FORMATS.find((format) => format.id === id)?.files(content()) ?? [];
  const files = found.filter(({ path }) => pattern.test(path) && !path.includes('.claude-plugin'));
  expect(files.length).toBe(count);
  for (const file of files) {
    validate(JSON.parse(jsonIn(textOf(file))));
    expect(validate.errors ?? []).toEqual([]);
  }
});

/** The manifest is the first file of an archive. */
function jsonIn(text: string): string {
  if (text.startsWith('{')) return text;
  const start = text.indexOf('{');
  return text.slice(start, text.indexOf('\n}\n', start) + 2);
}

/** They have no file with an address. */
const NO_ADDRESS = new Set(['npm', 'container', 'systemd']);

/** Of each address in a text: the transport that is named beside it. */
function addressesIn(value: unknown): readonly (readonly [url: string, named: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, url, httpUrl } = value as Readonly<Record<string, unknown>>;
  const here = url ?? httpUrl;
  const inner = Object.values(value).flatMap(addressesIn);
  return here === undefined ? inner : [[String(here), httpUrl === undefined ? String(type) : 'http'], ...inner];
}

test('an address in a package is one at which the server listens, with the name of its transport', () => {
  const listening = fc.uniqueArray(fc.constantFrom('http' as const, 'sse' as const), { minLength: 1 });
  fc.assert(
    fc.property(listening, (transports) => {
      const one = content({}, { ...PLAN, servers: server('catalog', { transports }) });
      for (const { id, obstacle, files } of FORMATS.filter((format) => !NO_ADDRESS.has(format.id))) {
        if (obstacle(one)) continue;
        const texts = files(one).filter(({ path }) => path.endsWith('.json') && !path.includes('marketplace'));
        const found = texts.flatMap((file) => addressesIn(JSON.parse(textOf(file))));
        expect(found.length, id).toBeGreaterThan(0);
        for (const [url, named] of found) {
          const isHttp = transports.includes('http');
          expect(url, id).toMatch(isHttp ? /\/mcp$/ : /\/sse$/);
          expect(named, id).toMatch(isHttp ? /^(?:streamable-)?http$/ : /^sse$/);
        }
      }
    }),
  );
});

test('secrets are sensitive, an optional variable may be left out, and both only where a host can ask', () => {
  const [plugin] = FORMATS;
  const files = plugin?.files(content()) ?? [];
  const read = (path: string): unknown =>
    JSON.parse(textOf(files.find((file) => file.path === path) ?? textFile('', '{}')));
  expect(read('my-books/.claude-plugin/plugin.json')).toMatchObject({
    userConfig: {
      library_key: { title: 'LIBRARY_KEY', description: 'Key of the library.', required: true, sensitive: true },
      library_url: { required: false, sensitive: false, default: '' },
    },
  });
  expect(read('my-books/.mcp.json')).toMatchObject({
    mcpServers: { library: { env: { LIBRARY_KEY: '${user_config.library_key}' } } },
  });
  expect(JSON.stringify(read('my-books/mcp.json'))).not.toContain('LIBRARY');
});

test('name and version come from the project where it does not say them; 1.10.0 is higher than 1.9.0', () => {
  expect(content()).toMatchObject({ name: 'my-books', version: '1.10.0', author: 'Some Library' });
  expect(content({ name: 'books', version: '3.0.0' })).toMatchObject({ name: 'books', version: '3.0.0' });
  expect(packageOf(PLAN, { folder: '…' }, [])).toMatchObject({ name: 'package', author: 'package' });
});

test('what cannot be made says why and what to do', () => {
  const obstacles = (one: Package): string[] =>
    FORMATS.flatMap((format) => {
      const found = format.obstacle(one);
      return found ? [`${format.id}: ${found.message} ${found.hint}`] : [];
    });
  const { namespace: _namespace, ...without } = SAID;
  expect(obstacles(packageOf(PLAN, without, COMPILED))).toEqual([
    expect.stringMatching(/^server-json: .*namespace: io/),
  ]);
  expect(obstacles(content({}, { ...PLAN, servers: [] })).map((line) => line.split(':')[0])).toEqual([
    'mcpb',
    'npm',
    'server-json',
    'container',
    'systemd',
  ]);
});

test('a name of a tool that is too long for Claude Code is reported', () => {
  const [plugin] = FORMATS;
  expect(plugin?.leavesOut(content({ name: 'a'.repeat(50) })).join('\n')).toContain('Claude Code accepts 64');
});

test('a description for the registry has at most 100 characters and is a start of the summary', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,30}[.!?]?$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, (all) => {
      const summary = all.join(' ');
      const short = shortDescription({ summary });
      expect(short.length).toBeLessThanOrEqual(100);
      expect(summary.startsWith(short.replace(/…$/, ''))).toBe(true);
      if (summary.length <= 100) expect(short).toBe(summary);
    }),
  );
});

test('the programs of upstreams are named, and paths of this machine', () => {
  const [server = expect.fail('There is no server.')] = content().servers;
  const upstream = (command: readonly string[]) => ({ command, timeout_ms: 1, on_drift: 'reject' }) as const;
  const upstreams = {
    tracker: upstream(['npx', '-y', 'tracker-mcp@4.2.0']),
    notes: upstream(['node', '/srv/notes.js']),
    remote: { url: 'https://tracker.example/mcp', timeout_ms: 1, on_drift: 'reject' as const },
  };
  const servers = [{ ...server, plan: { ...server.plan, upstreams } }];
  const { name } = server.plan;
  expect(upstreamNotes({ servers })).toEqual([
    `${name}: upstream "tracker" runs \`npx -y tracker-mcp@4.2.0\`, which must be installed there.`,
    `${name}: upstream "notes" runs \`node /srv/notes.js\`, which must be installed there. "/srv/notes.js" is a path of this machine: write a package or a variable instead.`,
  ]);
  expect(upstreamNotes(content())).toEqual([]);
});

test('texts of a spec stay in their line of a Dockerfile and of a unit, and are no variables there', () => {
  const env = { KEY: { description: `${HOSTILE}\n[Service]\nExecStart=/bin/sh`, secret: true, optional: true } };
  const [docker = ''] = listeningFiles('container', { env }).map(textOf);
  expect(docker.split('\n').filter((line) => /^(?:RUN|CMD|USER) /.test(line))).toEqual(['USER node']);
  expect(docker).toContain('title="A \\"title\\" with \\$HOME, %h, `x` and a \\\\ RUN rm -rf / \\\\"');
  const [unit = ''] = listeningFiles('systemd', { env }).map(textOf);
  expect(unit.split('\n').filter((line) => line.startsWith('ExecStart=') || line === '[Service]').length).toBe(2);
  expect(unit).toMatch(/^Description=.*%%h.*[^\\]$/m);
});

test.skipIf(!existsSync(ANALYZE))('the unit is one that systemd reads without a warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unit = listeningFiles('systemd').find(({ path }) => path.endsWith('.service'));
  const file = join(folder, 'catalog.service');
  writeFileSync(file, unit ? unit.bytes() : '');
  const { status, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('the unit of a server with `auth:` has its public URL in place of a token', () => {
  const auth = { issuer: 'https://id.example.org' } as unknown as NonNullable<ServerPlan['auth']>;
  const [unit = ''] = listeningFiles('systemd', { auth }).map(textOf);
  expect(unit).toContain('its public URL is HAFT_URL=https://<host>/mcp)');
  expect(unit).toContain('\nEnvironmentFile=/etc/catalog/env\n');
  expect(unit).not.toMatch(/token:|TOKEN/);
});

test('the programs that tools run are named as what a package does not bring', () => {
  const [one] = PLAN.servers;
  const tools = ['git', 'node'].flatMap((program) =>
    (one?.tools ?? []).map((tool) => ({
      ...tool,
      behavior: { kind: 'command' as const, argv: [program, 'log'], stdout: 'text' as const, max_bytes: 1 },
    })),
  );
  const git = content({}, { ...PLAN, servers: server('catalog', { transports: ['http'], tools }) });
  const said = FORMATS.flatMap(({ id, leavesOut }) => (id === 'container' ? leavesOut(git) : []));
  expect(said).toContain('catalog: the programs of its tools (git); add them to the Dockerfile.');
});
