/** Temporary folders that are gone when the test is over. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Takes what removes a folder; by default it goes with the test. */
type AtEnd = (end: () => void) => void;

/** A new folder with a space in its name, and with these files in it. */
export function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  atEnd: AtEnd = onTestFinished,
): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'haft test '));
  atEnd(() => {
    if (process.getuid?.() !== 0) chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Every file below a folder with its text; links as `-> target`. */
export function treeOf(folder: string, below = ''): Record<string, string> {
  const entries = readdirSync(join(folder, below)).sort();
  return Object.assign(
    {},
    ...entries.map((name) => {
      const path = below === '' ? name : `${below}/${name}`;
      const stats = lstatSync(join(folder, path));
      if (stats.isSymbolicLink()) return { [path]: '-> link' };
      return stats.isDirectory() ? treeOf(folder, path) : { [path]: readFileSync(join(folder, path), 'utf8') };
    }),
  );
}
