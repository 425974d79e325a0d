/** The page of `haft try` in a real Chromium: form, call and pick, and the rows of `haft view`. Skipped, and named, where there is no Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openPage } from '../support/try-page.ts';
import { TRY_SPEC, servedPage, tryBench } from '../support/try-server.ts';

describe.runIf(HAS_CHROMIUM)('in Chromium', () => {
  test('form, request, answer, pick and undo: the spec is written and given back', async () => {
    const bench = await tryBench(['try', 'find_books']);
    const page = await openPage();
    await page.goto(bench.url);
    await page.getByLabel('query').fill('sea & sand');
    // An empty field is not sent.
    await page.locator('#preview', { hasText: /GET http:\S+\/books\?q=sea%20%26%20sand\n/ }).waitFor();
    await page.getByLabel('shelf').selectOption('north');
    await page.getByLabel('limit').fill('5');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('#status', { hasText: 'Success in' }).waitFor();
    expect(bench.seen).toEqual(['GET /books?q=sea%20%26%20sand&limit=5&shelf=north']);
    expect(page.url()).not.toContain(bench.token);
    expect(await page.locator('#result').textContent()).toContain('"Emma"');
    await page.getByTitle('Pick /items/0/year').click();
    await page.locator('#mapping', { hasText: '"year": "/items/0/year"' }).waitFor();
    const spec = readFileSync(join(bench.cwd, 'specs/library.yaml'), 'utf8');
    expect(spec).toContain('result: { books: /items, year: /items/0/year } # all of them');
    await page.getByRole('button', { name: 'Undo the last pick' }).click();
    await page.locator('#status', { hasText: 'as it was before' }).waitFor();
    expect(readFileSync(join(bench.cwd, 'specs/library.yaml'), 'utf8')).toBe(TRY_SPEC);
    await page.getByRole('button', { name: 'Record this call' }).click();
    await page.locator('#status', { hasText: 'Recorded in specs/recordings/find_books.json.' }).waitFor();
  });

  test('`haft view` shows the rows of a result from a file as a host draws them, and follows dark', async () => {
    const cwd = temporaryFolder({
      'specs/library.yaml': TRY_SPEC.replace(
        'http: { connection: library, request: GET /shelf, result: { books: /items } }',
        '$&\n    view: { table: books, columns: [title, year] }',
      ),
      'result.json': '{ "books": [{ "title": "Emma", "year": 1815 }, { "title": "<b>Persuasion</b>", "year": 1817 }] }',
    });
    const url = await servedPage(['view', 'list_shelf', '--with', 'result.json'], cwd);
    const page = await openPage();
    await page.goto(url);
    const frame = page.frameLocator('#view iframe');
    await frame.getByRole('cell', { name: '<b>Persuasion</b>' }).waitFor();
    expect(await frame.locator('td').allTextContents()).toEqual(['Emma', '1815', '<b>Persuasion</b>', '1817']);
    await page.getByLabel('Dark').check();
    await frame.locator('html[style*="dark"]').waitFor({ state: 'attached' });
  });
});
