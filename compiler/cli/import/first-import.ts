/** A first import: new specs, their profile in `haft.yaml`, and the record in `haft.imports.json`; all of them or none. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownMember } from '@haft/runtime/language';
import { lossFindings } from '../../import/findings.ts';
import type { Imported } from '../../import/imported.ts';
import { withDistinctNames } from '../../import/distinct-names.ts';
import { namesInUse } from '../../import/names-in-use.ts';
import { printedFiles, printedPlaces } from '../../import/print.ts';
import type { PrintedFile } from '../../import/print.ts';
import { importsParts } from '../../import/record.ts';
import { leftOf } from '../../import/update.ts';
import type { ImportRecord, ImportRecords } from '../../import/record.ts';
import { load } from '../../load/load.ts';
import { pluralize } from '../../report/text/pluralize.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import type { Command, ExitCode, Invocation } from '../command-line/command.ts';
import { SPECS, choice, formatFlag, text, textFlag, toggle } from '../command-line/command.ts';
import type { Flag } from '../command-line/command.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { withProgress } from '../command-line/progress.ts';
import { reportFindings } from '../command-line/report.ts';
import { openOrReport } from '../command-line/open.ts';
import { isWithin } from '../inside/place.ts';
import type { OpenedProject, Project } from '../project/project.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import { writeWhole } from '../write/whole.ts';
import type { WholeFile } from '../write/whole.ts';
import { specsOf } from './update-import.ts';
import type { Importer } from './importer.ts';
import { IMPORTS, loadImports } from './imports-file.ts';
import { withProfile } from './profile.ts';
import { filesOfRecord } from './update-files.ts';

/** The flags of every import. */
const FLAGS: Readonly<Record<string, Flag>> = {
  into: text('folder', 'Folder of the new specs (default: the name, below the spec folder).'),
  name: text('name', 'Name of the import and of its server.'),
  'dry-run': toggle('Print the specs; write nothing.'),
  format: choice(['text', 'json'], 'Format of the report.'),
  specs: SPECS,
};

/** `haft import <kind>`. */
export function importCommandOf(kind: string, importer: Importer): Command {
  const { summary, positional, flags, examples } = importer;
  const run: Command['run'] = (invocation) => runFirstImport(kind, importer, invocation);
  return { name: `import ${kind}`, summary, positional, flags: { ...flags, ...FLAGS }, examples, run };
}

/** Imports what the command line names. */
async function runFirstImport(kind: string, importer: Importer, invocation: Invocation): Promise<ExitCode> {
  const { cwd, flags } = invocation;
  const first = importer.first(invocation);
  const opened = openOrReport(invocation);
  if (!opened) return 1;
  const { value: project } = opened;
  const { name, source, options } = first.in(project);
  const into = folderOf(project, textFlag(invocation, 'into') ?? join(project.specs, name), cwd);
  const before = importsWithout(name, project, importer);
  const run = await first.run({ name, source, options, root: project.root, digest: undefined });
  if ('undecided' in run) {
    process.stdout.write(escapeUnsafe(run.undecided));
    return 1;
  }
  const imported = withNewNames(run.imported, { name, into, project });
  const record = { kind, source, digest: run.digest, options, into, ...recordOf(imported) };
  const files = printedFiles(imported.documents);
  const specs = specFiles(project.root, into, files, imported);
  refuseTaken(specs);
  if (flags['dry-run'] === true)
    process.stdout.write(files.map(({ path, text }) => `# ${into}/${path}\n${text()}`).join('\n'));
  else
    writeCounted([
      ...specs,
      ...configFile(opened, into),
      { path: join(project.root, IMPORTS), content: () => importsParts({ ...before, [name]: record }) },
    ]);
  return report(files, imported, { importer, into, name, project, invocation });
}

function recordOf(imported: Imported): Pick<ImportRecord, 'documents' | 'files' | 'left'> {
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
  throw new Failure(
    `"${name}" was imported before, from ${same.source}.`,
    'notRecorded' in again
      ? again.nextStep(same)
      : `Run \`haft import --update ${name}\`, or choose another name with --name.`,
  );
}

