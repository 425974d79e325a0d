/** Names of bundled modules in stacks: the author's files by their paths, packages with the file that imports them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { isVirtual } from './node-modules.ts';
import type { SourceName } from './origins.ts';

/** The inputs of a bundle, by their paths relative to `root`. */
export function sourceNames({ inputs }: Metafile, root: string): (path: string) => SourceName | undefined {
  const importers = new Map<string, string>();
  const paths = Object.keys(inputs);
  const isAuthors = (path: string): boolean => packageOf(path) === undefined;
  // Packages that the author's files import come first; those that only packages import have the same place as these.
  const queue = paths.filter(isAuthors);
  for (const path of queue) {
    const own = packageOf(path);
    for (const imported of inputs[path]?.imports ?? []) {
      const name = packageOf(imported.path);
      if (name === undefined || name === own || importers.has(name)) continue;
      importers.set(
        name,
        own === undefined ? placeOf(imported.original ?? name, path, root) : (importers.get(own) ?? ''),
      );
      queue.push(...paths.filter((other) => packageOf(other) === name));
    }
  }
  return (path) => {
    if (!(path in inputs) || isVirtual(path)) return undefined;
    const name = packageOf(path);
    if (name === undefined) return { path };
    return { package: `${name}, imported in ${importers.get(name)}` };
  };
}

/** The package that a file belongs to. */
function packageOf(path: string): string | undefined {
  const inside = path.split(/(?<=^|\/)node_modules\//).slice(1);
  return inside.map((rest) => /^(?:@[^/]+\/)?[^/]+(?=\/)/.exec(rest)?.[0]).findLast((name) => name !== undefined);
}

/** Where a file names a module for the first time. */
function placeOf(specifier: string, path: string, root: string): string {
  const lines = readFileSync(resolve(root, path), 'utf8').split('\n');
  const at = lines.findIndex((line) => [`'${specifier}'`, `"${specifier}"`].some((quoted) => line.includes(quoted)));
  return at < 0 ? path : `${path}:${at + 1}`;
}
