/** Views of a compiled server: what it lists and serves, and its page in the real AppBridge. Skipped, and named, where there is no Chromium. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { bridged } from '../support/app-bridge.ts';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const LIST =
  '{ type: array, items: { type: object, properties: { title: { type: string }, year: { type: integer }, url: { type: string } } } }';
const VIEWS = {
  table: '{ table: books, link: url }',
  cards: '{ cards: books, link: url }',
  facts: 'facts',
  bar: '{ chart: bar, x: title, y: year }',
  line: '{ chart: line, x: year, y: year }',
  scatter: '{ chart: scatter, x: year, y: year }',
  image: 'image',
  diff: '{ diff: patch }',
  json: 'json',
  form: '{ form: save_book, button: Save the book }',
};
const tool = (name: string, rest: string): string => `  - name: ${name}
    description: { does: "Shows </title><b>books</b> as ${name}.", when: the user wants to see books }
    parameters: { title: { type: string, maxLength: 80, description: Title. }, limit: { type: integer, minimum: 1, maximum: 5000, default: 20, description: How many. } }
    returns: { type: object, properties: { total: { type: integer }, patch: { type: string }, books: ${LIST} } }
    command: { argv: [echo, "{title}"], stdout: json }
${rest}`;
const SPEC = `kind: server
name: library
version: 1.0.0
summary: Shows books.
transports: [stdio]
tools:
${Object.entries(VIEWS)
  .map(([name, view]) =>
    tool(`show_${name}`, `    effects: read\n    title: "Shown </title><b>${name}</b>"\n    view: ${view}`),
  )
  .join('\n')}
${tool('show_page', '    effects: read\n    view: { file: pages/map.html }')}
${tool('save_book', '    required: [title]\n    effects: write')}
`;
const PAGE =
  '<!doctype html><title>Map</title>\n<main>"</script>" </main><script>parent.postMessage("x", "*")</script>\n';

const cwd = temporaryFolder({ 'specs/library.yaml': SPEC, 'specs/pages/map.html': PAGE }, afterAll);
const compiled = haft(cwd, 'compile');
const replies = ask(
  { method: 'initialize', params: { protocolVersion: '2025-11-25' } },
  { method: 'tools/list' },
  { method: 'resources/list' },
  ...Object.keys(VIEWS).map((name) => ({ method: 'resources/read', params: { uri: `ui://view/show_${name}.html` } })),
  { method: 'resources/read', params: { uri: 'ui://view/show_page.html' } },
  { method: 'resources/read', params: { uri: 'ui://view/show_tables.html' } },
  { method: 'resources/subscribe', params: { uri: 'ui://view/show_table.html' } },
);

interface Reply {
  readonly id: number;
  readonly result?: {
    readonly tools?: readonly { readonly name: string; readonly _meta?: object }[];
    readonly resources?: readonly object[];
    readonly contents?: readonly { readonly text: string }[];
  };
  readonly error?: { readonly message: string };
}

function ask(...requests: readonly object[]): readonly Reply[] {
  const input = requests.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`).join('');
  const server = join(cwd, 'generated/servers/library/server.mjs');
  const { stdout } = spawnSync(process.execPath, [server], { input, encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Reply).sort((a, b) => a.id - b.id);
}

function pageOf(name: keyof typeof VIEWS): string {
  return replies[3 + Object.keys(VIEWS).indexOf(name)]?.result?.contents?.[0]?.text ?? '';
}

describe('a compiled server with views', () => {
  test('compiles without an error, and lists where the page of each tool is', () => {
    expect(compiled.stdout).toMatch(/1 server/);
    const tools = replies[1]?.result?.tools ?? [];
    expect(tools.find(({ name }) => name === 'show_table')?._meta).toEqual({
      ui: { resourceUri: 'ui://view/show_table.html' },
      'ui/resourceUri': 'ui://view/show_table.html',
    });
    expect(tools.find(({ name }) => name === 'save_book')?._meta).toBeUndefined();
    expect(replies[2]?.result?.resources).toHaveLength(Object.keys(VIEWS).length + 1);
  });

  test('serves the page of an author as it is', () => {
    expect(replies.at(-3)?.result?.contents).toMatchObject([{ mimeType: 'text/html;profile=mcp-app', text: PAGE }]);
  });

  test('serves one page of at most 20 KB, and nothing under another address', () => {
    expect(replies[3]?.result?.contents).toMatchObject([
      {
        uri: 'ui://view/show_table.html',
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { prefersBorder: true } },
      },
    ]);
    for (const name of Object.keys(VIEWS) as (keyof typeof VIEWS)[]) {
      expect(Buffer.byteLength(pageOf(name)), name).toBeLessThanOrEqual(20 * 1024);
      expect(pageOf(name)).toContain('<title>Shown &lt;/title>&lt;b>');
    }
    expect(replies.at(-2)?.error?.message).toContain('Did you mean ui://view/show_table.html?');
    expect(replies.at(-1)?.result).toEqual({});
  });
});

/** What a service may put into a field. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '${alert(1)} {{alert(1)}}',
  'gnp\u202E.exe',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '&lt;b&gt;',
  '\u0000\u200B\u2066end',
];
const books = (count: number, title: (at: number) => string): object[] =>
  Array.from({ length: count }, (_, at) => ({
    title: title(at),
    year: 1815 + at,
    url: at % 2 ? title(at) : 'https://books.example/1',
  }));
const resultOf = (data: object): object => ({ content: [], structuredContent: { success: true, data } });
const MAIN = "document.querySelector('main')";

describe.runIf(HAS_CHROMIUM)('in the AppBridge', () => {
  test('a table of 1,000 rows shows hostile texts as texts, opens web addresses alone, follows keyboard and theme', async () => {
    const { page, frame, asked, tell, requests } = await bridged(
      pageOf('table'),
      {
        result: resultOf({
          books: books(1000, (at) => (at === 999 ? 'Book 999' : (HOSTILE[at % HOSTILE.length] ?? ''))),
        }),
      },
      onTestFinished,
    );
    expect(await frame.locator('output').textContent()).toBe('1,000 rows');
    expect(await frame.locator('tr').count()).toBeLessThan(60);
    expect(await frame.locator('td').first().textContent()).toBe(HOSTILE[0]);
    expect(await frame.locator('img, script[src], svg, b').count()).toBe(0);
    expect(await frame.evaluate(`${MAIN}.textContent`)).not.toMatch(/[\u0000\u200B\u202E\u2066]/);
    // A year is no count.
    expect(await frame.evaluate(`${MAIN}.textContent`)).toContain('1815');
    const opened = await frame.evaluate(
      "[...new Set([...document.querySelectorAll('td button')].map((one) => one.title))]",
    );
    expect(opened).toEqual(['https://books.example/1']);
    await frame.locator('td button').first().click();
    await frame.evaluate("document.querySelector('.window').scrollTop = 1e6");
    await frame.getByText('Book 999').waitFor();
    await frame.locator('th button', { hasText: 'Year' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await frame.locator('th[aria-sort=descending]').textContent()).toBe('Year');
    await frame.getByRole('searchbox').fill('gnp');
    expect(await frame.locator('output').textContent()).toBe('125 of 1,000 rows');
    await frame.locator('td.number', { hasText: '2810' }).waitFor();
    expect(await frame.locator('td.number').first().textContent()).toBe('2810');
    await tell({ theme: 'dark' });
    await frame.waitForFunction("document.documentElement.style.colorScheme === 'dark'");
    expect((await asked()).find(({ method }) => method === 'open-link')?.params).toMatchObject({
      url: 'https://books.example/1',
    });
    expect(requests).toEqual([]);
  });
});

/** Each kind in a page of its own costs half a minute on a busy machine. */
const IS_WHOLE = HAS_CHROMIUM && process.env['HAFT_TEST_VIEWS'];

