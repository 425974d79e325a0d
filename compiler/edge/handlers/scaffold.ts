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
    const path = join(project.root, file.path);
    const types = slashed(dirname(path), join(project.out, 'servers', server, 'tools.ts'));
    append(path, source.text, stubText(missing, source.text, exists, types.startsWith('.') ? types : `./${types}`));
    return [{ path: file.path, names: missing.map(({ name }) => name) }];
  });
}

/** Existing code is copied byte for byte; a file that was changed since it was read is skipped. */
function append(path: string, read: string, text: string): void {
  const bytes = onDisk('read', path, () => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0)));
  if (bytes.toString('utf8') !== read)
    throw new Failure(`"${path}" was changed while a stub was added to it.`, 'Run the command again.');
  writeWhole([{ path, content: Buffer.concat([bytes, Buffer.from(text)]) }]);
}

/** `types`: from the handler file to the generated `tools.ts`, such as `../../generated/servers/x/tools.ts`. */
function stubText(uses: readonly HandlerUse[], text: string, exists: boolean, types: string): string {
  const isImported = !exists || /import\s+type\s*\{[^}]*\bHandlers\b(?!\s+as)[^}]*\}/.test(text);
  const head = exists ? '' : `import type { Handlers } from '${types}';\n`;
  const name = isImported ? 'Handlers' : `import('${types}').Handlers`;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
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
