/** All files that bundling the handlers reads, and those that determine how modules are read and that no list of imports names. Loaded only where a spec has handlers (esbuild). */
import { attempt } from '../command-line/failure.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve, dirname, sep } from 'node:path';
import { type Plugin, build } from 'esbuild';
import { BUNDLING } from '../bundle/bundling.ts';
import { leavingImports } from '../project-files/imports.ts';
import { folderWith } from '../project/root.ts';

/** Also the files that a failing bundle has read, so that a copy of them fails in the same way. */
export async function importedBy(files: readonly string[], root: string) {
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
  return {
    /** By their real absolute paths. */
    modules: [...modules],
    /** As they were requested: links on the way are kept, as package managers make them. */
    targets: [...targets],
  };
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
  return [path, ...('name' in (readJsonMap(textAt(path)) ?? {}) ? [] : rest())];
}

function nearestTsConfig(folder: string): string[] {
  const own = folderWith('tsconfig.json', folder);
  return own === undefined ? [] : [join(own, 'tsconfig.json')];
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
  return attempt(() => readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) ?? '';
}
