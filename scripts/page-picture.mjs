// The pictures of the page of `haft try`: `node scripts/page-picture.mjs`, with a Chromium at HAFT_CHROMIUM or /usr/bin/chromium.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const HAFT = fileURLToPath(new URL('../compiler/bin/haft.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'haft-picture-'));
for (const words of [['init'], ['compile'], ['release']])
  spawnSync(process.execPath, [HAFT, ...words], { cwd: folder, env: { ...process.env, HOME: folder } });
const spec = join(folder, 'specs/text-tools/server.yaml');
writeFileSync(spec, readFileSync(spec, 'utf8').replace('maximum: 100', 'maximum: 50'));
const page = spawn(process.execPath, [HAFT, 'try', 'rank_words'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
const [url] = await new Promise((resolve) =>
  createInterface({ input: page.stdout }).once('line', (line) => resolve([line])),
);
const browser = await chromium.launch({
  executablePath: process.env.HAFT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const view = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await view.goto(url);
  await view.getByLabel('text').fill('The sea, the sea, and the sand by the sea.');
  await view.getByRole('button', { name: 'Call', exact: true }).click();
  await view.locator('#status', { hasText: 'Success in' }).waitFor();
  await view.screenshot({ path: join(FOLDER, 'try.png') });
  await view.setViewportSize({ width: 1100, height: 560 });
  await view.getByRole('tab', { name: 'Changes' }).click();
  await view.locator('.proof').waitFor();
  await view.evaluate(() => document.activeElement.blur());
  await view.screenshot({ path: join(FOLDER, 'try-changes.png') });
} finally {
  await browser.close();
  page.kill();
  rmSync(folder, { recursive: true });
}
