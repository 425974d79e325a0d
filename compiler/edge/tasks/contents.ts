/** The output of a project as bytes, in memory: nothing is written here. */
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { compareText, invariant } from '../../base/diagnostic.ts';
import { emit } from '../../emit/emit.ts';
import { emittersFor } from '../../emit/outputs.ts';
import type { BundledCode, BundledFile, OutputFile, TextFile } from '../../emit/output-file.ts';
import { memoizeBy } from '../../base/memo.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { slashed } from '../project/root.ts';
import type { FileContent } from '../write/decide.ts';
import { join } from 'node:path';
import type { Plan } from '../../plan/model.ts';
import { MANIFEST } from '../write/manifest.ts';

/** The output as bytes: texts as they are, copies from the sources, bundles through esbuild. */
export async function contentsOf(
  project: Project,
  { plan }: PlannedSpecs,
  sources: Sources,
  bundle: Bundler,
): Promise<FileContent[]> {
  const copies = carriedOf(sources);
  const { outputHosts, outputs } = project.settings;
  const files = emit(plan, slashed(project.out, project.root) || '.', copies, outputHosts, emittersFor(outputs));
  const bundles = files.filter((file): file is BundledFile => file.kind === 'bundle');
  const bundled = bundles.length > 0 ? await bundle(bundles, project.root) : new Map<string, BundledCode>();
  return files.map((file) => toContent(file, copies, bundled));
}

/** The files of skills, by path. */
function carriedOf({ files }: Sources): ReadonlyMap<string, Uint8Array> {
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

/** Modules that import author's files → the code of each, by path of the output file. */
export type Bundler = (files: readonly BundledFile[], root: string) => Promise<ReadonlyMap<string, BundledCode>>;

function toContent(
  file: OutputFile,
  copies: ReadonlyMap<string, Uint8Array>,
  bundled: ReadonlyMap<string, BundledCode>,
): FileContent {
  const { path, source } = file;
  switch (file.kind) {
    case 'text':
      return textContent(file);
    case 'copy':
      return { path, source, bytes: () => copies.get(file.from) ?? new Uint8Array(), executable: file.executable };
    case 'bundle':
      return {
        path,
        source,
        bytes: () => Buffer.from(printBundle(file, bundled.get(path))),
        executable: file.executable,
      };
  }
}

function printBundle({ path, print }: BundledFile, code: BundledCode | undefined): string {
  invariant(code, `"${path}" is bundled`);
  return print(code);
}

const textContent = memoizeBy((file: TextFile): FileContent => {
  const { path, source, executable = false } = file;
  return { path, source, bytes: () => Buffer.from(file.text), executable };
});

/** Relative to the project, sorted. */
export function outputsOf({ root, out, settings }: Project, plan: Plan, sources: Sources): string[] {
  const files = emit(plan, '.', carriedOf(sources), settings.outputHosts, emittersFor(settings.outputs));
  const all = files.length > 0 ? [...files.map(({ path }) => path), MANIFEST] : [];
  return all.map((path) => slashed(root, join(out, path))).sort(compareText);
}
