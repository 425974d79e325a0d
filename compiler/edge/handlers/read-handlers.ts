/** Reads the names that handler files export. Loaded only where a spec has handlers. */
import { join } from 'node:path';
import type { HandlerFile, HandlerUse } from '../../check/handlers.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import { type Borders, readRegular, bordersOf, isInside, realPlace, statsOf } from '../project-files/read.ts';
import { leavesProject } from '../project-files/refusal.ts';
import type { Project } from '../project/project.ts';
import { exportedValues } from './read-code.ts';

export interface ReadHandler {
  readonly file: HandlerFile;
  /** Empty when the file does not exist yet. */
  readonly source: SourceFile;
  readonly exists: boolean;
}

/** Each file is read once, and nothing it imports. One outside the project is not read. */
export function readHandlers(
  project: Pick<Project, 'root' | 'specs'>,
  uses: readonly Pick<HandlerUse, 'path' | 'name'>[],
): Promise<ReadHandler[]> {
  const borders = bordersOf(project);
  const paths = [...new Set(uses.map(({ path }) => path))].sort();
  const namesIn = (path: string) => new Set(uses.filter((use) => use.path === path).map(({ name }) => name));
  return Promise.all(paths.map((path) => readHandler(path, namesIn(path), join(project.root, path), borders)));
}

async function readHandler(path: string, names: ReadonlySet<string>, absolute: string, borders: Borders) {
  // Also for a file that does not exist yet: it would be written there.
  const refusal = isInside(realPlace(absolute), borders) ? undefined : leavesProject(path, absolute);
  if (refusal) return { file: { path, exports: [], open: true, refusal }, source: { path, text: '' }, exists: true };
  const exists = statsOf(absolute) !== undefined;
  const text = exists ? readRegular(absolute, { borders }).toString() : '';
  const key = [absolute, ...names].join('\n');
  const before = latest.get(key);
  if (before?.exists === exists && before.source.text === text) return before;
  const file = { ...(await fileOf(path, names, text)), absent: !exists };
  const read = { file, source: { path, text }, exists };
  latest.set(key, read);
  return read;
}

/** What was read last, by absolute path and names: a text is not parsed twice in a row. */
const latest = new Map<string, ReadHandler>();

/** The tree has the places that findings point at. Loading it takes longer than a check: not where there is nothing to find. */
async function fileOf(path: string, names: ReadonlySet<string>, text: string): Promise<HandlerFile> {
  const exported = await exportedValues(path, text);
  if (exported?.size === names.size && [...names].every((name) => exported.has(name))) {
    const span = { file: path, start: 0, end: 0 };
    return { path, exports: [...names].map((name) => ({ name, span })), open: false };
  }
  const { parsedFile } = await import('./parse-handler.ts');
  return parsedFile(path, text);
}
