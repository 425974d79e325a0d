/** The guides about handlers, projects and logs: their files are written as shown, and their command lines print what stands below them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { BIN, runLine } from './support/haft.ts';
import { ON_WINDOWS } from './support/posix.ts';
import { runProgram } from './support/run-program.ts';
import { installTypeScript } from './support/with-typescript.ts';

/** Dozens of processes, on a machine that may be busy. */
const TIMEOUT = { timeout: 240_000 };

const DOCS = join(import.meta.dirname, '../docs');

interface Guide {
  /** The blocks that name their file in their first line, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The other blocks, by language. */
  readonly blocks: (language: string) => readonly string[];
  /** Runs the command lines of one block and compares what they print. */
  readonly replay: (cwd: string, block: number) => void;
}

function guideOf(name: string): Guide {
  const page = readFileSync(join(DOCS, name), 'utf8');
  const all = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => {
    return { language, text, path: /^(?:#|\/\/) (\S+\.\w+)\n/.exec(text)?.[1] };
  });
  const blocks = (language: string): string[] =>
    all.flatMap((block) => (block.language === language && block.path === undefined ? [block.text] : []));
  return {
    files: Object.fromEntries(all.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text]]))),
    blocks,
    replay(cwd, block) {
      const text = blocks('console')[block] ?? '';
      const commands = text.split(/^\$ /m).slice(1);
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) {
        const [line = '', ...printed] = command.split('\n');
        expect(run(cwd, line), line).toBe(printed.join('\n'));
      }
    },
  };
}

/** In a project that has Haft and TypeScript installed. */
function run(cwd: string, line: string): string {
  const bin = join(cwd, 'node_modules/.bin');
  const { stdout, stderr } = runLine(cwd, line, {
    ...process.env,
    NO_COLOR: '1',
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    npm_config_offline: 'true',
    npm_config_loglevel: 'error',
  });
  return `${stderr}${stdout}`.replaceAll(/"time":"[^"]+Z"/g, '"time":"2026-11-20T12:00:00.000Z"');
}

function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder(files);
  installTypeScript(folder);
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(BIN, join(folder, 'node_modules/.bin/haft'));
  return folder;
}

interface Line {
  readonly id?: number;
  readonly params?: { readonly progress?: number };
  readonly result?: { readonly content?: unknown };
}

/** What one server process writes about these requests. */
function talk(cwd: string, requests: readonly object[]): Line[] {
  const clientInfo = { name: 'guide', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const all = [{ jsonrpc: '2.0', id: 0, method: 'initialize', params }, ...requests];
  const input = all.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { stdout } = runProgram(process.execPath, ['generated/servers/readings/server.mjs'], cwd, input);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

test.skipIf(ON_WINDOWS)('docs/handlers.md', TIMEOUT, () => {
  const guide = guideOf('handlers.md');
  const { 'specs/readings.yaml': spec = '', 'specs/readings.ts': handlers = '' } = guide.files;
  const folder = project({ 'specs/readings.yaml': spec });
  guide.replay(folder, 0);
  writeFiles(folder, {
    'specs/readings.ts': handlers,
    'node_modules/tiny-bars/package.json': '{ "name": "tiny-bars", "type": "module", "exports": "./index.js" }',
    'node_modules/tiny-bars/index.js': 'export const barsOf = (all) => `<svg>${all.length} bars</svg>`;\n',
    'node_modules/tiny-bars/index.d.ts': 'export declare function barsOf(all: readonly number[]): string;\n',
  });
  guide.replay(folder, 1);

  const call = (id: number, name: string, args: object): object => {
    return {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args, _meta: { progressToken: id } },
    };
  };
  const lines = talk(folder, [call(1, 'add_readings', { degrees: [18, 21, 19] }), call(2, 'draw_readings', {})]);
  expect(lines.flatMap(({ params }) => params?.progress ?? [])).toEqual([1, 2, 3]);
  expect(lines.find(({ id }) => id === 2)?.result?.content).toEqual(JSON.parse(guide.blocks('json')[0] ?? ''));

  writeFileSync(join(folder, 'specs/readings.ts'), handlers.replace('stored.length }', '"two" }'));
  guide.replay(folder, 2);
});

test.skipIf(ON_WINDOWS)('docs/in-your-project.md', TIMEOUT, () => {
  const guide = guideOf('in-your-project.md');
  const folder = project();
  for (const block of guide.blocks('console').keys()) guide.replay(folder, block);
  const workflow = parse(guide.files['.github/workflows/haft.yml'] ?? '') as {
    jobs: { haft: { steps: readonly { run?: string }[] } };
  };
  const lines = workflow.jobs.haft.steps.flatMap(({ run: line }) => line ?? []);
  expect(lines[0]).toBe('npm ci');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines.slice(1)) expect(run(folder, `${line} >/dev/null && echo done`), line).toBe('done\n');
  const settings = JSON.parse((guide.files['.vscode/settings.json'] ?? '').replace(/^\/\/.*\n/, '')) as {
    'yaml.schemas': Record<string, string>;
  };
  const [schema = ''] = Object.keys(settings['yaml.schemas']);
  const inPackage = schema.replace('./node_modules/haft/', join(import.meta.dirname, '../compiler/'));
  expect(JSON.parse(readFileSync(inPackage, 'utf8'))).toHaveProperty('$defs.tool');
});

test.skipIf(ON_WINDOWS)('docs/logs.md', TIMEOUT, () => {
  const guide = guideOf('logs.md');
  const folder = project(guide.files);
  expect(run(folder, 'haft compile >/dev/null; echo $?')).toMatch(/0\n$/);
  for (const block of guide.blocks('console').keys()) guide.replay(folder, block);
  const failed = run(folder, 'CLOCK_KEY=tick-tock-key haft call get_time --arg city=Oslo');
  const [, reference = 'none'] = /\(reference (\w+)\)/.exec(failed) ?? [];
  expect(failed).toMatch(new RegExp(`"level":"error"[^\\n]*failure ${reference}: Error: no clock in Oslo`));
});
