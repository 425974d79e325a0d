/** SARIF 2.1.0 (OASIS): for code scanning and editors; each rule is described once. */
import { type Place, type ReportEntry, entryFormat } from '../entry.ts';
import type { PrintContext } from '../format.ts';
import { NOTES } from '../../check/notes.ts';
import { RULES } from '../../check/rules/index.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { CHANGES } from '../../versions/changes/index.ts';
import { POLICY } from '../../versions/policy/index.ts';

/** The name that services give to it; where it is on this machine is of no use to them. */
const BASE = '%SRCROOT%';

export const sarif = entryFormat((entries, context) => {
  const first = new Map(entries.toReversed().map((entry) => [entry.id, entry] as const));
  const ids = [...first.keys()].sort();
  const index = new Map(ids.map((id, at) => [id, at]));
  const rules = ids.map((id) => descriptor(id, first.get(id)?.severity ?? 'warning'));
  const results = entries.map((entry) => result(entry, index.get(entry.id) ?? 0, context));
  const driver = { name: 'haft', version: context.version, rules };
  const originalUriBaseIds = { [BASE]: { description: { text: 'The root of the git repository.' } } };
  const run = { tool: { driver }, originalUriBaseIds, columnKind: 'utf16CodeUnits', results };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2).toWellFormed()}\n`;
});

function descriptor(id: string, level: ReportEntry['severity']): object {
  const entry = CATALOG.get(id);
  if (!entry) return { id, defaultConfiguration: { level } };
  const source = entry.source === undefined ? '' : `Source: ${entry.source}. `;
  return {
    id,
    shortDescription: { text: entry.says },
    fullDescription: { text: entry.why },
    help: { text: `${source}"haft explain ${id}" shows examples.` },
    defaultConfiguration: { level: entry.severity ?? level },
  };
}

function result(entry: ReportEntry, ruleIndex: number, context: PrintContext): object {
  const { id, severity, message, hint, place, related, fingerprint, about, axis, level, fix } = entry;
  return {
    ruleId: id,
    ruleIndex,
    level: severity,
    message: { text: hint === '' ? message : `${message} ${hint}` },
    ...(place && { locations: [location(place, context)] }),
    ...(related.length > 0 && {
      relatedLocations: related.map((other, number) => ({
        id: number,
        ...location(other.place, context),
        message: { text: other.message },
      })),
    }),
    partialFingerprints: { 'haft/v2': fingerprint },
    properties: { ...about, ...(axis !== undefined && { axis, level }), ...(fix && { fix }) },
  };
}

function location({ file, line, columns }: Place, { inRepository }: PrintContext): object {
  const { start, end } = columns ?? {};
  const region =
    start && end
      ? { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
      : line !== undefined && { startLine: line };
  const artifactLocation = { uri: uriOf(inRepository(file)), uriBaseId: BASE };
  return { physicalLocation: { artifactLocation, ...(region && { region }) } };
}

/** A path as a reference: "#", "?" and ":" mean themselves. */
export function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** The facts about a rule, a note or a kind of change, by its id. */
interface CatalogEntry {
  readonly id: string;
  readonly says: string;
  readonly why: string;
  readonly source?: string;
  readonly severity?: Diagnostic['severity'];
}

/** Without findings about the form of a file, which no rule makes. */
const CATALOG = new Map(
  [...CHANGES, ...POLICY, ...RULES, ...NOTES].map((entry): [string, CatalogEntry] => [entry.id, entry]),
);
