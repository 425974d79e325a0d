/** What a statement of `sql:` returns: columns with names and types that a result can have, in an order that pages can follow. */
import type { ResultRule } from '@haft/runtime';
import { type Schema, mainType, ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { resumeOf } from '../../../spec/behaviors/sql-resume.ts';
import { pieces, statementsOf } from '../../../spec/behaviors/sql-shape.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import {
  canGive,
  columnOf,
  isOrdered,
  learnedIn,
  resultStatement,
  rowColumns,
  statementText,
} from '../../analysis/tables/columns.ts';
import { rowNames } from '../../analysis/tables/returned-rows.ts';
import type { ServerSpec } from '../../documents/server.ts';
import { stock } from '../../example-documents.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { crossRule, rule } from '../../rule.ts';

const returning = (type: string): string =>
  `returns: { type: object, properties: { added: { type: ${type} }, items: { type: array, items: { type: object, properties: { added: { type: ${type} } } } } } }`;

/** Beside another server, whose rule it is: with a file of SQLite, of which nothing is learned. */
const inFile = (statement: string, type: string): string =>
  stock(statement, `returns: { type: object, properties: { added: { type: ${type} } } }`)
    .replace('name: search_books', 'name: library')
    .replace(/kind: postgres, url: \S+/, 'kind: sqlite, folder: /srv/stock, path: stock.db');

/** Pages of the items, by columns of a table in MySQL. */
const paged = (order: string): string =>
  stock(
    `statement: ["select id, state, added, grade, labels from boxes where state = {state} and id > {id}", ["and {after}"], "order by ${order}"], resume: after`,
  )
    .replace('kind: postgres', 'kind: mysql')
    .replaceAll('name: stock\n', 'name: boxes\n')
    .replace(
      'parameters: {',
      'parameters: { after: { type: string, maxLength: 200, description: The next of an earlier result. },',
    );

export const sqlNames = crossRule({
  id: 'tool/sql-names',
  severity: 'error',
  says: 'The columns that a statement returns must have different names.',
  why: 'A row has one value for each name, so that every call fails.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [
    stock('statement: "select id, state as past from items where id = {id} and state = {state} order by id"'),
    stock('statement: "select count(*), count(id) as known from items where id = {id} and state = {state}", rows: one'),
    stock('statement: "select count(*), count(id) from items where id = {id} and state = {state}", rows: one').replace(
      'kind: postgres',
      'kind: mysql',
    ),
    stock(
      'statement: "select i.id, s.id as shelf from items i join shelves s on s.id = {id} where i.state = {state} order by i.id"',
    ),
  ],
  bad: [
    stock(
      'statement: "select i.id, s.id from items i join shelves s on s.id = {id} where i.state = {state} order by i.id"',
    ),
    stock('statement: "select count(*), count(distinct id) from items where id = {id} and state = {state}", rows: one'),
    stock(
      'statement: "select lower(state), id, lower(name) from items where id = {id} and state = {state} order by id"',
    ),
    stock('statement: "select {id}, {state}", rows: one'),
    stock('statement: "select count(*), count(*) from items where id = {id} and state = {state}", rows: one').replace(
      'kind: postgres',
      'kind: mysql',
    ),
    stock('statement: "select id, count as id from items where id = {id} and state = {state}", rows: one'),
  ],
  around: withDatabases,
  check(tool, report, databases) {
    const { name, sql } = tool.spec;
    const kind = sql && ownMember(databases, sql.database)?.kind;
    if (!sql || kind === undefined) return;
    for (const { path, spec: statement } of statementsOf(sql)) {
      const names = statement.rows === 'affected' ? [] : rowNames(statementText(statement), kind);
      const twice = names.find((one, at) => one !== undefined && names.indexOf(one) < at);
      if (twice === undefined) continue;
      const piece = pieces(statement.statement).find(({ text }) => text.includes(twice));
      const example = /^\w+$/.test(twice) ? `, such as \`as other_${twice}\`` : '';
      report(
        ['sql', ...path, ...(piece?.path ?? ['statement'])],
        say`The statement of tool "${name}" returns two columns with the name "${twice}".`,
        `Give one of them a name of its own with AS${example}.`,
        { word: piece ? twice : undefined },
      );
    }
  },
});

