/** Statements of `sql:`: one, closed, of a kind that a tool may run, and with values nowhere but where they are bound. */
import type { DatabaseDescriptor } from '@haft/runtime';
import { ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { below } from '../../../spec/behaviors/behavior.ts';
import { partsIn, pieces, statementsOf } from '../../../spec/behaviors/sql-shape.ts';
import { kindOfStatement } from '../../../spec/behaviors/sql-effects.ts';
import { type SqlToken, sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import { PARAMETER, sqlProblems } from '../../analysis/sql-problems.ts';
import { returnsOneRow } from '../../analysis/tables/returned-rows.ts';
import { unitProblem } from '../../analysis/value-places.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { shopSteps, shopTool } from '../../example-documents.ts';
import { reportProblems, rule } from '../../rule.ts';

/** The statements of a tool, with their places below it. */
function placedIn({ sql }: ToolSpec) {
  return (sql ? statementsOf(sql) : []).map(({ path, spec }) => ({
    ...spec,
    path: ['sql', ...path, 'statement'],
    tokens: sqlTokens(partsIn(spec.statement).flat().join(' ')),
  }));
}

export const sqlStatement = rule({
  id: 'tool/sql-statement',
  severity: 'error',
  locked: true,
  says: 'The text under `sql:` must be one complete statement that reads or changes rows, with variables only where a value is bound.',
  why: 'A second statement ends the read-only transaction, an open quote makes a value part of the text, and a variable in quotes is never filled.',
  source: 'EXT §7 (a tool does what its description says)',
  good: [
    shopTool('read', '"select id, state from orders where id = {id}"'),
    shopTool('read', `["select id from orders where id = {id}", ["and note = {note}"], "order by id;"]`),
  ],
  bad: [
    shopTool('read', '"select id from orders where id = {id}; select 1"'),
    shopSteps('write', ['update orders set state = 1 where id = {id}', 'select 1; select 2']),
    shopTool('read', `"select id from orders where note = '{id}'"`),
    shopTool('read', `"select id from orders where note = 'it and id = {id}"`),
    shopTool('read', `["select id from orders where (id = {id}", ["and note = {note})"]]`),
    shopTool('read', '"select id from orders where id = $1 and id = {id}"'),
    shopTool('read', '"select id from orders order by {id}"'),
    shopTool('read', '"select id from {id} order by id"'),
    shopTool('read', '"select id from orders where placed_on > now() - interval {id} day order by id"'),
    shopTool('read', '"select id from orders where id = {id} and note = ? order by id"').replace(
      /kind: postgres, url: \S+/,
      'kind: sqlite, folder: /srv/shop, path: shop.db',
    ),
    shopTool('destroy', '"truncate orders"').replace('kind: postgres', 'kind: mysql'),
    shopTool('read', '"select id from orders where id = {id} # and note"').replace('kind: postgres', 'kind: mysql'),
    shopTool('write', `"vacuum orders"`),
    shopTool('write', `"select set_config('app.tenant', '4', false) where 1 = {id}"`),
    shopTool(
      'read',
      '"select id from orders order by {id}"',
      ', choose: { id: { 1: "id; drop table orders" } }',
    ).replace('type: integer', 'type: integer, enum: [1]'),
    shopTool(
      'read',
      '"select id from orders where id = {id} and lower(note) like lower({note}) order by id"',
      ', like: { note: contains }',
    )
      .replace('kind: postgres', 'kind: mysql')
      .replace('[id]', '[id, note]'),
  ],
  check(tool, report) {
    reportProblems(sqlProblems(tool.spec), report, ['sql']);
  },
  /** What a mark means differs from one kind of database to the next. */
  checkServer({ spec: { databases = {} }, tools }, report) {
    for (const tool of tools) {
      const { sql } = tool.spec;
      const kind = sql && ownMember(databases, sql.database)?.kind;
      if (!sql || kind === undefined) continue;
      const all = statementsOf(sql).flatMap(({ path, spec: { statement, like = {} } }) =>
        below(path, pieces(statement)).map((piece) => ({ ...piece, like })),
      );
      for (const { path, text, like } of all) {
        for (const [at, token] of sqlTokens(text).entries()) {
          const problem =
            ofKind(kind, token) ??
            (kind === 'postgres' ? undefined : patternProblem(sqlTokens(text), at, like)) ??
            (kind === 'mysql' ? undefined : unitProblem(sqlTokens(text), at));
          if (problem) report(['sql', ...path], ...problem, { on: tool, word: token.text });
        }
      }
    }
  },
});

/** PostgreSQL has operators of both marks. */
function ofKind(
  kind: DatabaseDescriptor['kind'],
  { kind: mark, text }: SqlToken,
): [message: string, hint: string] | undefined {
  if (kind === 'postgres') return undefined;
  if (mark === 'mark' && /^\?\d*$/.test(text))
    return [`${text} is a placeholder, and its value is not known.`, PARAMETER];
  if (kind !== 'mysql') return undefined;
  if (mark === 'mark' && text === '#')
    return ['MySQL reads the rest of the line as a comment.', 'Remove it, or write -- for a comment.'];
  return mark === 'word' && /^truncate$/i.test(text)
    ? [
        'TRUNCATE ends the transaction in MySQL, so that it is kept whatever comes later.',
        'Write DELETE with `where true`.',
      ]
    : undefined;
}

/** The pattern is sent with `escape`, which only a whole operand of LIKE has. */
function patternProblem(tokens: readonly SqlToken[], at: number, like: object): ReturnType<typeof ofKind> {
  const name = /^\{(\w+)\}$/.exec(tokens[at]?.text ?? '')?.[1];
  if (at === 0 || name === undefined || !Object.hasOwn(like, name)) return undefined;
  const [before, binary, after] = [tokens[at - 1]?.text ?? '', tokens[at - 2]?.text ?? '', tokens[at + 1]?.text ?? ''];
  const isBehind = /^like$/i.test(/^binary$/i.test(before) ? binary : before);
  if (isBehind && !/^(?:escape|[|+:.])/i.test(after)) return undefined;
  return [
    `{${name}} is a pattern (\`like\`), and is not the whole operand of LIKE.`,
    `Write it directly behind LIKE, such as \`like {${name}}\`, without a function or an operator.`,
  ];
}

export const sqlOrder = rule({
  id: 'tool/sql-order',
  severity: 'warning',
  says: 'A statement that returns many rows should have an ORDER BY.',
  why: 'At most `max_rows` rows are returned. Without an order it is chance which ones, and the same call may return others.',
  hint: 'Add an ORDER BY that ends with a unique column, or use `rows: one`.',
  source: 'EXT §2.4 (the same call, the same result)',
  good: [
    shopTool('read', '"select id from orders where id = {id} order by id"'),
    shopTool('read', '"select state from orders where id = {id}"', ', rows: one'),
    shopTool('read', '"select count(*) as total, max(id) as latest from orders where id > {id}"'),
    shopTool('read', '"select exists (select 1 from orders where id = {id}) as known"'),
    shopTool('read', '"select id from orders where id > {id} limit 1"'),
  ],
  bad: [
    shopTool('read', '"select id from orders where id > {id}"'),
    shopTool('read', '"select state, count(*) as total from orders where id > {id} group by state"'),
    shopTool('read', '"select id, count(*) over () as total from orders where id > {id}"'),
    shopSteps('read', ['select id from orders where id = {id} order by id', 'select id from orders']),
    shopTool('read', '"select id from (select id from orders order by id) as o where id > {id}"'),
  ],
  check({ spec }, report) {
    for (const { path, rows = 'many', tokens } of placedIn(spec)) {
      const isOrdered = tokens.some(({ text, depth }) => depth === 0 && /^order$/i.test(text));
      if (
        rows !== 'many' ||
        isOrdered ||
        returnsOneRow(tokens) ||
        !/^(?:select|with|table)$/.test(kindOfStatement(tokens))
      )
        continue;
      report(path, say`The statement of tool "${spec.name}" returns many rows in no order.`);
    }
  },
});

export const sqlColumns = rule({
  id: 'tool/sql-columns',
  severity: 'warning',
  says: 'A statement should name the columns that it returns.',
  why: 'With `*` a column that is added to the table later reaches the model, such as a password or an address.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [
    shopTool('read', '"select id, note from orders where id = {id} order by id"'),
    shopTool('read', '"select count(*) as total from orders where id > {id}"', ', rows: one'),
  ],
  bad: [
    shopTool('read', '"select * from orders where id = {id} order by id"'),
    shopTool('read', '"select o.*, o.id from orders o where id = {id} order by id"'),
  ],
  check({ spec }, report) {
    for (const { path, tokens } of placedIn(spec)) {
      const isStar = tokens.some(({ text }, at) => {
        const before = tokens[at - 1]?.text ?? '';
        return text === '*' && /^(?:select|distinct|all|returning|,|\.)$/i.test(before);
      });
      if (!isStar) continue;
      const hint = 'Write the columns instead of `*`.';
      report(path, say`The statement of tool "${spec.name}" returns all columns.`, hint, { word: '*' });
    }
  },
});
