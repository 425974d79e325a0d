/**
 * The hosts themselves, from npm: connected, listed, unchanged by a second run, as before when it is taken out; the models
 * that they call, and the packages that they read. Not in the default run: 90 to 440 MB each. `HAFT_TEST_HOSTS=1` installs
 * them into a temporary folder, `HAFT_TEST_HOSTS=<folder>` uses a folder in which they are installed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ASKED,
  JUDGES,
  SKILLS,
  TOOLS,
  benchFor,
  codexTools,
  expectEach,
  haftIn,
  initOf,
  programsFolder,
} from './support/real-hosts.ts';
import type { Bench } from './support/real-hosts.ts';
import { BIN } from './support/haft.ts';

if (ASKED === undefined)
  process.stdout.write('real-hosts: skipped; HAFT_TEST_HOSTS=1 installs and asks the hosts themselves.\n');

const ROOT = join(import.meta.dirname, '..');
const bin = ASKED === undefined ? '' : programsFolder();
const MINUTES = 300_000;

describe.runIf(ASKED !== undefined)('servers and skills', () => {
  test.each(JUDGES)(
    '$id ($package)',
    async (host) => {
      const bench = benchFor(bin, host.file);
      const haft = (...args: string[]): string =>
        haftIn(bench, 'install', host.id, '--user', '--env', `PDF_FOLDERS=${bench.project}`, ...args);
      const before = readFileSync(bench.file, 'utf8');
      expect(haft()).toContain('reference-manager: added');
      host.connected(bench);
      const tools = await host.tools?.(bench);
      if (tools !== undefined) expect(tools).toBe(TOOLS);
      const skills = host.skills?.(bench);
      const seen = SKILLS.filter((name) => skills?.includes(name)).length;
      process.stdout.write(`${host.id}: ${tools ?? 'no count of'} tools, ${skills ? seen : 'no list of'} skills\n`);
      for (const name of SKILLS) if (skills !== undefined) expect(skills).toContain(name);
      const { mtimeMs } = statSync(bench.file);
      expect(haft()).toContain('reference-manager: unchanged');
      expect(statSync(bench.file).mtimeMs).toBe(mtimeMs);
      expect(haft('--remove')).toContain('reference-manager: removed');
      if (host.writes) expect(JSON.parse(readFileSync(bench.file, 'utf8'))).not.toHaveProperty('mcpServers.notebook');
      else expect(readFileSync(bench.file, 'utf8')).toBe(before);
    },
    MINUTES,
  );
});

interface Called {
  readonly path: string;
  readonly model: unknown;
}

/** A runner that answers every question with one sentence, and what it was asked. */
async function oneSentence(): Promise<{ readonly url: string; readonly called: Called[] }> {
  const called: Called[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { model } = JSON.parse(text || '{}') as { readonly model?: unknown };
      called.push({ path: `${request.method} ${request.url}`, model });
      const chunk = (delta: object, reason: string | null): string =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        `${chunk({ role: 'assistant', content: 'From the local runner.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, called };
}

/** While it runs, this process answers as the runner. */
function output({ project, env }: Bench, program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.once('error', reject);
    child.once('close', () => resolve(text));
  });
}

describe.runIf(ASKED !== undefined)('a local model', () => {
  const MINE = '{\n  // Mine.\n}\n';
  // opencode adds its schema to a file without one.
  const WITH_SCHEMA = '{\n  // Mine.\n  "$schema": "https://opencode.ai/config.json"\n}\n';
  test.each<[string, string, string, string[]]>([
    ['opencode', '.config/opencode/opencode.json', WITH_SCHEMA, ['run', 'Say hello.']],
    [
      'openclaw',
      '.openclaw/openclaw.json',
      MINE,
      ['agent', '--local', '--session-id', 'one', '--message', 'Say hello.'],
    ],
  ])(
    '%s calls the runner with the tag',
    async (id, path, text, args) => {
      const runner = await oneSentence();
      const bench = benchFor(bin, [path, text]);
      const line = ['install', id, '--local-model', 'qwen3:8b', '--base-url', runner.url];
      expect(haftIn(bench, ...line)).toContain('local-runner: added');
      expect(await output(bench, id, args)).toContain('From the local runner.');
      // Haft itself asked for the context of the model.
      const asked = runner.called.filter(({ path: asking }) => asking.startsWith('POST /v1/'));
      expect(asked).not.toEqual([]);
      for (const one of asked) expect(one).toEqual({ path: 'POST /v1/chat/completions', model: 'qwen3:8b' });
      process.stdout.write(`${id}: ${asked.length} calls of the local runner\n`);
      expect(haftIn(bench, ...line)).toContain('local-runner: unchanged');
      expect(haftIn(bench, ...line, '--remove')).toContain('local-runner: removed');
      expect(readFileSync(bench.file, 'utf8')).toBe(text);
    },
    MINUTES,
  );
});

describe.runIf(ASKED !== undefined)('packages', () => {
  /** The packages of this project, in the home folder of a bench; their name is that of the project's folder. */
  function packed(): Bench & { readonly packages: string; readonly name: string } {
    const bench = benchFor(bin, ['none', '']);
    const packages = join(bench.home, 'packages');
    execFileSync(process.execPath, [BIN, 'pack', '--out', packages], { cwd: ROOT });
    return { ...bench, packages, name: readdirSync(join(packages, 'gemini'))[0] ?? '' };
  }

  test(
    'the validators of the hosts accept them',
    () => {
      const { run, packages, name, home } = packed();
      const plugin = join(packages, 'plugin');
      for (const what of [join(plugin, name), join(plugin, '.claude-plugin/marketplace.json')])
        expect(run('claude', 'plugin', 'validate', '--strict', what)).toContain('✔ Validation passed');
      expect(run('gemini', 'extensions', 'validate', join(packages, 'gemini', name))).toContain(
        'successfully validated',
      );
      const bundles = readdirSync(join(packages, 'mcpb'));
      expect(bundles).toHaveLength(4);
      for (const bundle of bundles) {
        run('mcpb', 'unpack', join(packages, 'mcpb', bundle), join(home, bundle));
        expect(run('mcpb', 'validate', join(home, bundle, 'manifest.json'))).toContain(
          'Manifest schema validation passes',
        );
      }
    },
    MINUTES,
  );

  test(
    'the plugin runs in Claude Code, in Codex and, as far as it shows without a login, in Copilot',
    async () => {
      const bench = packed();
      const { run, packages, name, project } = bench;
      const plugin = join(packages, 'plugin');
      const id = `${name}@${name}`;
      run('claude', 'plugin', 'marketplace', 'add', plugin);
      run('claude', 'plugin', 'install', id, '--config', `pdf_folders=${project}`);
      expectEach(run('claude', 'mcp', 'list'), (server) => new RegExp(`^plugin:${name}:${server}: .*Connected`, 'm'));
      const { tools, skills } = initOf(bench);
      expect(tools.filter((tool) => tool.startsWith(`mcp__plugin_${name}_`))).toHaveLength(TOOLS);
      for (const skill of SKILLS) expect(skills).toContain(`${name}:${skill}`);
      run('codex', 'plugin', 'marketplace', 'add', plugin);
      run('codex', 'plugin', 'add', id);
      expect(await codexTools(bench)).toHaveLength(TOOLS);
      run('copilot', 'plugin', 'marketplace', 'add', plugin);
      expect(run('copilot', 'plugin', 'install', id)).toContain(`Installed ${SKILLS.length} skills`);
      expectEach(run('copilot', 'mcp', 'list'), (server) => new RegExp(`^  ${server} \\(local\\)`, 'm'));
    },
    MINUTES,
  );
});
