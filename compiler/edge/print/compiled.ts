/** Reports in a few lines what a compile has done, or would do. */
import { posix } from 'node:path';
import type { AddedNames } from '../handlers/scaffold.ts';
import type { Conflict } from '../write/decide.ts';
import type { WriteReport } from '../write/write.ts';
import { pluralize } from '../../base/text/pluralize.ts';

interface CompileSummary {
  /** "2 servers with 7 tools, 1 skill" */
  readonly there: string;
  readonly added: readonly AddedNames[];
  /** As a person can open it from where they are. */
  readonly out: string;
  readonly onlyCheck: boolean;
  /** The command, with the folders that it was given. */
  readonly command: string;
  /** Whether every path is listed; otherwise the first 100. */
  readonly all: boolean;
}

const MAX_ROWS = 100;

export function printReport(report: WriteReport, { there, added, out, onlyCheck, all, command }: CompileSummary): void {
  for (const { path, names } of added) {
    process.stdout.write(`${path}: added ${pluralize(names.length, 'handler stub')}: ${names.join(', ')}\n`);
  }
  for (const conflict of report.conflicts) process.stderr.write(`${conflictLines(conflict, out)}\n`);
  process.stdout.write(onlyCheck ? driftLines(report, out, all, command) : `${doneLine(report, there, out)}\n`);
}

function doneLine({ created, changed, removed, unchanged }: WriteReport, there: string, out: string): string {
  const written = created.length + changed.length;
  return `${there} compiled into ${out}/: ${pluralize(written, 'file')} written, ${unchanged.length} unchanged, ${removed.length} removed.`;
}

function driftLines(
  { created, changed, removed, unchanged, conflicts }: WriteReport,
  out: string,
  all: boolean,
  command: string,
) {
  const rows = [
    ...created.map((path) => `missing   ${posix.join(out, path)}`),
    ...changed.map((path) => `outdated  ${posix.join(out, path)}`),
    ...removed.map((path) => `stale     ${posix.join(out, path)}`),
    ...conflicts.map(({ path, kind }) => `${CONFLICT_ROWS[kind]} ${posix.join(out, path)}`),
  ];
  if (rows.length === 0) return `${out}/ is up to date: ${pluralize(unchanged.length, 'file')}.\n`;
  const [they, need] = conflicts.length === 1 ? ['it', 'needs'] : ['them', 'need'];
  const next =
    conflicts.length === 0
      ? `Run \`${command}\` and commit the result.`
      : `${pluralize(conflicts.length, 'file')} ${need} your decision, because \`${command}\` does not change ${they}: follow the hints, run it, and commit the result.`;
  const visible = all ? rows : rows.slice(0, MAX_ROWS);
  const remaining = rows.length - visible.length;
  const more =
    remaining > 0 ? `… and ${pluralize(remaining, 'more file')}: \`${command} --check --all\` lists all.\n` : '';
  return `${visible.join('\n')}\n${more}${out}/ is out of date. ${next}\n`;
}

/** As wide as the other marks of a row. */
const CONFLICT_ROWS: Readonly<Record<Conflict['kind'], string>> = {
  edited: 'edited   ',
  foreign: 'foreign  ',
  link: 'link     ',
  blocked: 'blocked  ',
  orphan: 'orphan   ',
};

const CONFLICTS: Readonly<Record<Conflict['kind'], readonly [what: string, hint: string]>> = {
  edited: [
    'was edited by hand and was not overwritten',
    'Move the edit to the spec, delete the file, and run the command again.',
  ],
  foreign: ['was not written by Haft and was not overwritten', 'Move or delete it, and run the command again.'],
  link: ['was not written', 'Remove the link, and run the command again.'],
  blocked: ['was not written', 'Move or delete it, and run the command again.'],
  orphan: [
    'was edited by hand and was not deleted; its spec no longer exists',
    'Delete it, or keep it as your own file.',
  ],
};

export function conflictLines({ path, kind, at }: Conflict, out: string): string {
  const [what, hint] = CONFLICTS[kind];
  const there =
    at === undefined ? '' : `: ${posix.join(out, at)} is ${kind === 'link' ? 'a symbolic link' : 'in its way'}`;
  return `${posix.join(out, path)} ${what}${there}.\n  hint: ${hint}`;
}
