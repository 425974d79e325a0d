/** The report on changes as data for a page that draws it: for the whole project, or for one server, tool or skill. */
import { type About, isPartOf } from '../../base/diagnostic.ts';
import type { Json } from '@haft/runtime/language';
import { type Piece, focusedDiff } from '../../base/text/difference.ts';
import { cut } from '../../base/text/escape.ts';
import { digest } from './digest.ts';
import { type Verdict, verdictOf, whereIs } from './group.ts';
import { type ChangeReport, type PlacedChange, comparedText } from './report.ts';
import { rowOf } from './rows.ts';
import { evidenceOf, nextOf, placeName, sentenceOf, whyOf } from './sentence.ts';
import { inOneLine, shownOf } from './shown.ts';
import { noteLines, summaryRows } from './summary.ts';

export interface ChangeCards {
  readonly before: string;
  readonly after: string;
  readonly tone: 'stop' | 'look' | 'go';
  readonly headline: string;
  readonly says: string;
  /** What a reader decides by, the most severe first. */
  readonly cards: readonly ChangeCard[];
  /** Of those, how many are left out. */
  readonly hidden: number;
  /** What else changed, by title; `count` is that of all. */
  readonly folded: readonly { readonly title: string; readonly count: number; readonly cards: readonly ChangeCard[] }[];
  /** Evals, meanings, dates and versions. */
  readonly lines: readonly { readonly label: string; readonly entries: readonly string[] }[];
  readonly steps: readonly string[];
  readonly notes: readonly string[];
}

export interface ChangeCard {
  readonly verdict: Verdict;
  /** The tool, or the server or skill itself. */
  readonly owner: string;
  readonly place: string;
  readonly says: string;
  /** `100 → 50`; empty where they are a text, several, or say nothing. */
  readonly values: string;
  /** Of a text that reads differently: in pieces. */
  readonly words: readonly Piece[];
  /** Of several values, each as text; a side is absent where the value is. */
  readonly rows: readonly ShownRow[];
  readonly evidence: readonly { readonly label: string; readonly text: string }[];
  /** What EXT §9 says of it. */
  readonly rules: readonly string[];
  readonly why: string;
  readonly next: string;
  /** The command that the next step is; absent where it is none. */
  readonly command?: string;
  /** `specs/shop.yaml:12`; absent where the file was deleted. */
  readonly where?: string;
  readonly kind: string;
  readonly fingerprint: string;
}

interface ShownRow {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** More cards would be slow to draw; the most severe are kept. */
const MAX_CARDS = 300;

export function changeCards(whole: ChangeReport, subject: Omit<About, 'path'>): ChangeCards {
  const report = reportOn(whole, subject);
  const { tone, headline, says, rows, folded, steps } = digest(report);
  const plain = { name: String, reason: String, day: String };
  // What is folded has its own cards.
  const titles = new Set(folded.map(({ title }) => title));
  return {
    before: comparedText(report.before),
    after: comparedText(report.after),
    tone,
    headline,
    says,
    cards: rows.slice(0, MAX_CARDS).map(({ change }) => cardOf(change)),
    hidden: Math.max(0, rows.length - MAX_CARDS),
    folded: folded.map(({ title, changes }) => {
      return { title, count: changes.length, cards: changes.slice(0, MAX_CARDS).map(cardOf) };
    }),
    lines: summaryRows(report, plain).flatMap(([label, entries]) => (titles.has(label) ? [] : [{ label, entries }])),
    steps: steps.map(({ says: step, about }) => [step, ...about].join(' ')),
    notes: noteLines(report),
  };
}

/** The verdict of the part is that of its own changes. */
function reportOn(report: ChangeReport, subject: Omit<About, 'path'>): ChangeReport {
  const { server, tool, skill } = subject;
  if (server === undefined && skill === undefined) return report;
  return {
    ...report,
    changes: report.changes.filter(({ target }) => isPartOf(target, subject)),
    staleEvals: report.staleEvals.filter(({ kind, name, shownAt, because }) => {
      const { server: inServer, skill: inSkill }: Omit<About, 'path'> = kind === 'choice' ? shownAt : { [kind]: name };
      const isOwn = inServer === server && inSkill === skill;
      return isOwn && (tool === undefined || because.includes(tool));
    }),
    texts: report.texts.filter((text) => isPartOf(text, subject)),
    versions: report.versions.filter(({ kind, name }) => name === (kind === 'server' ? server : skill)),
    deprecated: report.deprecated.filter((one) => isPartOf(one, subject)),
    ...(tool !== undefined && { versions: [] }),
  };
}

/** Characters of a text around what changed in it, of a text, and of a value. */
const [AROUND, MAX_TEXT, MAX_VALUE] = [200, 2000, 300];

/** A text by its words, one short value in a line, and others row by row. */
function sidesOf(change: PlacedChange): Pick<ChangeCard, 'values' | 'words' | 'rows'> {
  const display = shownOf(change);
  const { values, isSentence } = rowOf(change);
  if (display.as === 'words')
    return { values: '', words: focusedDiff(display, { around: AROUND, longest: MAX_TEXT }), rows: [] };
  if (!isSentence) return { values, words: [], rows: [] };
  const written = (side: Json): string => cut(inOneLine(side), MAX_VALUE);
  const rows = (display.as === 'rows' ? display.rows : []).map(({ name, before, after }) => ({
    name: cut(name, MAX_VALUE),
    ...(before !== undefined && { before: written(before) }),
    ...(after !== undefined && { after: written(after) }),
  }));
  return { values: '', words: [], rows };
}

function cardOf(change: PlacedChange): ChangeCard {
  const { owner, step } = rowOf(change);
  const where = whereIs(change, (file) => file);
  return {
    verdict: verdictOf(change),
    owner,
    place: cut(placeName(change), 200),
    says: cut(sentenceOf(change), 1000),
    ...sidesOf(change),
    evidence: evidenceOf(change).map(({ label, text }) => ({ label, text: cut(text, 1000) })),
    rules: (change.violations ?? []).map((one) => cut(sentenceOf(one), 1000)),
    why: cut(whyOf(change), 1000),
    next: cut(nextOf(change), 1000),
    ...(step.isCommand && { command: step.text }),
    ...(where !== undefined && { where }),
    kind: change.kind,
    fingerprint: change.fingerprint,
  };
}
