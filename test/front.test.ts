/** A front for somebody else's MCP server: compiled, started and called, with the other server in a process of its own. */
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../runtime/language/json.ts';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { connect } from './support/official-client.ts';

const TRACKER = join(import.meta.dirname, 'doubles/tracker/server.mjs');

const LIST_ISSUES = {
  name: 'list_issues',
  title: 'List issues',
  description: 'Lists issues.',
  inputSchema: {
    type: 'object',
    properties: { search: { type: 'string' }, scope: { type: 'string', default: null }, state: { type: 'string' } },
    required: ['search'],
  },
  outputSchema: { type: 'object', properties: { issues: { type: 'array' } }, required: ['issues'] },
  annotations: { readOnlyHint: true },
};
const PIN = `sha256:${createHash('sha256').update(canonicalJson(LIST_ISSUES)).digest('hex')}`;

const SPEC = `kind: server
name: issues
version: 1.0.0
summary: Finds and closes issues.
env:
  TRACKER_TOKEN: { description: Token of the tracker., secret: true }
upstreams:
  tracker:
    command: [node, ${JSON.stringify(TRACKER)}]
    env: [TRACKER_TOKEN]
tools:
  - name: search_issues
    description: { does: Searches the issues by words., when: the user looks for an issue, examples: [find the issue about fonts] }
    effects: read
    parameters: { query: { type: string, description: Words to search for. } }
    required: [query]
    mcp:
      upstream: tracker
      tool: list_issues
      arguments: { search: "{query}", scope: all, state: "{env.TRACKER_STATE|open}" }
      pin: ${PIN}
      result: { issues: { each: /issues, fields: { id: /id, title: /title } } }
  - name: read_readme
    description: { does: Reads the readme of the project., when: the user asks what the project is, examples: [what is this project] }
    effects: read
    mcp: { upstream: tracker, tool: get_readme }
  - name: draw_chart
    description: { does: Draws a chart of the issues., when: the user wants a chart, examples: [draw the issues as a chart] }
    effects: read
    parameters: { title: { type: string, description: Title of the chart. } }
    mcp: { upstream: tracker, tool: draw_chart }
  - name: close_issue
    description: { does: Closes one issue., when: a problem is solved, examples: [close issue 7] }
    effects: write
    parameters: { id: { type: integer, minimum: 0, description: Number of the issue. } }
    required: [id]
    mcp:
      upstream: tracker
      tool: close_issue
      on_error:
        - { contains: locked, error: "Issue {id} is locked.", retry_hint: Ask the user to unlock it., code: locked }
  - name: get_state
    description: { does: Reads the state of the tracker., when: the user asks about the tracker, examples: [how is the tracker] }
    effects: read
    parameters: { then: { type: string, enum: [stay, drift, die], default: stay, description: What it does next. } }
    mcp: { upstream: tracker, tool: control }
  - name: get_nothing
    description: { does: Reads something that is not there., when: the user asks for nothing, examples: [give me nothing] }
    effects: read
    mcp: { upstream: tracker, tool: missing, pin: "sha256:${'0'.repeat(64)}" }
`;

async function front(
  env: Readonly<Record<string, string>> = {},
  log: (text: string) => void = () => {},
): Promise<Client> {
  const folder = temporaryFolder({
    'haft.yaml': 'rules: { tool/evals-count: off }\n',
    'specs/issues.yaml': SPEC.replace(
      '  TRACKER_TOKEN:',
      '  TRACKER_STATE: { description: State., optional: true }\n  TRACKER_TOKEN:',
    ),
  });
  const compiled = haft(folder, 'compile');
  expect(compiled, compiled.stderr).toMatchObject({ code: 0 });
  return connect(
    'legacy',
    join(folder, 'generated/servers/issues/server.mjs'),
    { TRACKER_TOKEN: 'sesame-open-2026', ...env },
    { log },
  );
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  return client.callTool({ name, arguments: args });
}

describe('calls', () => {
  test('send the arguments of the spec, and give results in the words and parts of the spec', async () => {
    const client = await front();
    const searched = await call(client, 'search_issues', { query: 'fonts' });
    expect(searched.structuredContent).toEqual({ success: true, data: { issues: [{ id: 7, title: 'fonts' }] } });
    const readme = await call(client, 'read_readme');
    expect(readme.structuredContent).toEqual({ success: true, data: { text: '# Readme\n\nA text.' } });
    const chart = await call(client, 'draw_chart', { title: 'Fonts' });
    expect(chart.content).toContainEqual({ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' });
    expect(chart.structuredContent).toBeUndefined();
    const locked = await call(client, 'close_issue', { id: 0 });
    expect(locked.structuredContent).toEqual({
      success: false,
      error: 'Issue 0 is locked.',
      code: 'locked',
      retry_hint: 'Ask the user to unlock it.',
    });
    const broken = await call(client, 'close_issue', { id: 1 });
    expect(broken.structuredContent).toMatchObject({ success: false, code: 'bad_response' });
    const closed = await call(client, 'close_issue', { id: 2 });
    expect(closed.structuredContent).toEqual({ success: true, data: { text: 'closed' } });
    const state = await call(client, 'get_state');
    const { env } = (state.structuredContent as { data: { env: string[] } }).data;
    expect(env.filter((name) => name.startsWith('TRACKER'))).toEqual(['TRACKER_TOKEN']);
  });

  test('are rejected while the tool there is not the pinned one, and only then', async () => {
    const lines: string[] = [];
    const client = await front({}, (text) => lines.push(text));
    expect((await call(client, 'search_issues', { query: 'a' })).isError).not.toBe(true);
    await call(client, 'get_state', { then: 'drift' });
    const refused = await call(client, 'search_issues', { query: 'a' });
    expect(refused.structuredContent).toEqual({
      success: false,
      error: 'The server behind this tool has changed: its tool "list_issues" is not the one that was reviewed.',
      code: 'upstream_changed',
      retry_hint:
        'Do not retry. Use another tool, or tell the user that the author of this server has to review the change.',
    });
    expect((await call(client, 'read_readme')).isError).not.toBe(true);
    const gone = await call(client, 'get_nothing');
    expect(gone.structuredContent).toMatchObject({
      code: 'upstream_changed',
      error: expect.stringContaining('no longer exists'),
    });
    expect(lines.join('')).toContain('haft import --update');
  });

  test('start the other server again when it has ended, and end it with the front', async () => {
    const client = await front();
    const first = (await call(client, 'get_state')).structuredContent as { data: { pid: number } };
    await call(client, 'get_state', { then: 'die' });
    const second = await call(client, 'get_state').then((one) =>
      one.isError === true ? call(client, 'get_state') : one,
    );
    expect((second.structuredContent as typeof first).data.pid).not.toBe(first.data.pid);
  });
});

test('the list comes at once while the other server never answers, and a call says that it cannot be reached', async () => {
  const client = await front({ TRACKER_TOKEN: '' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('search_issues');
  const missing = await call(client, 'read_readme');
  expect(missing.structuredContent).toMatchObject({ code: 'env_missing' });
});
