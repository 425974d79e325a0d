/** The files that Haft writes and reads again, each with the number of its form. A file of a newer form is rejected. */
import { describeValue } from '@haft/runtime/language';

export interface FileFormat {
  /** The name of the file; none where its user chooses it. */
  readonly file?: string;
  /** The member of the file that holds its number. */
  readonly key: string;
  /** Every form that is read, oldest first; the last is the one that is written. */
  readonly reads: readonly [number, ...number[]];
  /** The number of a file without the member: the form before forms were numbered. */
  readonly unnumbered?: number;
}

export const FILE_FORMATS = {
  contract: { file: 'haft.contract.json', key: 'contractVersion', reads: [1, 2, 3, 4, 5] },
  evals: { file: 'haft.evals.json', key: 'recordVersion', reads: [1, 2, 3] },
  imports: { file: 'haft.imports.json', key: 'importsVersion', reads: [1, 2] },
  manifest: { file: 'haft.manifest.json', key: 'manifestVersion', reads: [1], unnumbered: 1 },
  baseline: { file: 'haft.baseline.json', key: 'baselineVersion', reads: [2] },
  logins: { key: 'loginVersion', reads: [1] },
  installs: { file: 'installs.json', key: 'stateVersion', reads: [1] },
  approvals: { file: 'haft.approvals.json', key: 'approvalsVersion', reads: [1] },
  calibrations: { file: 'haft.calibration.json', key: 'calibrationVersion', reads: [1] },
  decisions: { file: 'haft.decisions.json', key: 'decisionsVersion', reads: [1] },
  databases: { file: 'haft.databases.json', key: 'databasesVersion', reads: [1] },
  toolList: { key: 'toolListVersion', reads: [1] },
  recordings: { key: 'recordingVersion', reads: [1] },
  report: { key: 'reportVersion', reads: [0, 1, 2, 3], unnumbered: 0 },
} as const satisfies Readonly<Record<string, FileFormat>>;

/** The number that is written. */
export function numberOf({ reads }: FileFormat): number {
  return Math.max(...reads);
}

/** Why a file cannot be read, and what helps where that is not to restore it. */
export interface FormatProblem {
  readonly problem: string;
  readonly hint?: string;
}

export const UPDATE = 'Update Haft to the version that wrote it, or a later one. The file was left as it is.';

/** Why a format cannot be read; undefined for a known one. */
export function formatProblem(file: Readonly<Record<string, unknown>>, format: FileFormat): FormatProblem | undefined {
  const { key, reads, unnumbered } = format;
  const number = file[key] ?? unnumbered;
  if (reads.some((one) => one === number)) return undefined;
  const latest = numberOf(format);
  if (number === undefined) return { problem: `it has no "${key}"` };
  if (typeof number === 'number' && Number.isInteger(number) && number > latest)
    return {
      problem: `it was written by a newer Haft ("${key}" is ${number}, and this version reads up to ${latest})`,
      hint: UPDATE,
    };
  return { problem: `"${key}" must be ${latest}, got ${describeValue(number)}` };
}

/** The format of a file by its name; nothing for files that Haft does not read again. */
export function formatNamed(file: string): FileFormat | undefined {
  return Object.values<FileFormat>(FILE_FORMATS).find((format) => format.file === file);
}

/** The number of an older form that is about to be replaced by the current one. */
export function formerNumber(before: Readonly<Record<string, unknown>>, format: FileFormat): number | undefined {
  const number = before[format.key] ?? format.unnumbered;
  return typeof number === 'number' && number < numberOf(format) ? number : undefined;
}
