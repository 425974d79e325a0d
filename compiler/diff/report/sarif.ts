/** Changes as SARIF 2.1.0 (OASIS): for code scanning and editors. */
import type { PlacedChange, Report } from './report.ts';
import { gatherBy } from './group.ts';
import { isJudgement, sentenceOf, whatHappened } from './sentence.ts';
import { inOneLine } from './shown.ts';
import { cut } from './harmless.ts';

export interface SarifOptions {
  /** Of Haft. */
  readonly version?: string;
  /** The path from the root of the repository. */
  readonly show?: (file: string) => string;
}

export function sarifReport({ changes }: Report, { version, show = (file) => file }: SarifOptions = {}): string {
  const kinds = gatherBy(changes, ({ kind }) => kind).sort((a, b) =>
    (a[0]?.kind ?? '') < (b[0]?.kind ?? '') ? -1 : 1,
  );
  const index = new Map(kinds.map((own, at) => [own[0]?.kind, at]));
  const driver = { name: 'haft', ...(version !== undefined && { version }), rules: kinds.flatMap(descriptor) };
  const results = changes.map((change) => result(change, index.get(change.kind) ?? 0, show));
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2).toWellFormed()}\n`;
}

function descriptor([first]: readonly PlacedChange[]): object[] {
  if (!first) return [];
  const { kind, why } = first;
  return [
    {
      id: kind,
      shortDescription: { text: isJudgement(first) ? whatHappened(first) : sentenceOf(first) },
      fullDescription: { text: why },
      help: { text: `"haft explain ${kind}" shows an example.` },
      defaultConfiguration: { level: severityOf(first) },
    },
  ];
}

function result(change: PlacedChange, ruleIndex: number, show: (file: string) => string): object {
  const { kind, file, line, fingerprint, axis, level } = change;
  const place = {
    artifactLocation: { uri: uriOf(show(file ?? '')) },
    ...(line !== undefined && { region: { startLine: line } }),
  };
  return {
    ruleId: kind,
    ruleIndex,
    level: severityOf(change),
    message: { text: message(change) },
    ...(file !== undefined && { locations: [{ physicalLocation: place }] }),
    partialFingerprints: { 'haft/v1': fingerprint },
    properties: { axis, level },
  };
}

/** A path as a reference: "#", "?" and ":" mean themselves. */
export function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function message(change: PlacedChange): string {
  const { subject, before, after, next, why } = change;
  if (isJudgement(change)) return `${sentenceOf(change)} ${next}`;
  const sides = [before, after].map((side) => (side === undefined ? 'none' : cut(inOneLine(side), 300))).join(' → ');
  return `${subject}: ${sentenceOf(change)} (${sides}) ${why} ${next}`;
}

function severityOf({ axis, level }: PlacedChange): 'error' | 'warning' | 'note' {
  if (axis === 'policy' || level === 'breaking') return 'error';
  return level === 'safe' ? 'note' : 'warning';
}
