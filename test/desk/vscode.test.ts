/** The packed extension in a real VS Code, which is code-server's server seen in Chromium. HAFT_TEST_VSCODE is the folder into which it was installed; CONTRIBUTING.md says how. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BOOKS } from '../support/books.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BIN, environment, freshHaft } from '../support/haft.ts';
import { HAS_CHROMIUM } from '../support/chromium.ts';
import { openPage } from '../support/try-page.ts';

const place = process.env['HAFT_TEST_VSCODE'];
const SERVER = join(place ?? '', 'node_modules/code-server/lib/vscode/out/server-main.js');
const PACK = join(import.meta.dirname, '../../editors/vscode/pack.mjs');
const SPEC = 'specs/books.yaml';
/** No gallery of extensions is asked. */
const ENV = { ...environment(), EXTENSIONS_GALLERY: '{}' };

/** A project with a mistake and the haft of this repository. */
function projectWithMistake(): string {
  const root = temporaryFolder({ ...BOOKS, [SPEC]: BOOKS[SPEC].replace('effects: read', 'effects: reed') });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(dirname(dirname(BIN)), join(root, 'node_modules/haft'), 'junction');
  return root;
}

function run(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: ENV });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
}

/** The address of a VS Code that has this extension and no other; it and what it started end with the test. */
async function startEditor(): Promise<string> {
  const own = temporaryFolder();
  const vsix = join(own, 'haft.vsix');
  const folders = ['--extensions-dir', join(own, 'extensions'), '--server-data-dir', join(own, 'data')];
  const flags = [...folders, '--accept-server-license-terms', '--telemetry-level', 'off'];
  run([PACK, vsix]);
  run([SERVER, '--install-extension', vsix, ...flags]);
  const listen = ['--without-connection-token', '--host', '127.0.0.1', '--port', '0'];
  const editor = spawn(process.execPath, [SERVER, ...flags, ...listen], {
    env: ENV,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    if (editor.pid === undefined || editor.exitCode !== null) return;
    const ended = once(editor, 'exit');
    process.kill(-editor.pid, 'SIGKILL');
    await ended;
  });
  for await (const line of createInterface(editor.stdout)) {
    const port = /agent listening on (\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error('VS Code ended before it listened.');
}

/** The spec in a page of VS Code, in a folder that somebody has just trusted. */
async function openTrusted(root: string): Promise<Page> {
  const editor = await startEditor();
  const page = await openPage({ isNoisy: true });
  page.setDefaultTimeout(30_000);
  const file = `vscode-remote://${new URL(editor).host}${encodeURI(join(root, SPEC))}`;
  const payload = JSON.stringify([
    ['openFile', file],
    ['skipWelcome', 'true'],
  ]);
  await page.goto(`${editor}/?${new URLSearchParams({ folder: root, payload }).toString()}`);
  const trust = page.getByRole('button', { name: 'Yes, I trust' });
  await trust.click();
  await trust.waitFor({ state: 'detached' });
  // A remote folder that is trusted later is searched for haft.yaml with ripgrep, which this installation has not; on a reload VS Code looks for the file itself.
  await page.reload();
  return page;
}

/** When the file has this text. */
async function textOnDisk(path: string, text: string): Promise<void> {
  for await (const _ of watch(dirname(path), { signal: AbortSignal.timeout(60_000) }))
    if (readFileSync(path, 'utf8') === text) return;
}

const lineWith = (page: Page, text: string): Locator => page.locator('.view-line', { hasText: text }).first();

describe.skipIf(place === undefined || !HAS_CHROMIUM)('HAFT_TEST_VSCODE=<folder>: VS Code shows something else', () => {
  test('of a mistake, its quick fix and a key', async () => {
    const root = projectWithMistake();
    const page = await openTrusted(root);
    const mistake = page.locator('.squiggly-error').first();
    await mistake.waitFor();

    await lineWith(page, 'effects: reed').click();
    await page.keyboard.press('F8');
    const problem = await page.locator('.marker-widget .message').textContent();
    expect(problem).toMatch(/^"effects" of tool "search_books" must be .*haft\(spec\/not-allowed\)$/s);

    const saved = textOnDisk(join(root, SPEC), BOOKS[SPEC]);
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row.focused', { hasText: 'Write "read"' }).waitFor();
    await page.keyboard.press('Enter');
    await lineWith(page, 'effects: read').waitFor();
    await mistake.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await saved;
    expect(freshHaft(root, 'check').code).toBe(0);

    await lineWith(page, 'effects: read').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('idem');
    const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'idempotent' }).first();
    await row.waitFor();
    await row.click();
    await lineWith(page, 'idempotent:').waitFor();
  }, 240_000);
});
