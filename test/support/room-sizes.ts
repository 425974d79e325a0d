/** How large each room is, which files have one importer, and which exported types have the name of another. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { parsedSource } from './parsed-source.ts';

export interface RoomSize {
  readonly lines: number;
  readonly files: number;
  readonly exported: number;
}

interface RoomSizes {
  readonly rooms: ReadonlyMap<string, RoomSize>;
  readonly oneImporter: number;
  /** `Name: file, file`. */
  readonly typesTwice: readonly string[];
}

interface ReadFile {
  readonly path: string;
  readonly lines: number;
  readonly exported: readonly string[];
  readonly types: readonly string[];
  readonly imports: readonly string[];
}

export function measureRooms(root: string): RoomSizes {
  const files = ['compiler', 'runtime'].flatMap((folder) => filesBelow(root, folder)).map((path) => read(root, path));
  const rooms = new Map<string, RoomSize>();
  for (const { path, lines, exported } of files) {
    const room = roomOf(path);
    const before = rooms.get(room) ?? { lines: 0, files: 0, exported: 0 };
    rooms.set(room, {
      lines: before.lines + lines,
      files: before.files + 1,
      exported: before.exported + exported.length,
    });
  }
  const importers = new Map<string, number>();
  for (const { imports } of files)
    for (const path of new Set(imports)) importers.set(path, (importers.get(path) ?? 0) + 1);
  const byType = new Map<string, string[]>();
  for (const { path, types } of files) for (const name of types) byType.set(name, [...(byType.get(name) ?? []), path]);
  return {
    rooms,
    oneImporter: files.filter(({ path }) => importers.get(path) === 1).length,
    typesTwice: [...byType]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`),
  };
}

/** As the map of ARCHITECTURE.md has them: a folder of compiler/, and one of spec/ and features/. */
function roomOf(path: string): string {
  const [whole = '', room = '', inner = ''] = path.split('/');
  if (whole === 'runtime') return room === 'language' ? 'runtime/language' : 'runtime';
  if (room === 'spec' || room === 'features') return `${whole}/${room}/${inner}`;
  return room.endsWith('.ts') ? whole : `${whole}/${room}`;
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !/\/(?:dist|node_modules)\/|\.generated\.ts$/.test(path))
    .sort();
}

function read(root: string, path: string): ReadFile {
  const text = readFileSync(join(root, path), 'utf8');
  const source = parsedSource(path, text);
  const declared = source.statements.filter(isExported);
  const types = declared.flatMap((one) =>
    ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) ? [one.name.text] : [],
  );
  const values = declared.flatMap((one) => {
    if (ts.isVariableStatement(one)) return one.declarationList.declarations.map(({ name }) => name.getText(source));
    return (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) && one.name ? [one.name.text] : [];
  });
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith('.') ? [posix.join(posix.dirname(path), fileName)] : [],
    );
  return { path, lines: text.split('\n').length - 1, exported: [...types, ...values], types, imports };
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}
