/** What a program printed, as text and as the JSON that results are read from. */
import type { CommandStep } from '../../descriptor/descriptor.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { copyJson } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import { csvRecords, linesOf, rowsOf, tsvRecords } from './delimited.ts';
import type { ServiceResponse } from '../shared/response.ts';
import { dataOf, DETAIL, parseJson, readSafely } from '../shared/response.ts';

type Output = Pick<ServiceResponse, 'text' | 'json'>;

/** `json` is absent where the text does not have the format of the step. */
export function readOutput(stdout: string, step: CommandStep, redact: Redact): Output {
  if (step.empty !== undefined && stdout.trim() === '') return { text: '', json: copyJson(step.empty) };
  if (step.stdout === 'json') return readSafely(stdout, redact);
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
  return format === 'json' ? dataOf(json) : { rows: json };
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
