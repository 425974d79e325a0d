/** Adds stubs for missing handlers to the author's files; never changes a byte of what stands there. */
import { mkdirSync, openSync, closeSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { likelyRenamed, missingHandlers } from '../../check/handlers.ts';
import type { HandlerUse } from '../../check/handlers.ts';
import { diskFailure } from '../failure.ts';
import { slashed } from '../root.ts';
import type { Project } from '../project.ts';
import type { ReadHandler } from './read-handlers.ts';
import { stubText } from './stubs.ts';

/** Names that were added, with their files; empty when nothing was missing. */
export interface Added {
  readonly path: string;
  readonly names: readonly string[];
}

export function scaffold(project: Project, uses: readonly HandlerUse[], files: readonly ReadHandler[]): Added[] {
  return files.flatMap(({ file, source, exists }) => {
    const missing = file.open
      ? []
      : missingHandlers(uses, file).filter((use) => likelyRenamed(use, uses, file) === undefined);
    if (missing.length === 0) return [];
    const server = missing[0]?.tool.server?.spec.name ?? '';
    const types = importPath(
      slashed(dirname(join(project.root, file.path)), join(project.out, 'servers', server, 'tools.ts')),
    );
    append(
      join(project.root, file.path),
      stubText(missing, { exists, text: source.text, types, handlersName: importedName(source.text) }),
    );
    return [{ path: file.path, names: missing.map(({ name }) => name) }];
  });
}

function importedName(text: string): string | undefined {
  return /import\s+type\s*\{[^}]*\bHandlers\b(?!\s+as)[^}]*\}/.test(text) ? 'Handlers' : undefined;
}

function importPath(path: string): string {
  return path.startsWith('.') ? path : `./${path}`;
}

/** Opened for appending: even a crash in the middle leaves every byte that was there. */
function append(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'a');
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw diskFailure('write', path, error);
  }
}
