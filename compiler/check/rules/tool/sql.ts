/** Statements of `sql:`: one, closed, of a kind that a tool may run, and with values nowhere but where they are bound. */
import { say } from '../../../base/sentence.ts';
import { ownMember } from '@haft/runtime/language';
import { below } from '../../../spec/behaviors/behavior.ts';
import type { BehaviorProblem, PlacedProblem } from '../../../spec/behaviors/behavior.ts';
import { partsIn, pieces } from '../../../spec/behaviors/sql.ts';
import {
  STATEMENT_KINDS,
  kindOfStatement,
  stayingCall,
  verbWithoutWhere,
} from '../../../spec/behaviors/sql-effects.ts';
import { type SqlToken, sqlTokens, variablesIn } from '../../../spec/behaviors/sql-tokens.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { rule } from '../../rule.ts';

const TOOLS = {
  read: ['list_orders', 'Lists the orders of the shop.'],
  write: ['update_order', 'Updates an order of the shop.'],
  destroy: ['delete_order', 'Deletes an order of the shop.'],
} as const;

/** A server with one tool; that of the example project has a behavior. */
const shop = (effects: keyof typeof TOOLS, statement: string, more = ''): string => `name: search_books
---
kind: server
name: shop
version: 1.0.0
summary: Knows the orders of the shop.
env: { SHOP_URL: { description: Address of the database., secret: true } }
databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }
tools:
  - name: ${TOOLS[effects][0]}
    description: { does: ${TOOLS[effects][1]}, when: the user asks for orders }
    effects: ${effects}
    parameters: { id: { type: integer, description: Number of the order. }, note: { type: string, description: Note of the order. } }
    required: [id]
    sql: { database: shop, statement: ${statement}${more} }`;

const PARAMETER = 'Write the parameter, such as {id}.';

export const sqlStatement = rule({
  id: 'tool/sql-statement',
  subject: 'tool',
  severity: 'error',
  locked: true,
  says: 'The text under `sql:` must be one complete statement that reads or changes rows, with variables only where a value is bound.',
  why: 'A second statement ends the read-only transaction, an open quote makes a value part of the text, and a variable in quotes is never filled.',
  source: 'EXT §7 (a tool does what its description says)',
  good: [
    shop('read', '"select id, state from orders where id = {id}"'),
    shop('read', `["select id from orders where id = {id}", ["and note = {note}"], "order by id;"]`),
  ],
  bad: [
    shop('read', '"select id from orders where id = {id}; select 1"'),
    shop('read', `"select id from orders where note = '{id}'"`),
    shop('read', `"select id from orders where note = 'it and id = {id}"`),
    shop('read', `["select id from orders where (id = {id}", ["and note = {note})"]]`),
    shop('read', '"select id from orders where id = $1 and id = {id}"'),
    shop('read', '"select id from orders order by {id}"'),
    shop('read', '"select id from orders where id = {id} and note = ? order by id"').replace(
      /kind: postgres, url: \S+/,
      'kind: sqlite, folder: /srv/shop, path: shop.db',
    ),
    shop('write', `"vacuum orders"`),
    shop('write', `"select set_config('app.tenant', '4', false) where 1 = {id}"`),
    shop('read', '"select id from orders order by {id}"', ', choose: { id: { 1: "id; drop table orders" } }').replace(
      'type: integer',
      'type: integer, enum: [1]',
    ),
  ],
  check(tool, report) {
    for (const { path, message, hint, word } of problemsOf(tool.spec))
      report(['sql', ...path], message, hint, { word });
  },
  /** In PostgreSQL it is an operator. */
  checkServer({ spec: { databases = {} }, tools }, report) {
    for (const tool of tools) {
      const { sql } = tool.spec;
      if (!sql || ownMember(databases, sql.database)?.kind !== 'sqlite') continue;
      for (const { path, text } of pieces(sql.statement)) {
        const word = sqlTokens(text).find((one) => one.kind === 'mark' && /^\?\d*$/.test(one.text))?.text;
        if (word === undefined) continue;
        report(['sql', ...path], `${word} is a placeholder, and its value is not known.`, PARAMETER, {
          on: tool,
          word,
        });
      }
    }
  },
});

