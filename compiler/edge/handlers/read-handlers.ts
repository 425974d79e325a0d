/** Reads the names that handler files export. Loaded only where a spec has handlers. */
import { join } from 'node:path';
import type { HandlerFile } from '../../check/handlers.ts';
import type { Refusal } from '../../check/model.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import { bordersOf, isInside, realPlace, statsOf } from '../project-files/place.ts';
import type { Borders } from '../project-files/place.ts';
import { readRegular } from '../project-files/read.ts';
import { leavesProject } from '../project-files/refusal.ts';
import type { Project } from '../project/project.ts';
import { exportNames } from './export-names.ts';

export interface ReadHandler {
  readonly file: HandlerFile;
  /** Empty when the file does not exist yet. */
  readonly source: SourceFile;
  readonly exists: boolean;
}

/** `paths` are relative to `root`; each is read once, and nothing it imports. One outside the project is not read. */
export function readHandlers(
  project: Pick<Project, 'root' | 'specs'>,
  paths: Iterable<string>,
): Promise<ReadHandler[]> {
  const { root } = project;
  const borders = bordersOf(project);
  return Promise.all([...new Set(paths)].sort().map((path) => readHandler(path, join(root, path), borders)));
}

async function readHandler(path: string, absolute: string, borders: Borders): Promise<ReadHandler> {
  const refusal = refusalOf(path, absolute, borders);
  if (refusal) return { file: { path, exports: [], open: true, refusal }, source: { path, text: '' }, exists: true };
  const exists = statsOf(absolute) !== undefined;
  const text = exists ? readRegular(absolute, { borders }).toString() : '';
  const before = latest.get(absolute);
  if (before?.exists === exists && before.source.text === text) return before;
  const file = { ...(await fileOf(path, text)), absent: !exists };
  const read = { file, source: { path, text }, exists };
  latest.set(absolute, read);
  return read;
}

/** What was read last, by absolute path: a text is not parsed twice in a row. */
const latest = new Map<string, ReadHandler>();

/** The tree is loaded only where it is needed: it takes longer than all else that a check does. */
async function fileOf(path: string, text: string): Promise<HandlerFile> {
  const exports = await exportNames(path, text);
  if (exports) return { path, exports, open: false };
  const { parsedFile } = await import('./parse-handler.ts');
  return parsedFile(path, text);
}

/** Also for a file that does not exist yet: it would be written there. */
function refusalOf(path: string, absolute: string, borders: Borders): Refusal | undefined {
  return isInside(realPlace(absolute), borders) ? undefined : leavesProject(path, absolute);
}
