/** What a source no longer has leaves the record: `haft check` finds calls of it, and everything else is still updated. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const list = (...names: readonly string[]): string =>
  JSON.stringify({
    tools: names.map((name) => ({
      name: name.split(':')[0],
      description: `Reads ${name}.`,
      inputSchema: { type: 'object' },
      ...(name.endsWith(':task') && { execution: { taskSupport: 'required' } }),
    })),
  });

const OWN = `kind: tool
server: list
name: own
description: Reads it again.
mcp: { upstream: list, tool: loans }
`;

function project(...names: readonly string[]): string {
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'list.json': list(...names) });
  expect(haft(root, 'import', 'mcp', '--list', 'list.json').code).toBe(0);
  const server = join(root, 'specs/list/server.yaml');
  writeFileSync(server, `${readFileSync(server, 'utf8')}upstreams: { list: { command: [list] } }\n`);
  writeFileSync(join(root, 'specs/list/own.yaml'), OWN);
  expect(haft(root, 'check')).toMatchObject({ code: 0 });
  return root;
}

const recorded = (root: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, 'haft.imports.json'), 'utf8')).imports.list.documents);

/** The tools of which a check says that their upstream lost what they call. */
const broken = (root: string): readonly string[] =>
  (JSON.parse(haft(root, 'check', '--format', 'json').stdout).diagnostics as readonly Record<string, never>[])
    .filter(({ code }) => code === 'spec/upstream-tool')
    .map(({ file, message, hint }) => `${String(file)}: ${String(message)} ${String(hint)}`);

test('calls of a removed tool are errors of check, also in specs written by hand, and the update takes the rest', () => {
  const root = project('books', 'loans');
  expect(haft(root, 'compile', '--no-types').code).toBe(0);
  expect(haft(root, 'release').code).toBe(0);
  writeFileSync(join(root, 'list.json'), list('books', 'fines'));
  expect(haft(root, 'import', '--check').code).toBe(1);
  const updated = haft(root, 'import', '--update');
  expect(updated.stdout).toContain('list: 1 new, 1 removed; 1 file written.');
  expect(updated.stderr).toContain('hint: Its calls fail: write another tool at `mcp.tool`, or delete it.');
  expect(recorded(root)).toEqual(['mcp', 'mcp:books', 'mcp:fines']);
  expect(broken(root)).toHaveLength(2);
  for (const one of broken(root)) {
    expect(one).toContain('The upstream "list" no longer has the tool "loans".');
    expect(one).not.toMatch(/Known:.*loans/);
  }
  expect(haft(root, 'check').code).toBe(1);
  expect(haft(root, 'diff').code).not.toBe(0);

  // Said again as long as specs have it, and no change of the source.
  const again = haft(root, 'import', '--check');
  expect([again.code, again.stdout]).toEqual([0, 'list: the source has not changed.\n']);
  expect(again.stderr).toContain('import/gone');

  const tools = join(root, 'specs/list/tools.yaml');
  const without = readFileSync(tools, 'utf8')
    .split('---\n')
    .filter((one) => !one.includes('name: loans'));
  writeFileSync(tools, without.join('---\n'));
  writeFileSync(join(root, 'specs/list/own.yaml'), OWN.replace('tool: loans', 'tool: fines'));
  expect(broken(root)).toEqual([]);
  const { changes } = JSON.parse(haft(root, 'diff', '--format', 'json').stdout) as { changes: readonly object[] };
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'tool/removed', level: 'breaking' }));

  // The step that is printed for a released tool leads to a release, although its calls fail until it may be removed.
  const removed = haft(root, 'check');
  expect(removed.stdout + removed.stderr).toContain('haft bump --restore loans --use <tool>');
  expect(haft(root, 'bump', '--restore', 'loans', '--use', 'books')).toMatchObject({ code: 0, stderr: '' });
  expect(broken(root)).toEqual([expect.stringContaining('Calls of this deprecated tool fail')]);
  expect(haft(root, 'check').code).toBe(0);
  expect(haft(root, 'release', '--raise').code).toBe(0);
});

test('where every tool is removed, calls of them are errors as well', () => {
  const root = project('loans');
  writeFileSync(join(root, 'list.json'), list());
  expect(haft(root, 'import', '--update').code).toBe(0);
  expect(broken(root)).toHaveLength(2);
});

test('a tool that is only called as a task is not imported, with the reason, first and in an update', () => {
  const root = project('books', 'loans', 'research:task');
  expect(recorded(root)).toEqual(['mcp', 'mcp:books', 'mcp:loans']);
  writeFileSync(join(root, 'list.json'), list('books', 'loans:task'));
  const { stderr } = haft(root, 'import', '--update');
  expect(stderr).toContain('"loans" can no longer be imported from the source.');
  expect(stderr).toContain('The tool "loans" can only be called as a task, and tasks are not passed on.');
});
