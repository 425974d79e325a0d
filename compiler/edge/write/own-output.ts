/** Whether a file of the output folder is Haft's own although the manifest does not know its content: nothing of an author is in it. */
import { join } from 'node:path';
import { GENERATED } from '../../emit/server/header.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { readRegular } from '../project-files/read.ts';
import { fileAt, hasInStore } from '../project/objects.ts';
import { type Manifest, MANIFEST, ownContents, parseManifest, sha256 } from './manifest.ts';
import { withLf } from './on-disk.ts';

interface DiffersOnDisk {
  readonly path: string;
  /** Whether the manifest lists the path. */
  readonly listed: boolean;
  /** What will be written; absent where the file is to go. */
  readonly fresh?: Uint8Array;
}

export type IsOwn = (file: DiffersOnDisk) => boolean;

/** Of one write. Git is asked only where a file differs from what the manifest knows. */
export function ownOutput(out: string): IsOwn {
  let manifests: readonly Manifest[] | undefined;
  return ({ path, listed, fresh }) => {
    const bytes = readRegular(join(out, path));
    const text = bytes.toString('latin1');
    if (!listed && HEADER.test(text)) return true;
    manifests ??= manifestsInGit(out);
    const entries = manifests.flatMap((manifest) => manifest.get(path) ?? []);
    if (!listed && entries.length === 0) return false;
    // Git may check it out with other line ends.
    const hashes = new Set([bytes, withLf(bytes)].map(sha256));
    return (
      isCut(bytes, fresh) ||
      conflictsIn(text).length > 0 ||
      entries.some((entry) => ownContents(entry).some((hash) => hashes.has(hash))) ||
      hasInStore(out, path)
    );
  };
}

/** Of a script the first line is that of the interpreter. */
const HEADER = new RegExp(`^(?:#!.*\\n)?${GENERATED}`);

/** What a full disk or a killed copy leaves of a file. */
function isCut(bytes: Uint8Array, fresh: Uint8Array | undefined): boolean {
  if (bytes.length === 0) return true;
  return (
    fresh !== undefined && bytes.length < fresh.length && Buffer.compare(fresh.subarray(0, bytes.length), bytes) === 0
  );
}

/** Those of the last commit, and of both sides of a merge that is not finished. */
function manifestsInGit(out: string): readonly Manifest[] {
  return ['HEAD', 'MERGE_HEAD', ':2', ':3'].flatMap((place) => {
    const text = fileAt(out, place, MANIFEST);
    return text === undefined ? [] : [parseManifest(text, join(out, MANIFEST))];
  });
}
