/** `.haft/check.json`: a hash of the texts that were last checked without an error, so that `haft diff` does not check them again. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readJsonMap } from '../../plan/read-json.ts';
import { IMPORTS } from '../project/imports-file.ts';
import { BASELINE } from '../project/baseline.ts';
import { readText } from '../project/contract.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { CONFIG_FILE } from '../project/root.ts';
import { statsOf } from '../project-files/place.ts';
import { CACHE_FOLDER, keyOf, readCache, writeCache } from './state.ts';

const NAME = 'check.json';

/** A hash of everything that a check of the specs depends on; undefined where something could not be read. */
export function checkedHash({ root, specs }: Project, sources: Sources, today: string): string | undefined {
  if (sources.diagnostics.length > 0) return undefined;
  const hash = createHash('sha256').update(keyOf({ root, specs, out: undefined, today }));
  const add = (path: string, content: string | Uint8Array): void => {
    hash.update(`\n${JSON.stringify([path, content.length])}\n`).update(content);
  };
  for (const name of [CONFIG_FILE, BASELINE, IMPORTS]) {
    const path = join(root, name);
    add(name, statsOf(path) ? readText(path) : '');
  }
  for (const { path, text } of sources.specs) add(path, text);
  for (const { path, bytes, executable } of sources.files) add(`${path} ${executable}`, bytes);
  add('', JSON.stringify(sources.refused));
  return hash.digest('hex');
}

export function wasChecked(root: string, hash: string | undefined): boolean {
  return hash !== undefined && readJsonMap(readCache(root, NAME))?.['sound'] === hash;
}

/** Only where a compile has made the folder: a check writes nothing of its own. */
export function rememberChecked(root: string, hash: string | undefined): void {
  const isCompiled = statsOf(join(root, CACHE_FOLDER)) !== undefined;
  if (isCompiled && hash !== undefined && !wasChecked(root, hash))
    writeCache(root, NAME, JSON.stringify({ sound: hash }));
}
