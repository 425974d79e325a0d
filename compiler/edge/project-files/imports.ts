/** Imports of handlers that follow a link out of the project: an author cannot see that in the code, so they are not bundled. */
import { dirname, join, resolve, sep } from 'node:path';
import type { Metafile } from 'esbuild';
import { isInside, isWithin, realPlace } from './read.ts';

/** Each as esbuild names it, and its real place. Only relative imports whose text stays in the project: "../../shared/x.ts" is the author's decision, as a package is. */
export function leavingImports({ inputs }: Pick<Metafile, 'inputs'>, root: string) {
  const real = realPlace(root);
  return Object.entries(inputs).flatMap(([importer, { imports }]) => {
    const folder = importer.startsWith('haft:') ? real : dirname(resolve(root, importer));
    if (isInstalled(folder)) return [];
    return imports.flatMap(({ original: specifier = '', path, external }) => {
      const target = join(folder, specifier);
      if (external || !/^\.\.?\//.test(specifier) || !isWithin(real, target) || isInstalled(target)) return [];
      const place = realPlace(resolve(root, path));
      return isInside(place, [real]) ? [] : [{ importer, specifier, place }];
    });
  });
}

function isInstalled(path: string): boolean {
  return path.split(sep).includes('node_modules');
}