/** Names of expressions differ from one kind of database to the next. */
function* withDatabases({ servers }: SpecDraft): Iterable<readonly [tool: ToolPart, databases: Databases]> {
  for (const { spec, tools } of servers)
    for (const tool of spec.databases ? tools : []) if (tool.spec.sql && spec.databases) yield [tool, spec.databases];
}

type Databases = NonNullable<ServerSpec['databases']>;

export const sqlPages = crossRule({
  id: 'tool/sql-pages',
  severity: 'error',
  says: 'The columns by which `resume` orders pages must sort as the database compares them.',
  why: 'MySQL sorts ENUM and SET by number but compares them as text: a page would leave out rows, so a call with more rows fails.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [paged('added, id'), paged('state desc, id')],
  bad: [paged('grade, id'), paged('added, labels, id')],
  around: learnedIn,
  check(tool, report, [statement]) {
    const { resume } = tool.spec.sql ?? {};
    if (resume === undefined || !statement) return;
    const { database, spec, uses } = statement;
    for (const { column: name } of Object.values(resumeOf(resume, spec.statement, spec.choose).keys).flat()) {
      const row = uses.rows?.find((one) => 'name' in one && one.name === name);
      const column = row && 'use' in row && row.use ? columnOf(row.use, database) : undefined;
      if (!column || !('type' in column) || isOrdered(column, database.kind)) continue;
      report(
        ['sql', 'resume'],
        say`Tool "${tool.spec.name}" orders pages by the column "${name}" of type ${column.type}, which MySQL sorts in another order than it compares.`,
        `Return a number or a text of it from a subquery, such as \`${name} + 0 as place\`, and order by that.`,
      );
      return;
    }
  },
});

export const sqlResults = crossRule({
  id: 'tool/sql-results',
  severity: 'error',
  says: 'A result of a statement must be a column of its rows, with a type that the column can have.',
  why: 'The value is never there, or every result fails its schema.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [
    stock(
      'statement: "select added from items where id = {id} and state = {state} order by id", result: { items: { each: /rows, fields: { added: /added } } }',
      returning('string'),
    ),
    stock(
      'statement: "select count as added from items where id = {id} and state = {state}", rows: one, result: { added: /added }',
      returning('integer'),
    ),
  ],
  bad: [
    stock(
      'statement: "select added from items where id = {id} and state = {state} order by id", result: { items: { each: /rows, fields: { added: /added } } }',
      returning('integer'),
    ),
    stock(
      'statement: "select added from items where id = {id} and state = {state}", rows: one, result: { added: /addedon }',
      returning('string'),
    ),
    stock('statement: "select added from items where id = {id} and state = {state}", rows: one', returning('number')),
    stock(
      'statement: "select count as added from items where id = {id} and state = {state}", rows: one',
      returning('integer'),
    ),
  ],
  around: learnedIn,
  check(tool, report, statements) {
    const statement = resultStatement(tool, statements);
    const columns = statement && rowColumns(statement);
    if (!columns) return;
    for (const { path, column: name, schema } of readsOf(tool)) {
      const column = columns.get(name);
      if (column === undefined) {
        const hint = `Columns of the rows: ${[...columns.keys()].slice(0, 12).join(', ')}.`;
        report(path, say`The rows of tool "${tool.spec.name}" have no column "${name}".`, hint);
        continue;
      }
      const type = schema && mainType(schema);
      if (column === null || type === undefined) continue;
      if (canGive(type, column, statement.database.kind)) {
        if (column.nullable && !tool.spec.sql?.result && ![schema?.type].flat().includes('null'))
          report(path, ...nullResult(tool, name), { suspected: true });
        continue;
      }
      const message = say`The column "${name}" of the rows of tool "${tool.spec.name}" has the type ${column.type}, which is never of type ${type}.`;
      report(path, message, 'Change the type under `returns`, or convert the column in the statement.');
    }
  },
});

