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
import type { ImportRecord } from '../../import/record.ts';
import { load } from '../../load/load.ts';
import { pluralize } from '../../report/text/pluralize.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import type { ExitCode, Invocation } from '../command-line/command.ts';
import { SPECS, formatFlag, textFlag } from '../command-line/command.ts';
import type { Flag } from '../command-line/command.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { withProgress } from '../command-line/progress.ts';
import { reportFindings } from '../command-line/report.ts';
import { isWithin } from '../inside/place.ts';
import { openProject } from '../project/project.ts';
import type { OpenedProject, Project } from '../project/project.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import { writeWhole } from '../write/whole.ts';
import type { WholeFile } from '../write/whole.ts';
import { specsOf } from './update-import.ts';
import type { ImportOrder, Importer } from './importer.ts';
import { IMPORTS, loadImports } from './imports-file.ts';
import { withProfile } from './profile.ts';
import { filesOfRecord } from './update-files.ts';

/** The flags of every command that imports something new. */
export const IMPORT_FLAGS: Readonly<Record<string, Flag>> = {
  into: {
    type: 'string',
    value: 'folder',
    help: 'Folder of the new specs (default: the name, below the spec folder).',
  },
  name: { type: 'string', value: 'name', help: 'Name of the import and of its server.' },
  'dry-run': { type: 'boolean', help: 'Print the specs; write nothing.' },
  format: { type: 'string', value: 'text|json', choices: ['text', 'json'], help: 'Format of the report.' },
  specs: SPECS,
};

/** Imports what the command line names. `order` is asked once the project is known. */
export async function runFirstImport(
  importer: Importer,
  invocation: Invocation,
  order: (project: Project) => ImportOrder,
  mayRun = false,
): Promise<ExitCode> {
  const { cwd, flags } = invocation;
  const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
  const { value: project } = opened;
  if (!project) {
    reportFindings({ ...opened, root: cwd, cwd }, 'text');
    return 1;
  }
  const { name, source, options } = order(project);
  const into = folderOf(project, textFlag(invocation, 'into') ?? join(project.specs, name), cwd);
  const before = loadImports(project.root);
  const same = ownMember(before, name);
  if (same) throw new Failure(`"${name}" was imported before, from ${same.source}.`, nextStep(same, name));
  const run = await importer.run({ name, source, options, root: project.root, digest: undefined, mayRun });
  if ('undecided' in run) {
    process.stdout.write(escapeUnsafe(run.undecided));
    return 1;
  }
  const written = new Set(run.imported.documents.map(({ file }) => `${into}/${file}`));
  // These are from a run that was killed.
  const others = specsOf(project).filter(({ path }) => !written.has(path));
  const inUse = namesInUse(load(others).value.documents);
  const imported = withDistinctNames(run.imported, { name, inUse, before: {} });
  const record: ImportRecord = {
    kind: importer.kind,
    source,
    digest: run.digest,
    options,
    into,
    documents: Object.fromEntries(imported.documents.map(({ value }) => [value.from, value])),
    files: filesOfRecord(imported),
    ...leftOf(imported),
  };
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
  return report(files, imported, { kind: importer.kind, into, name, project, invocation });
}

/** What a user can do who imports a name again: a curl command was not kept, but its server takes further tools. */
function nextStep({ kind, documents }: ImportRecord, name: string): string {
  if (kind !== 'curl') return `Run \`haft import --update ${name}\`, or choose another name with --name.`;
  const { name: server, connections = {} } = documents['curl'] ?? {};
  if (typeof server !== 'string') return 'Choose another name with --name.';
  const [connection = 'api'] = Object.keys(connections ?? {});
  const flags = `--server ${server}${connection === 'api' ? '' : ` --connection ${connection}`}`;
  return `Add the tool to that server and its connection with \`${flags}\`, or choose another name with --name.`;
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
  readonly kind: ImportRecord['kind'];
  readonly into: string;
  readonly name: string;
  readonly project: Project;
  readonly invocation: Invocation;
}

function report(
  printed: readonly PrintedFile[],
  imported: Imported,
  { into, name, kind, project, invocation }: Reported,
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
  // A curl command is not kept: there is nothing to update it from.
  const update = kind === 'curl' ? '' : `; \`haft import --update ${name}\` keeps your edits`;
  process.stdout.write(
    flags['dry-run'] === true
      ? `Nothing was written. It would be ${kinds.join(', ')} in ${pluralize(files.length, 'file')} in ${shown}.\n`
      : `Imported ${kinds.join(', ')} into ${shown} (${pluralize(files.length, 'file')}).\nNext: \`haft check\`, then edit the specs${update}.\n`,
  );
  return 0;
}
