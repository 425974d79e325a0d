/** Behavior `sql`: runs one statement of the author's in a database, with the arguments as bound values. */
import type { StatementPart } from '@haft/runtime';
import { type Schema, mainType, ownMember, parseTemplate } from '@haft/runtime/language';
import { type Shape, type Static, byType, choice, integer, list, map, object, text } from '../shape/build.ts';
import { failureShape, resultShape } from '../shape/failure.ts';
import * as form from '../shape/form.ts';
import { CONNECTION_NAME, PARAMETER_NAME } from '../shape/names.ts';
import type { NodePath } from '../yaml/spec.ts';
import { type PlacedName, type PlacedProblem, type StepParts, type ToolContext, behavior } from './behavior.ts';
import { errorTable, failure, failures, result, texts, writtenTable } from './contract-forms.ts';
import { databaseErrors } from './databases.ts';
import type { OutputShape } from './output-shape.ts';
import { plainTable } from './plain-pointers.ts';
import { statementContradiction } from './sql-effects.ts';
import { plainStatement } from './sql-tokens.ts';
import { NO_PARTS, VARIABLES, detailsOf, stepsOf } from './steps.ts';

const MAX_ROWS = 100;
const MAX_BYTES = 1_048_576;

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

const shape = object(
  'Runs one statement in a database, in a transaction of its own: a read-only one where the tool declares `effects: read`. The result is { rows, more }, the row, or { affected }.',
  { database: text('Name under `databases:`.', { pattern: CONNECTION_NAME }), statement: statementShape },
  {
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
    max_bytes: integer('Maximum size of the values in bytes; rows beyond it are left out.', {
      minimum: 1,
      maximum: 104_857_600,
      default: MAX_BYTES,
    }),
    expect: integer('The number of rows that must be affected; with any other, nothing is changed.', {
      minimum: 1,
      maximum: 10_000,
    }),
    on_none: failureShape,
    errors: databaseErrors('this tool'),
    result: resultShape,
  },
);

type Spec = Static<typeof shape>;

const statementForm = form.list(form.either(texts, form.text));

