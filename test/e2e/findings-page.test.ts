/** The page of findings in a real Chromium: a command is copied, filters narrow, links open. Skipped where there is no Chromium. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const CHROMIUM = process.env['HAFT_CHROMIUM'] ?? '/usr/bin/chromium';

/** Errors of two tools, with a command in their hint, and notes of all. */
const SPEC = serverSpec('clock', 'Tells the time.', [
  toolItem('get_time', COMMAND),
  toolItem('list_trains', 'handler: none.ts'),
  toolItem('count_sheep', 'handler: none.ts'),
]).replaceAll(/ {4}evals:\n(?: {6}.*\n)*/g, '');

test.runIf(existsSync(CHROMIUM))('commands are copied, filters narrow, and a link opens what they hid', async () => {
  const root = temporaryFolder({ 'specs/clock.yaml': SPEC });
  const printed = haft(root, 'check', '--format', 'json');
  const { summary } = JSON.parse(printed.stdout) as { summary: { errors: number; warnings: number; notes: number } };
  expect(summary).toMatchObject({ errors: 2, notes: 3 });
  const file = join(root, 'page.html');
  writeFileSync(file, haft(root, 'check', '--format', 'html').stdout);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
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
