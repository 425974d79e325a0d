/** What decides which modules a bundler finds and reads: one answer for all that bundle; and which of them are outside of the project. */
import type { BuildOptions, Metafile } from 'esbuild';
import { dirname, join, resolve, sep } from 'node:path';
import { isInside, isWithin, realPlace } from '../project-files/place.ts';

export const BUNDLING = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'silent',
} as const satisfies BuildOptions;

export interface LeavingImport {
  /** As esbuild names it, relative to the project. */
  readonly importer: string;
  readonly specifier: string;
  /** Real, absolute. */
  readonly place: string;
}

/** Only relative imports whose text stays in the project: "../../shared/x.ts" is the author's decision, as a package is. */
export function leavingImports({ inputs }: Pick<Metafile, 'inputs'>, root: string): LeavingImport[] {
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
