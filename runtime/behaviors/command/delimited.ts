/** Rows of CSV (RFC 4180) and TSV (IANA text/tab-separated-values, which has no quotes). */
import type { Json } from '../../language/json.ts';

/** Columns by name or, without names, by the first row. */
type Names = readonly string[] | undefined;

/** One map for each row after the names; nothing where a row does not have as many fields as there are names. */
export function rowsOf(records: readonly (readonly string[])[], columns: Names): Json | undefined {
  const [head = []] = records;
  const names = columns ?? head;
  const rows = (columns === undefined ? records.slice(1) : records).filter(
    (row) => names.length === 1 || !isBlank(row),
  );
  if (rows.some((row) => row.length !== names.length)) return undefined;
  return rows.map((row) => Object.fromEntries(row.map((field, at) => [names[at] ?? '', field])));
}

/** With known columns the last one takes the rest of its line, tabs included: it may be free text. */
export function tsvRecords(text: string, columns: Names): string[][] {
  return linesOf(text).map((line) => {
    const fields = line.split('\t');
    if (columns === undefined || fields.length <= columns.length) return fields;
    return [...fields.slice(0, columns.length - 1), fields.slice(columns.length - 1).join('\t')];
  });
}

/** A field, and what ends it: a quoted one may hold commas, line breaks and doubled quotes. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

/** Nothing where a quote is out of place or not closed. */
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

function isBlank(row: readonly string[]): boolean {
  return row.length === 1 && row[0] === '';
}
