/** Reads `haft.calibration.json`. */
import { join } from 'node:path';
import { FILE_FORMATS } from '../../../base/file-formats.ts';
import { parseJson, readText, validIn } from '../../../edge/project/contract.ts';
import { commitsOf, fileAt } from '../../../edge/project/objects.ts';
import { readJson } from '../../../plan/read-json.ts';
import { bordersOf, statsOf } from '../../../edge/project-files/place.ts';
import { type Calibration, readCalibrations } from '../records/calibration.ts';

export const CALIBRATIONS = FILE_FORMATS.calibrations.file;

/** None where there is no file. @throws Failure where it cannot be read. */
export function loadCalibrations(root: string): readonly Calibration[] {
  const path = join(root, CALIBRATIONS);
  if (!statsOf(path)) return [];
  const read = readCalibrations(parseJson(readText(path, bordersOf({ root })), path));
  const hint = 'Delete it, and run `haft eval calibrate` again.';
  return validIn(read, path, 'is not a valid calibration', hint).calibrations;
}

/** Commits of the file that are looked at, the newest first. */
const MAX_COMMITS = 50;

/** With what the file had in earlier commits: a model was asked with earlier texts then. */
export function recordedCalls(root: string): readonly Calibration[] {
  const current = loadCalibrations(root);
  if (current.length === 0) return [];
  const earlier = commitsOf(root, CALIBRATIONS, MAX_COMMITS).flatMap((commit) => {
    const json = readJson(fileAt(root, commit, CALIBRATIONS) ?? '');
    const read = 'value' in json ? readCalibrations(json.value) : json;
    return 'calibrations' in read ? read.calibrations : [];
  });
  return [...current, ...earlier];
}
