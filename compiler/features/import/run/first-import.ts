/** A first import: new specs, their profile in `haft.yaml`, and the record in `haft.imports.json`; all of them or none. */
import { specAt } from '../../../spec/shape/place.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownMember } from '@haft/runtime/language';
import type { Config } from '../../../check/documents/config.ts';
import { settingsOf } from '../../../check/settings.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import type { ImportResult } from '../imported.ts';
import { namesInUse, withDistinctNames } from '../distinct-names.ts';
import { printDocuments, type PrintedFile, printedFiles } from '../print.ts';
import { type ImportRecord, type ImportRecords, importsParts } from '../../../check/analysis/imported/import-record.ts';
import { type ImportFault, screenImport } from '../set-aside.ts';
import { leftOf } from '../update.ts';
import { load } from '../../../spec/yaml/load.ts';
import { escapeUnsafe, shellWord } from '../../../base/text/escape.ts';
import {
  amount,
  type Command,
  type Flag,
  SPECS,
  choice,
  numberFlag,
  text,
  textFlag,
  toggle,
} from '../../../edge/command-line/command.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { openOrReport } from '../../../edge/command-line/report.ts';
import { isWithin } from '../../../edge/project-files/read.ts';
import type { OpenedProject, Project } from '../../../edge/project/project.ts';
import { CONFIG_FILE, slashed } from '../../../edge/project/root.ts';
import { type WholeFile, writeWhole } from '../../../edge/write/whole.ts';
import type { Sources } from '../../../edge/project/read-sources.ts';
import type { Importer } from './importer.ts';
import { IMPORTS, loadImports } from '../../../edge/project/recorded.ts';
import { type ImportedProject, judgeOf, withProfile } from './judge-import.ts';
import { type ReaderOf, proposalFor, requestsOf, slimFor } from './leave-out.ts';
import { type ImportReportInput, reportImport } from './report-import.ts';
import { filesOfRecord } from './update-files.ts';

export const STRICT: Flag = toggle('Write nothing, and exit with 1, if a part of the source has to be set aside.');

/** The flags of every import. */
const FLAGS: Readonly<Record<string, Flag>> = {
  into: text('folder', 'Folder of the new specs (default: the name, below the spec folder).'),
  name: text('name', 'Name of the import and of its server.'),
  'dry-run': toggle('Print the specs; write nothing.'),
  strict: STRICT,
  asks: text('file', 'Propose the tools that these requests of users need, one a line; import nothing.', {
    without: ['into', 'dry-run', 'strict', 'slim', 'format'],
  }),
  slim: amount('tokens', 'Leave out what is optional until the tools cost at most so many tokens.', [1, 999_999_999]),
  format: choice(['text', 'json'], 'Format of the report.'),
  specs: SPECS,
};

/** `haft import <kind>`; only `--asks` loads the reader. */
export function importCommandOf(kind: string, importer: Importer, loadReader: () => Promise<ReaderOf>): Command {
  const { summary, positional, flags, examples } = importer;
  const run = runFirstImport(kind, importer, loadReader);
  return { name: `import ${kind}`, summary, positional, flags: { ...flags, ...FLAGS }, examples, run };
}

function runFirstImport(kind: string, importer: Importer, loadReader: () => Promise<ReaderOf>): Command['run'] {
  return async (invocation) => {
    const { cwd, flags, positionals } = invocation;
    refuseArguments(kind, importer, positionals);
    const opened = openOrReport(invocation);
    if (!opened) return 1;
    const { value: project } = opened;
    const { name, source, options: chosen, run: runFirst } = importer.first(invocation, project);
    const requests = requestsOf(invocation);
    const options = requests ? { ...chosen, all: true } : chosen;
    const into = folderOf(project, textFlag(invocation, 'into') ?? join(project.specs, name), cwd);
    const before = importsWithout(name, project, importer);
    const run = await runFirst({ name, source, options, root: project.root });
    if (!('imported' in run)) {
      process.stdout.write(escapeUnsafe('listed' in run ? run.listed : run.undecided));
      return 'listed' in run ? 0 : 1;
    }
    const order = { kind, source, digest: run.digest, options, into };
    const judged = judgeFirst(run.imported, opened, name, order, before);
    const { imported, aside, faultsOf, recordWith, config, earlierErrors } = judged;
    if (requests) {
      process.stdout.write(escapeUnsafe(proposalFor(imported, requests, importer, await loadReader())));
      return 0;
    }
    // The record has everything, so that an update takes the cuts for decisions of the author.
    const slimmed = slimFor(imported, numberFlag(invocation, 'slim'), faultsOf);
    const isEmpty = imported.documents.every(({ value }) => value['kind'] === 'server');
    const written = isEmpty ? { ...imported, documents: [], files: [] } : (slimmed?.imported ?? imported);
    const isRefused = isEmpty || (flags['strict'] === true && aside.length > 0);
    const reported = { importer, into, name, project, invocation, aside, isRefused, slimmed, earlierErrors };
    writeFirst(written, config, recordWith(imported), reported);
    if (isRefused) return 1;
    process.stderr.write(escapeUnsafe((await run.rehearse?.(written)) ?? ''));
    return 0;
  };
}

/** @throws Failure for no argument, and for several, where the importer takes one. */
function refuseArguments(kind: string, { argument, examples }: Importer, [only, ...more]: readonly string[]): void {
  if (argument === undefined || (only !== undefined && only !== '' && more.length === 0)) return;
  const [[line] = ['']] = examples;
  throw new Failure(`\`haft import ${kind}\` needs ${argument}.`, `Write it after the command: \`${line}\`.`);
}

