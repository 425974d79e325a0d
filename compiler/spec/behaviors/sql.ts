/** Behavior `sql`: runs statements of the author's in a database, with the arguments as bound values. */
import type { SqlStatement, StatementPart } from '@haft/runtime';
import type { Schema } from '@haft/runtime/language';
import { formsOf, needing } from '../shape/form-of.ts';
import * as form from '../shape/form.ts';
import { type PlacedName, type StepParts, behavior } from './behavior.ts';
import { errorTable, failures, result, texts, writtenTable } from './contract-forms.ts';
import type { OutputShape } from './output-shape.ts';
import { plainTable } from './plain-pointers.ts';
import { statementContradiction } from './sql-effects.ts';
import { keyProblems } from './sql-keys.ts';
import { resumeOf } from './sql-resume.ts';
import {
  MAX_BYTES,
  MAX_ROWS,
  STATEMENT_KEYS,
  type SqlSpec,
  type StatementSpec,
  partsIn,
  pieces,
  sqlShape,
  statementsOf,
} from './sql-shape.ts';
import { plainStatement } from './sql-tokens.ts';
import { NO_PARTS, detailsOf } from './steps.ts';
import { choiceIn } from './starter.ts';

const STATEMENT_FORMS = { ...formsOf(STATEMENT_KEYS), statement: form.list(form.either(texts, form.text)) };

const EXAMPLE_DATABASE =
  'databases: { shop: { kind: sqlite, folder: /srv/shop, path: shop.db, on_unreachable: { error: The database cannot be read., retry_hint: Ask the user to check the folder. } } }';

export const sql = behavior<'sql', SqlSpec>({
  key: 'sql',
  shape: sqlShape,
  isCode: false,
  notShown: undefined,
  failureKeys: ['on_none', 'errors'],
  steps: (spec) => [
    { path: [], spec, parts: workParts(spec) },
    ...(spec.steps ?? []).map((step, at, all) => ({
      path: ['steps', at],
      spec: step,
      parts: statementParts(step, all.slice(0, at)),
    })),
  ],
  result: (spec) => spec.result,
  problems: keyProblems,
  contradiction: (spec, effects) =>
    statementContradiction(
      statementsOf(spec).map(({ spec: { statement, choose = {} } }) =>
        [...partsIn(statement).flat(), ...Object.values(choose).flatMap((one) => Object.values(one))].join(' '),
      ),
      effects,
    ),
  nameMapping: () => [],
  unsent: () => undefined,
  plan: ({ statement, steps, resume, rows, max_rows, max_bytes = MAX_BYTES, errors, result: table, ...rest }) => ({
    kind: 'sql',
    ...rest,
    ...(statement !== undefined &&
      plannedStatement({ statement, ...(rows && { rows }), ...(max_rows && { max_rows }) })),
    ...(steps && { steps: steps.map(plannedStatement) }),
    ...(resume !== undefined && statement !== undefined && { resume: resumeOf(resume, statement, rest.choose) }),
    max_bytes,
    ...(errors && { errors: errorTable(errors) }),
    ...(table && { result: plainTable(table, outputOf({ ...rest, ...(rows && { rows }) })) }),
  }),
  blocks: () => 'never',
  write: ({
    kind: _kind,
    statement,
    rows = 'many',
    max_rows = MAX_ROWS,
    steps,
    resume,
    max_bytes,
    errors,
    ...rest
  }) => ({
    ...rest,
    ...(statement && writtenStatement({ statement, rows, max_rows })),
    ...(steps && { steps: steps.map(writtenStatement) }),
    ...(resume && { resume: resume.parameter }),
    ...(max_bytes !== MAX_BYTES && { max_bytes }),
    ...(errors && { errors: writtenTable(errors) }),
  }),
  starter: {
    help: 'A statement; of a server with several databases, with the name of one and a colon before it.',
    example: 'select title, year from books where author = {author} order by year',
    write(line, { databases }) {
      const choice = choiceIn(line, databases);
      if (databases.length === 0) return { lacks: 'has no database', add: EXAMPLE_DATABASE };
      if (choice === undefined)
        return {
          lacks: `has several databases, and the statement names none of them: ${databases.join(', ')}`,
          instead: `write a name and a colon before the statement, such as --sql '${databases[0]}: select 1'`,
        };
      const rows = /^\s*(?:select|with|values|table)\b/i.test(choice.rest)
        ? { max_rows: 100 }
        : { rows: 'affected' as const };
      return { spec: { database: choice.name, statement: choice.rest, ...rows } };
    },
  },
  contractForm: form.map(
    { database: form.text, max_bytes: form.number },
    {
      ...STATEMENT_FORMS,
      steps: form.list(needing(['statement', 'rows', 'max_rows'], { ...STATEMENT_FORMS, name: form.text })),
      resume: form.map(
        {
          parameter: form.text,
          keys: form.mapOf(form.list(form.map({ text: form.text, column: form.text }, { isDescending: form.flag }))),
        },
        { by: form.text },
      ),
      errors: failures,
      result,
    },
  ),
  change: {
    id: 'tool/statement',
    says: 'The statement of a tool changed.',
    why: 'The same arguments may return other rows, or change others.',
    example: {
      before: 'sql: { database: shop, statement: "select id from books order by id" }',
      after: 'sql: { database: shop, statement: "select id from books where not lent order by id" }',
    },
  },
});

