/** Pages in Chromium whose console stays without errors, and the judge of accessibility. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { sharedBrowser } from './chromium.ts';

interface Opened {
  /** Errors in its console are expected. */
  readonly isNoisy?: boolean;
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** For a judge that is a script. */
  readonly bypassCSP?: boolean;
}

/** A page whose console has no error at the end of the test. */
export async function openPage({ isNoisy = false, width = 1300, ...context }: Opened = {}): Promise<Page> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width, height: 900 }, ...context });
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && !isAnswer(message.text()) && problems.push(message.text()),
  );
  page.on('pageerror', (error) => problems.push(error.message));
  onTestFinished(async () => {
    await page.close();
    if (!isNoisy) expect(problems).toEqual([]);
  });
  return page;
}

/** A tool may be gone by the time that the page asks for it: the page shows what it is told. */
function isAnswer(line: string): boolean {
  return line.includes('the server responded with a status of 422');
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page, and whether it is wider than its window. The page was opened with `bypassCSP`. */
export async function accessProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
  );
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...(violations as string[]), ...(isWide === true ? ['wider than its window'] : [])];
}
