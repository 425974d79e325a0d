/** Builds servers for tests as the compiler does: one file, nothing beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** A server of two constants, with every module of the runtime. */
export function bundleAll(banner: string): Promise<string> {
  return bundle('every-module.ts', banner);
}

/** Bundles an entry of this folder into a temporary `server.mjs` and gives its path. */
export async function bundle(entry: string, banner = ''): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'haft-runtime-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const outfile = path.join(folder, 'server.mjs');
  await build({
    entryPoints: [path.resolve(import.meta.dirname, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: banner },
  });
  return outfile;
}
