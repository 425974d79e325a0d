/** The spec of the guide about fronts compiles, and its tools do what the guide says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { connect } from './support/official-client.ts';

const TRACKER = join(import.meta.dirname, 'doubles/tracker/server.mjs');
const GUIDE = readFileSync(join(import.meta.dirname, '../docs/front.md'), 'utf8');

const blockOf = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'm').exec(GUIDE)?.[1] ?? '';

test('the front of the guide hides, renames, fixes arguments, trims results and words errors', async () => {
  const spec = blockOf('yaml');
  const command = 'command: [npx, -y, tracker-mcp@4.2.0]';
  expect(spec).toContain(command);
  const folder = temporaryFolder({
    'haft.yaml': 'profiles: { specs/tracker: mcp }\n',
    'specs/tracker/server.yaml': spec.replace(command, `command: [node, ${JSON.stringify(TRACKER)}]`),
  });
  const compiled = haft(folder, 'compile');
  expect(compiled, compiled.stderr + compiled.stdout).toMatchObject({ code: 0 });
  const server = join(folder, 'generated/servers/tracker/server.mjs');
  const client = await connect('legacy', server, { TRACKER_TOKEN: 'sesame-open-2026' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['close_issue', 'search_issues']);
  const found = await client.callTool({ name: 'search_issues', arguments: { query: 'fonts' } });
  expect(found.structuredContent).toEqual({ success: true, data: JSON.parse(blockOf('json')) });
  const locked = await client.callTool({ name: 'close_issue', arguments: { id: 0 } });
  expect(locked.structuredContent).toMatchObject({ error: 'Issue 0 is locked.', code: 'locked' });
  expect(haft(folder, 'call', 'search_issues', '{"query":"fonts"}').stdout + spec).toContain('fonts');
});
