/** Reads and writes `haft.contract.json` and `haft.evals.json`: what was released, and which results were recorded. */
import type { FormatProblem } from '../../base/file-formats.ts';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from '@haft/runtime/language';
import { positionAt } from '../../base/diagnostic.ts';
import { conflictsIn } from '../../spec/yaml/merge-conflict.ts';
import { type EvalRecords, NO_RECORDS, readRecords, recordsText } from '../../versions/receipts/record.ts';
import { contractText, readContract } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import { readJson } from '../../plan/read-json.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { type Borders, bordersOf, statsOf } from '../project-files/place.ts';
import { readRegular } from '../project-files/read.ts';
import { type Stamp, isUnchanged, stampOf } from './stamp.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

export const CONTRACT = 'haft.contract.json';
export const RECORDS = 'haft.evals.json';

/**
 * Nothing before the first release.
 *
 * @throws Failure where git has a contract and the folder has none: without it every promise would be forgotten.
 */
export function loadContract(root: string): Plan | undefined {
  const path = join(root, CONTRACT);
  const stamp = stampOf(path);
  if (!stamp) return refuseLost(root);
  if (latest?.path === path && isUnchanged(latest.stamp, stamp)) return latest.plan;
  latest = { path, stamp, plan: parseContract(readText(path, bordersOf({ root })), path) };
  return latest.plan;
}

/** Whether the last commit has a file of a project. */
type InHead = (root: string, path: string) => boolean;

let isInHead: InHead = () => false;

/** Called by the command line, so that reading a contract alone starts no process. */
export function useHistory(lookup: InHead): void {
  isInHead = lookup;
}

function refuseLost(root: string): undefined {
  if (!isInHead(root, CONTRACT)) return undefined;
  throw new Failure(
    `"${join(root, CONTRACT)}" is missing, and the last commit has it.`,
    `Restore it with \`git checkout HEAD -- ${CONTRACT}\`. To start over without it, delete it in git as well, and commit that.`,
  );
}

interface Loaded {
  readonly path: string;
  readonly stamp: Stamp;
  readonly plan: Plan;
}

/** The same file gives the same Plan object, so that results that are cached by Plan stay valid. */
let latest: Loaded | undefined;

/** @throws Failure with the reason why the text is not a contract. */
export function parseContract(text: string, name: string): Plan {
  refuseConflict(text, name, 'Run `haft merge`: it merges both sides tool by tool.');
  return validIn(readContract(text), name, 'is not a valid contract').plan;
}

/** What a file was read as. @throws Failure with the reason where that is nothing; `what`: the predicate of its sentence. */
export function validIn<T extends object>(read: T | FormatProblem, name: string, what: string, hint = RESTORE): T {
  if (!('problem' in read)) return read;
  throw new Failure(`"${name}" ${what}: ${read.problem}.`, read.hint ?? hint);
}

const RESTORE = 'Restore it from version control.';

/** Git left both sides in the file. */
function refuseConflict(text: string, name: string, hint: string): void {
  const [first] = conflictsIn(text);
  if (first === undefined) return;
  throw new Failure(`"${name}" has an unresolved merge conflict at line ${positionAt(text, first).line}.`, hint);
}

/** Whether the file changed. `before` is what was released until now. */
export function saveContract(root: string, plan: Plan, before?: Plan): boolean {
  return save(join(root, CONTRACT), contractText(plan, before));
}

export function loadRecords(root: string): EvalRecords {
  const path = join(root, RECORDS);
  if (!statsOf(path)) return NO_RECORDS;
  const value = parseJson(readText(path, bordersOf({ root })), path, TAKE_ONE_SIDE);
  return validIn(readRecords(value), path, 'does not contain valid records').records;
}

export function saveRecords(root: string, records: EvalRecords): boolean {
  return save(join(root, RECORDS), recordsText(records));
}

/** What was merged has texts that neither side was run with. */
const TAKE_ONE_SIDE = `Take one side: \`git checkout --ours ${RECORDS}\`. Then record what is stale: \`haft eval --only stale --record\`, with the model.`;
const BOTH_SIDES = 'Keep one side or combine both, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.';

export function parseJson(text: string, name: string, onConflict: string = BOTH_SIDES): Json {
  refuseConflict(text, name, onConflict);
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if ('value' in read) return read.value;
  throw new Failure(`"${name}" is not valid JSON: ${read.problem}.`, 'Fix it, or restore it from version control.');
}

/** `borders`: for a file that belongs to the project. One that the command line names may be a pipe. */
export function readText(path: string, borders?: Borders): string {
  return onDisk('read', path, () => (borders ? readRegular(path, { borders }) : readFileSync(path)).toString());
}

function save(path: string, text: string): boolean {
  clearLeftOvers(dirname(path));
  if (existsSync(path) && readText(path) === text) return false;
  writeWhole([{ path, content: text }]);
  return true;
}
