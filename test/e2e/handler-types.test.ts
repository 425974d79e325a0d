/** Handlers are type-checked with the TypeScript of their project: in a compile, and during a watch. */
// In depth: the compiler of TypeScript for each case; init.test.ts type-checks a handler once.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTsc } from '../../compiler/edge/handlers/typescript.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { serverSpec, toolItem } from '../support/specs.ts';
import { startWatching } from '../support/watching.ts';
import { installTypeScript } from '../support/with-typescript.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const HEAD = "import type { Handlers } from '../generated/servers/sample/tools.ts';\n";
const GOOD = `${HEAD}export const getTime: Handlers['getTime'] = () => ({ text: 'noon' });\n`;
const WRONG = `${HEAD}export const getTime: Handlers['getTime'] = () => ({ text: 12 });\n`;

function project(handlers: string, files: Readonly<Record<string, string>> = {}): string {
  const spec = serverSpec('sample', 'Knows the time.', [toolItem('get_time', 'handler: handlers.ts')]);
  return temporaryFolder({ 'specs/server.yaml': spec, 'specs/handlers.ts': handlers, ...files });
}

function compileJson(folder: string, ...flags: readonly string[]): { code: number | null; codes: string[] } {
  const { code, stdout } = haft(folder, 'compile', '--format', 'json', ...flags);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; file: string; line: number }[] };
  return { code, codes: diagnostics.map((one) => `${one.file}:${one.line} ${one.code}`) };
}

test('a wrong type is an error at its place in the first compile and in every later one, until it is right', () => {
  const folder = project(WRONG);
  installTypeScript(folder);
  const { code, stdout, stderr } = haft(folder, 'compile');
  expect(stderr).toMatch(
    /^specs\/handlers\.ts:2:54 error server\/handler-types\n {2}TS2322: [^\n]*'number'[^\n]*'string'[^]*\n {2}2 \| [^]*\^\^\^\^\n/,
  );
  // The types that handlers import are a part of the output.
  expect(stdout).toMatch(/\d+ files written/);
  expect(code).toBe(1);
  expect(compileJson(folder)).toEqual({ code: 1, codes: ['specs/handlers.ts:2 server/handler-types'] });
  expect(compileJson(folder, '--check')).toEqual({ code: 1, codes: ['specs/handlers.ts:2 server/handler-types'] });
  expect(haft(folder, 'compile', '--no-types')).toMatchObject({ code: 0, stderr: '' });
  writeFiles(folder, { 'specs/handlers.ts': GOOD });
  expect(compileJson(folder)).toEqual({ code: 0, codes: [] });
});

test('a project without TypeScript has no message about types, except in the help', () => {
  expect(haft(project(WRONG), 'compile')).toMatchObject({ code: 0, stderr: '' });
  expect(haft(project(GOOD), 'compile', '--help').stdout).toMatch(/--no-types +Do not type-check handlers/);
});

test('a file that is imported only for its types is checked, and unrelated files are not', () => {
  const folder = project(
    `import type { Noon } from './noon.ts';\n${HEAD}const noon: Noon = 'noon';\nexport const getTime: Handlers['getTime'] = () => ({ text: noon });\n`,
    { 'specs/noon.ts': "export type Noon = 'noon';\n", 'specs/unrelated.ts': 'export const wrong: string = 1;\n' },
  );
  installTypeScript(folder);
  expect(compileJson(folder)).toEqual({ code: 0, codes: [] });
  writeFiles(folder, { 'specs/noon.ts': 'export type Noon = 12;\n' });
  expect(compileJson(folder)).toMatchObject({
    code: 1,
    codes: ['specs/handlers.ts:3 server/handler-types', 'specs/handlers.ts:4 server/handler-types'],
  });
});

test('the settings are those of the author’s tsconfig.json', () => {
  const loose = `${HEAD}export const getTime: Handlers['getTime'] = () => ({ text: same('noon') });\nfunction same(text) { return text; }\n`;
  const folder = project(loose);
  installTypeScript(folder);
  expect(compileJson(folder).codes).toEqual(['specs/handlers.ts:3 server/handler-types']);
  const compilerOptions = { strict: false, module: 'nodenext', target: 'es2023', skipLibCheck: true };
  writeFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, references: [], files: [] }) });
  expect(compileJson(folder)).toEqual({ code: 0, codes: [] });
});