/** With names that no other spec of the project has. */
function withNewNames(
  imported: Imported,
  { name, into, project }: Pick<Reported, 'name' | 'into' | 'project'>,
): Imported {
  const written = new Set(imported.documents.map(({ file }) => `${into}/${file}`));
  // These are from a run that was killed.
  const others = specsOf(project).filter(({ path }) => !written.has(path));
  return withDistinctNames(imported, { name, inUse: namesInUse(load(others).value.documents), before: {} });
}

/** A large file is made while it is written. */
function writeCounted(files: readonly WholeFile[]): void {
  withProgress(({ count }) => {
    const counted = files.map((file, done) => {
      const { content } = file;
      if (typeof content !== 'function') return file;
      const made = (): Iterable<string> => {
        count('writing', done, files.length, 'files');
        return content();
      };
      return { ...file, content: made };
    });
    writeWhole(counted);
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

function specFiles(root: string, into: string, printed: readonly PrintedFile[], { files }: Imported): WholeFile[] {
  return [
    ...printed.map(({ path, text }) => ({ path: join(root, into, path), content: () => [text()] })),
    ...files.map(({ path, bytes, executable }) => {
      return { path: join(root, into, path), content: bytes, ...(executable && { mode: 0o755 }) };
    }),
  ];
}

/** A file with the same content, from a run that was killed, does not matter. */
function refuseTaken(files: readonly WholeFile[]): void {
  const taken = files.find(({ path, content }) => {
    if (!existsSync(path)) return false;
    const bytes = Buffer.from(typeof content === 'function' ? [...content()].join('') : content);
    return onDisk('read', path, () => readFileSync(path)).compare(bytes) !== 0;
  });
  if (taken === undefined) return;
  throw new Failure(
    `"${taken.path}" already exists; nothing was written.`,
    'Choose another folder with --into, or move it away.',
  );
}

function configFile({ root, document, sources }: OpenedProject, into: string): WholeFile[] {
  const text = withProfile(sources[0], document, into);
  return text === undefined ? [] : [{ path: join(root, CONFIG_FILE), content: text }];
}

interface Reported {
  readonly importer: Importer;
  readonly into: string;
  readonly name: string;
  readonly project: Project;
  readonly invocation: Invocation;
}

function report(
  printed: readonly PrintedFile[],
  imported: Imported,
  { into, name, importer, project, invocation }: Reported,
): ExitCode {
  const { cwd, flags } = invocation;
  const diagnostics = lossFindings(imported.losses, printedPlaces(printed, into));
  const shownFiles = new Set(diagnostics.map(({ span }) => span.file));
  const sources = printed
    .map(({ path, text }) => ({ path: `${into}/${path}`, text }))
    .flatMap(({ path, text }) => (shownFiles.has(path) ? [{ path, text: text() }] : []));
  const format = formatFlag(invocation);
  const files = [...printed, ...imported.files].map(({ path }) => `${into}/${path}`);
  reportFindings({ diagnostics, sources, root: project.root, cwd }, format, {
    name,
    into,
    files,
    losses: imported.losses,
  });
  if (format === 'json') return 0;
  const kinds = ['server', 'tool', 'skill'].flatMap((one) => {
    const count = imported.documents.filter(({ value }) => value['kind'] === one).length;
    return count === 0 ? [] : pluralize(count, one);
  });
  const shown = slashed(cwd, join(project.root, into));
  const update = 'notRecorded' in importer.again ? '' : `; \`haft import --update ${name}\` keeps your edits`;
  process.stdout.write(
    flags['dry-run'] === true
      ? `Nothing was written. It would be ${kinds.join(', ')} in ${pluralize(files.length, 'file')} in ${shown}.\n`
      : `Imported ${kinds.join(', ')} into ${shown} (${pluralize(files.length, 'file')}).\nNext: \`haft check\`, then edit the specs${update}.\n`,
  );
  return 0;
}
