/** Writes packages, all of them or none, and leaves the packages of other formats as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package, PackFormat } from '../format.ts';
import type { FileContent } from '../../../edge/write/decide.ts';
import { readManifest, sha256 } from '../../../edge/write/manifest.ts';
import { lookBelow } from '../../../edge/write/on-disk.ts';
import { writeOutput } from '../../../edge/write/write.ts';

/** `folder` is absolute. A file that Haft did not write stops all of it. */
export function writePackages(folder: string, formats: readonly PackFormat[], content: Package) {
  const files = formats.flatMap((format) =>
    format.files(content).map((file): FileContent => ({ ...file, path: `${format.id}/${file.path}`, source: '*' })),
  );
  const contents = [...files, ...others(folder, formats)].sort((a, b) => (a.path < b.path ? -1 : 1));
  const planned = writeOutput(folder, contents, true);
  if (planned.conflicts.length > 0) return { report: planned, written: false };
  return { report: writeOutput(folder, contents), written: true };
}

/** Files of formats that are not made now, where they are as Haft wrote them. */
function others(folder: string, formats: readonly PackFormat[]): FileContent[] {
  const look = lookBelow(folder);
  return [...readManifest(folder)].flatMap(([path, { sha256: hash, source }]): FileContent[] => {
    if (formats.some(({ id }) => path.startsWith(`${id}/`))) return [];
    const disk = look(path);
    if (disk.kind !== 'file' || disk.sha256 !== hash) return [];
    const bytes = readFileSync(join(folder, path));
    return sha256(bytes) === hash ? [{ path, source, bytes: () => bytes, executable: disk.executable }] : [];
  });
}
