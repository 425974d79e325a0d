/** Bundles again only what imports a changed file. */
import type { BundledCode, BundledFile } from '../../emit/output-file.ts';
import { isUnchanged, stampOf } from '../project/stamp.ts';

interface Known {
  readonly module: string;
  readonly stamps: ReadonlyMap<string, ReturnType<typeof stampOf>>;
  readonly code: BundledCode;
}

export function memoizedBundler() {
  const modules = new Map<string, Known>();
  const holds = ({ stamps }: Known): boolean => [...stamps].every(([path, stamp]) => isUnchanged(stamp, stampOf(path)));
  const bundleOne = async (file: BundledFile, root: string): Promise<BundledCode> => {
    const before = modules.get(file.path);
    if (before?.module === file.module && holds(before)) return before.code;
    const since = Date.now();
    const { bundle } = await import('./bundle.ts');
    const { code, inputs } = await bundle(file, root);
    const stamps = new Map(inputs.map((path) => [path, stampOf(path, since)]));
    modules.set(file.path, { module: file.module, stamps, code });
    return code;
  };
  return {
    bundle: async (files: readonly BundledFile[], root: string): Promise<ReadonlyMap<string, BundledCode>> => {
      const wanted = new Set(files.map(({ path }) => path));
      for (const path of modules.keys()) if (!wanted.has(path)) modules.delete(path);
      return new Map(await Promise.all(files.map(async (file) => [file.path, await bundleOne(file, root)] as const)));
    },
    /** Every module that a bundle has read. */
    inputs: () => [...modules.values()].flatMap(({ stamps }) => [...stamps.keys()]),
    /** Whether one of them is not as it was. */
    isStale: () => ![...modules.values()].every(holds),
  };
}
