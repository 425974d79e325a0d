/** The site: every link leads somewhere, nothing is asked of another address, and the playground compiles. In Chromium where there is one, else skipped by name. */
// In depth: it builds the site three times; docs.test.ts follows the links of the pages it is made of.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_PLAYGROUND_BYTES, buildSite } from '../../site/build.mjs';
import { readState, stateIn } from '../../site/playground-state.ts';
import { HAS_CHROMIUM, sharedBrowser } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';

let out = '';
let built: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  out = join(temporaryFolder({}, afterAll), 'site');
  built = await buildSite(out);
}, 120_000);

const text = (path: string): string => readFileSync(join(out, path), 'utf8');

test('no link leads nowhere, and there is a page for each Markdown file of the documentation', () => {
  expect(built.broken).toEqual([]);
  expect(built.pages).toEqual(
    expect.arrayContaining([
      'index.html',
      'docs/index.html',
      'docs/rules/index.html',
      'docs/evals.html',
      'playground.html',
    ]),
  );
});

test('no page loads anything from another address, and every address of its own is relative', () => {
  const loaded = built.pages.flatMap((path) =>
    [...text(path).matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g)].map(([, to = '']) => to),
  );
  expect(loaded.filter((to) => !to.startsWith('.') && to !== 'data:,')).toEqual([]);
  const links = built.pages.flatMap((path) =>
    [...text(path).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to = '']) => to),
  );
  expect(links.filter((to) => to.startsWith('/') || to.startsWith('file:'))).toEqual([]);
});

test('the figures of the benchmarks are bars, those of ours marked', () => {
  expect(text('docs/benchmarks.html').match(/<figure class="plot">/g)?.length).toBeGreaterThan(3);
  expect(text('docs/benchmarks.html')).toContain('class="ours"');
});

test('the playground is within its budget', () => {
  expect(built.playground).toBeLessThanOrEqual(MAX_PLAYGROUND_BYTES);
});

describe('specs in an address', () => {
  test('come back as they were', async () => {
    const spec = 'kind: server\nname: "größe \u{1F4DA}"\n';
    expect(await readState(await stateIn(spec))).toBe(spec);
  });

  test.each([
    ['nothing', ''],
    ['another state', 'tab=2'],
    ['letters that are no text', 'spec=AAAA'],
    ['more letters than an address has', `spec=${'A'.repeat(200_000)}`],
  ])('are ignored where there is %s', async (_what, hash) => {
    expect(await readState(hash)).toBeUndefined();
  });

  test('are ignored where they would fill the memory', async () => {
    expect(await readState(await stateIn('a'.repeat(2_000_000)))).toBeUndefined();
  });
});

describe.runIf(HAS_CHROMIUM)('in Chromium', () => {
  /** A page that has logged no error and asked no other address at the end of the test. */
  async function open(url: string): Promise<Page> {
    const page = await (await sharedBrowser()).newPage();
    const problems: string[] = [];
    const origin = new URL(url).origin;
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      const { origin: to, protocol } = new URL(request.url());
      if (to !== origin && protocol !== 'data:') problems.push(request.url());
    });
    onTestFinished(async () => {
      await page.close();
      expect(problems).toEqual([]);
    });
    await page.goto(url);
    return page;
  }

  /** Below a sub-path, as a project page of a host of pages is. */
  async function served(): Promise<string> {
    const server = createServer((request, response) => {
      const path = join(out, decodeURIComponent((request.url ?? '').replace(/^\/haft\//, '').replace(/\?.*$/, '')));
      const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
      if (!(request.url ?? '').startsWith('/haft/') || !existsSync(path)) return response.writeHead(404).end();
      return response.setHeader('content-type', type).end(readFileSync(path));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/haft/`;
  }

  test.each([
    ['from a disk', async () => `${pathToFileURL(out).href}/`],
    ['below a sub-path', served],
  ])(
    'the playground reports, lists and compares while somebody types, %s',
    async (_where, base) => {
      const page = await open(`${await base()}playground.html`);
      await page.getByRole('tab', { name: 'Findings (2)' }).waitFor();
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText('---\nkind: skil\n');
      await page.locator('#panel', { hasText: 'Did you mean "skill"?' }).waitFor();
      await page.getByRole('button', { name: /^\d+:7$/ }).click();
      expect(await page.evaluate('getSelection().toString()')).toBe('skil');
      expect(page.url()).toContain('#spec=');
      await page.reload();
      await page.locator('#panel', { hasText: 'Did you mean "skill"?' }).waitFor();
      await page.goto(page.url().replace(/#.*/, ''));
      await page.reload();
      await page.getByRole('tab', { name: 'tools/list' }).click();
      await page.locator('#panel', { hasText: '"name": "search_books"' }).waitFor();
      await page.getByRole('tab', { name: 'SKILL.md' }).click();
      await page.locator('#panel', { hasText: '# Make a reading list' }).waitFor();
      await page.getByRole('tab', { name: 'Changes' }).click();
      await page.locator('#panel', { hasText: 'No changes since the example.' }).waitFor();
    },
    60_000,
  );

  test('an edit is compared with the example', async () => {
    const example = readFileSync(join(import.meta.dirname, '../../site/playground-example.ts'), 'utf8');
    const spec = /`([^]*)`;\n$/.exec(example)?.[1]?.replaceAll('\\`', '`').replace('maximum: 50', 'maximum: 20') ?? '';
    const page = await open(`${pathToFileURL(out).href}/playground.html#${await stateIn(spec)}`);
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.locator('#panel', { hasText: '50 → 20' }).waitFor();
    expect(await page.locator('#panel').textContent()).toContain('limit: 50 worked, now rejected');
  });

  test('the search finds a page by its words, and the keyboard opens it', async () => {
    const page = await open(`${pathToFileURL(out).href}/docs/evals.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('openapi document');
    await page.getByRole('link', { name: 'Import an OpenAPI document' }).last().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/docs\/import-openapi\.html$/);
  });

  test('text of a spec stays text', async () => {
    const page = await open(
      `${pathToFileURL(out).href}/playground.html#${await stateIn('kind: server\nname: "<img src=x onerror=alert(1)>"\n')}`,
    );
    await page.locator('#panel', { hasText: '<img src=x' }).waitFor();
    expect(await page.locator('#panel img').count()).toBe(0);
  });
});
