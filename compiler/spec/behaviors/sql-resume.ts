/** `resume` of a statement: the keys of its ORDER BY, by which the rows after those of an earlier result are found. */
import type { SqlKey, SqlResume, StatementPart } from '@haft/runtime';
import { mainType, ownMember } from '@haft/runtime/language';
import type { PlacedProblem, ToolContext } from './behavior.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

type Statement = string | readonly StatementPart[];

type Choose = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Of a statement without problems. */
export function resumeOf(parameter: string, statement: Statement, choose: Choose = {}): SqlResume {
  const { by, orders } = ordersIn(statement, choose);
  const keys = Object.entries(orders).map(([value, tokens]) => [value, keysIn(tokens) ?? []] as const);
  return { parameter, ...(by !== undefined && { by }), keys: Object.fromEntries(keys) };
}

/** The tokens behind ORDER BY, with each text of the variable in them. */
function ordersIn(
  statement: Statement,
  choose: Choose,
): { readonly by?: string; readonly orders: Readonly<Record<string, readonly SqlToken[]>> } {
  const all = tokensOf(alwaysIn(statement));
  const at = all.findIndex(({ depth }, index) => depth === 0 && wordAt(all, index) === 'order');
  if (at < 0 || wordAt(all, at + 1) !== 'by') return { orders: { all: [] } };
  const behind = all.slice(at + 2).filter(({ text }) => text !== ';');
  const by = behind.find(({ kind }) => kind === 'variable')?.text.slice(1, -1);
  const texts = by === undefined ? undefined : ownMember(choose, by);
  if (by === undefined || texts === undefined) return { orders: { all: behind } };
  const filled = Object.entries(texts).map(([value, text]) => {
    const tokens = behind.flatMap((token) => (token.kind === 'variable' ? tokensOf(text) : [token]));
    return [value, tokens] as const;
  });
  return { by, orders: Object.fromEntries(filled) };
}

function alwaysIn(statement: Statement): string {
  return [statement]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ');
}

function tokensOf(text: string): SqlToken[] {
  return sqlTokens(text).filter(({ kind }) => kind !== 'comment');
}

function wordAt(tokens: readonly SqlToken[], at: number): string {
  return tokens[at]?.text.toLowerCase() ?? '';
}

/** Columns with a direction; undefined where there is anything else. */
function keysIn(tokens: readonly SqlToken[]): SqlKey[] | undefined {
  const keys: SqlKey[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const parts: string[] = [];
    do {
      const token = tokens[at];
      if (token?.kind !== 'word' && token?.kind !== 'name') return undefined;
      parts.push(token.text);
      at += 2;
    } while (tokens[at - 1]?.text === '.');
    at -= 1;
    const direction = /^(?:asc|desc)$/.exec(wordAt(tokens, at))?.[0];
    if (direction !== undefined) at += 1;
    if (at < tokens.length && tokens[at]?.text !== ',') return undefined;
    const column = (parts.at(-1) ?? '').replace(/^["`](.*)["`]$/, '$1');
    keys.push({ text: parts.join('.'), column, ...(direction === 'desc' && { isDescending: true }) });
  }
  return keys.length === 0 || tokens.at(-1)?.text === ',' ? undefined : keys;
}

/** Words that make the rows others than those which the WHERE finds. */
const OTHERS = /^(?:union|intersect|except|limit|offset|fetch|distinct|over)$/;

/** Paths are below the behavior. */
export function resumeProblems(
  parameter: string,
  statement: Statement,
  { rows = 'many', choose = {} }: { readonly rows?: string; readonly choose?: Choose },
  { parameters = {}, required = [] }: ToolContext,
): PlacedProblem[] {
  const problem = (message: string, hint: string): PlacedProblem[] => [{ path: ['resume'], message, hint }];
  const schema = ownMember(parameters, parameter);
  if (rows !== 'many') return problem(`\`resume\` has no effect with \`rows: ${rows}\`.`, 'Remove it.');
  if (!schema) return [];
  if (mainType(schema) !== 'string' || schema.default !== undefined || required.includes(parameter))
    return problem(
      `Parameter "${parameter}" must be an optional string without a default to be a cursor.`,
      'The first call of the model has none.',
    );
  if (!isCondition(statement, `{${parameter}}`))
    return problem(
      `{${parameter}} must be a condition of its own in one group of the statement.`,
      `Write ["and {${parameter}}"] after the WHERE of the statement, not in parentheses, and only once.`,
    );
  const other = tokensOf(alwaysIn(statement)).find(({ depth, text }) => depth === 0 && OTHERS.test(text.toLowerCase()));
  if (other)
    return problem(
      `A statement with ${other.text.toUpperCase()} cannot go on after a row.`,
      'Put it into a subquery or WITH, and order what it returns.',
    );
  const { orders } = ordersIn(statement, choose);
  const lost = Object.values(orders).some((tokens) => keysIn(tokens) === undefined);
  return lost
    ? problem(
        'The statement must end with an ORDER BY of columns, each with ASC, DESC or neither.',
        'Write the columns there, or in the texts of `choose`; the last one is never NULL and different in each row, such as o.id.',
      )
    : unreturnedKeys(
        statement,
        Object.values(orders).flatMap((tokens) => keysIn(tokens) ?? []),
      );
}

/** After AND or WHERE, with nothing of its own around it. */
function isCondition(statement: Statement, variable: string): boolean {
  const parts = [statement].flat();
  const uses = parts.flatMap((part) => tokensOf([part].flat().join(' ')).filter(({ text }) => text === variable));
  const all = tokensOf(parts.flat().join(' '));
  const at = all.findIndex(({ text }) => text === variable);
  const isInGroup = parts.some((part) => typeof part !== 'string' && part.join(' ').includes(variable));
  const next = wordAt(all, at + 1);
  return (
    uses.length === 1 &&
    isInGroup &&
    all[at]?.depth === 0 &&
    /^(?:and|where)$/.test(wordAt(all, at - 1)) &&
    /^(?:and|order|group)$/.test(next)
  );
}

/** The cursor is read from the last row of a result. */
function unreturnedKeys(statement: Statement, keys: readonly SqlKey[]): PlacedProblem[] {
  const all = tokensOf(alwaysIn(statement));
  const start = all.findLastIndex(({ depth }, at) => depth === 0 && wordAt(all, at) === 'select');
  const end = all.findIndex(({ depth }, at) => at > start && depth === 0 && wordAt(all, at) === 'from');
  const returned = all.slice(start + 1, end).filter(({ depth }) => depth === 0);
  const names = new Set(
    returned.flatMap(({ text }, at) =>
      [undefined, ','].includes(returned[at + 1]?.text) ? [text.replace(/^["`](.*)["`]$/, '$1')] : [],
    ),
  );
  const lost = names.has('*') ? undefined : keys.find(({ column }) => !names.has(column));
  if (lost === undefined) return [];
  const message = `The statement is ordered by ${lost.text}, but returns no column "${lost.column}", which the cursor is made of.`;
  return [{ path: ['resume'], message, hint: `Add ${lost.text} to the columns of the SELECT.` }];
}
