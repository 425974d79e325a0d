/** What a first import says at its end: what was imported, what it lost and what to do next. */
import { join } from 'node:path';
import { shellWord } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { type Invocation, formatFlag } from '../../../edge/command-line/command.ts';
import { reportFindings } from '../../../edge/command-line/report.ts';
import type { Project } from '../../../edge/project/project.ts';
import { slashed } from '../../../edge/project/root.ts';
import { lossFindings } from '../findings.ts';
import type { ImportResult } from '../imported.ts';
import { type PrintedFile, printedPlaces } from '../print.ts';
import type { SetAside } from '../set-aside.ts';
import type { SlimResult } from '../slim.ts';
import type { Importer } from './importer.ts';

export interface ImportReportInput {
  readonly importer: Importer;
  readonly into: string;
  readonly name: string;
  readonly project: Project;
  readonly invocation: Invocation;
  readonly aside: readonly SetAside[];
  /** Whether nothing is written because of what is set aside. */
  readonly isRefused: boolean;
  readonly slimmed: SlimResult | undefined;
  /** The number of errors that the project has without the import. */
  readonly earlierErrors: number;
}

/** A first import is reported once: no later command prints its findings again. */
const MAX_SHOWN = 100;
const WHOLE = ' (`--format json` lists all)';

export function reportImport(
  printed: readonly PrintedFile[],
  imported: ImportResult,
  reported: ImportReportInput,
): void {
  const { into, name, project, invocation, aside, slimmed, earlierErrors } = reported;
  const { cwd } = invocation;
  const diagnostics = lossFindings(imported.losses, printedPlaces(printed, into), WHOLE);
  const shownFiles = new Set(diagnostics.map(({ span }) => span.file));
  const sources = printed
    .map(({ path, text }) => ({ path: `${into}/${path}`, text }))
    .flatMap(({ path, text }) => (shownFiles.has(path) ? [{ path, text: text() }] : []));
  const format = formatFlag(invocation);
  const files = [...printed, ...imported.files].map(({ path }) => `${into}/${path}`);
  const tokens = slimmed && { tokens: { before: slimmed.before, after: slimmed.after } };
  const more = { name, into, files, losses: imported.losses, aside, ...tokens };
  const visible = format === 'json' ? diagnostics : diagnostics.slice(-MAX_SHOWN);
  reportFindings({ diagnostics: visible, sources, root: project.root, cwd }, format, { more, all: true });
  if (format === 'json') return;
  const lines = outcomeOf(imported, files.length, reported);
  const hidden = diagnostics.length - visible.length;
  if (hidden > 0) lines.push(`Not shown: ${pluralize(hidden, 'finding')}; \`--format json\` lists all.`);
  if (slimmed)
    lines.push(`The tools cost about ${slimmed.after} tokens; with everything it would be ${slimmed.before}.`);
  if (aside.length > 0) lines.push(asideText(aside));
  const errors = pluralize(earlierErrors, 'error');
  if (earlierErrors > 0)
    lines.push(`The project has ${errors} that the import did not cause: \`haft check\` lists them.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function outcomeOf(
  { documents }: ImportResult,
  count: number,
  { into, name, importer, project, invocation: { cwd, flags }, isRefused }: ImportReportInput,
): string[] {
  const kinds = kindsOf(documents.map(({ value }) => String(value['kind'])));
  const files = pluralize(count, 'file');
  const folder = slashed(cwd, join(project.root, into));
  if (isRefused) return [`Nothing was ${flags['dry-run'] === true ? 'written' : 'imported'}.`];
  if (flags['dry-run'] === true) return [`Nothing was written. It would be ${kinds} in ${files} in ${folder}.`];
  const update =
    'notRecorded' in importer.again ? '' : `; \`haft import --update ${shellWord(name)}\` keeps your edits`;
  return [`Imported ${kinds} into ${folder} (${files}).`, `Next: \`haft check\`, then edit the specs${update}.`];
}

/** The last word of an import that is not whole; `isShown`: whether its findings have the reasons. */
export function asideText(aside: readonly SetAside[], isShown = true): string {
  const where = isShown ? 'import/aside' : 'the flag `--format json`';
  return `Set aside: ${kindsOf(aside.map(({ kind }) => kind))}, which \`haft compile\` would reject; ${where} says why.`;
}

/** `1 server, 2 tools`. */
function kindsOf(kinds: readonly string[]): string {
  const counts = ['server', 'tool', 'skill'].flatMap((one) => {
    const count = kinds.filter((kind) => kind === one).length;
    return count === 0 ? [] : pluralize(count, one);
  });
  return counts.join(', ');
}
