/** `# haft-ignore <rule>, <rule> [until <date>]: <reason>` on the line above a node: what it covers, and whether it is valid. */
import { meantOr } from './analysis/unknown-name.ts';
import { type Diagnostic, type SourceFile, type TextEdit, WHOLE_FILE } from '../base/diagnostic.ts';
import { isDate } from '../base/calendar.ts';
import type { Comment } from '../spec/yaml/spec.ts';
import { gatherBy, groupBy } from '../base/groups.ts';
import { memoizeBy } from '../base/memo.ts';

/** Ids of rules that existed: comments that name them are unused, and settings change nothing. */
export const RETIRED_RULES: ReadonlySet<string> = new Set([
  'param/all-strings',
  'param/narrower-type',
  'skill/description-brief',
  'tool/inside-named',
  'version/meaning-changed',
]);

const layoutOf = memoizeBy(({ text }: SourceFile): Layout => {
  const lines = linesOf(text);
  const content: (number | undefined)[] = [];
  const ends = new Map<Line, number>();
  // From the last line on: those that may still end a node above, the nearest at the end.
  const below: Line[] = [];
  for (const [index, line] of [...lines.entries()].toReversed()) {
    content[index] = line.blank ? content[index + 1] : index;
    if (line.blank) continue;
    while ((below.at(-1)?.depth ?? -1) > line.depth) below.pop();
    const next = below.at(-1);
    if (next) ends.set(line, next.start);
    below.push(line);
  }
  return { lines, content, ends };
});

interface Suppression {
  readonly comment: Comment;
  /** One of those that the comment names. */
  readonly rule: string;
  /** All of them. */
  readonly rules: readonly string[];
  /** YYYY-MM-DD; the last day on which it applies. */
  readonly until: string | undefined;
  readonly reason: string;
  /** The node below the comment, as a range of the file. */
  readonly covers: Range;
}

interface SuppressInput {
  readonly comments: readonly Comment[];
  readonly sources: readonly SourceFile[];
  /** Ids that may be suppressed, and those that exist but may not. */
  readonly rules: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** Those whose exceptions are recorded elsewhere, with the next step. */
  readonly decided?: ReadonlyMap<string, string>;
  /** YYYY-MM-DD; without it nothing expires. */
  readonly today: string | undefined;
  /** Suppressions of other rules have been judged already. */
  readonly onlyThese?: boolean;
  /** Rules whose findings are acknowledged for a time only. */
  readonly dated?: ReadonlySet<string>;
  /** Rules that are judged later: their suppressions are left for then. */
  readonly later?: ReadonlySet<string>;
}

/** The diagnostics that remain, and those about the suppressions themselves. */
export function suppress(diagnostics: readonly Diagnostic[], input: SuppressInput): Diagnostic[] {
  const sources = new Map(input.sources.map((source) => [source.path, source]));
  const all = input.comments.flatMap((comment) => readSuppressions(comment, sources.get(comment.file)));
  const suppressions = all.filter(({ rule }) => (input.onlyThese ? input.rules.has(rule) : !input.later?.has(rule)));
  const holding = suppressions.filter((one) => problemOf(one, input) === undefined);
  const used = new Set<Suppression>();
  const groups = groupBy(holding, ({ rule, comment }) => `${rule} ${comment.file}`);
  const about = new Map([...groups].map(([key, group]) => [key, covering(group)]));
  const remaining = diagnostics.filter(({ code, broughtBy, span: own }) => {
    const { file, start } = broughtBy ?? own;
    const those = about.get(`${code} ${file}`)?.(start) ?? [];
    for (const one of those) used.add(one);
    return those.length === 0;
  });
  const unused = gatherBy(
    holding.filter((one) => !used.has(one)),
    ({ comment }) => comment,
  );
  const leftOver = unused.map((ones) => unusedDiagnostic(ones, sources.get(ones[0].comment.file)?.text ?? ''));
  return [...remaining, ...suppressions.flatMap((one) => problemOf(one, input) ?? []), ...leftOver];
}

const FORM = /^#\s*haft-ignore\b(?:\s*([\w/-]+(?: *, *[\w/-]+)*))?\s*(?:until\s+([\d-]+)\s*)?(?::\s*([^]*))?$/;

