/** Everything from the spec folder to bytes in memory; `check` stops before the last step, `compile` writes them. */
import type { Surroundings } from '../check/check.ts';
import { checkHandlers, handlerUses } from '../check/handlers.ts';
import { compile } from '../compile.ts';
import type { Compiled } from '../compile.ts';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import { hasErrors, inFileOrder } from '../diagnostic.ts';
import { POLICY, STANDING } from '../diff/policy/index.ts';
import { emit } from '../emit/emit.ts';
import type { Change } from '../diff/change.ts';
import type { BundledFile, OutputFile, TextFile } from '../emit/output-file.ts';
import { oncePer } from '../once.ts';
import { functionName } from '../plan/names.ts';
import { compareVersions } from '../versions.ts';
import { newFindings } from './baseline.ts';
import { loadContract } from './contract.ts';
import type { Added } from './handlers/scaffold.ts';
import { slashed } from './root.ts';
import type { Project } from './project.ts';
import { readSources } from './read-sources.ts';
import type { Sources } from './read-sources.ts';
import type { Content } from './write/content.ts';

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** Every text that a diagnostic may point into. */
  readonly texts: readonly SourceFile[];
  readonly sources: Sources;
  /** When every spec could be planned, whatever the policy of versions says of it. */
  readonly planned?: Compiled;
  /** Only when nothing of severity error was found. */
  readonly compiled?: Compiled;
  readonly added: readonly Added[];
  /** Since the release; absent before the first. */
  readonly changes?: readonly Change[];
  /** How many findings were left out, because the baseline knows them. */
  readonly known: number;
}

export interface CheckOptions {
  /** Handlers that are missing are added to the author's files before they are judged. */
  readonly addStubs?: boolean;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Also tells what the baseline knows. */
  readonly everything?: boolean;
  /** Also judges what only a release has to keep. */
  readonly releasing?: boolean;
  /** What was read already. */
  readonly sources?: Sources;
}

/** Everything there is to say: shape, rules, handlers, and the policy of versions where a contract was released. */
export async function checkProject(
  project: Project,
  { addStubs = false, today, everything = false, releasing = false, sources = readSources(project) }: CheckOptions,
): Promise<Checked> {
  const withoutKnown = everything ? undefined : newFindings(project.root);
  let known = 0;
  const { value, diagnostics } = compile(sources.specs, {
    ...surroundingsOf(project, sources, today),
    onlyNew: (all) => {
      const fresh = withoutKnown?.(all) ?? all;
      known += all.length - fresh.length;
      return fresh;
    },
  });
  const found = [...sources.diagnostics, ...diagnostics];
  const base = { sources, texts: sources.texts, added: [], known };
  if (!value || hasErrors(found)) return { ...base, diagnostics: inFileOrder(found) };
  const handlers = await checkHandlerFiles(project, value, addStubs);
  const released = loadContract(project.root);
  const dates = { today, periodDays: project.settings.deprecationDays };
  const versions = released && compareVersions(released, value, dates, releasing ? POLICY : STANDING);
  const all = inFileOrder([...found, ...handlers.diagnostics, ...(versions?.diagnostics ?? [])]);
  return {
    ...base,
    ...(versions && { changes: versions.changes }),
    texts: [...sources.texts, ...handlers.texts],
    added: handlers.added,
    diagnostics: all,
    planned: value,
    ...(!hasErrors(all) && { compiled: value }),
  };
}

/** What check has to know beside the texts. */
export function surroundingsOf(
  { settings }: Project,
  { files, refused, diagnostics }: Sources,
  today: string,
): Surroundings {
  const unread = diagnostics.length > 0 || refused.some(({ carried }) => !carried);
  return { files, refused, settings, unread, today };
}

type HandlersChecked = Pick<Checked, 'diagnostics' | 'texts' | 'added'>;

async function checkHandlerFiles(project: Project, { spec }: Compiled, addStubs: boolean): Promise<HandlersChecked> {
  const uses = handlerUses(spec, functionName);
  if (uses.length === 0) return { diagnostics: [], texts: [], added: [] };
  const { readHandlers } = await import('./handlers/read-handlers.ts');
  const { scaffold } = await import('./handlers/scaffold.ts');
  const paths = uses.map(({ path }) => path);
  const before = readHandlers(project, paths);
  const added = addStubs ? scaffold(project, uses, before) : [];
  const read = added.length > 0 ? readHandlers(project, paths) : before;
  return {
    diagnostics: checkHandlers(
      uses,
      read.map(({ file }) => file),
    ),
    texts: read.map(({ source }) => source),
    added,
  };
}

/** The output as bytes: texts as they are, copies from the sources, bundles through esbuild. */
export async function contentsOf(
  project: Project,
  { plan }: Compiled,
  sources: Sources,
  bundle: Bundler,
): Promise<Content[]> {
  const copies = carriedOf(sources);
  const files = emit(plan, slashed(project.out, project.root) || '.', copies);
  const bundles = files.filter((file): file is BundledFile => file.kind === 'bundle');
  const bundled = bundles.length > 0 ? await bundle(bundles, project.root) : new Map<string, string>();
  return files.map((file) => toContent(file, copies, bundled));
}

/** The files of skills, by path. */
export function carriedOf({ files }: Sources): ReadonlyMap<string, Uint8Array> {
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

/** Modules that import author's files → one text each, by path of the output file. */
export type Bundler = (files: readonly BundledFile[], root: string) => Promise<ReadonlyMap<string, string>>;

function toContent(
  file: OutputFile,
  copies: ReadonlyMap<string, Uint8Array>,
  bundled: ReadonlyMap<string, string>,
): Content {
  const { path, source } = file;
  switch (file.kind) {
    case 'text':
      return textContent(file);
    case 'copy':
      return { path, source, bytes: () => copies.get(file.from) ?? new Uint8Array(), executable: file.executable };
    case 'bundle':
      return { path, source, bytes: () => Buffer.from(bundled.get(path) ?? ''), executable: true };
  }
}

const textContent = oncePer((file: TextFile): Content => {
  const { path, source, executable = false } = file;
  return { path, source, bytes: () => Buffer.from(file.text), executable };
});
