/** `haft import`: merges what changed in the sources of imported specs; `haft import openapi` and others are commands too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportRecord } from '../../check/analysis/imported/import-record.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { STRICT } from '../../features/import/run/first-import.ts';
import { asideText } from '../../features/import/run/report-import.ts';
import { type UpdatedImport, updateImport, writeUpdates } from '../../features/import/run/update-import.ts';
import { CONTRACT } from '../../edge/project/contract.ts';
import { IMPORTS, loadImports } from '../../edge/project/recorded.ts';
import { IMPORTERS, importerOf } from '../../features/import/run/importers.ts';
import { takeTheirs } from '../../features/import/run/take.ts';
import type { Project } from '../../edge/project/project.ts';
import type { Command, ExitCode, Invocation } from '../../edge/command-line/command.ts';
import { SPECS, choice, formatFlag, text, textFlag, toggle } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import tools and skills from other sources, and merge later changes of the sources into the specs.',
  positional: '[name]',
  flags: {
    update: toggle('Read the sources again; your edits are kept. With a name: only that import.'),
    from: text('source', 'The new place of the source; a name says of which import.', { needs: ['update', 'check'] }),
    run: toggle('Start imported MCP servers, and run imported programs for their help, without asking.'),
    strict: STRICT,
    check: toggle('Write nothing; exit code 1 when a source has changed.'),
    take: text('key', 'Take the value of the source: list_pets.parameters.limit.maximum.', { only: ['specs'] }),
    format: choice(['text', 'json'], 'Format of the report.'),
    specs: SPECS,
  },
  meant: { update: 'haft import --update' },
  examples: [
    ['haft import openapi api.yaml --tag issues', 'HTTP tools from an OpenAPI document.'],
    ['haft import --update', 'Merge what changed in all sources.'],
    ['haft import --check', 'For CI: has a source changed?'],
    ['haft import --take list_pets.description', 'After a conflict: take the value of the source.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { flags } = invocation;
    const project = openOrReport(invocation)?.value;
    if (!project) return 1;
    const take = textFlag(invocation, 'take');
    if (take !== undefined) {
      const file = takeTheirs(project, take);
      process.stdout.write(file === undefined ? `${take} already has the value of the source.\n` : `Wrote ${file}.\n`);
      return 0;
    }
    if (flags['update'] === true || flags['check'] === true) return updateAll(project, invocation);
    throw new Failure(
      '`haft import` needs the kind of the source, --update or --check.',
      `Run \`haft import ${Object.keys(IMPORTERS).join('|')} …\`, or \`haft import --update\`.`,
    );
  },
};

async function updateAll(project: Project, invocation: Invocation): Promise<ExitCode> {
  const { cwd, flags } = invocation;
  const isCheck = flags['check'] === true;
  const updates: UpdatedImport[] = [];
  for (const [name, record] of await selectTools(project, invocation)) {
    const updated = await updateImport(project, name, record, {
      cwd,
      from: textFlag(invocation, 'from'),
      mayRun: flags['run'] === true,
      isCheck,
    });
    if ('undecided' in updated) {
      process.stdout.write(escapeUnsafe(updated.undecided));
      return 1;
    }
    updates.push(updated);
  }
  const isRefused = flags['strict'] === true && updates.some(({ aside }) => aside.length > 0);
  const written = isCheck || isRefused ? 0 : writeUpdates(project.root, updates);
  const format = formatFlag(invocation);
  const summary = updates.map(({ name, moved, changed, added, gone, aside }) => ({
    name,
    moved,
    changed,
    added,
    gone,
    aside,
  }));
  const allFindings = {
    diagnostics: updates.flatMap(({ findings }) => findings),
    sources: updates.flatMap(({ specs }) => specs),
  };
  reportFindings({ ...allFindings, root: project.root, cwd }, format, {
    more: { imports: summary, written },
    all: true,
  });
  if (format === 'text') for (const one of updates) process.stdout.write(lineOf(one, isCheck, isRefused, project.root));
  return isRefused || (isCheck && updates.some(({ moved }) => moved)) ? 1 : 0;
}

async function selectTools(
  project: Project,
  { positionals: [name], flags }: Invocation,
): Promise<readonly (readonly [name: string, record: ImportRecord])[]> {
  const imports = loadImports(project.root);
  if (name === undefined && flags['from'] !== undefined)
    throw new Failure(
      'The flag --from needs the name of an import.',
      'Run `haft import --update <name> --from <source>`.',
    );
  if (name === undefined && Object.keys(imports).length === 0)
    throw new Failure(
      `Nothing was imported here: there is no "${IMPORTS}".`,
      '`haft import --help` shows how to import.',
    );
  if (name === undefined) {
    const isRecorded = async ({ kind }: ImportRecord) => !('notRecorded' in ((await importerOf(kind))?.again ?? {}));
    const all = Object.entries(imports).map(async (one) => ((await isRecorded(one[1])) ? [one] : []));
    return (await Promise.all(all)).flat();
  }
  const record = Object.hasOwn(imports, name) ? imports[name] : undefined;
  if (record) return [[name, record]];
  throw new Failure(`Unknown import "${name}".`, `Known: ${Object.keys(imports).join(', ') || 'none'}.`);
}

function lineOf(update: UpdatedImport, isCheck: boolean, isRefused: boolean, root: string): string {
  const { name, changed, added, gone, moved, writes, aside, findings } = update;
  const isShown = findings.some(({ code }) => code === 'import/aside');
  const asideLine = aside.length > 0 ? `${name}: ${asideText(aside, isShown)}\n` : '';
  if (!moved && writes.length === 0)
    return asideLine === ''
      ? `${name}: the source has not changed.\n`
      : `${name}: nothing else has changed.\n${asideLine}`;
  const counts = [
    changed.length > 0 ? `${changed.length} changed` : [],
    added.length > 0 ? `${added.length} new` : [],
    gone.length > 0 ? `${gone.length} removed` : [],
  ].flat();
  const what = counts.length > 0 ? counts.join(', ') : 'no spec changed';
  const step = existsSync(join(root, CONTRACT)) ? 'Run `haft diff` to see what breaks.' : 'Run `haft check`.';
  const next = isCheck ? 'Run `haft import --update`.' : step;
  const files = isCheck || isRefused ? 'nothing was written' : filesText(update);
  return `${name}: ${what}; ${files}.${isRefused && !isCheck ? '' : ` ${next}`}\n${asideLine}`;
}

/** The record goes with every file of an import; alone it is named. */
function filesText({ writes, records }: UpdatedImport): string {
  if (writes.length > 0) return `${pluralize(writes.length, 'file')} written`;
  return records ? `only ${IMPORTS} was written` : 'nothing was written';
}
