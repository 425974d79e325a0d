/** Statements of `sql:` against what was learned of the database (`haft databases --learn`). */
import type { ResultRule } from '@haft/runtime';
import { type Schema, mainType, ownMember } from '@haft/runtime/language';
import { filterMemo } from '../../../base/memo.ts';
import { say } from '../../../base/sentence.ts';
import { pieces } from '../../../spec/behaviors/sql-shape.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import {
  type LearnedStatement,
  canGive,
  columnOf,
  foreignValues,
  learnedStatements,
  resultStatement,
  rowColumns,
  fitOf,
} from '../../analysis/tables/columns.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { type ReportFinding, crossRule } from '../../rule.ts';

const SOURCE = 'EXT §7 (a tool does what its description says)';

/** A tool of the server whose tables are learned in the examples. */
const stock = (statement: string, more = '', state = 'type: string'): string => `name: search_books
---
kind: server
name: stock
version: 1.0.0
summary: Knows the items of the stock.
env: { STOCK_URL: { description: Address of the database., secret: true } }
databases: { stock: { kind: postgres, url: "{env.STOCK_URL}" } }
tools:
  - name: list_items
    description: { does: Lists the items of the stock., when: the user asks for items }
    effects: read
    parameters: { id: { type: integer, description: Number of the item. }, state: { ${state}, description: State of the item. } }
    required: [id, state]${more === '' ? '' : `\n    ${more}`}
    sql: { database: stock, ${statement} }`;

const returning = (type: string): string =>
  `returns: { type: object, properties: { added: { type: ${type} }, items: { type: array, items: { type: object, properties: { added: { type: ${type} } } } } } }`;

type Around = readonly [tool: ToolPart, statements: readonly LearnedStatement[]];

const withStatement = filterMemo(({ spec }: ToolPart) => spec.sql !== undefined);

function* learnedIn({ toolLists, settings }: SpecDraft): Iterable<Around> {
  const tools = toolLists.flatMap(withStatement);
  const learned = tools.length > 0 ? settings.learned?.() : undefined;
  for (const tool of tools) {
    const statements = learnedStatements(tool, learned);
    if (statements.length > 0) yield [tool, statements];
  }
}

const AGAIN = 'run `haft databases --learn` where the database changed';

/** The text of the statement that has the word. */
function placeOf({ path, spec }: LearnedStatement, word: string): NodePath {
  const piece = pieces(spec.statement).find(({ text }) => text.includes(word));
  return ['sql', ...path, ...(piece?.path ?? ['statement'])];
}

export const sqlKnown = crossRule({
  id: 'tool/sql-known',
  severity: 'error',
  says: 'A statement must name tables and columns that its database has.',
  why: 'The database rejects every call. What it has is in haft.databases.json, where `haft databases --learn` writes it.',
  source: SOURCE,
  good: [
    stock('statement: "select i.id, i.state from items i where i.id = {id} and i.state = {state} order by i.id"'),
    stock('statement: "select count(*) as total from items where id > {id} and state = {state}", rows: one'),
    stock(
      'statement: "with old as (select id, state as past from items) select old.past from old where old.id = {id} and old.past = {state} order by 1"',
    ),
  ],
  bad: [
    stock('statement: "select i.id, i.colour from items i where i.id = {id} and i.state = {state} order by i.id"'),
    stock('statement: "select id from items where id = {id} and status = {state} order by id"'),
    stock('statement: "select id from crates where id = {id} and state = {state} order by id"'),
    stock('statement: "select id from shelves where id = {id} and state = {state} order by id"'),
  ],
  around: learnedIn,
  check(tool, report, statements) {
    for (const statement of statements) judgeNames(tool, report, statement);
  },
});