function readSuppressions(comment: Comment, source: SourceFile | undefined): Suppression[] {
  if (!source || !/^#\s*haft-ignore\b/.test(comment.text)) return [];
  const [, list = '', until, reason = ''] = FORM.exec(comment.text) ?? [];
  const rules = [...new Set(list.split(',').map((rule) => rule.trim()))];
  const covers = nodeBelow(source, comment.end);
  return rules.map((rule) => ({ comment, rule, rules, until, reason: reason.trim(), covers }));
}

function problemOf(one: Suppression, input: SuppressInput): Diagnostic | undefined {
  const problem = wrongIn(one, input);
  return problem && diagnostic(one, ...problem);
}

type Problem = readonly [code: string, message: string, hint: string];

function wrongIn(
  { rule, until, reason }: Suppression,
  { rules, locked, decided, dated, today }: SuppressInput,
): Problem | undefined {
  if (locked.has(rule)) {
    const message = `Rule "${rule}" cannot be suppressed, because the compiler relies on it.`;
    return ['suppression/locked', message, 'Fix the problem and delete this comment.'];
  }
  const instead = decided?.get(rule);
  if (instead !== undefined)
    return [
      'suppression/locked',
      `Rule "${rule}" cannot be suppressed by a comment.`,
      `Delete this comment. ${instead}`,
    ];
  // It covers nothing any more, and is reported as unused.
  if (RETIRED_RULES.has(rule)) return undefined;
  if (!rules.has(rule)) return unknownRule(rule, rules);
  // The placeholder of a hint is no reason.
  if (reason === '' || /^<[^>]*>$/.test(reason)) {
    const hint = `Write \`# haft-ignore ${rule}: <reason>\`.`;
    return ['suppression/reason', `This suppression of "${rule}" has no reason.`, hint];
  }
  if (until === undefined) {
    const hint = `Write \`# haft-ignore ${rule} until <date>: <reason>\`, with a date such as 2027-01-31.`;
    return dated?.has(rule) ? ['suppression/date', `This suppression of "${rule}" has no date.`, hint] : undefined;
  }
  if (!isDate(until))
    return ['suppression/date', `"${until}" is not a date.`, 'Write the date as YYYY-MM-DD, such as 2027-01-31.'];
  if (today === undefined || today <= until) return undefined;
  const message = `The suppression of "${rule}" expired on ${until}.`;
  return ['suppression/expired', message, 'Fix the problem, or set a new date and reason.'];
}

function unknownRule(rule: string, rules: ReadonlySet<string>): Problem {
  const form = 'Write `# haft-ignore <rule>: <reason>`, with commas between several rules; `haft rules` lists them.';
  const message = rule === '' ? 'This suppression does not name a rule.' : `Unknown rule "${rule}".`;
  return ['suppression/unknown-rule', message, meantOr(rule, rules, form)];
}

function unusedDiagnostic(unused: readonly [Suppression, ...Suppression[]], text: string): Diagnostic {
  const [first] = unused;
  const names = unused.map(({ rule }) => rule);
  const remaining = first.rules.filter((rule) => !names.includes(rule));
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const next = remaining.length === 0 ? 'Delete this comment.' : `Remove ${quoted} from this comment.`;
  return {
    ...diagnostic(first, 'suppression/unused', `Unused suppression of ${quoted}.`, next),
    severity: 'warning',
    fix: { title: next, edits: [withoutRules(first.comment, remaining, text)] },
  };
}

/** The comment with these rules alone; without any, its line goes. */
function withoutRules({ file, start, end, text: comment }: Comment, rules: readonly string[], text: string): TextEdit {
  const list = FORM.exec(comment)?.[1] ?? '';
  const from = start + comment.indexOf(list, comment.indexOf('haft-ignore') + 'haft-ignore'.length);
  if (rules.length > 0) return { file, start: from, end: from + list.length, text: rules.join(', ') };
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(line, start).trim() === '';
  const next = text.indexOf('\n', end) + 1;
  return { file, start: isAlone ? line : start, end: isAlone && next > 0 ? next : end, text: '' };
}

function diagnostic({ comment }: Suppression, code: string, message: string, hint: string): Diagnostic {
  const { file, start, end } = comment;
  return { code, severity: 'error', message, hint, span: { file, start, end }, about: WHOLE_FILE };
}

/** Half-open, by offsets. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Line extends Range {
  readonly blank: boolean;
  readonly depth: number;
}

/** The next line behind an offset that is no comment, and all lines below it that are indented deeper. */
function nodeBelow(source: SourceFile, offset: number): Range {
  const { lines, content, ends } = layoutOf(source);
  const index = content[lastBefore(lines, offset) + 1];
  const line = index === undefined ? undefined : lines[index];
  const last = source.text.length + 1;
  return line ? { start: line.start, end: ends.get(line) ?? last } : { start: last, end: last };
}

interface Layout {
  readonly lines: readonly Line[];
  /** For each line, the index of the first one from there on that is no comment. */
  readonly content: readonly (number | undefined)[];
  /** Last line of the node that starts on a line. */
  readonly ends: ReadonlyMap<Line, number>;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const from = start;
    start += line.length + 1;
    return { start: from, end: start, blank: /^\s*(?:#|$)/.test(line), depth: /^ */.exec(line)?.[0].length ?? 0 };
  });
}

/** The index of the last range that starts at or before the offset; -1 where none does. */
function lastBefore(ranges: readonly Range[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Node<T> extends Range {
  readonly items: T[];
  /** Index of the smallest node that contains its start. */
  readonly parent: number;
}

/** The items whose node holds an offset: nodes hold each other or have nothing in common, so one way upwards finds them. */
function covering<T extends { readonly covers: Range }>(items: readonly T[]): (offset: number) => readonly T[] {
  const nodes: Node<T>[] = [];
  for (const item of items.toSorted((a, b) => a.covers.start - b.covers.start || b.covers.end - a.covers.end)) {
    const { start, end } = item.covers;
    const last = nodes.at(-1);
    if (last?.start === start && last.end === end) last.items.push(item);
    else nodes.push({ start, end, items: [item], parent: upFrom(nodes, nodes.length - 1, start) });
  }
  return (offset) => {
    const enclosing: T[] = [];
    for (
      let at = upFrom(nodes, lastBefore(nodes, offset), offset);
      at >= 0;
      at = upFrom(nodes, nodes[at]?.parent ?? -1, offset)
    )
      for (const item of nodes[at]?.items ?? []) enclosing.push(item);
    return enclosing;
  };
}

/** The nearest node, from one on upwards, that ends behind the offset; -1 where none does. */
function upFrom(nodes: readonly Node<unknown>[], from: number, offset: number): number {
  let at = from;
  while (at >= 0 && (nodes[at]?.end ?? 0) <= offset) at = nodes[at]?.parent ?? -1;
  return at;
}
