/** Finds files of the output folder that were edited, cut or mixed by git since Haft wrote them. */
import { join } from 'node:path';
import { type Diagnostic, WHOLE_FILE } from '../../base/diagnostic.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { statsOf } from '../project-files/place.ts';
import { readRegular } from '../project-files/read.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';
import { MANIFEST, ownContents, readManifest } from '../write/manifest.ts';
import { hasContents, lookBelow } from '../write/on-disk.ts';

/** One finding for each file; a file that is missing or older than the specs is none. */
export function damagedOutput({ root, out }: Project): Diagnostic[] {
  const look = lookBelow(out);
  const isDamaged = ([path, entry]: readonly [string, Parameters<typeof ownContents>[0]]): boolean => {
    const disk = look(path);
    return disk.kind === 'file' && !ownContents(entry).some((hash) => hasContents(disk, hash));
  };
  const damaged = [...readManifest(out)].filter(isDamaged).map(([path]) => path);
  const all = isInConflict(join(out, MANIFEST)) ? [MANIFEST, ...damaged] : damaged;
  return all.map((path) => finding(slashed(root, join(out, path)), isInConflict(join(out, path))));
}

function isInConflict(path: string): boolean {
  return statsOf(path) !== undefined && conflictsIn(readRegular(path).toString('latin1')).length > 0;
}

function finding(file: string, inConflict: boolean): Diagnostic {
  return {
    code: 'file/output-damaged',
    severity: 'error',
    message: inConflict
      ? `"${file}" has an unresolved merge conflict.`
      : `"${file}" is not as Haft wrote it: it was edited or cut.`,
    hint: 'Run `haft compile`, commit its output, and release again.',
    span: { file, start: 0, end: 0 },
    about: WHOLE_FILE,
  };
}
