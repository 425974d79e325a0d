/** `haft.decisions.json`: which changed texts of released tools keep their meaning, by whose reason; read and printed here. */
import { compareText } from '../../base/diagnostic.ts';
import { FILE_FORMATS, type FormatProblem } from '../../base/file-formats.ts';
import { type Matching, date, entriesText, list, map, oneOf, readForm, text, textLike } from '../../spec/shape/form.ts';

const hash = textLike('a hash of 16 hex digits', (value) => /^[0-9a-f]{16}$/.test(value));
const decision = map({
  server: text,
  tool: text,
  /** In terms of the spec. */
  path: list(text),
  /** Of the two texts. */
  before: hash,
  after: hash,
  decision: oneOf('same meaning'),
  reason: textLike('a reason', (value) => value.trim() !== ''),
  date,
});
const file = map({ decisions: list(decision) });

/** Holds for one pair of texts at one place, wherever the two are compared. */
export type Decision = Matching<typeof decision>;

/** The decisions of a parsed file, or the sentence that says why it has none. */
export function readDecisions(value: unknown): { readonly decisions: readonly Decision[] } | FormatProblem {
  const read = readForm(value, FILE_FORMATS.decisions, file);
  return 'problem' in read ? read : { decisions: read.decisions };
}

/** Deterministic; the same decision twice, from two branches, is one. */
export function decisionsText(decisions: readonly Decision[]): string {
  const byPair = new Map(decisions.toReversed().map((one) => [pairKey(one), one]));
  const sorted = [...byPair.entries()].sort(([a], [b]) => compareText(a, b));
  const entries = sorted.map(([, { server, tool, path, before, after, decision, reason, date }]) =>
    JSON.stringify({ server, tool, path, before, after, decision, reason, date }),
  );
  return entriesText(FILE_FORMATS.decisions, 'decisions', entries);
}

/** The same two texts inside one parameter, of a definition that is used twice, are one question. */
export function pairKey(pair: Pick<Decision, 'server' | 'tool' | 'path' | 'before' | 'after'>): string {
  const { server, tool, path, before, after } = pair;
  return JSON.stringify([server, tool, path.slice(0, 2), before, after]);
}
