/** What is wrong with the text of a statement: what is open, doubled, of another kind, or no place for a value. */
import { type BehaviorProblem, below, type PlacedProblem } from '../../spec/behaviors/behavior.ts';
import { type StatementSpec, partsIn, pieces, statementsOf } from '../../spec/behaviors/sql-shape.ts';
import { STATEMENT_KINDS, kindOfStatement, stayingCall } from '../../spec/behaviors/sql-effects.ts';
import { type SqlToken, sqlTokens, variablesIn } from '../../spec/behaviors/sql-tokens.ts';
import type { ToolSpec } from '../documents/tool.ts';
import { placeProblems } from './value-places.ts';

export const PARAMETER = 'Write the parameter, such as {id}.';

/** Paths are below `sql`. */
export function sqlProblems({ sql }: ToolSpec): PlacedProblem[] {
  return sql ? statementsOf(sql).flatMap(({ path, spec }) => below(path, problemsOf(spec))) : [];
}

function problemsOf({ statement, choose = {} }: StatementSpec): PlacedProblem[] {
  const all = pieces(statement);
  const chosen = Object.entries(choose).flatMap(([name, table]) =>
    Object.entries(table).map(([value, text]) => ({ path: ['choose', name, value], text })),
  );
  const parts = [...all, ...chosen].flatMap(({ path, text }) => below(path, textProblems(text)));
  if (parts.length > 0) return parts;
  const groups = [...new Set(all.map(({ group }) => group))];
  const whole = groups.flatMap((group) => {
    const own = all.filter((one) => one.group === group).map(({ text }) => text);
    return isBalanced(own.join(' '))
      ? []
      : [{ ...UNBALANCED, path: ['statement', ...(group === undefined ? [] : [group])] }];
  });
  return [
    ...whole,
    ...chosen.flatMap(({ path, text }) => (isFragment(text) ? [] : [{ ...NO_FRAGMENT, path }])),
    ...below(['statement'], statementProblems(partsIn(statement).flat().join(' '), Object.keys(choose))),
  ];
}

const UNBALANCED: BehaviorProblem = {
  message: 'The parentheses of this text are not closed in it.',
  hint: 'Close each parenthesis in the text or group in which it is opened.',
};

const NO_FRAGMENT: BehaviorProblem = {
  message: 'A text of `choose` must be one part of a statement, without variables, semicolons and comments.',
  hint: 'Write columns or a direction, such as o.placed_on desc, o.id desc.',
};

function isBalanced(text: string): boolean {
  const tokens = sqlTokens(text);
  const end = tokens.at(-1);
  return tokens.every(({ depth }) => depth >= 0) && (end === undefined || (end.text === '(' ? 1 : end.depth) === 0);
}

function isFragment(text: string): boolean {
  return (
    isBalanced(text) &&
    sqlTokens(text).every(({ kind, text: one }) => one !== ';' && kind !== 'comment' && kind !== 'variable')
  );
}

/** Of one text by itself: what is open at its end would go on in the next. */
function textProblems(text: string): (BehaviorProblem & { readonly path: [] })[] {
  return sqlTokens(text).flatMap((token) => {
    const problem = tokenProblem(token);
    return problem ? [{ path: [], ...problem }] : [];
  });
}

function tokenProblem(token: SqlToken): BehaviorProblem | undefined {
  const { kind, text } = token;
  const [variable] = variablesIn(token);
  if (variable !== undefined)
    return {
      word: variable,
      message: `The variable "${variable}" is inside a quote, a quoted name or a comment, where no value is bound.`,
      hint: `Write ${variable} without quotes; build texts with functions, such as concat('no. ', ${variable}) or make_interval(days => ${variable}).`,
    };
  if (kind === 'open')
    return {
      message: `The quote or comment that starts with ${JSON.stringify(text.slice(0, 20))} has no end in this text.`,
      hint: 'Close it in the same text.',
    };
  if (kind === 'comment' && text.startsWith('/*!'))
    return { message: 'A comment that starts with /*! is run by some databases.', hint: 'Remove it.' };
  return /^(?:\$\d+|[:@$][A-Za-z_]\w*)$/.test(text)
    ? {
        word: text,
        message: `${text} is a placeholder, and its value is not known.`,
        hint: PARAMETER,
      }
    : undefined;
}

/** Of the whole statement, with every optional part. */
function statementProblems(text: string, chosen: readonly string[]): (BehaviorProblem & { readonly path: [] })[] {
  const tokens = sqlTokens(text).filter(({ kind }) => kind !== 'comment');
  const end = tokens.findIndex((token) => token.text === ';');
  if (end >= 0 && end < tokens.length - 1)
    return [
      {
        path: [],
        message: 'There is more than one statement.',
        hint: 'Write each as one of `steps`, or join them with WITH.',
      },
    ];
  const kind = kindOfStatement(tokens);
  if (!STATEMENT_KINDS.includes(kind))
    return [
      {
        path: [],
        message: `The statement must start with ${STATEMENT_KINDS.map((one) => one.toUpperCase()).join(', ')}, got ${JSON.stringify(kind.toUpperCase())}.`,
        hint: 'Statements about sessions, transactions and schemas belong to the administrator of the database.',
      },
    ];
  const staying = stayingCall(tokens);
  if (staying !== undefined)
    return [
      {
        path: [],
        word: staying,
        message: `${staying}() changes the session, which ends with the call.`,
        hint: 'Use `settings:` of a PostgreSQL database, and locks of a transaction such as pg_advisory_xact_lock() or SELECT … FOR UPDATE.',
      },
    ];
  return placeProblems(tokens, chosen).map((problem) => ({ path: [], ...problem }));
}