describe.runIf(IS_WHOLE)('what hosts do, in the AppBridge (HAFT_TEST_VIEWS)', () => {
  test('the theme, the colors and the height follow the host', async () => {
    const styles = { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } };
    const { frame, tell, asked, page } = await bridged(
      pageOf('facts'),
      {
        result: resultOf({ total: 5 }),
        context: { theme: 'light', styles },
        width: 420,
      },
      onTestFinished,
    );
    const background = (): Promise<unknown> => frame.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(1, 2, 3)');
    await tell({ theme: 'dark', styles });
    await frame.waitForFunction("document.documentElement.style.colorScheme === 'dark'");
    await page.waitForFunction("window.ASKED.some(({ method, params }) => method === 'size' && params.height > 30)");
    expect(
      (await asked()).filter(({ method }) => method === 'size').every(({ params }) => Number(params['height']) < 400),
    ).toBe(true);
    expect(await frame.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
  });

  test('a form calls its tool by Enter, shows a failure with its hint, and says what was done', async () => {
    const reply = {
      content: [],
      isError: true,
      structuredContent: { success: false, error: 'The shelf is full.', retry_hint: 'Use another shelf.' },
    };
    const { page, frame, asked } = await bridged(
      pageOf('form'),
      {
        result: resultOf({}),
        input: { title: 'Emma' },
        reply,
      },
      onTestFinished,
    );
    await frame.getByLabel('Title').fill('Persuasion');
    await page.keyboard.press('Enter');
    await frame.getByRole('alert').waitFor();
    expect(await frame.getByRole('alert').textContent()).toBe('The shelf is full.Use another shelf.');
    await page.waitForFunction("window.ASKED.some(({ method }) => method === 'update-model-context')");
    const call = (await asked()).find(({ method }) => method === 'tools/call');
    expect(call?.params).toMatchObject({ name: 'save_book', arguments: { title: 'Persuasion', limit: 20 } });
  });

  test('a host that calls no tools shows a form that says so, and one without styles a page that can be read', async () => {
    const { frame } = await bridged(
      pageOf('form'),
      { result: resultOf({}), capabilities: {}, unstyled: true },
      onTestFinished,
    );
    expect(await frame.getByText('This host calls no tools from a view.').count()).toBe(1);
    expect(await frame.getByRole('button').count()).toBe(0);
  });
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe.runIf(IS_WHOLE)('every kind in the AppBridge (HAFT_TEST_VIEWS)', () => {
  const data = { total: 5, patch: '@@ -1 +1 @@\n-old\n+new', books: books(9, (at) => `Book ${at}`) };
  const image = { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] };
  test.each([
    ['cards', '.cards li', 9],
    ['facts', 'dt', 3],
    ['bar', 'rect', 9],
    ['line', 'path.lines', 1],
    ['scatter', 'path.scatters', 1],
    ['image', 'img', 1],
    ['diff', '.added, .removed', 2],
    ['json', '.tree', 3],
  ] as const)('%s: %s', async (name, selector, count) => {
    const shown = name === 'image' ? image : resultOf(data);
    const { frame, requests } = await bridged(pageOf(name), { result: shown, width: 420 }, onTestFinished);
    expect(await frame.locator(selector).count()).toBeGreaterThanOrEqual(count);
    expect(await frame.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
    expect(requests).toEqual([]);
  });

  test.each(['table', 'cards', 'bar', 'line', 'scatter', 'facts', 'json', 'diff'] as const)(
    '%s shows a failure, and a result without its data',
    async (name) => {
      const failed = {
        isError: true,
        content: [],
        structuredContent: { success: false, error: 'Closed.', retry_hint: 'Wait.' },
      };
      const { frame } = await bridged(pageOf(name), { result: failed }, onTestFinished);
      expect(await frame.getByRole('alert').textContent()).toBe('Closed.Wait.');
      const { frame: other } = await bridged(
        pageOf(name),
        { result: { content: [{ type: 'text', text: 'x' }] } },
        onTestFinished,
      );
      expect(await other.evaluate(`${MAIN}.textContent`)).toContain('too long to show');
    },
  );
});
