/** Two fronts in one project whose servers have a tool of the same name: both are called, and updates find both. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const DESK = join(import.meta.dirname, '../doubles/desk/server.mjs');

test('both keep the name, a plain one is refused with both, and each is that of its own server', () => {
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
  const run = (...args: readonly string[]): string => {
    const { code, stdout, stderr } = haft(root, ...args);
    expect(code, args.join(' ') + stdout + stderr).toBe(0);
    return stdout + stderr;
  };
  const command = ['--run', '--', process.execPath, DESK];
  run('import', 'mcp', '--name', 'north', ...command);
  run('import', 'mcp', '--name', 'south', ...command);
  expect(run('check')).toContain('0 warnings');
  run('compile');
  for (const tool of ['north/get_pid', 'south.get_pid']) expect(run('call', tool)).toMatch(/"pid\\":\d+/);
  expect(run('call', 'south.get_pid', '--dry-run')).toContain('tools/call get_pid of upstream south');
  for (const args of [
    ['call', 'get_pid'],
    ['call', 'get_pid', '--dry-run'],
    ['call', 'get_pid', '--replay'],
  ]) {
    const { code, stderr } = haft(root, ...args);
    expect(code).toBe(2);
    expect(stderr).toContain('Tool name "get_pid" is ambiguous: 2 tools have it.');
    expect(stderr).toContain('north.get_pid, south.get_pid');
  }
  const again = run('import', '--update', '--run');
  expect(again).toContain('north: the source has not changed.');
  expect(again).toContain('south: the source has not changed.');
});
