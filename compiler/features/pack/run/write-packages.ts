/** Writes packages, all of them or none, and leaves the packages of other formats as they are. */
import type { Package, PackFormat } from '../format.ts';
import type { FileContent } from '../../../edge/write/decide.ts';
import { writeOutput } from '../../../edge/write/write.ts';

/** `folder` is absolute. A file of these formats that Haft did not write stops all of it. */
export function writePackages(folder: string, formats: readonly PackFormat[], content: Package) {
  const contents = formats
    .flatMap((format) =>
      format.files(content).map((file): FileContent => ({ ...file, path: `${format.id}/${file.path}`, source: '*' })),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const isOther = (path: string): boolean => !formats.some(({ id }) => path.startsWith(`${id}/`));
  const write = (dryRun: boolean) => writeOutput(folder, contents, dryRun, new Map(), isOther);
  const planned = write(true);
  if (planned.conflicts.length > 0) return { report: planned, written: false };
  return { report: write(false), written: true };
}
