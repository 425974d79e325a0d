/** The `package.json` and `tsconfig.json` files that determine how modules are read, and that no list of imports names. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readJsonMap } from '../../plan/read-json.ts';
import { attempt } from '../command-line/failure.ts';
import { folderWith } from '../project/root.ts';

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
