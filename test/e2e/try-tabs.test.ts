/** The tabs of `haft try` in a real Chromium: they show and follow the specs, by pointer and keyboard, in light and dark, and hostile texts stay texts. Skipped, and named, where there is no Chromium. */
// In depth: half a minute of Chromium; try-page.test.ts has one way through the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { doctorProject, findingsOf } from '../support/doctor-project.ts';
import { CODEX } from '../support/doctor-planting.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { SPEC, TEXT, edited, successor } from '../support/released.ts';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { accessProblems, openPage } from '../support/try-page.ts';
import { TRY_SPEC, servedPage } from '../support/try-server.ts';

/** A text of a million characters costs seconds of layout. */
const REPEATS = 200_000;

/** Released, then a bound was tightened in place, and a successor was made. */
function changedProject(): string {
  const old =
    'deprecated: { since: 2026-11-20, use: get_time_v2, remove_after: 2027-03-01, reason: It was too coarse. }';
  const withSuccessor = successor('maxLength: 40', 'maxLength: 10', old);
  return edited((text) => withSuccessor(text).replace('Lists the next departures', 'Lists all departures'));
}

async function opened(cwd: string, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  // The page is closed before its process.
  const url = await servedPage(['try', '--today', '2026-11-27'], cwd);
  const page = await openPage(options);
  await page.goto(url);
  await page.getByRole('tab').first().waitFor();
  return page;
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(`main[data-open="${hash}"] #panel > *`).first().waitFor();
}

const TABS = [
  '#/project/findings',
  '#/project/changes',
  '#/project/evals',
  '#/project/life',
  '#/project/hosts',
  '#/server/clock/model',
  '#/tool/clock.get_time/model',
  '#/tool/clock.get_time/call',
  '#/tool/clock.get_time/life',
  '#/tool/clock.list_trains/changes',
  '#/tool/clock.list_trains/evals',
];