function judgeNames(tool: ToolPart, report: ReportFinding, statement: LearnedStatement): void {
  const { uses, database } = statement;
  for (const table of uses.tables) {
    const entry = ownMember(database.tables, table);
    if (entry) continue;
    const word = table.split('.').at(-1) ?? table;
    if (entry === null)
      report(
        placeOf(statement, word),
        say`The statement of tool "${tool.spec.name}" names the table "${table}", which the database does not have.`,
        `Fix the name, or ${AGAIN}.`,
        { word },
      );
    else
      report(
        placeOf(statement, word),
        say`Nothing is known of the table "${table}" in the statement of tool "${tool.spec.name}".`,
        'Run `haft databases --learn`.',
        { word, suspected: true },
      );
  }
  for (const use of new Map(uses.columns.map((one) => [one.name, one])).values()) {
    const column = columnOf(use, database);
    if (!column || 'type' in column) continue;
    const names = column.missing.flatMap(({ columns = {} }) => Object.keys(columns));
    report(
      placeOf(statement, use.word),
      say`The statement of tool "${tool.spec.name}" names the column "${use.name}", which ${use.tables.map((table) => `"${table}"`).join(' and ')} ${use.tables.length === 1 ? 'does' : 'do'} not have.`,
      `Known columns: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}. Fix the name, or ${AGAIN}.`,
      { word: use.word },
    );
  }
}

export const sqlValues = crossRule({
  id: 'tool/sql-values',
  severity: 'error',
  says: 'A parameter must have values that its column takes.',
  why: 'The database rejects the call, and the model cannot see why.',
  source: SOURCE,
  good: [
    stock(
      'statement: "select id from items where id = {id} and state = {state} order by id"',
      '',
      'type: string, enum: [new, used]',
    ),
    stock(
      'statement: "select id from items where id = {id} and state in ({state}) order by id"',
      '',
      'type: array, maxItems: 2, items: { type: string, enum: [used] }',
    ),
  ],
  bad: [
    stock(
      'statement: "select id from items where id = {id} and state = {state} order by id"',
      '',
      'type: string, enum: [new, broken]',
    ),
    stock('statement: "select id from items where added > {id} and state = {state} order by id"'),
    stock('statement: "select id from items where id = {state} and count > {id} order by id"'),
    stock('statement: "select id from items where id = {id} and count = {state} order by id"', '', 'type: boolean'),
  ],
  around: learnedIn,
  check(tool, report, statements) {
    for (const statement of statements) judgeValues(tool, report, statement);
  },
});

function judgeValues(tool: ToolPart, report: ReportFinding, { uses, database }: LearnedStatement): void {
  for (const use of uses.columns) {
    const { variable } = use;
    const schema = variable === undefined ? undefined : ownMember(tool.spec.parameters ?? {}, variable);
    const column = columnOf(use, database);
    if (variable === undefined || !schema || !column || !('type' in column)) continue;
    const [foreign] = foreignValues(schema, column);
    const path = ['parameters', variable];
    if (foreign !== undefined) {
      const hint = `Values of the column: ${(column.values ?? []).join(', ')}. Remove "${foreign}" from the \`enum\`, or ${AGAIN}.`;
      report(
        path,
        say`Parameter "${variable}" of tool "${tool.spec.name}" allows "${foreign}", which the column "${use.name}" does not take.`,
        hint,
      );
      continue;
    }
    const type = mainType(schema.type === 'array' ? (schema.items ?? {}) : schema);
    const fit =
      type === undefined || schema.enum || schema.pattern !== undefined ? 'always' : fitOf(type, column, database.kind);
    if (fit === 'always') continue;
    const some = fit === 'sometimes' ? 'some values of' : 'every value of';
    report(
      path,
      say`The column "${use.name}" has the type ${column.type}, and rejects ${some} parameter "${variable}" of tool "${tool.spec.name}", which has type ${type ?? 'any'}.`,
      `Change the type of the parameter, or convert the value in the statement, such as {${variable}}::text.`,
      { suspected: fit === 'sometimes' },
    );
  }
}

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