export const sqlTypes = rule({
  id: 'tool/sql-types',
  subject: 'server',
  severity: 'error',
  says: 'A column of a file of SQLite cannot be declared as a boolean or a list.',
  why: 'SQLite stores numbers, texts and bytes: true is 1, and a list is its text. Each result with a row fails its schema.',
  source: 'EXT §8 (results have what the model needs, and nothing else)',
  good: [
    inFile('statement: "select added from items where id = {id} and state = {state}", rows: one', 'integer'),
    inFile('statement: "select added from items where id = {id} and state = {state}", rows: one', 'string'),
  ],
  bad: [
    inFile('statement: "select added from items where id = {id} and state = {state}", rows: one', 'boolean'),
    inFile('statement: "select added from items where id = {id} and state = {state}", rows: one', 'array'),
  ],
  check({ spec: { databases = {} }, tools }, report) {
    for (const tool of tools) {
      const { sql, name } = tool.spec;
      if (!sql || ownMember(databases, sql.database)?.kind !== 'sqlite') continue;
      for (const { path, column, schema } of readsOf(tool)) {
        const type = schema && mainType(schema);
        if (type !== 'boolean' && type !== 'array') continue;
        const instead = type === 'boolean' ? '`integer`, which is 0 or 1' : '`string`, which is the text of the list';
        report(
          path,
          say`The column "${column}" of the rows of tool "${name}" is never of type ${type}: SQLite has no such values.`,
          `Declare ${instead}.`,
          { on: tool },
        );
      }
    }
  },
});

/** A mapping leaves values out that are null; whole rows have them. */
function nullResult(tool: ToolPart, name: string): readonly [ReturnType<typeof say>, string] {
  return [
    say`The column "${name}" of the rows of tool "${tool.spec.name}" may be null, which \`returns\` does not allow.`,
    'Map the columns under `result:`, which leaves null out, or allow null under `returns`.',
  ];
}

interface RowRead {
  readonly path: NodePath;
  readonly column: string;
  /** What `returns` declares for it. */
  readonly schema: Schema | undefined;
}

/** The columns that become values of the result. */
function readsOf({ spec }: ToolPart): RowRead[] {
  const { sql, returns } = spec;
  if (!sql || sql.rows === 'affected') return [];
  const isOne = sql.rows === 'one';
  if (!sql.result) {
    const row = isOne ? returns : returns?.properties?.['rows']?.items;
    const path = isOne ? ['returns', 'properties'] : ['returns', 'properties', 'rows', 'items', 'properties'];
    return Object.entries(row?.properties ?? {}).map(([column, schema]) => ({
      path: [...path, column],
      column,
      schema,
    }));
  }
  return Object.entries(sql.result).flatMap(([name, rule]): RowRead[] => {
    const schema = ownMember(returns?.properties ?? {}, name);
    const path = ['sql', 'result', name];
    if (isOne) return columnRead(rule, path, schema);
    if (typeof rule === 'string' || !('each' in rule) || rule.each !== '/rows' || !('fields' in rule) || !rule.fields)
      return [];
    const fields = Object.entries(rule.fields);
    return fields.flatMap(([field, inner]) =>
      columnRead(inner, [...path, 'fields', field], ownMember(schema?.items?.properties ?? {}, field)),
    );
  });
}

/** Only where the column is taken as it is. */
function columnRead(rule: ResultRule, path: NodePath, schema: Schema | undefined): RowRead[] {
  const column = typeof rule === 'string' ? /^\/([^/~]+)$/.exec(rule)?.[1] : undefined;
  return column === undefined ? [] : [{ path, column, schema }];
}
