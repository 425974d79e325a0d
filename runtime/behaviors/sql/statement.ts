/** A statement for a set of arguments: the author's text with a place for each value, and the values. */
import type { DatabaseDescriptor, SqlStatement, StatementPart } from '../../descriptor/descriptor.ts';
import { type Json, isObject, ownMember } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import {
  type TemplateScope,
  type TemplateVariable,
  parseTemplate,
  resolveVariable,
  toText,
} from '../../language/template.ts';
import { badValue } from '../../server/bad-value.ts';
import { type ToolFailure, failure, isFailure } from '../../server/failure.ts';
import { type BoundValue, type ExactRow, type ExactValue, declaredAs, inUtc } from './bound.ts';
import type { BoundStatement } from './database.ts';
import { TELL } from './judge.ts';

type Statement = Pick<SqlStatement, 'statement' | 'like' | 'choose'>;

/** Conditions by the name of the variable that each takes the place of; their values are places as others are. */
export type VariableConditions = Readonly<Record<string, (place: (value: ExactValue) => string) => string>>;

/** What a statement reads beside arguments: rows of earlier steps by their names, as the database gave them, and conditions. */
interface StatementContext {
  readonly rows?: Readonly<Record<string, ExactRow>> | undefined;
  readonly conditions?: VariableConditions | undefined;
}

/** How a kind of database writes the place of a value, of a list of values behind `in (`, and of a pattern. */
interface Dialect {
  readonly place: (at: number) => string;
  readonly inList: (text: string) => string;
  readonly list: (values: readonly Json[], place: (value: Json) => string) => string;
  readonly pattern: (place: string) => string;
}

/** Where it can be, a list is one value: places for its elements need another statement for each length. */
const DIALECTS: Readonly<Record<DatabaseDescriptor['kind'], Dialect>> = {
  postgres: {
    place: (at) => `$${at}`,
    inList: (text) => text.replace(IN, (_in, not?: string) => (not === undefined ? '= any(' : '<> all(')),
    list: (values, place) => place(values),
    pattern: (place) => place,
  },
  mysql: {
    place: () => '?',
    inList: (text) => text,
    list: (values, place) => values.map(place).join(', ') || 'select null from dual where false',
    pattern: (place) => `${place} escape '\\'`,
  },
  sqlite: {
    place: (at) => `?${at}`,
    inList: (text) => text,
    list: (values, place) => `select value from json_each(${place(values)})`,
    pattern: (place) => `${place} escape '\\'`,
  },
};

/** Parses the statement once, to be filled for every call. Nothing of a value becomes text of the statement. */
export function compileStatement(
  { statement, like = {}, choose = {} }: Statement,
  kind: DatabaseDescriptor['kind'],
  input?: Schema,
): (scope: TemplateScope, context?: StatementContext) => Pick<BoundStatement, 'text' | 'values'> | ToolFailure {
  const dialect = DIALECTS[kind];
  const parts = statement.map((part) => compilePart(part, dialect, input));
  return (scope, { rows = {}, conditions = {} } = {}) => {
    const values: BoundValue[] = [];
    const texts: string[] = [];
    for (const { pieces, isGroup } of parts) {
      if (isGroup && pieces.some((piece) => typeof piece === 'object' && isAbsent(piece.variable, scope))) continue;
      let text = '';
      for (const piece of pieces) {
        const filled =
          typeof piece === 'string' ? piece : fill(piece, scope, values, { like, choose, dialect, rows, conditions });
        if (isFailure(filled)) return filled;
        text += filled;
      }
      texts.push(text);
    }
    return { text: texts.join(' '), values };
  };
}

/** `isList`: the text before it compares with each element of one value. */
interface ValuePiece {
  readonly variable: TemplateVariable;
  readonly isList: boolean;
  readonly declared: ReturnType<typeof declaredAs>;
}

type Piece = string | ValuePiece;

const IN = /\b(not\s+)?in\s*\(\s*$/i;

function compilePart(
  part: StatementPart,
  dialect: Dialect,
  input: Schema | undefined,
): { readonly pieces: readonly Piece[]; readonly isGroup: boolean } {
  const isGroup = typeof part !== 'string';
  const { parts } = parseTemplate(isGroup ? part.join(' ') : part);
  const pieces = parts.map((piece, at): Piece => {
    if (typeof piece !== 'string')
      return {
        variable: piece,
        isList: isInList(parts[at - 1], parts[at + 1]),
        declared: declaredAs(piece, input),
      };
    return isInList(piece, parts[at + 2]) && typeof parts[at + 1] === 'object' ? dialect.inList(piece) : piece;
  });
  return { pieces, isGroup };
}

function isInList(before: unknown, after: unknown): boolean {
  return typeof before === 'string' && typeof after === 'string' && IN.test(before) && /^\s*\)/.test(after);
}

function isAbsent(variable: TemplateVariable, scope: TemplateScope): boolean {
  return (resolveVariable(variable, scope) ?? null) === null;
}

interface Filling extends Omit<Statement, 'statement'>, Required<StatementContext> {
  readonly dialect: Dialect;
}

function fill(
  { variable, isList, declared }: ValuePiece,
  scope: TemplateScope,
  values: BoundValue[],
  { like = {}, choose = {}, dialect, rows = {}, conditions = {} }: Filling,
): string | ToolFailure {
  const { form, isMoment } = declared;
  const push = (value: BoundValue): string => dialect.place(values.push(value));
  const place = (json: Json): string => push({ json: isMoment ? inUtc(json, dialect === DIALECTS.mysql) : json, form });
  const condition = ownMember(conditions, variable.name);
  if (condition !== undefined) return condition((exact) => push({ json: exact, exact }));
  const variableValue = resolveVariable(variable, scope);
  if (variableValue === undefined && variable.path[0] === 'steps') return noColumn(variable);
  const bound = variableValue ?? null;
  const texts = ownMember(choose, variable.name);
  if (texts !== undefined) {
    const text = ownMember(texts, String(bound));
    return text ?? badValue(variable.name, `must be one of ${Object.keys(texts).join(', ')}`, scope);
  }
  if (UNSENDABLE.test(textIn(bound)))
    return badValue(variable.name, 'has a character that a database cannot store', scope);
  const how = ownMember(like, variable.name);
  if (how !== undefined) return dialect.pattern(place(pattern(toText(bound ?? ''), how)));
  if (isList) return dialect.list([bound].flat(), place);
  const exact = exactOf(variable, rows);
  if (exact !== undefined) return push({ json: bound, exact });
  return place(bound);
}

/** Of a column of an earlier step. */
function exactOf({ path: [root, step = '', column = ''] }: TemplateVariable, rows: NonNullable<Filling['rows']>) {
  return root === 'steps' ? ownMember(ownMember(rows, step) ?? {}, column) : undefined;
}

function noColumn({ path: [, step = '', column = ''] }: TemplateVariable): ToolFailure {
  return failure('bad_response', `The row of the step "${step}" has no column "${column}"; nothing was changed.`, TELL);
}

/** The zero character, and half of a pair of surrogates. */
const UNSENDABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function textIn(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item: Json) => textIn(item)).join(' ');
  return isObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => `${name} ${textIn(inner)}`)
        .join(' ')
    : '';
}

function pattern(text: string, how: 'contains' | 'starts'): string {
  const escaped = text.replaceAll(/[\\%_]/g, '\\$&');
  return how === 'contains' ? `%${escaped}%` : `${escaped}%`;
}
