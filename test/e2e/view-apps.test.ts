/** A view beside the official SDK of MCP Apps, and the page that docs/show-results.md shows, in the real AppBridge. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bridged } from '../support/app-bridge.ts';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { IS_WHOLE } from '../support/runs.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/show-results.md'), 'utf8');
const [, PAGE = ''] = /^```html\n([^]*?)^```$/m.exec(GUIDE) ?? [];
const SPEC = `kind: server
name: library
version: 1.0.0
summary: Finds books.
tools:
  - name: find_books
    title: Find books
    description: { does: Finds books., when: the user looks for a book }
    parameters: { word: { type: string, maxLength: 80, description: A word of the title. } }
    required: [word]
    returns: { type: object, properties: { books: { type: array, items: { type: object, properties: { title: { type: string } } } } } }
    effects: read
    command: { argv: [echo, "{word}"], stdout: json }
    view: { file: books.html }
`;
const URI = 'ui://view/find_books.html';

const cwd = temporaryFolder({ 'specs/library.yaml': SPEC, 'specs/books.html': PAGE }, afterAll);

/** The results of a server on standard input and output, by the id of the request. */
function resultsOf(program: readonly string[]): ReadonlyMap<number, Record<string, never>> {
  const clientInfo = { name: 'host', version: '1' };
  const requests = [
    { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'tools/list' },
    { method: 'resources/list' },
    { method: 'resources/read', params: { uri: URI } },
  ];
  const input = requests.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`).join('');
  const { stdout } = spawnSync(process.execPath, program, { input, encoding: 'utf8' });
  return new Map(
    stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
      .map(({ id, result }) => [id, result]),
  );
}

test('a view is not listed or read as the official SDK of MCP Apps registers it', () => {
  expect(haft(cwd, 'compile')).toMatchObject({ code: 0 });
  const ours = resultsOf([join(cwd, 'generated/servers/library/server.mjs')]);
  const { name, title, inputSchema } = Object(ours.get(1)?.['tools'])[0];
  const order = JSON.stringify({ name, title, inputSchema, uri: URI, text: PAGE });
  const theirs = resultsOf([join(import.meta.dirname, '../doubles/mcp-apps/server.mjs'), order]);
  const [tool, official] = [ours, theirs].map((all) => Object(all.get(1)?.['tools'])[0]);
  expect(tool).toMatchObject({ ...official, inputSchema });
  expect(tool._meta).toEqual(official._meta);
  expect(ours.get(2)?.['resources']).toEqual(theirs.get(2)?.['resources']);
  expect(ours.get(3)).toEqual(theirs.get(3));
});

test.runIf(HAS_CHROMIUM && IS_WHOLE)(
  'the page of the guide does not show its result in the AppBridge (HAFT_RUNS=1)',
  async () => {
    const titles = ['<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>', 'Emma'];
    const books = titles.map((title) => ({ title }));
    const shown = { result: { content: [], structuredContent: { success: true, data: { books } } } };
    const { frame, page, requests } = await bridged(PAGE, shown, onTestFinished);
    expect(await frame.locator('li').allTextContents()).toEqual(titles);
    expect(await frame.locator('img').count()).toBe(0);
    await page.waitForFunction("window.ASKED.some(({ method, params }) => method === 'size' && params.height > 20)");
    // The page answers when the host takes it away.
    await page.evaluate('window.END()');
    expect(requests).toEqual([]);
  },
);
