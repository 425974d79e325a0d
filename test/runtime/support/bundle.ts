/** Builds servers for tests as the compiler does: one file, nothing beside it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** A server of two constants, with every module of the runtime. */
export function bundleAll(banner: string): Promise<string> {
  return bundle('every-module.ts', banner);
}

const TEXTS = new Map<string, Promise<string>>();

/** Once for each entry in a worker: to bundle the runtime takes longer than most tests of it. */
function textOf(entry: string): Promise<string> {
  const text = TEXTS.get(entry) ?? bundledText(entry);
  TEXTS.set(entry, text);
  return text;
}

async function bundledText(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.resolve(import.meta.dirname, entry)],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Bundles an entry of this folder into a temporary `server.mjs` and gives its path. */
export async function bundle(entry: string, banner = ''): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'haft-runtime-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const outfile = path.join(folder, 'server.mjs');
  const text = await textOf(entry);
  writeFileSync(outfile, banner === '' ? text : `${banner}\n${text}`);
  return outfile;
}
