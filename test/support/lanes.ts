/** The lanes of tests: `unit` starts no process, needs no build and does not parse all sources, `full` may; what a file imports decides. `depth` is what a line of the file puts there. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

interface Lanes {
  readonly unit: readonly string[];
  readonly full: readonly string[];
  /** Not in a default run. */
  readonly depth: readonly string[];
}

interface Source {
  readonly exists: boolean;
  readonly needsBuild: boolean;
  readonly imports: readonly string[];
}

/** What was read and found out, by path: most files lead to the same ones. */
interface Known {
  readonly sources: Map<string, Source>;
  /** From these no way leads to a reason. */
  readonly clean: Set<string>;
  readonly reasons: Map<string, string>;
}

/** Node's modules that start processes and threads, and packages that do so when they are used. */
const STARTS =
  /^(?:node:)?(?:child_process|worker_threads|cluster)$|^(?:esbuild|publint|tsx|vite|vitest\/node)(?:\/|$)|^@modelcontextprotocol\/client\/stdio$/;
/** A double is a process of its own; only its tests know when it starts. */
const DOUBLE = /^test\/doubles\//;
/** Judges the text of all sources, which takes seconds. */
const PARSES = /^test\/support\/parsed-source\.ts$/;
/** What `npm run build` writes; packages have their own `dist/`. */
const BUILT = /\bbin\/haft\.js|(?<!(?:ajv|unpdf)\/|\.)\bdist\/(?!\*)|\bscripts\/build\b/;

/** Paths of all test files below `test/`, relative to the root, with forward slashes. */
export function lanesOf(root: string): Lanes {
  const known = unknown();
  const lanes: Record<keyof Lanes, string[]> = { unit: [], full: [], depth: [] };
  for (const file of testFiles(root)) lanes[laneOf(root, file, known)].push(file);
  return lanes;
}

/** With the reason behind it: what it costs, and which test of a default run has its subject. */
const DEPTH = /^\/\/ In depth: \S/m;

function laneOf(root: string, file: string, known: Known): keyof Lanes {
  if (DEPTH.test(readFileSync(join(root, file), 'utf8').slice(0, 1000))) return 'depth';
  return reasonForFull(root, file, known) === undefined ? 'unit' : 'full';
}

const unknown = (): Known => ({ sources: new Map(), clean: new Set(), reasons: new Map() });

/** The way from a test file to what starts a process, needs a build or parses all sources; undefined if there is none. */
export function reasonForFull(root: string, file: string, known: Known = unknown()): string | undefined {
  const visited = new Set<string>();
  const reasonOf = (path: string): string | undefined => {
    if (visited.has(path) || known.clean.has(path)) return undefined;
    visited.add(path);
    const source = known.sources.get(path) ?? sourceOf(root, path);
    known.sources.set(path, source);
    if ((DOUBLE.test(path) || PARSES.test(path)) && source.exists) return path;
    if (source.needsBuild) return `${path} → a build`;
    for (const specifier of source.imports) {
      const next = targetOf(path, specifier);
      const reason = STARTS.test(specifier) ? specifier : next === undefined ? undefined : visit(next);
      if (reason !== undefined) return `${path} → ${reason}`;
    }
    return undefined;
  };
  const visit = (path: string): string | undefined => {
    const reason = known.reasons.get(path) ?? reasonOf(path);
    if (reason !== undefined) known.reasons.set(path, reason);
    return reason;
  };
  const reason = visit(file);
  if (reason === undefined) for (const path of visited) known.clean.add(path);
  return reason;
}

function sourceOf(root: string, path: string): Source {
  if (!existsSync(join(root, path))) return { exists: false, needsBuild: false, imports: [] };
  const text = readFileSync(join(root, path), 'utf8');
  const needsBuild = path.startsWith('test/') && BUILT.test(withoutComments(text));
  return { exists: true, needsBuild, imports: importsOf(text) };
}

function testFiles(root: string): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/fixtures/'))
    .sort();
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/[^\n]*/gm, '');
}

const HEAD = /\s*(?:\/\/[^\n]*\n|\/\*[^]*?\*\/|(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]*?\sfrom\s+)?'([^']+)';)/y;

/** What is loaded with the file or by it later. Imports stand at its head, so that the text of a template is never taken for one. */
function importsOf(text: string): string[] {
  const found: string[] = [];
  HEAD.lastIndex = 0;
  for (let match = HEAD.exec(text); match; match = HEAD.exec(text)) {
    const [, type, specifier] = match;
    if (specifier !== undefined && type === undefined) found.push(specifier);
  }
  // What loads the bundler later does without it where no process may start (no-process.ts).
  const dynamic = text.matchAll(/\bimport\(\s*'((?!esbuild')[^']+)'/g);
  return [...found, ...[...dynamic].flatMap(([, specifier]) => specifier ?? [])];
}

/** The file of this repository that an import leads to. */
function targetOf(from: string, specifier: string): string | undefined {
  if (specifier === '@haft/runtime') return 'runtime/index.ts';
  if (specifier.startsWith('@haft/runtime/')) {
    const entry = specifier.slice('@haft/'.length);
    return entry === 'runtime/language' ? `${entry}/index.ts` : `${entry}.ts`;
  }
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}