/** An import as a check leaves it, with what it takes to check a part of it again; `order`: what is recorded of it. */
function judgeFirst(
  imported: ImportResult,
  opened: OpenedProject & { readonly value: Project },
  name: string,
  order: Omit<ImportRecord, 'documents' | 'files' | 'left'>,
  before: ImportRecords,
) {
  const { into } = order;
  const recordWith = (one: ImportResult): ImportRecords => ({ ...before, [name]: { ...order, ...recordOf(one) } });
  const config = configFile(opened, into);
  const [document] = load([{ path: CONFIG_FILE, text: config.text }]).value.documents;
  const settings = settingsOf(document ? specAt<Config>(document) : {});
  const { judge, sources, earlierErrors } = judgeOf(opened.value);
  const inUse = namesInUse(load(otherSpecs(imported, into, sources)).value.documents);
  const named = withDistinctNames(imported, { name, inUse, before: {} });
  const faultsOf = (one: ImportResult): readonly ImportFault[] =>
    judge({ ...candidateOf(one, into, sources), records: recordWith(one), settings });
  return { ...screenImport(named, faultsOf), faultsOf, recordWith, config, earlierErrors: earlierErrors() };
}

/** Writes the specs, or prints them in a dry run, and reports what was imported. */
function writeFirst(imported: ImportResult, config: ConfigText, records: ImportRecords, reported: ImportReportInput) {
  const { project, into, invocation, isRefused } = reported;
  const files = printedFiles(imported.documents);
  const specs = specFiles(project.root, into, files, imported);
  refuseTaken(specs);
  const own = config.isNew ? [{ path: join(project.root, CONFIG_FILE), content: config.text }] : [];
  const record = { path: join(project.root, IMPORTS), content: () => importsParts(records) };
  if (invocation.flags['dry-run'] === true)
    process.stdout.write(files.map(({ path, text }) => `# ${into}/${path}\n${text()}`).join('\n'));
  else if (!isRefused) writeCounted([...specs, ...own, record]);
  reportImport(files, imported, reported);
}

function recordOf(imported: ImportResult): Pick<ImportRecord, 'documents' | 'files' | 'left'> {
  return {
    documents: Object.fromEntries(imported.documents.map(({ value }) => [value.from, value])),
    files: filesOfRecord(imported),
    ...leftOf(imported),
  };
}

/** What was imported before. @throws Failure where the name is among it. */
function importsWithout(name: string, { root }: Project, { again }: Importer): ImportRecords {
  const before = loadImports(root);
  const same = ownMember(before, name);
  if (!same) return before;
  const update = `Run \`haft import --update ${shellWord(name)}\`, or choose another name with --name.`;
  const hint = 'notRecorded' in again ? again.nextStep(same) : update;
  throw new Failure(`"${name}" was imported before, from ${same.source}.`, hint);
}

/** Specs that the import would write are from a run that was killed. */
function otherSpecs({ documents }: ImportResult, into: string, { specs }: Sources): SourceFile[] {
  const written = new Set(documents.map(({ file }) => `${into}/${file}`));
  return specs.filter(({ path }) => !written.has(path));
}

function candidateOf(imported: ImportResult, into: string, sources: Sources): Pick<ImportedProject, 'specs' | 'files'> {
  const printed = printDocuments(imported.documents, into);
  const files = imported.files.map((file) => ({ ...file, path: `${into}/${file.path}` }));
  const own = new Set(files.map(({ path }) => path));
  return {
    specs: [...otherSpecs(imported, into, sources), ...printed],
    files: [...sources.files.filter(({ path }) => !own.has(path)), ...files],
  };
}

/** A large file is made while it is written. */
function writeCounted(files: readonly WholeFile[]): void {
  withProgress(({ count }) => {
    const counted = ({ content, ...file }: WholeFile, done: number): WholeFile => {
      if (typeof content !== 'function') return { ...file, content };
      const contentWithCount = (): Iterable<string> => {
        count('writing', done, files.length, 'files');
        return content();
      };
      return { ...file, content: contentWithCount };
    };
    writeWhole(files.map(counted));
  });
}

/** Relative to the project. */
function folderOf({ root, specs }: Project, written: string, cwd: string): string {
  const folder = resolve(cwd, written);
  if (!isWithin(specs, folder) || !isWithin(root, folder) || folder === specs)
    throw new Failure(
      `"${written}" is not a folder below the spec folder "${slashed(cwd, specs)}".`,
      'Choose a folder below it with --into.',
    );
  return slashed(root, folder);
}

function specFiles(root: string, into: string, printed: readonly PrintedFile[], { files }: ImportResult): WholeFile[] {
  const at = (path: string): string => join(root, into, path);
  return [
    ...printed.map(({ path, text }) => ({ path: at(path), content: () => [text()] })),
    ...files.map(({ path, bytes, executable }) => {
      return { path: at(path), content: bytes, ...(executable && { mode: 0o755 }) };
    }),
  ];
}

/** A file with the same content, from a run that was killed, does not matter. */
function refuseTaken(files: readonly WholeFile[]): void {
  const conflict = files.find(({ path, content }) => {
    if (!existsSync(path)) return false;
    const bytes = Buffer.from(typeof content === 'function' ? [...content()].join('') : content);
    return onDisk('read', path, () => readFileSync(path)).compare(bytes) !== 0;
  });
  if (conflict === undefined) return;
  throw new Failure(
    `"${conflict.path}" already exists; nothing was written.`,
    'Choose another folder with --into, or move it away.',
  );
}

type ConfigText = ReturnType<typeof configFile>;

/** With the profile of the import. */
function configFile({ document, sources }: OpenedProject, into: string) {
  const text = withProfile(sources[0], document, into);
  return { text: text ?? sources[0]?.text ?? '', isNew: text !== undefined };
}
