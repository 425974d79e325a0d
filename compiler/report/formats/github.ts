/** GitHub workflow commands: annotations at the lines of a pull request, never more than GitHub shows of a step. */
import { type ReportEntry, entryFormat } from '../entry.ts';
import { gatherBy } from '../../base/groups.ts';
import type { PrintContext } from '../format.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';

/** Of each severity in one step (docs.github.com, "Workflow commands"); more are dropped without a word. */
const MAX_ANNOTATIONS = 10;

export const github = entryFormat((entries, context) =>
  (['error', 'warning', 'note'] as const)
    .flatMap((severity) => groupsOf(entries.filter((entry) => entry.severity === severity)))
    .map((group) => annotation(group, context))
    .join(''),
);

/** Each by itself while there is room; else together by tool or file, and the last group has the rest. */
function groupsOf(entries: readonly ReportEntry[]): (readonly ReportEntry[])[] {
  if (entries.length <= MAX_ANNOTATIONS) return entries.map((entry) => [entry]);
  const groups = gatherBy(entries, ({ about: { server, tool, skill }, place }) =>
    JSON.stringify([server, tool, skill, place?.file]),
  );
  if (groups.length <= MAX_ANNOTATIONS) return groups;
  return [...groups.slice(0, MAX_ANNOTATIONS - 1), groups.slice(MAX_ANNOTATIONS - 1).flat()];
}

/** GitHub cuts a message at 4 KB. */
const MAX_LINES = 20;

function annotation(group: readonly ReportEntry[], context: PrintContext): string {
  const [first] = group;
  if (!first) return '';
  const command = first.severity === 'note' ? 'notice' : first.severity;
  const ids = [...new Set(group.map(({ id }) => id))];
  const title = ids.length === 1 ? first.id : pluralize(group.length, 'finding');
  const lines = group.slice(0, MAX_LINES).map((entry) => lineOf(entry, group.length > 1));
  const remaining = group.length - lines.length;
  const more = remaining > 0 ? [`… and ${remaining} more: use --format html or sarif for all.`] : [];
  return `::${command} ${placeProperties(first, context)}title=${property(title)}::${data([...lines, ...more].join('\n'))}\n`;
}

function lineOf({ id, message, hint, brief, place }: ReportEntry, isOneOfMany: boolean): string {
  if (!isOneOfMany) return hint === '' ? message : `${message}\n${hint}`;
  return `${place?.line === undefined ? '' : `line ${place.line}: `}${brief ?? message} [${id}]`;
}

function placeProperties({ place }: ReportEntry, { inRepository }: PrintContext): string {
  const { start, end } = place?.columns ?? {};
  const properties = {
    ...(place && { file: inRepository(place.file) }),
    ...(place?.line !== undefined && { line: place.line }),
    ...(start && end && { endLine: end.line, col: start.column, endColumn: end.column }),
  };
  return Object.entries(properties)
    .map(([key, value]) => `${key}=${property(String(value))},`)
    .join('');
}

function data(text: string): string {
  return escapeUnsafe(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
