/**
 * The hosts themselves, from npm: connected, listed, unchanged by a second run, and as before when it is taken out.
 * Not in the default run: 90 to 440 MB each. `HAFT_TEST_HOSTS=1` installs them into a temporary folder,
 * `HAFT_TEST_HOSTS=<folder>` uses a folder in which they are installed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { BIN } from './support/haft.ts';

const ASKED = process.env['HAFT_TEST_HOSTS'];
const ROOT = join(import.meta.dirname, '..');
const SERVERS = ['model-runner', 'notebook', 'pdf-reading', 'reference-manager'];
const TOOLS = 33;
const SKILLS = [
  'literature-review',
  'local-model',
  'notebook-browser',
  'notebook-command-line',
  'notebook-research',
  'read-pdf',
];

interface Bench {
  readonly project: string;
  readonly run: (program: string, ...args: string[]) => string;
  readonly env: NodeJS.ProcessEnv;
  readonly bin: string;
}

interface Judged {
  readonly id: string;
  readonly package: string;
  /** Below the home folder, and what a user may have in it before. */
  readonly file: readonly [path: string, text: string];
  readonly connected: (bench: Bench) => unknown;
  readonly tools?: (bench: Bench) => number | Promise<number>;
  readonly skills: (bench: Bench) => string;
}

const JUDGES: readonly Judged[] = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code@2.1.330',
    file: ['.claude.json', '{\n\t"numStartups": 1,\n\t"theme": "dark"\n}'],
    connected: ({ run }) =>
      expectEach(run('claude', 'mcp', 'list'), (name) => new RegExp(`^${name}: .*Connected`, 'm')),
    tools: (bench) => initOf(bench).tools.filter((name) => name.startsWith('mcp__')).length,
    skills: (bench) => initOf(bench).skills.join('\n'),
  },
  {
    id: 'codex',
    package: '@openai/codex@0.169.0',
    file: ['.codex/config.toml', '# Mine.\nmodel = "gpt" # why\n\n[tui]\ntheme = "dark"'],
    connected: ({ run }) => expectEach(run('codex', 'mcp', 'list'), (name) => new RegExp(`^${name} `, 'm')),
    tools: async (bench) => (await codexTools(bench)).length,
    skills: ({ run }) => run('codex', 'debug', 'prompt-input'),
  },
  {
    id: 'gemini',
    package: '@google/gemini-cli@0.61.0',
    file: ['.gemini/settings.json', '// Mine.\n{\n    "ui": { "theme": "GitHub" } // theme\n}\n'],
    connected: ({ run }) => expectEach(run('gemini', 'mcp', 'list'), (name) => new RegExp(`${name}: .*Connected`)),
    skills: ({ run }) => run('gemini', 'skills', 'list'),
  },
  {
    id: 'opencode',
    package: 'opencode-ai@1.18.33',
    file: [
      '.config/opencode/opencode.json',
      '{\r\n  "$schema": "https://opencode.ai/config.json",\r\n  // Mine.\r\n  "autoupdate": false,\r\n}\r\n',
    ],
    connected: ({ run }) => expectEach(run('opencode', 'mcp', 'list'), (name) => new RegExp(`${name}.*connected`)),
    skills: ({ run }) => run('opencode', 'debug', 'skill'),
  },
];

function expectEach(text: string, pattern: (name: string) => RegExp): void {
  // Colors are not part of it.
  const plain = text.replaceAll(/\u001b\[[\d;]*m/g, '');
  process.stdout.write(`${plain}\n`);
  for (const name of SERVERS) expect(plain).toMatch(pattern(name));
}

/** The first line of a session that never reaches a model. */
function initOf({ project, env, bin }: Bench): { readonly tools: string[]; readonly skills: string[] } {
  const args = ['-p', 'hi', '--output-format', 'stream-json', '--verbose'];
  const offline = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: 'x', CLAUDE_CODE_MAX_RETRIES: '0' };
  const { stdout } = spawnSync(join(bin, 'claude'), args, {
    cwd: project,
    env: { ...env, ...offline },
    encoding: 'utf8',
  });
  return JSON.parse(stdout.split('\n')[0] ?? '');
}

/** Over its app server: the list that the command line prints connects to nothing. */
async function codexTools({ project, env, bin }: Bench): Promise<readonly string[]> {
  const server = spawn(join(bin, 'codex'), ['app-server'], { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: object): void => void server.stdin.write(`${JSON.stringify(message)}\n`);
  send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'haft-test', version: '1' } } });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { data: { tools: object }[] } };
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'mcpServerStatus/list', params: {} });
      }
      if (id === 2) return (result?.data ?? []).flatMap(({ tools }) => Object.keys(tools));
    }
    return [];
  } finally {
    server.kill();
  }
}

function benchFor(bin: string, { file: [path, text] }: Judged): Bench & { readonly file: string } {
  const home = temporaryFolder({ [path]: text });
  const project = join(home, 'my project');
  mkdirSync(project);
  cpSync(join(ROOT, 'generated'), join(project, 'generated'), { recursive: true });
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    DISABLE_AUTOUPDATER: '1',
  };
  const run = (program: string, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8', input: '' });
    return `${stdout}${stderr}`;
  };
  return { project, env, bin, run, file: join(home, path) };
}

function hostsFolder(): string {
  if (ASKED !== undefined && ASKED !== '1') return ASKED;
  const folder = mkdtempSync(join(tmpdir(), 'haft-hosts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = JUDGES.map((host) => host.package);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  });
  return folder;
}

if (ASKED === undefined)
  process.stdout.write('real-hosts: skipped; HAFT_TEST_HOSTS=1 installs and asks the hosts themselves.\n');

describe.runIf(ASKED !== undefined)('the program itself', () => {
  const bin = ASKED === undefined ? '' : join(hostsFolder(), 'node_modules/.bin');

  test.each(JUDGES)(
    '$id ($package)',
    async (host) => {
      const bench = benchFor(bin, host);
      const haft = (...args: string[]): string =>
        bench.run(
          process.execPath,
          BIN,
          'install',
          host.id,
          '--user',
          '--env',
          `PDF_FOLDERS=${bench.project}`,
          ...args,
        );
      const before = readFileSync(bench.file, 'utf8');
      expect(haft()).toContain('reference-manager: added');
      host.connected(bench);
      const tools = await host.tools?.(bench);
      if (tools !== undefined) expect(tools).toBe(TOOLS);
      const skills = host.skills(bench);
      process.stdout.write(
        `${host.id}: ${tools ?? 'no count of'} tools, ${SKILLS.filter((name) => skills.includes(name)).length} skills\n`,
      );
      for (const name of SKILLS) expect(skills).toContain(name);
      const { mtimeMs } = statSync(bench.file);
      expect(haft()).toContain('reference-manager: unchanged');
      expect(statSync(bench.file).mtimeMs).toBe(mtimeMs);
      expect(haft('--remove')).toContain('reference-manager: removed');
      // Claude Code keeps its own state in the same file.
      if (host.id === 'claude-code')
        expect(JSON.parse(readFileSync(bench.file, 'utf8'))).not.toHaveProperty('mcpServers.notebook');
      else expect(readFileSync(bench.file, 'utf8')).toBe(before);
    },
    300_000,
  );
});
