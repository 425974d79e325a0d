/** The question before a program of others is started, asked on a pseudo terminal; without one nothing is started. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const DESK = join(import.meta.dirname, '../doubles/desk/server.mjs');

/** That of util-linux: it runs a command line on a terminal of its own, and ends as that does. */
const HAS_SCRIPT = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!HAS_SCRIPT) process.stdout.write('import-mcp-question: skipped; there is no `script` of util-linux.\n');

const QUESTION = `Importing starts this program: node ${DESK}`;

async function answered(answer: string): Promise<{ said: string; code: number; written: boolean }> {
  const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
  const line = `'${process.execPath}' '${BIN}' import mcp --name desk -- node '${DESK}'`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  let asked = false;
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (asked || !said.includes('[y/N]')) return;
    asked = true;
    child.stdin.write(answer);
  });
  const [code] = (await once(child, 'exit')) as [number];
  return { said, code, written: existsSync(join(folder, 'specs/desk/server.yaml')) };
}

describe.runIf(HAS_SCRIPT)('on a terminal', () => {
  test('yes starts it', async () => {
    const { said, code, written } = await answered('y\n');
    expect(said).toContain(QUESTION);
    expect(said).toContain('Imported 1 server, 1 tool into specs/desk');
    expect({ code, written }).toEqual({ code: 0, written: true });
  });

  test.each(
    everyNth(3, [
      ['no', 'n\n'],
      ['nothing', '\n'],
      ['another word', 'yellow\n'],
      ['Ctrl+C', '\u0003'],
      ['Ctrl+D', '\u0004'],
    ]),
  )('%s starts nothing', async (_name, answer) => {
    const { said, code, written } = await answered(answer);
    expect(said).toContain('haft: Nothing was started.');
    expect(said).toContain('hint: Add --run if you trust this program.');
    expect({ code, written }).toEqual({ code: 2, written: false });
  });
});

test('without a terminal nothing is started, and the command line is shown', () => {
  const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
  const { code, stderr } = haft(folder, 'import', 'mcp', '--', 'node', DESK);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `haft: Importing would start a program: node ${DESK}.\n  hint: Add --run if you trust this program.\n`,
  );
});

test('a saved list that is given like a program is not taken for one: the hint has its flag', () => {
  const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'tools.json': '{"tools":[]}' });
  const { code, stderr } = haft(folder, 'import', 'mcp', 'tools.json');
  expect(code).toBe(2);
  expect(stderr).toContain('hint: If this is a saved list of tools, write `--list tools.json`;');
});
