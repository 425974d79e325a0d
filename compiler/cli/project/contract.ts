/** Reads and writes `haft.contract.json` and `haft.evals.json`: what was released, and which results were recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EvalRecord, EvalRecords } from '../../diff/evals.ts';
import { contractText, readContract } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import { readJson } from '../../plan/read-json.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { bordersOf, statsOf } from '../inside/place.ts';
import type { Borders } from '../inside/place.ts';
import { readRegular } from '../inside/read.ts';
import { isUnchanged, stampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

export const CONTRACT = 'haft.contract.json';
export const RECORDS = 'haft.evals.json';

/** Nothing before the first release. */
export function loadContract(root: string): Plan | undefined {
  const path = join(root, CONTRACT);
  const stamp = stampOf(path);
  if (!stamp) return undefined;
  if (latest?.path === path && isUnchanged(latest.stamp, stamp)) return latest.plan;
  latest = { path, stamp, plan: parseContract(readText(path, bordersOf({ root })), path) };
  return latest.plan;
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
  const read = readContract(text);
  if ('plan' in read) return read.plan;
  throw new Failure(`"${name}" is not a valid contract: ${read.problem}.`, 'Restore it from version control.');
}

/** Whether the file changed. */
export function saveContract(root: string, plan: Plan): boolean {
  return save(join(root, CONTRACT), contractText(plan));
}

export function loadRecords(root: string): EvalRecords {
  const path = join(root, RECORDS);
  if (!statsOf(path)) return {};
  const value = parseJson(readText(path, bordersOf({ root })), path);
  const results = typeof value === 'object' && value !== null && 'results' in value ? value.results : undefined;
  if (typeof results !== 'object' || results === null)
    throw new Failure(`"${path}" has no \`results\` list.`, 'Restore it from version control.');
  return Object.fromEntries(
    Object.entries(results).map(([key, record]) => [key, asRecord(record, `"${key}" in "${path}"`)]),
  );
}

export function saveRecords(root: string, records: EvalRecords): boolean {
  const results = Object.fromEntries(Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)));
  return save(join(root, RECORDS), `${JSON.stringify({ recordVersion: 1, results }, null, 2)}\n`);
}

export function parseJson(text: string, name: string): unknown {
  const read = readJson(text);
  if ('value' in read) return read.value;
  throw new Failure(`"${name}" is not valid JSON: ${read.problem}.`, 'Fix it, or restore it from version control.');
}

/** A record with every field in its form. */
export function asRecord(value: unknown, name: string): EvalRecord {
  const get = (key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const [hash, passed, total, model, date] = ['hash', 'passed', 'total', 'model', 'date'].map(get);
  const counts =
    Number.isInteger(passed) &&
    Number.isInteger(total) &&
    Number(passed) >= 0 &&
    Number(passed) <= Number(total) &&
    Number(total) > 0;
  const texts =
    typeof hash === 'string' &&
    typeof model === 'string' &&
    model !== '' &&
    typeof date === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(date);
  if (counts && texts) return { hash, passed: Number(passed), total: Number(total), model, date };
  throw new Failure(
    `The record ${name} is incomplete.`,
    'It needs hash, passed, total (integers), model and date (YYYY-MM-DD).',
  );
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
