/** Parameters and statements of a Toolbox tool as a spec has them, and what of them it cannot say. */
import { type Json, type JsonObject, isJsonObject, ownMember } from '@haft/runtime/language';
import { valueText } from '../openapi/text.ts';
import type { Loss } from '../imported.ts';
import { wordList } from '../../../base/word-lists.ts';
import { otherKeys } from './sources.ts';
import { freeName, isTakenBy, plainName, literal } from '../literal.ts';
import { type SqlToken, sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';

export interface ToolboxParameters {
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** Names in the spec, in the order of the source. */
  readonly names: readonly string[];
  /** Without a value in some calls: neither required nor with a default. */
  readonly optional: ReadonlySet<string>;
  readonly losses: readonly Loss[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  float: 'number',
  boolean: 'boolean',
  array: 'array',
  map: 'object',
};

const CARRIED = wordList('name type description default required items valueType minValue maxValue allowedValues');

export function parametersOf(entries: readonly JsonObject[], from: string): ToolboxParameters {
  const parameters: Record<string, JsonObject> = {};
  const [names, required, losses]: [string[], string[], Loss[]] = [[], [], []];
  const optional = new Set<string>();
  for (const one of entries) {
    const source = String(one['name'] ?? 'value');
    const name = freeName(plainName(source), isTakenBy(parameters));
    parameters[name] = schemaOf(one);
    names.push(name);
    if (one['default'] !== undefined) parameters[name] = { ...parameters[name], default: one['default'] };
    else if (one['required'] === false) optional.add(name);
    else required.push(name);
    losses.push(...otherKeys({ category: 'parameter', name: source, body: one }, CARRIED, from));
  }
  return { parameters, required, names, optional, losses };
}

function schemaOf(one: JsonObject): JsonObject {
  const { type, items, valueType, minValue, maxValue, description, allowedValues } = one;
  const own = ownMember(TYPES, String(type)) ?? 'string';
  const text = valueText(typeof description === 'string' ? description : '');
  const inner = ownMember(TYPES, String(valueType));
  return {
    type: own,
    ...(text !== '' && { description: text }),
    ...(own === 'array' && { items: isJsonObject(items) ? schemaOf(items) : { type: 'string' } }),
    ...(own === 'object' && inner !== undefined && { additionalProperties: { type: inner } }),
    ...(minValue !== undefined && { minimum: minValue }),
    ...(maxValue !== undefined && { maximum: maxValue }),
    ...enumOf(allowedValues),
  };
}

/** Texts without a character that a pattern reads otherwise are values; of patterns the whole text has to match. */
function enumOf(values: Json | undefined): JsonObject {
  if (!Array.isArray(values) || values.length === 0) return {};
  const arePlain = values.every((value) => typeof value !== 'string' || /^[\w -]*$/.test(value));
  return arePlain ? { enum: [...values] } : { pattern: `^(?:${values.map(String).join('|')})$` };
}

interface Names {
  /** In the order of their places. */
  readonly values: readonly string[];
  /** Of templates, by the name in the source. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly optional: ReadonlySet<string>;
}

/** A word that no statement has. */
const MARK = 'haft_choice_';

const TEMPLATE = /\{\{-?\s*(array\s+)?\.(\w+)\s*-?\}\}/g;

/** `problems`: sentences about places without a parameter; `always`: optional parameters that are outside of every group. */
export function namedStatement(source: string, { values, chosen, optional }: Names) {
  const problems: string[] = [];
  const marked = source.replaceAll(TEMPLATE, (whole, array: string | undefined, name: string) => {
    const problem = `The template ${whole} has no allowed values, so that a model could write any text into the statement.`;
    if (array !== undefined || !chosen.has(name)) problems.push(problem);
    return `${MARK}${name}`;
  });
  const filledIn = new RegExp(`${MARK}(\\w+)`, 'g');
  let place = 0;
  const written = (token: SqlToken): string => {
    const position = /^(?:\$|\?)(\d+)$/.exec(token.text)?.[1];
    if (token.kind !== 'mark' || (position === undefined && token.text !== '?'))
      return literal(token.text).replaceAll(filledIn, (_word, name: string) => `{${chosen.get(name) ?? name}}`);
    const name = values[position === undefined ? place : Number(position) - 1];
    place += 1;
    if (name === undefined) problems.push(`The place ${token.text} has no parameter.`);
    return `{${name ?? 'missing'}}`;
  };
  const tokens = sqlTokens(marked).filter(({ kind }) => kind !== 'comment');
  const all = tokens
    .map((token, at) => `${token.isApart && at > 0 ? ' ' : ''}${written(token)}`)
    .join('')
    .trimEnd();
  const text = all.endsWith(';') ? all.slice(0, -1).trimEnd() : all;
  const parts = groupOptional(text, optional);
  const open = parts.filter((part) => typeof part === 'string').join(' ');
  const always = [...optional].filter((name) => open.includes(`{${name}}`));
  return { statement: parts.length === 1 ? text : parts, problems: [...new Set(problems)], always };
}

/** `and ({x} is null or note = {x})` is what people write for a value that may be absent; between tokens is one space. */
const ABSENT =
  /\b(where|and) ?\( ?(?:\{(\w+)\}(?:::[\w ]+?(?:\[\])?)? is null or ((?:[^()]|\([^()]*\))+?)|((?:[^()]|\([^()]*\))+?) or \{(\w+)\}(?:::[\w ]+?(?:\[\])?)? is null) ?\)/gi;

function groupOptional(text: string, optional: ReadonlySet<string>): (string | readonly string[])[] {
  const parts: (string | readonly string[])[] = [];
  let at = 0;
  for (const match of text.matchAll(ABSENT)) {
    const [whole, word = '', first, right, left, second] = match;
    const name = first ?? second ?? '';
    const clause = (right ?? left ?? '').trim();
    if (!optional.has(name) || !clause.includes(`{${name}}`)) continue;
    const before = `${text.slice(at, match.index)}${/where/i.test(word) ? `${word} true` : ''}`.trim();
    if (before !== '') parts.push(before);
    parts.push([`and ${clause}`]);
    at = match.index + whole.length;
  }
  const rest = text.slice(at).trim();
  return parts.length === 0 ? [text] : rest === '' ? parts : [...parts, rest];
}

/** Comments, names in backticks, and texts in single or double quotes, in which a backslash escapes. */
const QUOTED = /--[^\n]*|\/\*[^]*?\*\/|`(?:[^`]|``)*`|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"/g;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  Z: '\u001A',
  '%': '\\%',
  _: '\\_',
};

/** `problems`: sentences about what is read otherwise in place of a text that is the same. `"it's"` and `'it\\'s'` are `'it''s'`; LIKE has no escape by itself where a backslash is a character. */
export function standardTexts(statement: string) {
  const problems: string[] = [];
  const text = statement.replaceAll(QUOTED, (whole) => {
    const mark = whole.charAt(0);
    if (!/['"]/.test(mark)) return whole;
    const inside = whole.slice(1, -1).replaceAll(mark + mark, mark);
    if (/\\[0%_]/.test(inside))
      problems.push(`Its text ${whole} has an escape that \`sql:\` does not read as MySQL does.`);
    const plain = inside.replaceAll(/\\([^])/g, (_escape, one: string) => ESCAPES[one] ?? one);
    return `'${plain.replaceAll("'", "''")}'`;
  });
  return { statement: text, problems };
}

/** The first name in double quotes, which SQLite reads as a text where there is no such column. */
export function doubtfulName(statement: string): string | undefined {
  return sqlTokens(statement).find(({ kind, text }) => kind === 'name' && text.startsWith('"'))?.text;
}
