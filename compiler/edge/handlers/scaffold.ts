/** Adds stubs for missing handlers to the author's files; never changes a byte of the existing code. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HandlerUse, likelyRenamed, missingHandlers } from '../../check/handlers.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { slashed } from '../project/root.ts';
import type { Project } from '../project/project.ts';
import { writeWhole } from '../write/whole.ts';
import type { ReadHandler } from './read-handlers.ts';

/** Names that were added, with their files; empty when nothing was missing. */
export interface AddedNames {
  readonly path: string;
  readonly names: readonly string[];
}

export function scaffold(
  project: Project,
  uses: readonly HandlerUse[],
  files: readonly ReadHandler[],
  isLost: (use: HandlerUse) => boolean,
): AddedNames[] {
  return files.flatMap(({ file, source, exists }) => {
    const wanted = file.open
      ? []
      : missingHandlers(uses, file).filter((use) => !isLost(use) && likelyRenamed(use, uses, file) === undefined);
    // For tools of two servers with one name there is one stub, and a finding.
    const missing = [...new Map(wanted.toReversed().map((use) => [use.name, use])).values()].toReversed();
    if (missing.length === 0) return [];
    const server = missing[0]?.tool.server?.spec.name ?? '';
    const types = importPath(
      slashed(dirname(join(project.root, file.path)), join(project.out, 'servers', server, 'tools.ts')),
    );
    append(
      join(project.root, file.path),
      source.text,
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

/** Existing code is copied byte for byte; a file that was changed since it was read is skipped. */
function append(path: string, read: string, text: string): void {
  const bytes = onDisk('read', path, () => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0)));
  if (bytes.toString('utf8') !== read)
    throw new Failure(`"${path}" was changed while a stub was added to it.`, 'Run the command again.');
  writeWhole([{ path, content: Buffer.concat([bytes, Buffer.from(text)]) }]);
}

interface StubTarget {
  /** Absent parts of a file that does not exist yet. */
  readonly exists: boolean;
  readonly text: string;
  /** From the handler file to the generated `tools.ts`, such as `../../generated/servers/x/tools.ts`. */
  readonly types: string;
  /** The name under which the file already imports `Handlers`. */
  readonly handlersName: string | undefined;
}

function stubText(uses: readonly HandlerUse[], target: StubTarget): string {
  const head = target.exists ? '' : `import type { Handlers } from '${target.types}';\n`;
  const name = target.exists ? (target.handlersName ?? `import('${target.types}').Handlers`) : 'Handlers';
  const gap = target.text === '' || target.text.endsWith('\n') ? '' : '\n';
  return gap + head + uses.map((use) => stub(use, name)).join('');
}

function stub({ tool, name }: HandlerUse, handlers: string): string {
  return `
/** Handler of the tool \`${tool.spec.name}\`. */
export const ${name}: ${handlers}['${name}'] = async (_args, call) => {
  return call.fail('The tool "${tool.spec.name}" is not implemented yet.', 'Tell the user that this tool cannot be used yet.');
};
`;
}