describe.runIf(HAS_CHROMIUM)('in Chromium', () => {
  test('each tab shows its own, and axe finds nothing in dark on a small screen', async () => {
    const cwd = changedProject();
    const page = await opened(cwd, { bypassCSP: true, width: 420, colorScheme: 'dark' });
    const shown = async (hash: string, text: string | RegExp): Promise<void> => {
      await goTo(page, hash);
      await page.locator('#panel', { hasText: text }).waitFor();
    };
    await shown('#/tool/clock.get_time_v2/model', 'mcp__clock__get_time_v2');
    await shown('#/tool/clock.get_time_v2/life', 'It was not released yet.');
    await shown('#/project/life', 'Callers rely on it for 94 days more.');
    await shown('#/tool/clock.list_trains/changes', 'Lists the nextall departures');
    await shown('#/tool/clock.list_trains/evals', 'Expected by chosen');
    for (const hash of TABS) {
      await goTo(page, hash);
      expect([hash, await accessProblems(page)]).toEqual([hash, []]);
    }
  }, 60_000);

  test('the page follows the specs: proof of a break, what was typed, and the last good state while there is an error', async () => {
    const cwd = edited((text) => `${text}# edited\n`);
    const page = await opened(cwd);
    const write = (text: string): void => writeFileSync(join(cwd, SPEC), text);
    await goTo(page, '#/tool/clock.get_time/changes');
    await page.locator('#panel', { hasText: 'No changes' }).waitFor();
    write(TEXT.replace('maxLength: 40', 'maxLength: 4'));
    await page.locator('.proof', { hasText: 'worked; now: /zone must be a string of at most 4 characters' }).waitFor();
    await page.locator('nav .badge', { hasText: 'not allowed' }).first().waitFor();
    await goTo(page, '#/tool/clock.get_time/call');
    await page.getByLabel('zone').fill('UTC');
    write('kind: [');
    await page.getByRole('alert').filter({ hasText: 'The specs have errors now.' }).waitFor();
    await page.locator('#preview', { hasText: 'UTC' }).waitFor();
    write(TEXT.replace('description: "Case-sensitive name', 'description: "Exact name'));
    await page.getByText('Exact name').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByLabel('zone').inputValue()).toBe('UTC');
    write(TEXT.replace('get_time', 'read_time'));
    await page.getByRole('link', { name: 'read_time' }).waitFor();
    await page.locator('main[data-open^="#/project"]').waitFor();
  }, 60_000);

  test('the keyboard searches, moves, opens, changes tabs and sends; a link leads to a tab', async () => {
    const page = await opened(temporaryFolder({ [SPEC]: TEXT }));
    await page.keyboard.press('/');
    await page.keyboard.type('trains');
    expect(await page.locator('nav a.tool').allTextContents()).toEqual(['list_trains']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('main[data-open="#/tool/clock.list_trains/model"]').waitFor();
    await page.getByRole('tab', { name: 'Model' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('main[data-open="#/tool/clock.list_trains/call"]').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Call');
    await page.evaluate("location.hash = '#/tool/get_time/call'");
    await page.locator('main[data-open="#/tool/clock.get_time/call"]').waitFor();
    await page.getByLabel('zone').fill('UTC');
    await page.keyboard.press('Control+Enter');
    await page.locator('#status', { hasText: /in \d+ ms/ }).waitFor();
    await page.reload();
    await page.locator('main[data-open="#/tool/clock.get_time/call"] form').waitFor();
    await page.evaluate("location.hash = '#/tool/%E0%A4%A/%'");
    await page.locator('#status', { hasText: 'Nothing is named' }).waitFor();
  }, 60_000);

  test.each([
    ['/api/preview', 'Control+A'],
    ['/api/call', 'Control+Enter'],
  ])(
    'an answer of %s to a tab that was left changes nothing of the next one',
    async (address, key) => {
      const page = await opened(temporaryFolder({ [SPEC]: TEXT }));
      await page.evaluate(`globalThis.said = [];
      new MutationObserver(([{ target }]) => said.push(target.textContent)).observe(document.getElementById('status'), { childList: true })`);
      await goTo(page, '#/tool/clock.get_time/call');
      let release = (): void => {};
      const held = new Promise<void>((done) => (release = done));
      await page.route(`**${address}`, async (route) => {
        await held;
        await route.continue();
      });
      const [asked, answered] = [page.waitForRequest(`**${address}`), page.waitForResponse(`**${address}`)];
      await page.getByLabel('zone').fill('UTC');
      await page.keyboard.press(key);
      await asked;
      await goTo(page, address === '/api/call' ? '#/tool/clock.list_trains/call' : '#/tool/clock.get_time/life');
      release();
      await (await answered).finished();
      if (address === '/api/call') expect(await page.locator('#answer').textContent()).toBe('');
      await goTo(page, '#/project/findings');
      expect(await page.evaluate('said.join()')).not.toContain('The page has no');
    },
    60_000,
  );

  test('an answer that comes while the next tab is asked for is dropped', async () => {
    const page = await opened(temporaryFolder({ [SPEC]: TEXT }));
    await goTo(page, '#/tool/clock.get_time/call');
    let [release, next] = [(): void => {}, (): void => {}];
    const [held, waiting] = [new Promise<void>((done) => (release = done)), new Promise<void>((done) => (next = done))];
    await page.route('**/api/preview', (route) => held.then(() => route.continue()));
    await page.route('**/api/life', (route) => waiting.then(() => route.continue()));
    const [asked, answered] = [page.waitForRequest('**/api/preview'), page.waitForResponse('**/api/preview')];
    await page.getByLabel('zone').fill('UTC');
    await asked;
    const left = page.waitForRequest('**/api/life');
    await page.evaluate("location.hash = '#/tool/clock.list_trains/life'");
    await left;
    release();
    await (await answered).finished();
    next();
    await page.locator('main[data-open="#/tool/clock.list_trains/life"] #panel > *').first().waitFor();
    expect(await page.locator('#status').textContent()).toBe('');
  }, 60_000);

  test('an answer is drawn in the panel of its tool where the specs were saved meanwhile', async () => {
    const cwd = temporaryFolder({ [SPEC]: TEXT });
    const page = await opened(cwd);
    await goTo(page, '#/tool/clock.get_time/call');
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route('**/api/call', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('zone').fill('UTC');
    await page.keyboard.press('Control+Enter');
    writeFileSync(join(cwd, SPEC), TEXT.replace('description: "Case-sensitive name', 'description: "Exact name'));
    await page.getByText('Exact name').waitFor();
    release();
    await page.locator('#answer #result').waitFor();
  }, 60_000);

  test('a hostile text stays a text: markup, marks of direction, and any length', async () => {
    const hostile = String.raw`</script><script>globalThis.hit = 1</script><img src=x onerror=hit=1>\u202Egnp.exe ${'long '.repeat(REPEATS)}`;
    const spec = TRY_SPEC.replace('Finds books by a word in their titles.', `"${hostile}"`).replace('title: ', '');
    const page = await opened(temporaryFolder({ 'specs/library.yaml': spec }));
    await goTo(page, '#/tool/library.find_books/model');
    const text = await page.locator('.part p').first().textContent();
    expect(
      text?.startsWith(String.raw`</script><script>globalThis.hit = 1</script><img src=x onerror=hit=1>\u202egnp.exe`),
    ).toBe(true);
    expect(text?.length).toBeGreaterThan(REPEATS * 5);
    for (const hash of ['#/project/findings', '#/tool/library.find_books/call', '#/server/library/model'])
      await goTo(page, hash);
    expect(await page.locator('#panel script, #panel img').count()).toBe(0);
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
  }, 60_000);

  test.skipIf(ON_WINDOWS)(
    'a finding about a host is fixed by its button, and by nothing that the page says',
    async () => {
      const bench = doctorProject('codex --user --env=LIBRARY_URL=http://127.0.0.1:9');
      bench.edit(CODEX, (text) => text.replace('server.mjs', 'gone.mjs'));
      const url = await servedPage(['try'], bench.project, bench.env);
      const page = await openPage({ bypassCSP: true });
      await page.goto(url);
      await page.getByRole('tab').first().waitFor();
      await goTo(page, '#/project/hosts');
      await page.getByRole('row', { name: /Codex CLI library unknown/ }).waitFor();
      await page.getByRole('button', { name: 'Examine the hosts' }).click();
      await page.locator('.card', { hasText: 'There is no file' }).waitFor();
      expect(await accessProblems(page)).toEqual([]);
      await page.getByRole('button', { name: /^Run the fix/ }).click();
      await page.locator('#problems', { hasText: 'No problems found.' }).waitFor();
      expect(readFileSync(join(bench.home, CODEX), 'utf8')).not.toContain('gone.mjs');
      expect(findingsOf(bench, 'codex')).toEqual([]);
      const { origin, hash } = new URL(url);
      const fix = (message: object): Promise<number> =>
        fetch(`${origin}/api/fix`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${hash.slice(1)}` },
          body: JSON.stringify(message),
        }).then(({ status }) => status);
      // Of the finding that is fixed, of none, and with words of its own.
      for (const message of [
        { finding: 0 },
        { finding: 99 },
        { finding: 0, commands: [['haft', 'compile']] },
        { finding: 0.5 },
      ])
        expect(await fix(message)).toBe(422);
      for (const message of [{}, { finding: '0' }, { finding: ['haft', 'compile'] }])
        expect(await fix(message)).toBe(400);
    },
    120_000,
  );

  test('of ten thousand tools two hundred rows and a count are drawn', async () => {
    const tools = Array.from(
      { length: 10_000 },
      (_, n) =>
        `  - { name: read_part_${n}, description: { does: "Reads part ${n}.", when: the user asks for part ${n} }, effects: read, command: { argv: [date] } }\n`,
    );
    const page = await opened(
      temporaryFolder({
        'specs/large.yaml': `kind: server\nname: large\nversion: 1.0.0\nsummary: Reads parts.\ntools:\n${tools.join('')}`,
      }),
    );
    expect(await page.locator('nav li').count()).toBe(201);
    await page.getByText('9,801 more: search for them.').waitFor();
    await page.getByLabel('Search tools and skills').fill('part_9999');
    await page.getByRole('link', { name: 'read_part_9999' }).click();
    await page.locator('main[data-open="#/tool/large.read_part_9999/model"] .part').first().waitFor();
    for (const hash of ['#/server/large/life', '#/server/large/model', '#/project/findings']) await goTo(page, hash);
  }, 300_000);

  test.each([
    [1300, 'light'],
    [1300, 'dark'],
    [420, 'light'],
  ] as const)(
    'axe finds nothing at %i pixels in %s',
    async (width, colorScheme) => {
      const page = await opened(changedProject(), { bypassCSP: true, width, colorScheme });
      for (const hash of TABS) {
        await goTo(page, hash);
        expect([hash, await accessProblems(page)]).toEqual([hash, []]);
      }
    },
    120_000,
  );
});