export const sql = behavior<'sql', Spec>({
  key: 'sql',
  shape,
  isCode: false,
  notShown: undefined,
  failureKeys: ['on_none', 'errors'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: (spec) => spec.result,
  problems: (spec, tool) => [
    ...valueProblems(spec, tool),
    ...chooseProblems(spec, tool),
    ...likeProblems(spec, tool),
    ...rowProblems(spec),
  ],
  contradiction: ({ statement, choose = {} }, effects) =>
    statementContradiction(
      [...partsIn(statement).flat(), ...Object.values(choose).flatMap((one) => Object.values(one))].join(' '),
      effects,
    ),
  nameMapping: () => [],
  unsent: () => undefined,
  plan: ({ statement, rows = 'many', max_rows = MAX_ROWS, max_bytes = MAX_BYTES, errors, result: table, ...rest }) => ({
    kind: 'sql',
    ...rest,
    statement: planned(statement),
    rows,
    max_rows,
    max_bytes,
    ...(errors && { errors: errorTable(errors) }),
    ...(table && { result: plainTable(table, outputOf({ rows })) }),
  }),
  blocks: () => 'never',
  write: ({ kind: _kind, statement, rows, max_rows, max_bytes, errors, ...rest }) => ({
    ...rest,
    statement: statement.length === 1 ? statement[0] : statement,
    ...(rows !== 'many' && { rows }),
    ...(max_rows !== MAX_ROWS && { max_rows }),
    ...(max_bytes !== MAX_BYTES && { max_bytes }),
    ...(errors && { errors: writtenTable(errors) }),
  }),
  contractForm: form.map(
    {
      database: form.text,
      statement: statementForm,
      rows: form.oneOf('many', 'one', 'affected'),
      max_rows: form.number,
      max_bytes: form.number,
    },
    {
      like: form.mapOf(form.oneOf('contains', 'starts')),
      choose: form.mapOf(form.mapOf(form.text)),
      expect: form.number,
      on_none: failure,
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

/** The parts of a statement in order; a group is a list. */
export function partsIn(statement: Spec['statement']): readonly StatementPart[] {
  return typeof statement === 'string' ? [statement] : statement;
}

/** Comments and layout are no part of a version, and the mark at the end no part of a statement. */
function planned(statement: Spec['statement']): StatementPart[] {
  const parts = partsIn(statement).map((part) =>
    typeof part === 'string' ? plainStatement(part) : part.map((one) => plainStatement(one)),
  );
  return parts.map((part, at) => (at === parts.length - 1 && typeof part === 'string' ? withoutEnd(part) : part));
}

function partsOf(spec: Spec): StepParts {
  const { database, statement, like = {}, choose = {}, errors } = spec;
  const named = (key: string, names: object): PlacedName[] =>
    Object.keys(names).map((name) => ({ path: [key, name], name }));
  return {
    ...NO_PARTS,
    templates: pieces(statement).map(({ path, text: one }) => ({ path, text: one })),
    databases: [{ path: ['database'], name: database }],
    parameters: [...named('like', like), ...named('choose', choose)],
    output: outputOf(spec),
    details: detailsOf(['errors'], errors),
    mayBeCut: spec.rows === undefined || spec.rows === 'many',
  };
}

interface StatementPiece {
  readonly path: NodePath;
  readonly text: string;
  /** Of a list that can be left out: its place in the statement. */
  readonly group?: number;
}

/** The texts of a statement with their places. */
export function pieces(statement: Spec['statement']): StatementPiece[] {
  return partsIn(statement).flatMap((part, at): StatementPiece[] => {
    const path = typeof statement === 'string' ? ['statement'] : ['statement', at];
    if (typeof part === 'string') return [{ path, text: part }];
    return part.map((one, inner) => ({ path: [...path, inner], text: one, group: at }));
  });
}

const ROW: Schema = { type: 'object' };

function outputOf({ rows = 'many' }: Pick<Spec, 'rows'>): OutputShape {
  const properties: Record<string, Schema> =
    rows === 'many'
      ? { rows: { type: 'array', items: ROW }, more: { type: 'boolean' } }
      : { affected: { type: 'integer' } };
  if (rows === 'one') return { start: 'The output is one row (`rows: one`)', schema: ROW };
  const start = rows === 'many' ? 'The output is { rows, more } (`rows: many`)' : 'The output is { affected }';
  return { start, schema: { type: 'object', properties, additionalProperties: false } };
}

/** What has no value is left out with its group, and nowhere else: NULL is equal to nothing. */
function valueProblems(
  { statement, choose = {} }: Spec,
  { parameters = {}, required = [] }: ToolContext,
): PlacedProblem[] {
  return partsIn(statement).flatMap((part, at): PlacedProblem[] => {
    const path = typeof statement === 'string' ? ['statement'] : ['statement', at];
    const names = variablesIn([part].flat().join(' '));
    if (typeof part === 'string') {
      const absent = names.find((name) => {
        const schema = ownMember(parameters, name);
        return schema !== undefined && schema.default === undefined && !required.includes(name);
      });
      if (absent === undefined) return [];
      const message = `Parameter "${absent}" is optional, but this text of the statement is always sent.`;
      const hint = `Put the clause into a list, such as ["and ${absent} = {${absent}}"], add "${absent}" to \`required\`, or give it a default.`;
      return [{ path, word: `{${absent}}`, message, hint }];
    }
    if (names.some((name) => !Object.hasOwn(choose, name))) return [];
    const message = 'A group without a value is never left out.';
    return [{ path, message, hint: 'Write it as a text, not as a list, or use a parameter in it.' }];
  });
}

function variablesIn(template: string): string[] {
  return parseTemplate(template).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.path[0] ?? '']));
}

/** Each value of a closed list has its text. */
function chooseProblems({ choose = {} }: Spec, { parameters = {} }: ToolContext): PlacedProblem[] {
  return Object.entries(choose).flatMap(([name, table]): PlacedProblem[] => {
    const schema = ownMember(parameters, name);
    if (!schema) return [];
    const place = { path: ['choose', name], part: 'key' } as const;
    const values = (schema.enum ?? []).map(String);
    const texted = Object.keys(table);
    if (values.length === 0) {
      const message = `Parameter "${name}" must have an \`enum\`, whose values choose the text.`;
      return [{ ...place, message, hint: `Add enum: [${texted.join(', ')}] to it.` }];
    }
    const missing = values.find((value) => !texted.includes(value));
    if (missing !== undefined) {
      const message = `\`choose\` has no text for the value "${missing}" of "${name}".`;
      return [{ ...place, message, hint: 'Add it, or remove the value from the `enum`.' }];
    }
    const strange = texted.filter((value) => !values.includes(value));
    return strange.map((value) => {
      const message = `"${value}" is not a value of "${name}".`;
      return { path: ['choose', name, value], part: 'key', message, hint: `Known values: ${values.join(', ')}.` };
    });
  });
}

function likeProblems({ like = {} }: Spec, { parameters = {} }: ToolContext): PlacedProblem[] {
  return Object.keys(like).flatMap((name): PlacedProblem[] => {
    const schema = ownMember(parameters, name);
    if (!schema || mainType(schema) === 'string') return [];
    const message = `Parameter "${name}" must be a string to be a pattern of LIKE.`;
    return [{ path: ['like', name], part: 'key', message, hint: 'Change its type, or remove it here.' }];
  });
}

/** Keys about rows that the tool does not return. */
function rowProblems({ rows = 'many', expect, on_none, max_rows }: Spec): PlacedProblem[] {
  const idle = (key: string, needs: string): PlacedProblem => ({
    path: [key],
    part: 'key',
    message: `\`${key}\` has no effect with \`rows: ${rows}\`.`,
    hint: `Use \`${needs}\`, or remove it.`,
  });
  return [
    ...(expect !== undefined && rows !== 'affected' ? [idle('expect', 'rows: affected')] : []),
    ...(max_rows !== undefined && rows !== 'many' ? [idle('max_rows', 'rows: many')] : []),
    ...(on_none && rows === 'many' ? [idle('on_none', 'rows: one')] : []),
    ...(on_none && rows === 'affected' && expect === undefined ? [idle('on_none', 'expect: 1')] : []),
  ];
}

/** Without the semicolon that may end a statement. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(';') ? trimmed.slice(0, -1).trimEnd() : text;
}
