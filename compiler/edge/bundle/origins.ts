/** Reduces the source map of bundled code to the small table of servers: for each stack frame a line of the author's files. */
import type { Origins } from '@haft/runtime';

/** A file of the author's by its path, or a package, without line numbers. */
export type SourceName = { readonly path: string } | { readonly package: string };

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Counted from 0. */
interface Mapping {
  readonly row: number;
  readonly column: number;
  readonly source: number;
  readonly line: number;
}

/** `nameOf` names a source of the map; undefined for generated modules. */
export function originsOf(
  code: string,
  map: string,
  nameOf: (source: string) => SourceName | undefined,
): Omit<Origins, 'first'> {
  const { sources, mappings } = readMap(map);
  const names = sources.map(nameOf);
  const width = code.split('\n').reduce((most, { length }) => Math.max(most, length), 0) + 1;
  const packages = [...new Set(names.flatMap((name) => (name && 'package' in name ? [name.package] : [])))];
  const files: [number, string][] = [];
  let free = packages.length + 1;
  const firstOf = names.map((name, source) => {
    if (!name) return undefined;
    if ('package' in name) return packages.indexOf(name.package) + 1;
    files.push([free, name.path]);
    const first = free;
    for (const mapping of mappings) if (mapping.source === source) free = Math.max(free, first + mapping.line + 1);
    return first;
  });
  const originOf = ({ source, line }: Mapping): number => {
    const [name, first] = [names[source], firstOf[source]];
    if (!name || first === undefined) return 0;
    return 'package' in name ? first : first + line;
  };
  const folder = commonFolder(files.map(([, path]) => path));
  return {
    width,
    packages,
    folder,
    files: files.map(([start, path]) => [start, path.slice(folder.length)]),
    segments: printSegments(mappings, width, originOf),
  };
}

/** The source and its line, from 0, of a place in bundled code; `row` and `column` count from 0 too. */
export function sourceAt(map: string, row: number, column: number): { source: string; line: number } | undefined {
  const { sources, mappings } = readMap(map);
  const last = mappings.findLast((mapping) => mapping.row < row || (mapping.row === row && mapping.column <= column));
  const source = sources[last?.source ?? -1];
  return last && source !== undefined ? { source, line: last.line } : undefined;
}

/** Only where the origin changes. */
function printSegments(mappings: readonly Mapping[], width: number, originOf: (mapping: Mapping) => number): string {
  let [text, before, origin] = ['', 0, 0];
  for (const mapping of mappings) {
    const change = originOf(mapping) - origin;
    if (change === 0) continue;
    const position = mapping.row * width + mapping.column;
    text += printNumber(position - before) + printNumber(change < 0 ? -change * 2 - 1 : change * 2);
    before = position;
    origin += change;
  }
  return text;
}

/** As `Origins` says. */
function printNumber(value: number): string {
  const rest = Math.floor(value / 32);
  const digit = (value % 32) + (rest > 0 ? 32 : 0);
  return String.fromCharCode(digit + (digit < 57 ? 35 : 36)) + (rest > 0 ? printNumber(rest) : '');
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (!others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}

/** Lines of `mappings` end with `;`, segments with `,`; numbers are differences with the sign in the lowest bit (ECMA-426). */
function readMap(map: string): { readonly sources: readonly string[]; readonly mappings: readonly Mapping[] } {
  const { sources, mappings: text }: { sources: string[]; mappings: string } = JSON.parse(map);
  const mappings: Mapping[] = [];
  let [source, line] = [0, 0];
  for (const [row, segments] of text.split(';').entries()) {
    let column = 0;
    for (const segment of segments.split(',')) {
      const [toColumn, toSource, toLine] = readNumbers(segment);
      column += toColumn ?? 0;
      if (toSource === undefined || toLine === undefined) continue;
      source += toSource;
      line += toLine;
      mappings.push({ row, column, source, line });
    }
  }
  return { sources, mappings };
}

function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const digit = DIGITS.indexOf(text.charAt(at));
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return numbers;
}
