/** Compiles the spec beside this folder as `haft compile` does, into a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { checkProject } from '../../../compiler/cli/spine.ts';
import { contentsOf } from '../../../compiler/edge/tasks/contents.ts';
import { openProject } from '../../../compiler/edge/project/project.ts';
import { memoizedBundler } from '../../../compiler/edge/bundle/memoized-bundler.ts';

/** The path of the generated `server.mjs`. */
export async function compiledServer(): Promise<string> {
  const cwd = join(import.meta.dirname, '..');
  const project = openProject({ cwd }).value;
  if (project === undefined) throw new Error('haft.yaml is not in order');
  const { compiled, diagnostics, sources } = await checkProject(project, { today: '2026-11-20' });
  if (compiled === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  const folder = mkdtempSync(join(tmpdir(), 'haft-conformance-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const { path, bytes } of await contentsOf(project, compiled, sources, memoizedBundler().bundle)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes());
  }
  return join(folder, 'servers/conformance/server.mjs');
}
