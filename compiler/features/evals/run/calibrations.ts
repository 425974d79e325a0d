/** Reads and writes `haft.calibration.json`. */
import { FILE_FORMATS } from '../../../base/file-formats.ts';
import { recordFile } from '../../../edge/project/record-file.ts';
import { commitsOf, fileAt } from '../../../edge/project/objects.ts';
import { readJson } from '../../../plan/read-json.ts';
import { type Calibration, calibrationsText, readCalibrations } from '../records/calibration.ts';

export const CALIBRATIONS = FILE_FORMATS.calibrations.file;

export const { load: loadCalibrations, save: saveCalibrations } = recordFile<'calibrations', readonly Calibration[]>({
  file: CALIBRATIONS,
  none: [],
  read: readCalibrations,
  member: 'calibrations',
  print: calibrationsText,
  what: 'is not a valid calibration',
  hint: 'Delete it, and run `haft eval calibrate` again.',
});

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
