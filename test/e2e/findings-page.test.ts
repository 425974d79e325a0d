/** The pages of findings and changes in a real Chromium: a command is copied, filters narrow, links open, nothing overflows. Skipped where there is no Chromium. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { HAS_CHROMIUM, sharedBrowser } from '../support/chromium.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { edited } from '../support/released.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { IS_WHOLE } from '../support/runs.ts';

/** Errors of two tools, with a command in their hint, and notes of all. */
const SPEC = serverSpec('clock', 'Tells the time.', [
  toolItem('get_time', COMMAND),
  toolItem('list_trains', 'handler: none.ts'),
  toolItem('count_sheep', 'handler: none.ts'),
]).replaceAll(/ {4}evals:\n(?: {6}.*\n)*/g, '');

test.runIf(HAS_CHROMIUM)('commands are copied, filters narrow, and a link opens what they hid', async () => {
  const root = temporaryFolder({ 'specs/clock.yaml': SPEC });
  const printed = haft(root, 'check', '--format', 'json');
  const { summary } = JSON.parse(printed.stdout) as { summary: { errors: number; warnings: number; notes: number } };
  expect(summary).toMatchObject({ errors: 2, notes: 3 });
  const file = join(root, 'page.html');
  writeFileSync(file, haft(root, 'check', '--format', 'html').stdout);
  const browser = await sharedBrowser();
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  const problems: string[] = [];
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await tab.goto(pathToFileURL(file).href);
  await tab.getByRole('button', { name: 'Copy haft compile' }).first().click();
  expect(await tab.evaluate('getSelection().toString()')).toBe('haft compile');
  await tab.getByRole('button', { name: /^error/ }).click();
  await expect.poll(() => tab.locator('.change:visible').count()).toBe(2);
  await tab.locator('.card', { hasText: 'Notes' }).getByRole('link').first().click();
  const all = summary.errors + summary.warnings + summary.notes;
  await expect.poll(() => tab.locator('.change:visible').count()).toBe(all);
  expect(problems).toEqual([]);
});

test.runIf(HAS_CHROMIUM && IS_WHOLE)(
  'changes: the rows have proof and command, lead to their cards, and fit on a phone (HAFT_RUNS=1)',
  async () => {
    const root = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    const file = join(root, 'page.html');
    writeFileSync(file, haft(root, 'diff', '--format', 'html', '--today', '2026-11-20').stdout);
    const browser = await sharedBrowser();
    for (const width of [1300, 390]) {
      const tab = await browser.newPage({ viewport: { width, height: 900 } });
      onTestFinished(() => tab.close());
      await tab.goto(pathToFileURL(file).href);
      const row = tab.locator('.rows li').first();
      const text = (await row.innerText()).replaceAll(/\s+/g, ' ').trim();
      expect(text).toBe('not allowed get_time · zone 40 → 4 zone: aaaaa worked, now rejected haft bump get_timeCopy');
      const box = await row.boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
      await row.getByRole('button', { name: 'Copy haft bump get_time' }).click();
      expect(await tab.evaluate('getSelection().toString()')).toBe('haft bump get_time');
      await row.getByRole('link').click();
      expect(await tab.evaluate('document.querySelector(":target").open')).toBe(true);
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  },
);
