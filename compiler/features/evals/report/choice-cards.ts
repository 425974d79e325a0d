/** A run of evals as data for a page that draws it: rivals, matrix, cases, and what was recorded before. */
import { cut } from '../../../base/text/escape.ts';
import { type About, isPartOf } from '../../../base/diagnostic.ts';
import { decidingTrial, matrixOf, matrixTable } from '../figures/confusions.ts';
import { readingsOf } from '../figures/readings.ts';
import type { CaseRun, ChoiceRun } from '../figures/suite.ts';
import { wantedNames } from '../judge/judge.ts';
import { answerText, certaintyText, whyUnjudged } from './comparison.ts';
import { choiceTitle, figureParts, otherReadings, rivalText } from './figures-text.ts';

export interface ChoiceCards {
  /** `server clock`. */
  readonly title: string;
  /** The figures and what else was read, as sentences without their ends. */
  readonly says: readonly string[];
  /** The closest first. */
  readonly rivals: readonly RivalCard[];
  /** Absent where no case was judged. */
  readonly matrix?: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly name: string; readonly fields: readonly (readonly MatrixCount[])[] }[];
    readonly hidden: number;
  };
  readonly cases: readonly CaseCard[];
  /** Cases that are left out. */
  readonly hidden: number;
}

interface RivalCard {
  readonly expected: string;
  readonly rival: string;
  /** Percent by which the expected one is ahead; negative where the rival is. */
  readonly margin: number;
  readonly says: string;
}

interface MatrixCount {
  readonly count: number;
  readonly right: boolean;
}

interface CaseCard {
  readonly request: string;
  readonly expected: string;
  readonly chosen: string;
  readonly state: 'ahead' | 'behind' | 'not judged';
  /** By how much, or why not. */
  readonly says: string;
}

/** A larger page would be slow to draw. */
const MAX_CASES = 200;

/** Rivals and cases are those of the subject; the matrix is that of the whole choice. */
export function choiceCards(run: ChoiceRun, subject: Omit<About, 'path'>): ChoiceCards {
  const cases = run.cases.filter((one) => isCaseOf(one, subject));
  const matrix = matrixOf(run);
  const { columns, rows, hidden } = matrixTable(matrix);
  return {
    title: choiceTitle(run),
    says: [figureParts(run).join(', '), ...otherReadings(run)].filter((text) => text !== ''),
    rivals: readingsOf({ cases }).pairs.map((pair) => ({
      expected: pair.expected,
      rival: pair.rival,
      margin: Math.round(Math.max(-1, Math.min(1, pair.margin)) * 100),
      says: rivalText(run, pair),
    })),
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
    hidden: Math.max(0, cases.length - MAX_CASES),
  };
}

function isCaseOf({ one: { tool, owner } }: CaseRun, subject: Omit<About, 'path'>): boolean {
  if (subject.tool !== undefined) return tool !== undefined && isPartOf(tool, subject);
  return subject.skill === undefined || owner === subject.skill;
}

function caseCard(run: CaseRun): CaseCard {
  const trial = decidingTrial(run);
  return {
    request: cut(run.one.request, 600),
    expected: wantedNames(run.one.test.expect).join(' or ') || 'no call',
    chosen: cut(answerText(run), 120),
    state: trial === undefined ? 'not judged' : trial.right ? 'ahead' : 'behind',
    says: cut(trial === undefined ? whyUnjudged(run) : certaintyText(run), 400),
  };
}