test('a failing type check is a warning without wrong findings', () => {
  const folder = project(GOOD);
  installTypeScript(folder, 'typescript');
  expect(haft(folder, 'compile')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/server\/handler-types-unchecked[^]*"@haft\/runtime" is not installed[^]*1 warning/),
  });
  installTypeScript(folder, '@haft');
  writeFiles(folder, { 'tsconfig.json': '{ "compilerOptions": { "module": "no-such-module" } }' });
  const { code, stderr } = haft(folder, 'compile');
  expect(stderr).toMatch(/server\/handler-types-unchecked[^]*TS6046/);
  expect(code).toBe(0);
});

test.skipIf(ON_WINDOWS)('a watch compiles at once; findings of types follow, and vanish', async () => {
  const folder = project(GOOD);
  installTypeScript(folder);
  const watch = startWatching(folder);
  const isTypes = (line: object): boolean => 'phase' in line && line.phase === 'types';
  expect(await watch.until(isTypes)).toMatchObject({ ok: true, diagnostics: [] });
  writeFileSync(join(folder, 'specs/handlers.ts'), WRONG);
  const built = await watch.until((line) => line.files?.changed.includes('servers/sample/server.mjs') === true);
  expect(built).toMatchObject({ ok: true, diagnostics: [] });
  expect(await watch.until((line) => isTypes(line) && !line.ok)).toMatchObject({
    diagnostics: [{ code: 'server/handler-types', file: 'specs/handlers.ts', line: 2 }],
  });
  writeFileSync(join(folder, 'specs/handlers.ts'), GOOD);
  expect(await watch.until((line) => isTypes(line) && line.ok)).toMatchObject({ diagnostics: [] });
  watch.kill('SIGTERM');
  expect(await watch.ended).toEqual([0, null]);
});

test.skipIf(ON_WINDOWS)('a check that is stopped leaves no process behind', async () => {
  const folder = temporaryFolder({
    'tsc.cjs': `const { spawn } = require('node:child_process');
const { writeFileSync, renameSync } = require('node:fs');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('pid.part', String(child.pid));
renameSync('pid.part', 'pid');
`,
  });
  const stop = new AbortController();
  const run = runTsc({ tsc: join(folder, 'tsc.cjs'), stamp: '' }, [], { cwd: folder, signal: stop.signal });
  await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  stop.abort();
  expect(await run).toEqual({ problem: 'it was stopped' });
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== 'linux' || !existsSync('/usr/bin/script'))(
  'on a terminal a long check shows its progress, and removes the line before the summary',
  async () => {
    const folder = project(GOOD);
    // A compiler that ends when the test has seen the line.
    writeFiles(folder, {
      'node_modules/typescript/package.json': '{ "name": "typescript", "bin": { "tsc": "tsc.cjs" } }',
      'node_modules/typescript/tsc.cjs':
        "const timer = setInterval(() => require('node:fs').existsSync('go') && clearInterval(timer), 20);\n",
    });
    const { CI: _ci, ...environment } = process.env;
    const child = spawn('/usr/bin/script', ['-qec', `"${process.execPath}" "${BIN}" compile`, '/dev/null'], {
      cwd: folder,
      env: { ...environment, TERM: 'xterm', NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (shown.includes('checking the types')) writeFileSync(join(folder, 'go'), '');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(shown).toMatch(
      /^(?:\r\u001B\[K[^\r\n]*)*\r\u001B\[Kchecking the types of handlers\r\u001B\[K1 server with 1 tool[^]*\n$/,
    );
    expect(code).toBe(0);
  },
);

test('`haft dev` serves what was built, and reports wrong types on standard error', async () => {
  const folder = project(WRONG);
  installTypeScript(folder);
  const child = spawn(process.execPath, [BIN, 'dev', 'sample'], { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill());
  let heard = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(heard)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
      if (heard.includes('server/handler-types')) resolve();
    });
  });
  expect(heard).toMatch(/specs\/handlers\.ts:2:54 error server\/handler-types/);
  // Its input is still open.
  const exited = new Promise((resolve) => child.removeAllListeners('exit').once('exit', resolve));
  child.kill();
  expect(await exited).toBe(0);
});
