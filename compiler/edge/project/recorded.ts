/** The files next to the specs with which a project records what was released, accepted, decided, imported and measured: a check depends on each. */
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { type ImportRecords, NO_IMPORTS, readImports } from '../../check/analysis/imported/import-record.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { BASELINE } from './baseline.ts';
import { CONTRACT, parseJson, readText, validIn } from './contract.ts';
import { DECISIONS } from './decisions.ts';
import { LEARNED } from './learned.ts';
import { stampOf } from './stamp.ts';
import { join } from 'node:path';

/** Reads `haft.imports.json`. */
export const IMPORTS = 'haft.imports.json';

export const RECORDED: readonly string[] = [
  CONTRACT,
  BASELINE,
  DECISIONS,
  IMPORTS,
  LEARNED,
  FILE_FORMATS.calibrations.file,
];

/** One for each of them; undefined where there is none. */
export function recordedStamps(root: string): (string | undefined)[] {
  return RECORDED.map((name) => stampOf(join(root, name))?.text);
}

/** Nothing before the first import. */
export function loadImports(root: string): ImportRecords {
  const path = join(root, IMPORTS);
  if (!statsOf(path)) return NO_IMPORTS;
  const value = parseJson(readText(path, bordersOf({ root })), path);
  return validIn(readImports(value), path, 'does not contain valid imports').imports;
}
