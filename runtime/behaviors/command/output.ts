/** What a program printed, as text and as the JSON that results are read from. */
import type { CommandStep } from '../../descriptor/descriptor.ts';
import { type Json, type JsonObject, copyJson } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import { DETAIL, type ServiceResponse, dataOf, parseJson, readSafely } from '../shared/response.ts';

/** A field, and what ends it: a quoted one may hold commas, line breaks and doubled quotes. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

type Output = Pick<ServiceResponse, 'text' | 'json'>;

/** `json` is absent where the text does not have the format of the step. */
export function readOutput(stdout: string, step: CommandStep, redact: Redact): Output {
  if (step.empty !== undefined && stdout.trim() === '') return { text: '', json: copyJson(step.empty) };
  if (step.stdout === 'json' || step.stdout === 'size') return readSafely(stdout, redact);
  const text = redact.text(stdout.replace(/\r?\n$/, ''));
  if (step.stdout === 'text') return { text, json: text };
  if (step.stdout === 'lines') return { text, json: linesOf(text) };
  const rows = readRows(stdout, step);
  // A quote that is doubled in the text would hide a secret there.
  return { text, json: rows === undefined || !redact.active ? rows : parseJson(redact.json(rows)) };
}

/** The data of a tool without `result`. */
export function wholeOutput(json: Json, format: CommandStep['stdout']): JsonObject {
  if (format === 'text' || format === 'lines') return { [format]: json };
  return format === 'json' || format === 'size' ? dataOf(json) : { rows: json };
}

/** The bytes up to the last complete line: of what follows, neither a row nor a secret would be whole. */
export function completeLines(bytes: Uint8Array): Uint8Array | undefined {
  const end = bytes.lastIndexOf(0x0a);
  return end < 0 ? undefined : bytes.subarray(0, end + 1);
}

/** The end of what a program says is what it failed with; without the colors of terminals (ECMA-48). */
export function lastLines(text: string): string {
  const plain = text.replaceAll(ESCAPES, '').trim();
  if (plain.length <= DETAIL - 2) return plain;
  const end = plain.slice(2 - DETAIL);
  return `… ${end.includes('\n') ? end.slice(end.indexOf('\n') + 1) : end}`;
}

const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

function readRows(text: string, { stdout, columns }: CommandStep): Json | undefined {
  if (stdout === 'tsv') return rowsOf(tsvRecords(text, columns), columns);
  if (stdout === 'csv') {
    const records = csvRecords(text);
    return records && rowsOf(records, columns);
  }
  const values = linesOf(text).flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Columns by name or, without names, by the first row. */
type Names = readonly string[] | undefined;

/** One map for each row after the names; undefined if a row has more or fewer fields than there are names. */
function rowsOf(records: readonly (readonly string[])[], columns: Names): Json | undefined {
  const [head = []] = records;
  const names = columns ?? head;
  const isBlank = (row: readonly string[]): boolean => names.length > 1 && row.length === 1 && row[0] === '';
  const rows = (columns === undefined ? records.slice(1) : records).filter((row) => !isBlank(row));
  if (rows.some((row) => row.length !== names.length)) return undefined;
  return rows.map((row) => Object.fromEntries(row.map((field, at) => [names[at] ?? '', field])));
}

/** With known columns the last one takes the rest of its line, tabs included: it may be free text. */
function tsvRecords(text: string, columns: Names): string[][] {
  return linesOf(text).map((line) => {
    const fields = line.split('\t');
    if (columns === undefined || fields.length <= columns.length) return fields;
    return [...fields.slice(0, columns.length - 1), fields.slice(columns.length - 1).join('\t')];
  });
}

/** Undefined if a quote is misplaced or not closed. */
export function csvRecords(text: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length || record.length > 0) {
    const match = FIELD.exec(text);
    if (match === null) return undefined;
    const [, quoted, plain = '', end] = match;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** Lines without the break after the last one. */
export function linesOf(text: string): string[] {
  const whole = text.replace(/\r?\n$/, '');
  return whole === '' ? [] : whole.split(/\r?\n/);
}
