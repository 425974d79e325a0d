/** A hash of the code of each handler file: a contract without it would call rewritten handlers unchanged. */
import { textHash } from './hash.ts';
import type { Plan, ServerPlan } from './model.ts';

/** A text of the project by its path, relative to the project; nothing where there is none. */
export type ReadCode = (path: string) => string | undefined;

/** Adds the hashes to every server with handlers; a file that cannot be read has none. */
export function withHandlerCode(plan: Plan, read: ReadCode): Plan {
  return { ...plan, servers: plan.servers.map((server) => withHashes(server, read)) };
}

function withHashes(server: ServerPlan, read: ReadCode): ServerPlan {
  const files = [...new Set(server.tools.flatMap(({ handlerFile = [] }) => handlerFile))].sort();
  const folder = server.source.slice(0, server.source.lastIndexOf('/') + 1);
  const hashes = files.flatMap((file) => {
    const hash = codeHash(file, read);
    const name = file.startsWith(folder) ? file.slice(folder.length) : file;
    return hash === undefined ? [] : [[name, hash] as const];
  });
  return hashes.length > 0 ? { ...server, handlers: Object.fromEntries(hashes) } : server;
}

/** A hash of a file and everything that it imports from the project, independent of line ends and of the place of the project. */
function codeHash(file: string, read: ReadCode): string | undefined {
  const texts = new Map<string, string>();
  const visit = (path: string): boolean => {
    if (texts.has(path)) return true;
    const text = read(path)?.replaceAll('\r\n', '\n');
    if (text === undefined) return false;
    texts.set(path, text);
    for (const specifier of importsOf(text)) candidates(path, specifier).some(visit);
    return true;
  };
  if (!visit(file)) return undefined;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const parts = [...texts].map(([path, text]) => [relative(folder, path), text]);
  return textHash(JSON.stringify(parts));
}

/** What may be an import with a relative path; one in a comment costs nothing but precision. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import|require)\s*(?:\(\s*)?["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = '']) => path,
  );
}

/** TypeScript may write the extension of the output, or none. */
function candidates(from: string, specifier: string): string[] {
  const path = joined(from.slice(0, from.lastIndexOf('/') + 1), specifier);
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts');
  const extensions = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs', 'json'];
  return [path, typed, ...extensions.flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`])];
}

function joined(folder: string, specifier: string): string {
  const steps: string[] = [];
  for (const step of `${folder}${specifier}`.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function relative(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
