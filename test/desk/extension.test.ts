/** The extension for VS Code: its manifest, and that it is off where a folder is not trusted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../editors/vscode');

test('the manifest of the extension names no client, or lets it run in a folder that is not trusted', () => {
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
    readonly main: string;
    readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: boolean } };
    readonly activationEvents: readonly string[];
  };
  expect(existsSync(join(FOLDER, 'client.cjs'))).toBe(true);
  expect(readFileSync(join(FOLDER, 'pack.mjs'), 'utf8')).toContain(manifest.main.slice(2));
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe(false);
  // A pattern would start a search of the whole folder.
  expect(manifest.activationEvents.filter((event) => event.includes('*'))).toEqual([]);
});
