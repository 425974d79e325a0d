/** `haft diff --live`: any two servers are compared by what they list, and a side that does not answer is never "no changes". */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { TEXT } from '../support/released.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

/** A server as a process of its own; its tools are in a file. */
const SERVER = `import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const [file, version = '1.0.0', ...more] = process.argv.slice(2);
writeFileSync(file + '.started', JSON.stringify({ env: process.env, more }));
if (more[0] === 'exit') process.exit(3);
if (more[0] === 'child') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(file + '.child', String(child.pid));
}
process.stdin.on('data', (text) => {
  for (const line of String(text).trim().split('\\n')) {
    const { id, method, params } = JSON.parse(line);
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'harbor', version }, instructions: 'Ask the harbor.' }
        : JSON.parse(readFileSync(file, 'utf8'));
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});
`;
const search = (maximum: number) => ({
  name: 'search_berths',
  description: 'Searches berths.',
  inputSchema: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum } } },
});

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({
    'server.mjs': SERVER,
    'old.json': JSON.stringify({ tools: [search(100)] }),
    'new.json': JSON.stringify({ tools: [search(50)] }),
    ...files,
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const OLD = 'run:node server.mjs old.json 1.4.0';
const NEW = 'run:node server.mjs new.json 1.5.0';

describe('two running servers', () => {
  test('are compared with values and a proof, in every format and without a project', () => {
    const folder = folderWith();
    const { code, stdout } = haft(
      folder,
      'diff',
      '--live',
      OLD,
      NEW,
      '--yes',
      '--fail-on',
      'breaking',
      '--format',
      'lines',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error: search_berths · limit · .*100 → 50.*limit: \d+ worked, now rejected/m);
    expect(stdout).not.toMatch(/haft (?:bump|release|eval)/);
    expect(haft(folder, 'diff', '--live', OLD, OLD, '--yes', '--fail-on', 'risky')).toMatchObject({ code: 0 });
    const json = JSON.parse(haft(folder, 'diff', '--live', OLD, NEW, '--yes', '--format', 'json').stdout);
    expect(json).toMatchObject({
      changes: [{ level: 'breaking', witness: { before: { limit: 100 } } }],
    });
    for (const format of ['markdown', 'html', 'junit', 'sarif', 'github', 'gitlab', 'text'])
      expect(haft(folder, 'diff', '--live', 'old.json', 'new.json', '--format', format).stdout).toContain('limit');
    expect(existsSync(join(folder, '.haft'))).toBe(false);
  });

  test('are started only after the user agreed, with no variables but those named, and leave no process behind', async () => {
    const folder = folderWith();
    const refused = haft(folder, 'diff', '--live', OLD, NEW);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/would start a program: node server\.mjs old\.json[^]*Add --yes/),
    });
    expect(existsSync(join(folder, 'old.json.started'))).toBe(false);
    haft(folder, 'diff', '--live', `${OLD} child`, 'old.json', '--yes', '--env', 'NODE_ENV');
    const { env } = JSON.parse(readFileSync(join(folder, 'old.json.started'), 'utf8'));
    const names = Object.keys(env).filter((name) => !/^(?:PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|NODE_ENV)$/.test(name));
    expect(process.platform === 'win32' ? [] : names).toEqual([]);
    expect(env.HOME).not.toBe(process.env['HOME']);
    expect(existsSync(env.HOME)).toBe(false);
    const child = Number(readFileSync(join(folder, 'old.json.child'), 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  test.each(
    everyNth(3, [
      ['run:node server.mjs old.json 1 exit', /cannot be read/],
      [
        'run:no-such-program-of-haft',
        /The MCP server no-such-program-of-haft cannot be read: .*\n +hint: Start it by hand/,
      ],
      ['run:node a | b', /is not one command line/],
      ['npm:tracker', /is not a package with its version/],
      [
        'https://127.0.0.1:9/mcp',
        /The MCP server https:\/\/127\.0\.0\.1:9\/mcp cannot be read: .*\n +hint: Check the address/,
      ],
      ['other.json', /is not something that can be compared/],
      ['empty.json', /has no MCP servers|has no list/],
      ['broken.json', /is not valid JSON/],
      ['list.json', /is no recorded list: a part is missing/],
      ['newer.json', /was written by a newer Haft/],
      ['specs', /specs|errors|no server|0 servers/],
    ]),
  )('%s is exit 2, never "no changes"', (side, says) => {
    const folder = folderWith({
      'empty.json': '{}',
      'broken.json': '{',
      'list.json': '{"toolListVersion":1}',
      'newer.json': '{"toolListVersion":99}',
    });
    for (const sides of [
      [side, 'old.json'],
      ['old.json', side],
    ])
      expect(haft(folder, 'diff', '--live', ...sides, '--yes')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(says),
      });
  });
});

test.skipIf(!IS_WHOLE)(
  'a recorded list is compared later, and an entry of a host and the contract of a project are sides as well (HAFT_RUNS=1)',
  () => {
    const folder = folderWith({
      '.mcp.json': JSON.stringify({
        mcpServers: { harbor: { command: 'node', args: ['server.mjs', 'new.json', '1.5.0'] } },
      }),
    });
    expect(haft(folder, 'diff', '--live', OLD, '--yes', '--record', 'base.json')).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(join(folder, 'base.json'), 'utf8')).toContain('"version": "1.4.0"');
    const same = haft(folder, 'diff', '--live', 'base.json', OLD, '--yes', '--fail-on', 'risky', '--format', 'json');
    expect(JSON.parse(same.stdout)).toMatchObject({ changes: [] });
    expect(haft(folder, 'diff', '--live', 'base.json', 'base.json').stdout).toContain(
      '\nNo difference between base.json and base.json.\n',
    );
    const { stdout } = haft(folder, 'diff', '--live', 'base.json', '.mcp.json#harbor', '--yes');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'harbor calls itself 1.5.0 after 1.4.0; by its changes it would be 2.0.0 or higher.',
    );
    expect(stdout).not.toMatch(/haft (?:bump|release|eval)/);
  },
);

