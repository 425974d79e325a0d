/** The page of `haft try` in a real Chromium: what it asks before a call, and what other pages can do. Skipped, and named, where there is no Chromium. */
// In depth: a dozen seconds of Chromium; try-page.test.ts has one way through the page, try-asking.test.ts each question, try.test.ts who may ask.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { openPage } from '../support/try-page.ts';
import { TRY_SPEC, tryBench } from '../support/try-server.ts';

describe.runIf(HAS_CHROMIUM)('in Chromium', () => {
  test('a tool that destroys asks in the page, and texts of specs and services stay texts', async () => {
    const bench = await tryBench();
    const page = await openPage();
    await page.goto(bench.url);
    await page.getByRole('link', { name: 'delete_book' }).click();
    await page.getByText('</script><b>bold</b>').waitFor();
    expect(await page.locator('main b').count()).toBe(0);
    await page.getByRole('tab', { name: 'Call' }).click();
    await page.getByLabel('id').fill('7');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('can destroy data. Make the call for real?').waitFor();
    expect(bench.seen).toEqual([]);
    await page.getByRole('button', { name: 'Yes, call it' }).click();
    await page.locator('#status', { hasText: 'Success in' }).waitFor();
    expect(bench.seen).toEqual(['DELETE /books/7']);
    writeFileSync(join(bench.cwd, 'specs/library.yaml'), TRY_SPEC.replace('find_books', 'search_books'));
    await page.getByRole('link', { name: 'search_books' }).waitFor();
  });

  test('a tool asks its own questions in the page, and what was asked about is what is sent', async () => {
    const bench = await tryBench();
    const asking = TRY_SPEC.replace(
      'parameters: { id: { type: string, description: Identifier of the book. } }',
      `parameters:
      id: { type: string, description: Identifier of the book. }
      copies: { type: integer, description: How many. }
    ask: [{ copies: How many copies? }]
    confirm: 'Delete {copies} of the book "{id}"?'`,
    ).replace('"DELETE /books/{id}",', '"DELETE /books/{id}", query: { copies: "{copies}" },');
    writeFileSync(join(bench.cwd, 'specs/library.yaml'), asking);
    const page = await openPage();
    await page.goto(bench.url);
    await page.getByRole('link', { name: 'delete_book' }).click();
    await page.getByRole('tab', { name: 'Call' }).click();
    await page.locator('form').getByLabel('copies').waitFor();
    await page.getByLabel('id').fill('7');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('How many copies?', { exact: true }).waitFor();
    await page.locator('#answer').getByLabel('copies').fill('2');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByText('Delete 2 of the book "7"?').waitFor();
    await page.getByLabel('id').fill('8');
    expect(bench.seen).toEqual([]);
    await page.getByRole('button', { name: 'Yes, call it' }).click();
    await page.locator('#status', { hasText: 'Success in' }).waitFor();
    expect(bench.seen).toEqual(['DELETE /books/7?copies=2']);
  });

  test('the values that a question was about are sent, also where they were edited since', async () => {
    const bench = await tryBench();
    const page = await openPage();
    await page.goto(bench.url);
    await page.getByRole('link', { name: 'delete_book' }).click();
    await page.getByRole('tab', { name: 'Call' }).click();
    await page.getByLabel('id').fill('7');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('can destroy data. Make the call for real?').waitFor();
    await page.getByLabel('id').fill('8');
    await page.getByRole('button', { name: 'Yes, call it' }).click();
    await page.locator('#status', { hasText: 'Success in' }).waitFor();
    expect(bench.seen).toEqual(['DELETE /books/7']);
  });

  test('with the keyboard alone a tool is opened and called: the focus is never lost, and Escape is No', async () => {
    const bench = await tryBench();
    const confirming = TRY_SPEC.replace(
      '    effects: destroy\n',
      `    effects: destroy\n    confirm: 'Delete "{id}"?'\n`,
    )
      .replace('delete_book', 'erase_book')
      .concat(TRY_SPEC.slice(TRY_SPEC.indexOf('  - name: delete_book')));
    writeFileSync(join(bench.cwd, 'specs/library.yaml'), confirming);
    const page = await openPage();
    await page.goto(bench.url);
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const focused = (selector: string): Promise<void> => page.locator(`${selector}:focus`).waitFor();
    for (const [name, question] of [
      ['delete_book', 'can destroy data. Make the call for real?'],
      ['erase_book', 'Delete "7"?'],
    ] as const) {
      await page.getByRole('link', { name }).focus();
      await press('Enter');
      await page.getByRole('heading', { name: `library.${name}` }).waitFor();
      await focused('a[aria-current]');
      await press('ArrowUp');
      await press('ArrowDown');
      await focused('a[aria-current]');
      await page.getByRole('tab', { name: 'Call' }).press('Enter');
      await page.getByLabel('id').fill('7');
      await press('Control+Enter');
      await page.getByText(question).waitFor();
      await focused('#answer button');
      await press('Escape');
      await page.getByText(question).waitFor({ state: 'detached' });
      await focused(name === 'erase_book' ? '#answer' : 'form button');
      expect(bench.seen.filter((line) => line.startsWith('DELETE')).length).toBe(name === 'erase_book' ? 1 : 0);
      await page.getByRole('button', { name: 'Call', exact: true }).press('Enter');
      await page.getByText(question).waitFor();
      await page.locator('#answer button').first().press('Enter');
      await page.locator('#status', { hasText: 'Success in' }).waitFor();
      await focused('#answer');
    }
    // A change of the specs leaves the focus where it is in the list.
    await page.getByRole('link', { name: 'find_books' }).focus();
    writeFileSync(join(bench.cwd, 'specs/library.yaml'), confirming.replaceAll('list_shelf', 'show_shelf'));
    await page.getByRole('link', { name: 'show_shelf' }).waitFor();
    await focused('a[href*="find_books"]');
  });

  test('a value of the answer has its place in its name, and a search begins at its first hit', async () => {
    const bench = await tryBench();
    const page = await openPage();
    await page.goto(bench.url);
    await page.getByLabel('Search').fill('find');
    await page.getByLabel('Search').press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Call' }).click();
    await page.getByLabel('query').fill('sea');
    await page.keyboard.press('Control+Enter');
    for (const name of ['everything: 4 values', '/items: list of 1', '/items/0/title: "Emma"'])
      await page.getByRole('button', { name, exact: true }).waitFor();
  });

  test('a page of another port reads nothing, calls nothing and frames nothing', async () => {
    const bench = await tryBench();
    const evil = createServer(
      (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>evil</p>'),
    );
    await new Promise<void>((done) => void evil.listen(0, '127.0.0.1', done));
    onTestFinished(() => void evil.close().closeAllConnections());
    const page = await openPage({ isNoisy: true });
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const tried = await page.evaluate(
      async ({ origin, token }) => {
        const attempt = async (init: RequestInit): Promise<string> =>
          fetch(`${origin}/api/call`, init).then(
            async (response) => `${response.type} ${await response.text()}`,
            () => 'refused',
          );
        const body = JSON.stringify({ tool: 'library/delete_book', arguments: { id: '7' }, agreed: true });
        return [
          await attempt({
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          }),
          await attempt({ method: 'POST', body, mode: 'no-cors' }),
          await attempt({ method: 'GET' }),
        ];
      },
      { origin: bench.origin, token: bench.token },
    );
    expect(tried).toEqual(['refused', 'refused', 'refused']);
    await page.setContent(`<iframe src="${bench.url}"></iframe>`);
    const frame = page.frames()[1];
    await frame?.waitForLoadState();
    expect(await frame?.content()).not.toContain('haft try');
    // What needs no permission of the other side: a form, a script and a picture.
    const loaded =
      await page.evaluate(`Promise.all([['script', '/page.js'], ['img', '/api/fix']].map(([name, path]) => new Promise((done) => {
      const element = document.createElement(name);
      element.addEventListener('load', () => done('loaded'));
      element.addEventListener('error', () => done('refused'));
      element.src = '${bench.origin}' + path;
      document.body.append(element);
    })))`);
    expect(loaded).toEqual(['refused', 'refused']);
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${bench.origin}/api/call"><input name='{"tool":"library.delete_book","arguments":{"id":"7"},"agreed":true,"x":"' value='"}'></form>`,
    );
    const [answer] = await Promise.all([
      page.waitForResponse(`${bench.origin}/api/call`),
      page.evaluate('document.forms[0].submit()'),
    ]);
    expect(answer.status()).toBe(403);
    expect(bench.seen).toEqual([]);
  });
});
