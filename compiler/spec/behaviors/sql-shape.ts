/** The shape of `sql:`, and the statements that authors write in it. */
import type { StatementPart } from '@haft/runtime';
import { type Shape, type Static, byType, choice, integer, list, map, object, text } from '../shape/build.ts';
import { failureShape, resultShape } from '../shape/failure.ts';
import { CONNECTION_NAME, PARAMETER_NAME } from '../shape/names.ts';
import type { NodePath } from '../yaml/spec.ts';
import type { PlacedStep } from './behavior.ts';
import { databaseErrors } from './databases.ts';
import { VARIABLES } from './steps.ts';

export const MAX_ROWS = 100;
export const MAX_BYTES = 1_048_576;

const piece = text('Text of the statement.');

const statementShape: Shape<string | readonly StatementPart[]> = byType<string | readonly StatementPart[]>(
  `The statement. Each variable outside of quotes is one bound value; \`in ({ids})\` takes a list. A list inside the list is left out when one of its values is absent. ${VARIABLES}`,
  {
    string: piece,
    array: list(
      'Texts and groups, in order.',
      byType<StatementPart>('A text, or a group such as ["and o.state = {state}"].', {
        string: piece,
        array: list('Texts that are left out together when one of their values is absent.', piece, { minItems: 1 }),
      }),
      { minItems: 1 },
    ),
  },
);

/** Keys of a statement, alone or among `steps`. */
export const STATEMENT_KEYS = {
  like: map(
    'Parameters that are patterns of LIKE, with their own % and _ escaped.',
    choice('`contains` or `starts` with the value.', ['contains', 'starts']),
    PARAMETER_NAME,
  ),
  choose: map(
    'Text of the statement by the value of an enum parameter, such as the columns of an ORDER BY.',
    map('From value to text.', text('Text of the statement.')),
    PARAMETER_NAME,
  ),
  rows: choice(
    '`many` for a list of rows; `one` for exactly one row; `affected` for the number of changed rows.',
    ['many', 'one', 'affected'],
    { default: 'many' },
  ),
  max_rows: integer('Maximum number of rows of `rows: many`; `more` says whether there are others.', {
    minimum: 1,
    maximum: 10_000,
    default: MAX_ROWS,
  }),
  expect: integer('The number of rows that must be affected; with any other, nothing is changed.', {
    minimum: 1,
    maximum: 10_000,
  }),
  on_none: failureShape,
};

const stepShape = object(
  'A statement. What it returns is in the result under its name.',
  { statement: statementShape },
  {
    name: text('Name by which the result and later steps have its rows: {steps.order.id} is a column of its row.', {
      pattern: PARAMETER_NAME,
    }),
    ...STATEMENT_KEYS,
  },
);

export const sqlShape = object(
  'Runs one statement in a database, or several as `steps`, in a transaction of its own: a read-only one where the tool declares `effects: read`. The result is { rows, more }, the row, or { affected }; of `steps` that of each by its name.',
  { database: text('Name under `databases:`.', { pattern: CONNECTION_NAME }) },
  {
    statement: statementShape,
    steps: list('Statements in order; all are kept, or none.', stepShape, { minItems: 1, maxItems: 20 }),
    ...STATEMENT_KEYS,
    resume: text(
      'The parameter that takes the `next` of an earlier result. In the statement it is a condition, in a group such as ["and {after}"]: only rows after those of that result.',
      { pattern: PARAMETER_NAME },
    ),
    max_bytes: integer('Maximum size of the values in bytes; rows beyond it are left out.', {
      minimum: 1,
      maximum: 104_857_600,
      default: MAX_BYTES,
    }),
    errors: databaseErrors('this tool'),
    result: resultShape,
  },
);

export type SqlSpec = Static<typeof sqlShape>;

export type StatementSpec = Static<typeof stepShape>;

/** Those of a tool in order; paths are below the behavior. */
export function statementsOf({ statement, steps, ...rest }: SqlSpec): Omit<PlacedStep<StatementSpec>, 'parts'>[] {
  const own = statement === undefined ? [] : [{ path: [], spec: { ...rest, statement } }];
  return [...own, ...(steps ?? []).map((spec, at) => ({ path: ['steps', at], spec }))];
}

/** The parts of a statement in order; a group is a list. */
export function partsIn(statement: StatementSpec['statement']): readonly StatementPart[] {
  return typeof statement === 'string' ? [statement] : statement;
}

interface StatementPiece {
  readonly path: NodePath;
  readonly text: string;
  /** Of a list that can be left out: its place in the statement. */
  readonly group?: number;
}

/** The texts of a statement with their places. */
export function pieces(statement: StatementSpec['statement']): StatementPiece[] {
  return partsIn(statement).flatMap((part, at): StatementPiece[] => {
    const path = typeof statement === 'string' ? ['statement'] : ['statement', at];
    if (typeof part === 'string') return [{ path, text: part }];
    return part.map((one, inner) => ({ path: [...path, inner], text: one, group: at }));
  });
}