test('a compiled server lists what its contract, its specs and a git ref say', () => {
  const folder = temporaryFolder({ 'package.json': '{}', 'specs/clock.yaml': TEXT, 'server.mjs': SERVER });
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  expect(haft(folder, 'release', '--today', '2026-11-20').code).toBe(0);
  const git = (...args: readonly string[]): void => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'One');
  const running = 'run:node generated/servers/clock/server.mjs';
  for (const side of ['haft.contract.json', 'haft.contract.json#clock', 'specs', 'git:HEAD', 'HEAD', 'HEAD...#clock']) {
    const { code, stdout, stderr } = haft(folder, 'diff', '--live', side, running, '--yes', '--format', 'json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [] });
  }
  writeFileSync(join(folder, 'specs/clock.yaml'), TEXT.replace('list_trains', 'list_boats'));
  expect(haft(folder, 'diff', '--live', 'git:HEAD', 'specs', '--fail-on', 'breaking').code).toBe(1);
  expect(haft(folder, 'diff', '--live', 'specs#harbor', 'specs').stderr).toContain('has no server "harbor"');
});

test('tools that cannot be compared are named, and flags about specs are refused', () => {
  const folder = folderWith();
  writeFiles(folder, {
    'odd.json': JSON.stringify({ tools: [search(5), search(5), { name: 'no name!', inputSchema: {} }] }),
  });
  const { stdout } = haft(folder, 'diff', '--live', 'odd.json', 'old.json');
  expect(stdout).toContain('Several tools have the name');
  expect(stdout).toContain('which MCP does not allow');
  for (const flags of [['--against', 'main'], ['--fail-on', 'policy'], ['--changelog']])
    expect(haft(folder, 'diff', '--live', 'old.json', 'new.json', ...flags)).toMatchObject({ code: 2 });
  expect(haft(folder, 'diff', 'old.json', 'new.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--live'),
  });
});

test('haft check judges a running server without importing it: its words are notes, and nothing is written', () => {
  const vague = {
    name: 'do_it',
    description: 'Does it.',
    inputSchema: { type: 'object', properties: { x: { type: 'string' } } },
  };
  const folder = folderWith({ 'old.json': JSON.stringify({ tools: [vague, vague, search(5)] }) });
  const line = 'node server.mjs old.json';
  expect(haft(folder, 'check', '--run', line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The check would start a program: node server.mjs old.json.'),
  });
  const { code, stdout } = haft(folder, 'check', '--run', line, '--yes', '--all');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Checked \d tools? that the server lists\.$/m),
  });
  expect(stdout).toMatch(/note tool\/description-parts/);
  expect(stdout).toContain('Not checked: Several tools have the name "do_it".');
  const json = JSON.parse(haft(folder, 'check', '--run', line, '--yes', '--format', 'json').stdout);
  expect(json).toMatchObject({ diagnostics: expect.any(Array) });
  expect(existsSync(join(folder, 'specs'))).toBe(false);
  for (const flags of [
    ['--run', 'node server.mjs old.json 1 exit', '--yes'],
    ['--url', 'http://127.0.0.1:9/mcp'],
    ['--run', line, '--url', 'http://127.0.0.1:9/mcp'],
  ])
    expect(haft(folder, 'check', ...flags).code).toBe(2);
});
