/** Finds files of the output folder that were edited, cut or mixed by git since Haft wrote them. */
import { join } from 'node:path';
import { type Diagnostic, WHOLE_FILE } from '../../base/diagnostic.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { readRegular, statsOf } from '../project-files/read.ts';
import type { Project } from '../project/project.ts';
import { slashed } from '../project/root.ts';
import { MANIFEST, type ManifestEntry, ownContents, readManifest } from '../write/manifest.ts';
import { type OnDisk, hasContents, lookBelow } from '../write/on-disk.ts';

/** One finding for each file; a file that is missing or older than the specs is none. `then`: what to do after the compile. */
export function damagedOutput({ root, out }: Pick<Project, 'root' | 'out'>, then: string): Diagnostic[] {
  // As on Windows, where git may check texts out with other line ends.
  const [look, lookAtLines] = [lookBelow(out), lookBelow(out, 'win32')];
  const isOwn = (disk: OnDisk, entry: ManifestEntry): boolean =>
    disk.kind !== 'file' || ownContents(entry).some((hash) => hasContents(disk, hash));
  const damaged = [...readManifest(out)].filter(([path, entry]) => !isOwn(look(path), entry));
  const files = damaged.map(([path, entry]) => ({ path, hasOtherLines: isOwn(lookAtLines(path), entry) }));
  const all = isInConflict(join(out, MANIFEST)) ? [{ path: MANIFEST, hasOtherLines: false }, ...files] : files;
  const folder = slashed(root, out);
  return all.map(({ path, hasOtherLines }) => {
    const file = slashed(root, join(out, path));
    const steps = `Run \`haft compile\`${then}.`;
    if (hasOtherLines)
      return finding(
        file,
        'has CRLF line ends, and Haft wrote LF.',
        `Add the line \`${/\s/.test(folder) ? `"${folder}/**"` : `${folder}/**`} -text\` at the end of .gitattributes, or set \`eol=lf\` there. ${steps}`,
      );
    const isMerged = isInConflict(join(out, path));
    return finding(file, isMerged ? MERGED : 'is not as Haft wrote it: it was edited or cut.', steps);
  });
}

const MERGED = 'has an unresolved merge conflict.';

function isInConflict(path: string): boolean {
  return statsOf(path) !== undefined && conflictsIn(readRegular(path).toString('latin1')).length > 0;
}

function finding(file: string, problem: string, hint: string): Diagnostic {
  return {
    code: 'file/output-damaged',
    severity: 'error',
    message: `"${file}" ${problem}`,
    hint,
    span: { file, start: 0, end: 0 },
    about: WHOLE_FILE,
  };
}
