/** The `package.json` and `tsconfig.json` files that determine how modules are read, and that no list of imports names. */
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ts } from 'ts-morph';
import { readJsonMap } from '../../plan/read-json.ts';

/** Absolute paths of modules → absolute paths. */
export function governingFiles(modules: readonly string[]): string[] {
  const folders = [...new Set(modules.map((path) => dirname(path)))];
  const own = folders.filter((folder) => !folder.split(sep).includes('node_modules'));
  return [...new Set([...folders.flatMap(packageFiles), ...own.flatMap(nearestTsConfig).flatMap(withExtended)])];
}

/** Upwards to the first one with the name of a package: those without a name hold only a part of it. */
function packageFiles(folder: string): string[] {
  const path = join(folder, 'package.json');
  const rest = (): string[] => (dirname(folder) === folder ? [] : packageFiles(dirname(folder)));
  if (!existsSync(path)) return rest();
  return [path, ...(namesPackage(path) ? [] : rest())];
}

function namesPackage(path: string): boolean {
  return 'name' in (readJsonMap(ts.sys.readFile(path) ?? '') ?? {});
}

function nearestTsConfig(folder: string): string[] {
  const path = join(folder, 'tsconfig.json');
  if (existsSync(path)) return [path];
  return dirname(folder) === folder ? [] : nearestTsConfig(dirname(folder));
}

/** With every file that it extends. */
function withExtended(path: string): string[] {
  const source = ts.readJsonConfigFile(path, (file) => ts.sys.readFile(file));
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(path));
  return [path, ...(source.extendedSourceFiles ?? [])];
}
