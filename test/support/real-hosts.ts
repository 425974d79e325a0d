/** Real hosts from npm in a fresh home folder, and what each of them says of the servers and skills that it sees. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { BIN } from './haft.ts';

export const ASKED = process.env['HAFT_TEST_HOSTS'];
const ROOT = join(import.meta.dirname, '../..');
const SERVERS = ['model-runner', 'notebook', 'pdf-reading', 'reference-manager'];
export const TOOLS = 33;
export const SKILLS = [
  'literature-review',
  'local-model',
  'notebook-browser',
  'notebook-command-line',
  'notebook-research',
  'read-pdf',
];

export interface Bench {
  readonly home: string;
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
  /** Absent where no command lists them. */
  readonly skills?: (bench: Bench) => string;
  /** Whether it keeps notes of its own in the same file. */
  readonly writes?: true;
}

export const JUDGES: readonly Judged[] = [
  {
    id: 'claude-code',
    package: '@anthropic-ai/claude-code@2.1.330',
    file: ['.claude.json', '{\n\t"numStartups": 1,\n\t"theme": "dark"\n}'],
    connected: ({ run }) =>
      expectEach(run('claude', 'mcp', 'list'), (name) => new RegExp(`^${name}: .*Connected`, 'm')),
    tools: (bench) => initOf(bench).tools.filter((name) => name.startsWith('mcp__')).length,
    skills: (bench) => initOf(bench).skills.join('\n'),
    writes: true,
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
  {
    id: 'copilot',
    package: '@github/copilot@1.0.102',
    file: ['.copilot/mcp-config.json', '// Mine.\n{\n  "mcpServers": {}, // none\n}\n'],
    // It lists entries, and connects to none without a login.
    connected: ({ run }) =>
      expectEach(run('copilot', 'mcp', 'list'), (name) => new RegExp(`^  ${name} \\(local\\)`, 'm')),
    skills: ({ run }) => run('copilot', 'skill', 'list'),
  },
  {
    id: 'qwen',
    package: '@qwen-code/qwen-code@0.24.4',
    file: ['.qwen/settings.json', '{\n\t"$version": 4,\n\t// mine\n\t"mcpServers": {}\n}\n'],
    connected: ({ run }) => expectEach(run('qwen', 'mcp', 'list'), (name) => new RegExp(`${name}: .*Connected`)),
  },
  {
    id: 'openclaw',
    package: 'openclaw@2026.9.6',
    file: ['.openclaw/openclaw.json', '{\n  // Mine.\n  "gateway": { "mode": "local" },\n}\n'],
    connected: ({ run }) =>
      expectEach(run('openclaw', 'mcp', 'doctor', '--probe'), (name) => new RegExp(`- ${name}: ok`)),
    skills: ({ run }) => run('openclaw', 'skills', 'list'),
  },
];

export function expectEach(text: string, pattern: (name: string) => RegExp): void {
  process.stdout.write(`${text}\n`);
  for (const name of SERVERS) expect(text).toMatch(pattern(name));
}

/** The first line of a session that never reaches a model. */
export function initOf(
  { project, env, bin }: Bench,
  ...more: readonly string[]
): { readonly tools: string[]; readonly skills: string[] } {
  const args = ['-p', 'hi', '--output-format', 'stream-json', '--verbose', ...more];
  const offline = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: 'x', CLAUDE_CODE_MAX_RETRIES: '0' };
  const { stdout } = spawnSync(join(bin, 'claude'), args, {
    cwd: project,
    env: { ...env, ...offline },
    encoding: 'utf8',
  });
  return JSON.parse(stdout.split('\n')[0] ?? '');
}

/** Over its app server: the list that the command line prints connects to nothing. */
export async function codexTools({ project, env, bin }: Bench): Promise<readonly string[]> {
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

export function benchFor(bin: string, [path, text]: Judged['file']): Bench & { readonly file: string } {
  const home = temporaryFolder({ [path]: text });
  const project = join(home, 'my project');
  mkdirSync(project);
  cpSync(join(ROOT, 'generated'), join(project, 'generated'), { recursive: true });
  const env = {
    PATH: `${bin}:${join(bin, '../../openclaw/node_modules/.bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    DISABLE_AUTOUPDATER: '1',
  };
  const run = (program: string, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8', input: '' });
    // Colors are not part of it.
    return `${stdout}${stderr}`.replaceAll(/\u001b\[[\d;]*m/g, '');
  };
  return { home, project, env, bin, run, file: join(home, path) };
}

/** The built command line, in the project of a bench. */
export function haftIn({ run }: Bench, ...args: readonly string[]): string {
  return run(process.execPath, BIN, ...args);
}

/** Programs that judge packages, and a Node that is new enough for all hosts. */
const TOOLS_OF_PACKAGES = ['@anthropic-ai/mcpb@2.1.2', 'node@24.21.0'];

/** The folder of their programs: installed, or the one that is given. */
export function programsFolder(): string {
  if (ASKED !== undefined && ASKED !== '1') return join(ASKED, 'node_modules/.bin');
  const folder = mkdtempSync(join(tmpdir(), 'haft-hosts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);
  const install = (below: string, packages: readonly string[]): void => {
    const cwd = join(folder, below);
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
    process.stdout.write(`installing ${packages.join(' ')}\n`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd, stdio: 'inherit' });
  };
  const packages = JUDGES.map((host) => host.package);
  const own = packages.filter((name) => name.startsWith('openclaw'));
  install('', [...packages.filter((name) => !own.includes(name)), ...TOOLS_OF_PACKAGES]);
  // Its own scripts build parts that no test needs.
  install('openclaw', ['--ignore-scripts', ...own]);
  return join(folder, 'node_modules/.bin');
}
