/** The rows that a reader decides by: one for each change that breaks callers, may break them or is not allowed, with values, proof and step. */
import { type Json, isObject } from '@haft/runtime/language';
import type { Change } from '../../versions/change.ts';
import { placeIn } from '../../versions/target.ts';
import { cut, oneLine } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { gatherBy } from '../../base/groups.ts';
import { type Verdict, gravestFirst, verdictOf } from './group.ts';
import type { PlacedChange } from './report.ts';
import { nextOf, sentenceOf, witnessOf } from './sentence.ts';
import { inOneLine, shownOf } from './shown.ts';

export interface DecisionRow {
  readonly change: PlacedChange;
  readonly verdict: Verdict;
  /** The tool, or the server or skill itself. */
  readonly owner: string;
  /** The name of the place in it; empty for the whole. */
  readonly place: string;
  /** `100 → 50`; where values say nothing, what happened. */
  readonly values: string;
  /** The values are a sentence of Haft. */
  readonly isSentence: boolean;
  /** `limit: 100 worked, now rejected`; empty where there is no proof. */
  readonly proof: string;
  /** The name on the approval and its last day; empty without one. */
  readonly approval: string;
  readonly step: RowStep;
}

interface RowStep {
  readonly text: string;
  /** The text is a command and nothing else. */
  readonly isCommand: boolean;
}

const DECISIVE: ReadonlySet<Verdict> = new Set(['not allowed', 'breaking', 'unknown']);

/** Most severe first; all rows of a tool are together. */
export function decisionRows(changes: readonly PlacedChange[]): DecisionRow[] {
  const decisive = gravestFirst(changes).filter((change) => DECISIVE.has(verdictOf(change)));
  return gatherBy(decisive, (change) => JSON.stringify([verdictOf(change), ownerOf(change)]))
    .flat()
    .map(rowOf)
    .map((row, index, rows) => (rows[index - 1]?.step.text === row.step.text ? { ...row, step: NO_STEP } : row));
}

/** That of the row above. */
export const NO_STEP: RowStep = { text: '', isCommand: false };

/** What the rows leave out, gathered by whom it concerns: results that may differ, what models see, and what is safe. */
export function foldedChanges(changes: readonly PlacedChange[]): { title: string; changes: readonly PlacedChange[] }[] {
  const rest = gravestFirst(changes).filter((change) => !DECISIVE.has(verdictOf(change)));
  return FOLDS.map(([title, holds]) => ({ title, changes: rest.filter(holds) })).filter(
    (fold) => fold.changes.length > 0,
  );
}

const FOLDS: readonly (readonly [title: string, holds: (change: Change) => boolean])[] = [
  ['Warnings', ({ axis, level }) => axis === 'policy' && level !== 'safe'],
  ['Results may differ', ({ axis, level }) => axis === 'wire' && level !== 'safe'],
  ['Visible to models', ({ axis }) => axis === 'model'],
  ['Notes', ({ axis, level }) => axis === 'policy' && level === 'safe'],
  ['Safe', ({ axis, level }) => axis === 'wire' && level === 'safe'],
];

export function rowOf(change: PlacedChange): DecisionRow {
  const { approval } = change;
  return {
    change,
    verdict: verdictOf(change),
    owner: ownerOf(change),
    place: cut(placeIn(change.target.path), 80),
    ...valuesOf(change),
    proof: proofOf(change),
    approval: approval ? `approved by ${approval.by} until ${approval.until}` : '',
    step: stepOf(change),
  };
}

/** The parts of a row in one line. */
export function rowText({ owner, place, values, proof, approval, step }: DecisionRow): string {
  return [owner, place, values, proof, approval, step.text]
    .filter((part) => part !== '')
    .map(oneLine)
    .join(' · ');
}

/** The tool, or the server or skill itself. */
export function ownerOf({ target: { server = '', tool, skill } }: Change): string {
  return cut(tool ?? skill ?? server, 80);
}

const MAX_VALUE_LENGTH = 60;

/** Of a switch, and of longer texts, only the sentence says what happened. */
function valuesOf(change: Change): Pick<DecisionRow, 'values' | 'isSentence'> {
  const display = shownOf(change);
  const sides = display.as === 'words' ? [display] : display.as === 'rows' ? display.rows : [];
  const [only] = sides.length === 1 ? sides : [];
  const [before, after] = [only?.before, only?.after].map(shortValue);
  if (before !== undefined && after !== undefined) return { values: `${before} → ${after}`, isSentence: false };
  const sentence = cut(sentenceOf(change), 300);
  const one = only?.before === undefined ? only?.after : only.before;
  const isOneSided = only?.before === undefined || only.after === undefined;
  const value = isOneSided ? shortValue(Array.isArray(one) && one.length === 1 ? one[0] : one) : undefined;
  const isNamed = value === undefined || value === ownerOf(change) || value === placeIn(change.target.path);
  return { values: isNamed ? sentence : `${sentence} (${value})`, isSentence: true };
}

function shortValue(value: Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'boolean') return undefined;
  const text = inOneLine(value);
  return text.length <= MAX_VALUE_LENGTH ? text : undefined;
}

/** The value at the place of the change, or else the whole call. */
function proofOf(change: Change): string {
  const { witness, target } = change;
  if (!witness) return '';
  const { of, before } = witness;
  if (of === 'result') return cut(witnessOf(change) ?? '', 160);
  const [part, name = ''] = target.path;
  const value = part === 'parameters' && isObject(before) ? before[name] : undefined;
  const sent = value === undefined ? briefly(before) : `${name}: ${briefly(value)}`;
  return `${sent} worked, now rejected`;
}

/** A long value by its size. */
function briefly(value: Json): string {
  const text = inOneLine(value);
  if (text.length <= MAX_VALUE_LENGTH) return text;
  if (typeof value === 'string') return `${pluralize([...value].length, 'character')}`;
  return Array.isArray(value) ? `${pluralize(value.length, 'item')}` : cut(text, MAX_VALUE_LENGTH);
}

function stepOf(change: Change): RowStep {
  const [judgment] =
    change.axis === 'policy' ? [change] : (change.violations ?? []).filter(({ level }) => level === 'breaking');
  return judgment?.command === undefined
    ? { text: nextOf(change), isCommand: false }
    : { text: judgment.command, isCommand: true };
}
