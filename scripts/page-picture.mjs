// The picture of the page of `haft try`: `node scripts/page-picture.mjs <out.png>`, with a Chromium at HAFT_CHROMIUM or /usr/bin/chromium.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const HAFT = fileURLToPath(new URL('../compiler/bin/haft.js', import.meta.url));
const [out = 'docs/pictures/try.png'] = process.argv.slice(2);

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'haft-picture-'));
spawnSync(process.execPath, [HAFT, 'init'], { cwd: folder });
const page = spawn(process.execPath, [HAFT, 'try', 'rank_words'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
const [url] = await new Promise((resolve) =>
  createInterface({ input: page.stdout }).once('line', (line) => resolve([line])),
);
const browser = await chromium.launch({
  executablePath: process.env.HAFT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const view = await browser.newPage({ viewport: { width: 1100, height: 720 } });
  await view.goto(url);
  await view.getByLabel('text').fill('The sea, the sea, and the sand by the sea.');
  await view.getByRole('button', { name: 'Call', exact: true }).click();
  await view.locator('#status', { hasText: 'Success in' }).waitFor();
  await view.screenshot({ path: out });
} finally {
  await browser.close();
  page.kill();
  rmSync(folder, { recursive: true });
}
