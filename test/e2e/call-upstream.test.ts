/** `haft call` of a tool of another MCP server: what goes there, what comes back, and what a dry run shows. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const TRACKER = join(import.meta.dirname, '../doubles/tracker/server.mjs');

const SPEC = `kind: server
name: front
version: 1.0.0
summary: Passes calls on.
upstreams:
  tracker: { command: [node, ${JSON.stringify(TRACKER)}] }
  missing: { command: [no-such-program] }
tools:
  - name: search_issues
    description: Searches.
    hints: { readOnlyHint: true }
    parameters: { query: { type: string } }
    required: [query]
    mcp:
      upstream: tracker
      tool: list_issues
      arguments: { search: "{query}", scope: all }
      result: { issues: { each: /issues, fields: { id: /id } } }
  - { name: close_it, description: Closes., mcp: { upstream: missing, tool: close, pin: "sha256:${'0'.repeat(64)}" } }
`;

test('a dry run starts nothing and shows the call; a trace shows the result as it came', () => {
  const root = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/front.yaml': SPEC });
  const dry = haft(root, 'call', 'search_issues', '--arg', 'query=fonts', '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    stdout: 'tools/call list_issues of upstream tracker\n{"search":"fonts","scope":"all"}\n',
  });
  expect(haft(root, 'call', 'close_it', '--dry-run')).toMatchObject({
    code: 0,
    stdout: 'tools/call close of upstream missing\n{}\n',
  });
  const traced = haft(root, 'call', 'search_issues', '--arg', 'query=fonts', '--trace');
  expect(traced.stdout).toBe('{"success":true,"data":{"issues":[{"id":7}]}}\n');
  expect(traced.stderr).toMatch(/→ tools\/call list_issues[^]*← result in \d+ ms\n.*"title":"fonts"/);
  const failed = haft(root, 'call', 'close_it');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('the program no-such-program could not be started (ENOENT)');
});

test('a recorded call is answered without the other server, and one of a server that is missing cannot be recorded', () => {
  const root = temporaryFolder({ 'haft.yaml': 'profiles: { specs: mcp }\n', 'specs/front.yaml': SPEC });
  const live = haft(root, 'call', 'search_issues', '--arg', 'query=fonts', '--record', '--yes');
  expect(live.code).toBe(0);
  writeFiles(root, { 'specs/front.yaml': SPEC.replace(JSON.stringify(TRACKER), 'no-such-file.mjs') });
  const again = haft(root, 'call', 'search_issues', '--arg', 'query=fonts', '--replay');
  expect(again).toMatchObject({ code: 0, stdout: live.stdout });
  const missing = haft(root, 'call', 'close_it', '--record', '--yes');
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be recorded.') });
});
