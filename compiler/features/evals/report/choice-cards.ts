/** A run of evals as data for a page that draws it: rivals, matrix, cases, and what was recorded before. */
import { cut } from '../../../base/text/escape.ts';
import { type About, isPartOf } from '../../../base/diagnostic.ts';
import { decidingTrial, matrixOf, matrixTable } from '../figures/confusions.ts';
import { readingsOf } from '../figures/readings.ts';
import type { CaseRun, ChoiceRun } from '../figures/suite.ts';
import { wantedNames } from '../judge/judge.ts';
import { answerText, certaintyText, whyUnjudged } from './comparison.ts';
import { choiceTitle, figureParts, otherReadings, rivalText } from './figures-text.ts';

export type ChoiceCards = ReturnType<typeof choiceCards>;

/** A larger page would be slow to draw. */
const MAX_CASES = 200;

/** Rivals and cases are those of the subject; the matrix is that of the whole choice. */
export function choiceCards(run: ChoiceRun, subject: Omit<About, 'path'>) {
  const cases = run.cases.filter((one) => isCaseOf(one, subject));
  const matrix = matrixOf(run);
  const { columns, rows, hidden } = matrixTable(matrix);
  return {
    /** `server clock`. */
    title: choiceTitle(run),
    /** The figures and what else was read, as sentences without their ends. */
    says: [figureParts(run).join(', '), ...otherReadings(run)].filter((text) => text !== ''),
    /** The closest first. */
    rivals: readingsOf({ cases }).pairs.map((pair) => ({
      expected: pair.expected,
      rival: pair.rival,
      /** Percent by which the expected one is ahead; negative where the rival is. */
      margin: Math.round(Math.max(-1, Math.min(1, pair.margin)) * 100),
      says: rivalText(run, pair),
    })),
    // Absent where no case was judged.
    ...(matrix.cells.length > 0 && {
      matrix: {
        columns: columns.map(({ title }) => title),
        rows: rows.map(({ name = 'no call', fields }) => ({
          name,
          fields: fields.map((cells) => cells.map(({ cases: own, right }) => ({ count: own.length, right }))),
        })),
        hidden,
      },
    }),
    cases: cases.slice(0, MAX_CASES).map(caseCard),
    /** Cases that are left out. */
    hidden: Math.max(0, cases.length - MAX_CASES),
  };
}

function isCaseOf({ one: { tool, owner } }: CaseRun, subject: Omit<About, 'path'>): boolean {
  if (subject.tool !== undefined) return tool !== undefined && isPartOf(tool, subject);
  return subject.skill === undefined || owner === subject.skill;
}

function caseCard(run: CaseRun) {
  const trial = decidingTrial(run);
  const state: 'ahead' | 'behind' | 'not judged' =
    trial === undefined ? 'not judged' : trial.right ? 'ahead' : 'behind';
  return {
    request: cut(run.one.request, 600),
    expected: wantedNames(run.one.test.expect).join(' or ') || 'no call',
    chosen: cut(answerText(run), 120),
    state,
    /** By how much, or why not. */
    says: cut(trial === undefined ? whyUnjudged(run) : certaintyText(run), 400),
  };
}
