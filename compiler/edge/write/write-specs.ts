/** Writes edited specs: all of them or none. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceFile } from '../../base/diagnostic.ts';
import { Failure } from '../command-line/failure.ts';
import { readText } from '../project/record-file.ts';
import { clearLeftOvers, writeWhole } from './whole.ts';

/** Writes what changed; stops if a file was changed by another program meanwhile. `next`: the step after that. */
export function writeSpecs(
  root: string,
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  next = 'Run the command again.',
): void {
  for (const folder of new Set(after.map(({ path }) => dirname(join(root, path))))) clearLeftOvers(folder);
  const changed = after.filter(({ text }, index) => text !== before[index]?.text);
  const old = new Map(before.map(({ path, text }) => [path, text]));
  writeWhole(
    changed.map(({ path, text }) => {
      const now = existsSync(join(root, path)) ? readText(join(root, path)) : '';
      if (now.replace(/^\uFEFF/, '') !== old.get(path))
        throw new Failure(`"${path}" was changed by another program in the meantime.`, next);
      return { path: join(root, path), content: (now.startsWith('\uFEFF') ? '\uFEFF' : '') + text };
    }),
  );
}