export const sqlWhere = rule({
  id: 'tool/sql-where',
  subject: 'tool',
  severity: 'error',
  says: 'An UPDATE or DELETE must have a WHERE whichever optional parts are left out.',
  why: 'A call without the optional arguments would change every row of the table.',
  source: 'EXT §7 (a tool does what its description says)',
  good: [
    shop('write', '"update orders set note = {note} where id = {id}"', ', rows: affected').replace(
      '[id]',
      '[id, note]',
    ),
    shop('destroy', '["delete from orders where id = {id}", ["and note = {note}"]]', ', rows: affected'),
  ],
  bad: [
    shop('destroy', '"delete from orders"', ', rows: affected'),
    shop('destroy', '["delete from orders", ["where note = {note}"]]', ', rows: affected'),
    shop('destroy', '"with gone as (delete from orders returning id) select id from gone where id = {id} order by id"'),
  ],
  check({ spec }, report) {
    if (!spec.sql) return;
    const always = pieces(spec.sql.statement).filter(({ group }) => group === undefined);
    const verb = verbWithoutWhere(sqlTokens(always.map(({ text }) => text).join(' ')));
    if (verb === undefined) return;
    const all = always.length < pieces(spec.sql.statement).length ? ' when all optional parts are left out' : '';
    report(
      ['sql', 'statement'],
      say`The ${verb.toUpperCase()} of tool "${spec.name}" has no WHERE${all}: it would change every row.`,
      'Add a WHERE with a required parameter; for a whole table write `where true`.',
    );
  },
});

export const sqlOrder = rule({
  id: 'tool/sql-order',
  subject: 'tool',
  severity: 'warning',
  says: 'A statement that returns many rows should have an ORDER BY.',
  why: 'At most `max_rows` rows are returned. Without an order it is chance which ones, and the same call may return others.',
  source: 'EXT §2.4 (the same call, the same result)',
  good: [
    shop('read', '"select id from orders where id = {id} order by id"'),
    shop('read', '"select state from orders where id = {id}"', ', rows: one'),
  ],
  bad: [
    shop('read', '"select id from orders where id > {id}"'),
    shop('read', '"select id from (select id from orders order by id) as o where id > {id}"'),
  ],
  check({ spec }, report) {
    if (!spec.sql || (spec.sql.rows ?? 'many') !== 'many') return;
    const tokens = sqlTokens(partsIn(spec.sql.statement).flat().join(' '));
    const isOrdered = tokens.some(({ text, depth }) => depth === 0 && /^order$/i.test(text));
    if (isOrdered || !/^(?:select|with|table)$/.test(kindOfStatement(tokens))) return;
    report(
      ['sql', 'statement'],
      say`The statement of tool "${spec.name}" returns many rows in no order.`,
      'Add an ORDER BY that ends with a unique column, or use `rows: one`.',
    );
  },
});

export const sqlColumns = rule({
  id: 'tool/sql-columns',
  subject: 'tool',
  severity: 'warning',
  says: 'A statement should name the columns that it returns.',
  why: 'With `*` a column that is added to the table later reaches the model, such as a password or an address.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [
    shop('read', '"select id, note from orders where id = {id} order by id"'),
    shop('read', '"select count(*) as total from orders where id > {id}"', ', rows: one'),
  ],
  bad: [
    shop('read', '"select * from orders where id = {id} order by id"'),
    shop('read', '"select o.*, o.id from orders o where id = {id} order by id"'),
  ],
  check({ spec }, report) {
    if (!spec.sql) return;
    const tokens = sqlTokens(partsIn(spec.sql.statement).flat().join(' '));
    const isStar = tokens.some(({ text }, at) => {
      const before = tokens[at - 1]?.text ?? '';
      return text === '*' && /^(?:select|distinct|all|returning|,|\.)$/i.test(before);
    });
    if (!isStar) return;
    const hint = 'Write the columns instead of `*`.';
    report(['sql', 'statement'], say`The statement of tool "${spec.name}" returns all columns.`, hint, { word: '*' });
  },
});

function problemsOf({ sql }: ToolSpec): PlacedProblem[] {
  if (!sql) return [];
  const all = pieces(sql.statement);
  const chosen = Object.entries(sql.choose ?? {}).flatMap(([name, table]) =>
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
    ...below(['statement'], statementProblems(partsIn(sql.statement).flat().join(' '), Object.keys(sql.choose ?? {}))),
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
    const found = tokenProblem(token);
    return found ? [{ path: [], ...found }] : [];
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
      { path: [], message: 'There is more than one statement.', hint: 'Keep one statement, or join them with WITH.' },
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
        hint: 'Use `settings:` of the database, or pg_advisory_xact_lock().',
      },
    ];
  return orderProblems(tokens, chosen);
}

/** A value is the same for every row: it orders and groups nothing. */
function orderProblems(
  tokens: readonly SqlToken[],
  chosen: readonly string[],
): (BehaviorProblem & { readonly path: [] })[] {
  return tokens.flatMap(({ kind, text }, at) => {
    const before = `${tokens[at - 2]?.text ?? ''} ${tokens[at - 1]?.text ?? ''}`;
    if (kind !== 'variable' || chosen.includes(text.slice(1, -1)) || !/^(?:order|group) by$/i.test(before)) return [];
    const message = `${text} is one value in ${before.toUpperCase()}, the same for every row.`;
    return [
      {
        path: [],
        word: text,
        message,
        hint: 'Declare an `enum`, and write the columns of each value under `choose:`.',
      },
    ];
  });
}
