/** One Chromium for all tests of a worker, since each start takes two seconds of a processor. Debian's package `chromium`, or what HAFT_CHROMIUM names. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env['HAFT_CHROMIUM'] ?? '/usr/bin/chromium';

/** Without it, tests of pages are skipped. */
export const HAS_CHROMIUM = existsSync(CHROMIUM);

let browser: Promise<Browser> | undefined;

/** It ends with its worker; pages are closed by their tests. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launch());
}

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  launched.on('disconnected', () => (browser = undefined));
  return launched;
}
