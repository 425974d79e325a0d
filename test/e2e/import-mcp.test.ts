/** `haft import mcp` with a live server: agreed to, imported, compiled, and reviewed again after the server has changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';

const TRACKER = join(import.meta.dirname, '../doubles/tracker/server.mjs');
const SECRET = 'sk-Zk3vT9qLx7Rb2NwYp8Hd4Jm6';

function project(entry: object): string {
  const file = JSON.stringify({ mcpServers: { 'tracker-mcp': entry, other: { url: 'https://shop.example/mcp' } } });
  return temporaryFolder({ 'haft.yaml': '', 'mcp.json': file, 'specs/.keep': '' });
}

describe('a server of a host', () => {
  test('is imported, compiled, called and updated; no value of its entry is written or printed', async () => {
    const folder = project({ command: 'node', args: [TRACKER], env: { TRACKER_TOKEN: SECRET, TRACKER_DRIFT: '0' } });
    const asked = haft(folder, 'import', 'mcp', '--config', 'mcp.json#tracker-mcp');
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining(`start a program: node ${TRACKER}`) });
    const many = haft(folder, 'import', 'mcp', '--config', 'mcp.json');
    expect(many.stderr).toContain('mcp.json#tracker-mcp, mcp.json#other');
    const imported = haft(folder, 'import', 'mcp', '--config', 'mcp.json#tracker-mcp', '--run');
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported 1 server, 5 tools') });
    const path = join(folder, 'specs/tracker/tools.yaml');
    expect(readFileSync(path, 'utf8')).toContain('from: mcp:list_issues');

    expect(haft(folder, 'import', '--check').stderr).toContain('--run');
    expect(haft(folder, 'import', '--check', '--run')).toMatchObject({ code: 0 });
    expect(haft(folder, 'import', '--update', '--run').stdout).toBe('tracker: the source has not changed.\n');

    expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
    const server = join(folder, 'generated/servers/tracker/server.mjs');
    const client = await connect('legacy', server, { TRACKER_TOKEN: SECRET, TRACKER_DRIFT: '1' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'close_issue',
      'control',
      'draw_chart',
      'get_readme',
      'list_issues',
    ]);
    expect(client.getInstructions()).toBe('Track issues.');
    const readme = await client.callTool({ name: 'get_readme', arguments: {} });
    expect(readme).toEqual({ content: [{ type: 'text', text: '# Readme\n\nA text.' }] });
    const refused = await client.callTool({ name: 'list_issues', arguments: { search: 'a', scope: 'all' } });
    expect(refused).toMatchObject({ isError: true });

    const parts = [asked, many, imported].map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(parts).not.toContain(SECRET);
    expect(readFileSync(path, 'utf8') + readFileSync(join(folder, 'haft.imports.json'), 'utf8')).not.toContain(SECRET);
  });

  test('that has changed is a finding for CI, and an update brings its words and its pin', () => {
    const folder = project({ command: 'node', args: [TRACKER], env: { TRACKER_DRIFT: '0' } });
    expect(haft(folder, 'import', 'mcp', '--config', 'mcp.json#tracker-mcp', '--run').code).toBe(0);
    const path = join(folder, 'specs/tracker/tools.yaml');
    const before = readFileSync(path, 'utf8');
    vi.stubEnv('TRACKER_DRIFT', '0');
    const called = haft(folder, 'call', 'draw_chart', '{"a":1}');
    vi.unstubAllEnvs();
    expect(called).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\{"a":1\}\n\[image image\/png, 5 bytes\] .+-2\.png\n/m),
    });
    const changed = project({ command: 'node', args: [TRACKER], env: { TRACKER_DRIFT: '1' } });
    const from = ['--from', `${join(changed, 'mcp.json')}#tracker-mcp`, '--run'];
    expect(haft(folder, 'import', '--check', 'tracker', ...from)).toMatchObject({ code: 1 });
    expect(readFileSync(path, 'utf8')).toBe(before);
    const updated = haft(folder, 'import', '--update', 'tracker', ...from);
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('1 changed') });
    const after = readFileSync(path, 'utf8').split('\n');
    const differs = before.split('\n').filter((line, index) => line !== after[index]);
    expect(differs).toEqual([expect.stringContaining('description:'), expect.stringContaining('mcp: {')]);
  });
});

test('a command line that names no source, or two, says what to write', () => {
  const folder = project({ command: 'node' });
  for (const args of [[], ['--list', 'a.json', '--config', 'mcp.json'], ['--url', 'https://a.example', '--', 'node']])
    expect(haft(folder, 'import', 'mcp', ...args).stderr).toContain('needs exactly one source');
  expect(haft(folder, 'import', 'mcp', '--run', '--', 'no-such-program').stderr).toContain('could not be started');
  expect(haft(folder, 'import', 'mcp', '--url', 'http://shop.example/mcp').stderr).toContain('neither https nor http');
  expect(haft(folder, 'import', 'mcp', '--list', 'mcp.json').stderr).toContain('has no list of tools');
});
