/** Statements of `sql:` against what was learned of the database (`haft databases --learn`). */
import { mainType, ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { pieces } from '../../../spec/behaviors/sql-shape.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { type LearnedStatement, columnOf, foreignValues, fitOf, learnedIn } from '../../analysis/tables/columns.ts';
import { stock } from '../../example-documents.ts';
import type { ToolPart } from '../../model.ts';
import { type ReportFinding, crossRule } from '../../rule.ts';

const SOURCE = 'EXT §7 (a tool does what its description says)';

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
