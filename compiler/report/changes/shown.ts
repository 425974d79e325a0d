/** Chooses how to show both sides of a change: as a word diff, or as rows of a table. */
import { type Json, isObject, ownMember } from '@haft/runtime/language';
import { isEqual } from '../../base/json.ts';
import type { Change } from '../../versions/change.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { isJudgment } from './sentence.ts';

export type ShownChange =
  | { readonly as: 'nothing' }
  | { readonly as: 'words'; readonly before?: string; readonly after?: string }
  | { readonly as: 'rows'; readonly rows: readonly Row[]; readonly hidden: number };

/** One difference; a side is absent where the value is. */
export interface Row {
  readonly name: string;
  readonly before?: Json;
  readonly after?: Json;
}

export function shownOf(change: Change): ShownChange {
  const { before, after, target } = change;
  if ((before === undefined && after === undefined) || isJudgment(change)) return { as: 'nothing' };
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  if (areTexts(sides)) return { as: 'words', ...sides };
  const rows = rowsOf({ name: nameOf(target), ...sides }, 0);
  return { as: 'rows', rows: rows.slice(0, MAX_ROWS), hidden: Math.max(0, rows.length - MAX_ROWS) };
}

const MAX_ROWS = 24;
const MAX_DEPTH = 4;

/** Texts have words; what has none is a value like any other. */
function areTexts(sides: { before?: Json; after?: Json }): sides is { before?: string; after?: string } {
  const values = Object.values(sides);
  return values.every((value) => typeof value === 'string') && values.some((value) => /\S\s+\S/.test(value));
}

function nameOf({ path, tool, skill }: Change['target']): string {
  const last = path.findLast((step) => typeof step === 'string');
  if (last !== undefined) return last;
  return skill !== undefined ? 'skill' : tool !== undefined ? 'tool' : 'server';
}

function rowsOf(row: Row, depth: number): Row[] {
  const { before, after } = row;
  if (isList(before) && isList(after)) return listRows(row, before, after);
  const [old, now] = [membersOf(before), membersOf(after)];
  if (depth >= MAX_DEPTH || !old || !now || (before === undefined && after === undefined)) return [row];
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])];
  return names.flatMap((name) => {
    const [was, is] = [old, now].map((members) => ownMember(members, name));
    if (isEqual(was, is)) return [];
    const inner = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
    return rowsOf({ name: depth === 0 ? name : `${row.name}.${name}`, ...inner }, depth + 1);
  });
}

/** Longer lists than this are shown as the items that only one side has. */
const MAX_LIST_LENGTH = 80;

function listRows(row: Row, before: readonly Json[], after: readonly Json[]): Row[] {
  if (inOneLine(before).length + inOneLine(after).length <= MAX_LIST_LENGTH) return [row];
  const only = (items: readonly Json[], others: readonly Json[]): Json[] => {
    const there = new Set(others.map((item) => JSON.stringify(item)));
    return items.filter((item) => !there.has(JSON.stringify(item)));
  };
  const rows = [
    ...only(before, after).map((item): Row => ({ name: row.name, before: item })),
    ...only(after, before).map((item): Row => ({ name: row.name, after: item })),
  ];
  // The same items in another order.
  return rows.length === 0 ? [row] : rows;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The members of an object; none of an absent side. Undefined for other values. */
function membersOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  if (value === undefined) return {};
  return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** A value in one line: `[a, b]`, `{ type: integer }`; quotes only where a string could be mistaken for another type. */
export function inOneLine(value: Json): string {
  if (typeof value === 'string')
    return /^[\p{L}^][^"\n,:{}[\]]*$/u.test(value) && !WORDY.test(value)
      ? value
      : JSON.stringify(escapeUnsafe(value)).replaceAll('\\\\u', '\\u');
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${key}: ${inOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const WORDY = /^(?:true|false|null)$|\s$/;
