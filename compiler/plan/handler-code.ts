/** Hashes of the code of each handler file: a contract without them would call rewritten handlers unchanged. */
import { textHash } from './hash.ts';
import type { Plan, ServerPlan } from './model.ts';

/** A text of the project by its path, relative to the project; undefined if it does not exist. */
export type ReadCode = (path: string) => string | undefined;

export interface HandlerCode {
  readonly read: ReadCode;
  /** A file that Haft writes: what it says is in the Plan. */
  readonly isOutput: (path: string) => boolean;
  /** The text without types, comments and layout. */
  readonly bare: (path: string, text: string) => Promise<string>;
}

/**
 * Adds the hashes to every server with handlers; a file that cannot be read has none. What was released stays as it was
 * recorded for as long as it is true of the code.
 */
export async function withHandlerCode(plan: Plan, code: HandlerCode, released?: Plan): Promise<Plan> {
  const servers = plan.servers.map((server) => {
    const recorded = released?.servers.find(({ name }) => name === server.name)?.handlers ?? {};
    return withHashes(server, code, recorded);
  });
  return { ...plan, servers: await Promise.all(servers) };
}

type Hashes = Readonly<Record<string, string>>;

async function withHashes(server: ServerPlan, code: HandlerCode, recorded: Hashes): Promise<ServerPlan> {
  const files = [...new Set(server.tools.flatMap(({ handlerFile = [] }) => handlerFile))].sort();
  const folder = server.source.slice(0, server.source.lastIndexOf('/') + 1);
  const hashes = await Promise.all(
    files.map(async (file) => {
      const name = relative(folder, file);
      return [name, await hashOf(file, code, Object.hasOwn(recorded, name) ? recorded[name] : undefined)] as const;
    }),
  );
  const entries = hashes.flatMap(([name, hash]) => (hash === undefined ? [] : [[name, hash] as const]));
  return entries.length > 0 ? { ...server, handlers: Object.fromEntries(entries) } : server;
}

/** Two hashes: of the texts, which no other version of a compiler changes, and of what is left without types and comments. */
async function hashOf(file: string, code: HandlerCode, recorded: string | undefined): Promise<string | undefined> {
  const texts = codeTexts(file, code.read, code.isOutput);
  if (!texts) return undefined;
  const own = hashOfTexts(file, texts);
  if (recorded !== undefined) {
    const isOld = isUnbared(recorded);
    if (isOld ? mayBe(recorded, file, code) : sameCode(recorded, own)) return recorded;
  }
  const bare = new Map<string, string>();
  for (const [path, text] of texts) bare.set(path, await code.bare(path, text));
  const bareTexts = codeTexts(file, (path) => bare.get(path), code.isOutput) ?? bare;
  const both = `${own} ${hashOfTexts(file, new Map([...bareTexts].filter(([, text]) => text.trim() !== '')))}`;
  return recorded !== undefined && sameCode(recorded, both) ? recorded : both;
}

/** Recorded by an older Haft: one hash, which comments change, and files that Haft writes. */
export function isUnbared(hash: string): boolean {
  return !hash.includes(' ');
}

/** One of the two hashes is that of the other code. */
export function sameCode(a: string, b: string): boolean {
  const others = b.split(' ');
  return a.split(' ').some((hash) => others.includes(hash));
}

/** Whether an old hash can be that of the current code: which files Haft had written when it was made is not known. */
function mayBe(recorded: string, file: string, { read, isOutput }: HandlerCode): boolean {
  const all = codeTexts(file, read, () => false) ?? new Map<string, string>();
  const readsOutput = [...all].some(
    ([path, text]) => isOutput(path) || importsOf(text).some((specifier) => candidates(path, specifier).some(isOutput)),
  );
  return readsOutput || hashOfTexts(file, all) === recorded;
}

type Texts = ReadonlyMap<string, string>;

/** A file and everything that it imports from the project; undefined where it cannot be read. */
export function codeTexts(file: string, read: ReadCode, isOutput: (path: string) => boolean): Texts | undefined {
  const texts = new Map<string, string>();
  const visit = (path: string): boolean => {
    if (texts.has(path)) return true;
    const text = isOutput(path) ? undefined : read(path)?.replaceAll('\r\n', '\n');
    if (text === undefined) return false;
    texts.set(path, text);
    for (const specifier of importsOf(text)) candidates(path, specifier).some(visit);
    return true;
  };
  return visit(file) ? texts : undefined;
}

/** Independent of line ends and of the place of the project. */
function hashOfTexts(file: string, texts: Texts): string {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return textHash(JSON.stringify([...texts].map(([path, text]) => [relative(folder, path), text])));
}

/** What may be an import with a relative path; one in a comment costs nothing but precision. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import|require)\s*(?:\(\s*)?["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = '']) => path,
  );
}

/** TypeScript may write the extension of the output, or none. */
function candidates(from: string, specifier: string): string[] {
  const path = joinPath(from.slice(0, from.lastIndexOf('/') + 1), specifier);
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts');
  const extensions = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs', 'json'];
  return [path, typed, ...extensions.flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`])];
}

function joinPath(folder: string, specifier: string): string {
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
