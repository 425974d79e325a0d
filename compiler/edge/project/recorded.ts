/** The files next to the specs with which a project records what was released, accepted, decided, imported and measured: a check depends on each. */
import { join } from 'node:path';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { IMPORTS } from './imports-file.ts';
import { BASELINE } from './baseline.ts';
import { CONTRACT } from './contract.ts';
import { DECISIONS } from './decisions.ts';
import { LEARNED } from './learned.ts';
import { stampOf } from './stamp.ts';

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
