/** Every room has a budget: lines, files, exported names. A change that needs more raises one number of test/budgets.yaml, with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { measureRooms } from './support/room-sizes.ts';
import type { RoomSize } from './support/room-sizes.ts';

const ROOT = join(import.meta.dirname, '..');

interface Budgets {
  readonly rooms: Readonly<Record<string, RoomSize & { readonly why?: string }>>;
  /** Files that a single file imports. */
  readonly oneImporter: number;
}

const BUDGETS = parse(readFileSync(join(import.meta.dirname, 'budgets.yaml'), 'utf8')) as Budgets;
const { rooms, oneImporter, typesTwice } = measureRooms(ROOT);

test('every room has a budget, and there is no other', () => {
  expect(Object.keys(BUDGETS.rooms).toSorted()).toEqual([...rooms.keys()].toSorted());
});

test.each([...rooms])('%s is within its budget, which has no more than a twentieth to spare', (room, size) => {
  const { lines = 0, files = 0, exported = 0 } = BUDGETS.rooms[room] ?? {};
  const over = [
    ...(size.lines > lines ? [`${size.lines} lines, ${lines} allowed`] : []),
    ...(size.files > files ? [`${size.files} files, ${files} allowed`] : []),
    ...(size.exported > exported ? [`${size.exported} exported names, ${exported} allowed`] : []),
  ];
  expect(over).toEqual([]);
  const spare = Math.max(100, lines / 20);
  expect(lines - size.lines, `lower the budget of ${room} to ${size.lines} lines`).toBeLessThanOrEqual(spare);
});

test('files with one importer become fewer', () => {
  expect(oneImporter).toBeLessThanOrEqual(BUDGETS.oneImporter);
});

test('no two files export a type of the same name', () => {
  expect(typesTwice).toEqual([]);
});
