/** All files that bundling the handlers reads, and the `package.json` and `tsconfig.json` files that determine how. Loaded only where a spec has handlers (esbuild). */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep, isAbsolute, resolve } from 'node:path';
import { readJsonMap } from '../../plan/read-json.ts';
import { type Plugin, build } from 'esbuild';
import { BUNDLING, leavingImports } from '../bundle/bundling.ts';

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
        const target = isRelative(path) ? resolve(resolveDir, path) : packageFolder(path, resolveDir);
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

function isRelative(path: string): boolean {
  return path.startsWith('.') || isAbsolute(path);
}

/** `@scope/name/part` → the nearest `node_modules/@scope/name` upwards. */
function packageFolder(specifier: string, from: string): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  const parent = dirname(from);
  return parent === from ? undefined : packageFolder(specifier, parent);
}

/** Absolute paths of modules → absolute paths. */
export async function governingFiles(modules: readonly string[]): Promise<string[]> {
  const folders = [...new Set(modules.map((path) => dirname(path)))];
  const own = folders.filter((folder) => !folder.split(sep).includes('node_modules'));
  const configs = [...new Set(own.flatMap(nearestTsConfig))];
  // Without the key, as it is or escaped, TypeScript need not be loaded.
  const extending = configs.filter((path) => /extends|\\u|\0/.test(textAt(path)));
  const extended = await Promise.all(extending.map(extendedBy));
  return [...new Set([...folders.flatMap(packageFiles), ...configs, ...extended.flat()])];
}

/** Upwards to the first one with the name of a package: those without a name hold only a part of it. */
function packageFiles(folder: string): string[] {
  const path = join(folder, 'package.json');
  const rest = (): string[] => (dirname(folder) === folder ? [] : packageFiles(dirname(folder)));
  if (!existsSync(path)) return rest();
  return [path, ...(namesPackage(path) ? [] : rest())];
}

function namesPackage(path: string): boolean {
  return 'name' in (readJsonMap(textAt(path)) ?? {});
}

function nearestTsConfig(folder: string): string[] {
  const path = join(folder, 'tsconfig.json');
  if (existsSync(path)) return [path];
  return dirname(folder) === folder ? [] : nearestTsConfig(dirname(folder));
}

/** Every file that it extends, directly or through another. */
async function extendedBy(path: string): Promise<readonly string[]> {
  const { ts } = await import('ts-morph');
  const source = ts.readJsonConfigFile(path, (file) => ts.sys.readFile(file));
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(path));
  return source.extendedSourceFiles ?? [];
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return '';
  }
}
