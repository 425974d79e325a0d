/** ARCHITECTURE's map against the tree: rooms, imports, cycles, purity, room READMEs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { memoizeText } from '../compiler/base/memo.ts';

const ROOT = join(import.meta.dirname, '..');
const read = memoizeText((path) => readFileSync(join(ROOT, path), 'utf8'));

interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
  readonly packages: readonly string[];
}

const ROOMS: readonly Room[] = read('ARCHITECTURE.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [path = '', , mayImport = '', packages = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { path, mayImport: listOf(mayImport), packages: listOf(packages) };
  });

function listOf(cell: string): string[] {
  return cell.split(', ').filter((name) => name !== '' && name !== '–');
}

/** The longest path that holds the file: `runtime/language` before `runtime`. */
function roomOf(file: string): Room | undefined {
  const holding = ROOMS.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return holding.sort((a, b) => b.path.length - a.path.length)[0];
}

/** As the map names it in "may import". */
function shortName(room: Room): string {
  return (room.path.split('/').at(-1) ?? '').replace(/\.ts$/, '');
}

const FILES = ['compiler', 'runtime'].flatMap(sourcesBelow);

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'dist' || entry.name === 'node_modules' ? [] : sourcesBelow(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

/** Static, dynamic and type imports. */
const importsOf = memoizeText((file) =>
  ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName),
);

/** The file that an import leads to, or undefined for a package. */
function target(file: string, specifier: string): string | undefined {
  if (specifier === '@haft/runtime') return 'runtime/index.ts';
  if (specifier === '@haft/runtime/lines') return 'runtime/transport/read-lines.ts';
  if (specifier === '@haft/runtime/try') return 'runtime/try.ts';
  if (specifier === '@haft/runtime/language') return 'runtime/language/index.ts';
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

const isEntry = (file: string): boolean => file === 'compiler/index.ts';

describe('the map', () => {
  test('names rooms that are there, and every file is in one', () => {
    expect(ROOMS.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(FILES.filter((file) => !roomOf(file) && !isEntry(file))).toEqual([]);
    expect(FILES.length).toBeGreaterThan(100);
  });

  test.each(ROOMS)('$path imports only what it may', (room) => {
    const own = FILES.filter((file) => roomOf(file) === room && !isEntry(file));
    const broken = own.flatMap((file) => {
      const outside = importsOf(file).filter((specifier) => !mayImport(room, file, specifier));
      return outside.map((specifier) => `${file} imports ${specifier}`);
    });
    expect(broken).toEqual([]);
  });
});

function mayImport(room: Room, file: string, specifier: string): boolean {
  const path = target(file, specifier);
  if (path === undefined) return mayUsePackage(room, specifier);
  const other = roomOf(path);
  return other === room || isLanguage(room, path) || (other !== undefined && room.mayImport.includes(shortName(other)));
}

/** "runtime" in the map opens its language too; a relative path into it would pass the package's border. */
function isLanguage(room: Room, path: string): boolean {
  return path === 'runtime/language/index.ts' && room.mayImport.includes('runtime');
}

function mayUsePackage({ packages }: Room, specifier: string): boolean {
  if (specifier.startsWith('node:')) return packages.includes('node');
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

describe('cycles', () => {
  test('there are none, type imports included', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      if (trail.includes(file) || done.has(file)) return;
      for (const specifier of importsOf(file)) {
        const next = target(file, specifier);
        if (next) visit(next, [...trail, file]);
      }
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test('every relative import leads to a file', () => {
    const lost = FILES.flatMap((file) => importsOf(file).map((specifier) => target(file, specifier))).filter(
      (path) => path !== undefined && !existsSync(join(ROOT, path)),
    );
    expect(lost).toEqual([]);
  });
});

const isEdge = (file: string): boolean => /^compiler\/(?:cli|edge|features\/\w+\/run)\//.test(file);

const CORE = FILES.filter(
  (file) => !isEdge(file) && (!file.startsWith('runtime/') || file.startsWith('runtime/language/')),
);
const IMPURE =
  /(?<!-)\b(?:process|console|globalThis|performance|setTimeout|setInterval|queueMicrotask|fetch|crypto|Buffer|localStorage)\s*[.(]|\bDate\.(?!UTC\b)|\bnew Date\(\)|\bDate\(\)|Math\.random|from 'node:/;

test('the core has no clock, no environment, no platform', () => {
  const impure = CORE.filter((file) => !file.endsWith('.generated.ts') && !file.endsWith('/html/script.ts')).flatMap(
    (file) => {
      const code = read(file).replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
      const found = IMPURE.exec(code)?.[0];
      return found === undefined ? [] : [`${file}: ${found}`];
    },
  );
  expect(impure).toEqual([]);
});

test('the core knows no edge: no file of a feature outside its run/ imports one', () => {
  const reaching = CORE.filter((file) => importsOf(file).some((specifier) => isEdge(target(file, specifier) ?? '')));
  expect(reaching).toEqual([]);
});

test('compiler and runtime name no vendor', () => {
  const naming = FILES.filter(
    // A host's cell has the words of that host.
    (file) =>
      !file.endsWith('.generated.ts') &&
      !file.startsWith('compiler/spec/hosts/') &&
      /zotero|notebooklm|ollama|unpdf/i.test(read(file)),
  );
  expect(naming).toEqual([]);
});

const FOLDERS = ROOMS.map(({ path }) => path).filter((path) => !path.endsWith('.ts'));

test.each(FOLDERS)('the README of %s names files and rooms that exist', (folder) => {
  const text = read(`${folder}/README.md`);
  const files = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name = '']) => name);
  const places = [folder, folder.split('/')[0] ?? '', '.'];
  expect(files.filter((name) => !places.some((place) => existsSync(join(ROOT, place, name))))).toEqual([]);
  const { mayImport = [], packages = [] } = ROOMS.find(({ path }) => path === folder) ?? {};
  const [, line = ''] = /\*\*May import\*\*(.*)/.exec(text) ?? [];
  const rooms = [...line.matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name);
  expect(rooms.filter((name) => ![...mayImport, ...packages].includes(name))).toEqual([]);
});

test.each(FOLDERS)('%s has a README of at most 12 lines that says what it takes and gives', (folder) => {
  const text = read(`${folder}/README.md`);
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(12);
  for (const heading of ['**Takes**', '**Gives**', '**May import**', '**Must not**', '**First file to read**'])
    expect(text).toContain(heading);
  const named = /\*\*First file to read\*\*: `([^`]+)`/.exec(text)?.[1] ?? '';
  expect(existsSync(join(ROOT, folder, named)), `${folder}/${named}`).toBe(true);
});

test('every file says in its first line what it is for', () => {
  expect(FILES.filter((file) => !/^\/\*\* \S/.test(read(file)))).toEqual([]);
});

test('the median file is short, and none is long', () => {
  const lengths = FILES.filter((file) => !file.endsWith('.generated.ts'))
    .map((file) => read(file).split('\n').length)
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(110);
  expect(lengths.at(-1)).toBeLessThanOrEqual(300);
});

test('the map names the passes of the spine, in their order', () => {
  const [, passes = ''] = /SPINE[^=]*= \[([^\]]*)\]/.exec(read('compiler/cli/spine.ts')) ?? [];
  const [, section = ''] = /## The spine\n([^]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? [];
  const named = [...section.matchAll(/\*\*(\w+)\*\*/g)].map(([, name = '']) => name);
  expect(listOf(passes).length).toBeGreaterThan(5);
  expect(named.slice(0, listOf(passes).length)).toEqual(listOf(passes));
});