/** Comments and layout are no part of a version, and the mark at the end no part of a statement. */
function planStatement(statement: StatementSpec['statement']): StatementPart[] {
  const parts = partsIn(statement).map((part) =>
    typeof part === 'string' ? plainStatement(part) : part.map((one) => plainStatement(one)),
  );
  return parts.map((part, at) => (at === parts.length - 1 && typeof part === 'string' ? withoutEnd(part) : part));
}

function plannedStatement({ statement, rows = 'many', max_rows = MAX_ROWS, ...rest }: StatementSpec): SqlStatement {
  return { ...rest, statement: planStatement(statement), rows, max_rows };
}

function writtenStatement({ statement, rows, max_rows, ...rest }: SqlStatement): object {
  return {
    ...rest,
    statement: statement.length === 1 ? statement[0] : statement,
    ...(rows !== 'many' && { rows }),
    ...(max_rows !== MAX_ROWS && { max_rows }),
  };
}

/** What all statements share. */
function workParts(spec: SqlSpec): StepParts {
  const { database, resume, errors } = spec;
  const [alone] = spec.steps ? [] : statementsOf(spec);
  return {
    ...(alone ? statementParts(alone.spec, []) : NO_PARTS),
    databases: [{ path: ['database'], name: database }],
    parameters: [
      ...(alone ? statementParts(alone.spec, []).parameters : []),
      ...(resume === undefined ? [] : [{ path: ['resume'], name: resume }]),
    ],
    output: outputOf(spec),
    details: detailsOf(['errors'], errors),
  };
}

/** `before`: the steps whose rows it may name. */
function statementParts(spec: StatementSpec, before: readonly StatementSpec[]): StepParts {
  const { statement, like = {}, choose = {} } = spec;
  const named = (key: string, names: object): PlacedName[] =>
    Object.keys(names).map((name) => ({ path: [key, name], name }));
  const rows = before.flatMap(({ name, rows: returned }) => (name !== undefined && returned === 'one' ? [name] : []));
  return {
    ...NO_PARTS,
    templates: pieces(statement).map(({ path, text: one }) => ({ path, text: one, rows })),
    parameters: [...named('like', like), ...named('choose', choose)],
    mayBeCut: (spec.rows ?? 'many') === 'many',
  };
}

const ROW: Schema = { type: 'object' };

function outputOf(spec: SqlSpec): OutputShape {
  const { steps, resume } = spec;
  if (steps) {
    const named = steps.flatMap((step) => (step.name === undefined ? [] : [[step.name, rowsShape(step)] as const]));
    const properties = Object.fromEntries(named);
    const start = 'The output has what each step with a `name` returns';
    return { start, schema: { type: 'object', properties, additionalProperties: false } };
  }
  const { rows = 'many' } = spec;
  const schema = rowsShape(spec);
  if (rows === 'one') return { start: 'The output is one row (`rows: one`)', schema };
  if (rows === 'affected') return { start: 'The output is { affected }', schema };
  const next = resume === undefined ? {} : { next: { type: 'string' } as const };
  const start = `The output is { rows, more${resume === undefined ? '' : ', next'} } (\`rows: many\`)`;
  return { start, schema: { ...schema, properties: { ...schema.properties, ...next } } };
}

function rowsShape({ rows = 'many' }: Pick<StatementSpec, 'rows'>): Schema {
  if (rows === 'one') return ROW;
  const properties: Record<string, Schema> =
    rows === 'many'
      ? { rows: { type: 'array', items: ROW }, more: { type: 'boolean' } }
      : { affected: { type: 'integer' } };
  return { type: 'object', properties, additionalProperties: false };
}

/** Without the semicolon that may end a statement. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(';') ? trimmed.slice(0, -1).trimEnd() : text;
}
