/** Writes a new file below a folder, and nothing that lies elsewhere, whatever the path or a link says. */
import { isBelow } from './read-inside.ts';

interface SaveRequest {
  readonly folder: string;
  /** Relative, as `pathProblem` accepts it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

/** Why there is no file. */
export type NotSaved = 'aborted' | 'exists' | 'no_folder' | 'not_writable' | 'outside';

/** Never rejects. The file is there as a whole or not at all, and one that exists is not changed. */
export async function saveInside(request: SaveRequest): Promise<NotSaved | undefined> {
  try {
    return await saveBelow(request);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    return code === 'EEXIST' ? 'exists' : 'not_writable';
  }
}

async function saveBelow({ folder, path, bytes, signal }: SaveRequest): Promise<NotSaved | undefined> {
  const { link, lstat, open, readlink, realpath, unlink } = await import('node:fs/promises');
  const { basename, dirname, isAbsolute, join } = await import('node:path');
  const root = isAbsolute(folder) ? await realpath(folder).catch(() => undefined) : undefined;
  const parent = root && (await realpath(dirname(join(root, path))).catch(() => undefined));
  if (root === undefined || parent === undefined) return 'no_folder';
  if (parent !== root && !(await isBelow(root, parent))) return 'outside';
  const target = join(parent, basename(path));
  if (
    await lstat(target).then(
      () => true,
      () => false,
    )
  )
    return 'exists';
  const draft = join(parent, `.${crypto.randomUUID()}.part`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    // A folder on the way may have become a link since it was looked at; Linux tells where an open file lies.
    const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => draft);
    if (!(await isBelow(root, place))) return 'outside';
    await handle.writeFile(bytes);
    if (signal.aborted) return 'aborted';
    // Fails where the target exists, which a renaming would replace.
    await link(draft, target);
    return undefined;
  } finally {
    await handle.close();
    await unlink(draft);
  }
}
