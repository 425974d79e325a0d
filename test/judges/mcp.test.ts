/**
 * Fronts for real MCP servers of npm: each lists the tools of its server unchanged, and calls give the same results. Not in the
 * default run. `HAFT_TEST_IMPORTS=1` installs the servers into a temporary folder, `HAFT_TEST_IMPORTS=<folder>` uses a folder in
 * which they are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Upstreams } from '../../runtime/upstream/connect.ts';
import { connectUpstreams } from '../../runtime/upstream/connect.ts';
import { canonicalJson } from '../../runtime/language/canonical-json.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const ASKED = process.env['HAFT_TEST_IMPORTS'] ?? '';
if (ASKED === '') process.stdout.write('judges/mcp: skipped; HAFT_TEST_IMPORTS=1 installs and asks the servers.\n');

interface Judge {
  readonly package: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Dummy values, without which it does not start. */
  readonly env?: Readonly<Record<string, string>>;
  readonly calls?: readonly (readonly [tool: string, args: JsonObject])[];
}

const JUDGES: readonly Judge[] = [
  {
    package: '@modelcontextprotocol/server-filesystem',
    file: 'dist/index.js',
    args: ['.'],
    calls: [
      ['list_directory', { path: '.' }],
      ['read_text_file', { path: 'a.txt' }],
      ['read_text_file', { path: '../out' }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-everything',
    file: 'dist/index.js',
    calls: [
      ['echo', { message: 'hello' }],
      ['get-sum', { a: 1, b: 2 }],
      ['get-tiny-image', {}],
      ['get-structured-content', { location: 'New York' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-memory',
    file: 'dist/index.js',
    env: { MEMORY_FILE_PATH: 'memory.jsonl' },
    calls: [
      ['read_graph', {}],
      ['search_nodes', { query: 'x' }],
    ],
  },
  {
    package: '@modelcontextprotocol/server-sequential-thinking',
    file: 'dist/index.js',
    calls: [['sequentialthinking', { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }]],
  },
  { package: '@playwright/mcp', file: 'cli.js' },
  { package: '@upstash/context7-mcp', file: 'dist/index.js' },
  { package: '@notionhq/notion-mcp-server', file: 'bin/cli.mjs', env: { NOTION_TOKEN: 'ntn_dummy' } },
  { package: 'mongodb-mcp-server', file: 'dist/esm/index.js' },
  { package: 'chrome-devtools-mcp', file: 'build/src/bin/chrome-devtools-mcp.js' },
  { package: '@zereight/mcp-gitlab', file: 'build/index.js', env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'dummy' } },
  { package: '@wonderwhy-er/desktop-commander', file: 'dist/index.js' },
  { package: 'tavily-mcp', file: 'build/index.js', env: { TAVILY_API_KEY: 'dummy' } },
  { package: 'exa-mcp-server', file: 'dist/stdio.cjs', env: { EXA_API_KEY: 'dummy' } },
  { package: 'firecrawl-mcp', file: 'dist/index.js', env: { FIRECRAWL_API_KEY: 'dummy' } },
  { package: '@sentry/mcp-server', file: 'dist/index.js', env: { SENTRY_ACCESS_TOKEN: 'dummy' } },
  { package: 'airtable-mcp-server', file: 'dist/main.js', env: { AIRTABLE_API_KEY: 'dummy' } },
  { package: 'mcp-server-kubernetes', file: 'dist/index.js' },
  { package: '@antv/mcp-server-chart', file: 'build/index.js' },
];

let home = ASKED;

beforeAll(() => {
  if (ASKED !== '1') return;
  home = temporaryFolder({ 'package.json': '{"private":true}' });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const packages = JUDGES.map((judge) => judge.package);
  const { status, stderr } = spawnSync('npm', ['install', ...flags, ...packages], { cwd: home, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}, 900_000);

/** A session of the same client, with the server itself or with its front. */
function ask(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): ReturnType<Upstreams['open']> {
  const upstream = { command, cwd, env: Object.keys(env), timeout_ms: 120_000, on_drift: 'log' as const };
  const server = { name: 'judge', version: '1.0.0', upstreams: { it: upstream } };
  const upstreams = connectUpstreams({ server, env: { ...env }, log: () => {} });
  onTestFinished(upstreams.close);
  return upstreams.open('it');
}

describe.runIf(ASKED !== '')('the front of', () => {
  test.each(JUDGES.map((judge) => [judge.package, judge] as const))(
    '%s lists its tools unchanged, and calls give the same',
    async (_name, { package: name, file, args = [], env = {}, calls = [] }) => {
      const program = join(home, 'node_modules', name, file);
      expect(existsSync(program)).toBe(true);
      const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'a.txt': 'A text.' });
      const all = args.map((one) => (one === '.' ? folder : one));
      const values = Object.fromEntries(
        Object.entries(env).map(([key, value]) => [key, value === 'memory.jsonl' ? join(folder, value) : value]),
      );
      const entry = { command: 'node', args: [program, ...all], env: values };
      writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { front: entry } }));
      const imported = haft(folder, 'import', 'mcp', '--config', 'mcp.json', '--run', '--format', 'json');
      expect(imported, imported.stderr).toMatchObject({ code: 0 });
      const { losses } = JSON.parse(imported.stdout) as { losses: readonly { subject: string; from: string }[] };
      const compiled = haft(folder, 'compile');
      expect(compiled, compiled.stderr + compiled.stdout).toMatchObject({ code: 0 });
      mkdirSync(join(folder, 'work'), { recursive: true });
      const direct = await ask(['node', program, ...all], folder, values);
      const front = await ask(['node', join(folder, 'generated/servers/front/server.mjs')], folder, values);
      const [theirs, ours] = [
        await direct.tools(AbortSignal.timeout(60_000)),
        await front.tools(AbortSignal.timeout(60_000)),
      ];
      const lossy = new Set(losses.map(({ from }) => from));
      const shown = new Map(ours.map((tool) => [tool['name'], canonicalJson(tool)]));
      const differing = theirs.filter((tool) => shown.get(tool['name']) !== canonicalJson(tool));
      process.stdout.write(
        `${name}: ${theirs.length} tools, ${differing.length} differ; ${losses.map(({ subject }) => subject).join(', ')}\n`,
      );
      expect(differing.filter((tool) => !lossy.has(`mcp:${String(tool['name'])}`))).toEqual([]);
      expect(ours).toHaveLength(theirs.length);
      for (const [tool, raw] of calls) {
        const given = Object.fromEntries(
          Object.entries(raw).map(([key, value]) => [key, key === 'path' ? join(folder, String(value)) : value]),
        );
        const [own, other] = [await front.call(tool, given, {}), await direct.call(tool, given, {})];
        expect(canonicalJson(own), tool).toBe(canonicalJson(other));
      }
      expect(readFileSync(join(folder, 'haft.imports.json'), 'utf8')).not.toContain('"dummy"');
    },
    180_000,
  );
});
