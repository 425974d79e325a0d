/** All files that bundling the handlers reads. Loaded only where a spec has handlers (esbuild). */
import { isAbsolute, join, resolve } from 'node:path';
import { type Plugin, build } from 'esbuild';
import { BUNDLING } from '../bundle/bundling.ts';
import { leavingImports } from '../project-files/imports.ts';
import { folderWith } from '../project/root.ts';

export interface ImportedModules {
  /** Modules, by their real absolute paths. */
  readonly modules: readonly string[];
  /** Paths as they were requested: links on the way are kept, as package managers make them. */
  readonly targets: readonly string[];
}

/** Also the files that a failing bundle has read, so that a copy of them fails in the same way. */
export async function importedBy(files: readonly string[], root: string): Promise<ImportedModules> {
  const modules = new Set<string>();
  const targets = new Set<string>();
  const result = await build({
    ...BUNDLING,
    entryPoints: [...files],
    outdir: root,
    absWorkingDir: root,
    metafile: true,
    plugins: [recorder(modules, targets)],
  }).catch(() => undefined);
  // A compile rejects these: a copy of the inputs must not contain them.
  for (const { place } of result ? leavingImports(result.metafile, root) : []) modules.delete(place);
  return { modules: [...modules], targets: [...targets] };
}

/** Answers nothing, so that everything is resolved and read as it would be without it. */
function recorder(modules: Set<string>, targets: Set<string>): Plugin {
  return {
    name: 'haft-listing',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, resolveDir }) => {
        const isRelative = path.startsWith('.') || isAbsolute(path);
        const target = isRelative ? resolve(resolveDir, path) : packageFolder(path, resolveDir);
        if (target !== undefined) targets.add(target);
        return undefined;
      });
      build.onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
        modules.add(path);
        return undefined;
      });
    },
  };
}

/** `@scope/name/part` → the nearest `node_modules/@scope/name` upwards. */
function packageFolder(specifier: string, from: string): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const folder = folderWith(join('node_modules', name), from);
  return folder && join(folder, 'node_modules', name);
}
