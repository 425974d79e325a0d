/** TypeScript as a typed template: text of a spec enters only as a literal, a checked name or a comment. */
import { invariant } from '../base/diagnostic.ts';
import { memoizeText } from '../base/memo.ts';
import { printable, visible } from '../base/visible-text.ts';

declare const code: unique symbol;

/** A well-formed piece of TypeScript. */
export type Code = string & { readonly [code]: true };

function brand(text: string): Code {
  return text as Code;
}

/** Holes take only `Code`; one of several lines is indented like the line it is in. */
export function ts(strings: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]): Code {
  let printed = '';
  for (const [index, text] of strings.entries()) {
    printed += text;
    const hole = holes[index];
    if (hole === undefined) continue;
    const inner = typeof hole === 'string' ? hole : hole.join('\n');
    // That of the last line.
    const [indent = ''] = /^ */.exec(printed.slice(printed.lastIndexOf('\n') + 1)) ?? [];
    printed += inner.replaceAll('\n', `\n${indent}`);
  }
  return brand(printed);
}

/** A JSON value as an expression, laid out in lines. Only its strings can contain invisible characters. */
export function literal(value: unknown): Code {
  return brand(visible(printValue(value, '\n')));
}

/** A JSON value as an expression in one line, for programs to read. */
export function compactLiteral(value: unknown): Code {
  const text = JSON.stringify(value);
  return brand(visible(text.includes('"__proto__":') ? printValue(value, undefined) : text));
}

/** A text in single quotes: of JSON, hardly anything has to be escaped. */
export function quoteLiteral(text: string): Code {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return brand(visible(`'${inner}'`));
}

/** A name that was made to be an identifier. */
export function identifier(name: string): Code {
  invariant(/^[A-Za-z_$][\w$]*$/.test(name), `"${name}" is an identifier`);
  return brand(name);
}

/** A property name, quoted only where it has to be. */
export function propertyName(name: string): Code {
  return brand(/^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : visible(JSON.stringify(name)));
}

/** A doc comment that the text cannot close early. */
export function doc(text: string): Code {
  if (PLAIN.test(text) && !text.includes('*/')) return brand(`/** ${text} */`);
  const lines = printable(text).replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return brand(`/** ${lines[0]} */`);
  return brand(`/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`);
}

/** Most texts: one line of ASCII. */
const PLAIN = /^[ -~]*$/;

export function join(parts: readonly Code[], separator: string): Code {
  return brand(parts.join(separator));
}

function printValue(value: unknown, newline: string | undefined): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  const inner = newline === undefined ? undefined : `${newline}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => printValue(item, inner));
    return bracket('[', items, ']', newline);
  }
  const members: string[] = [];
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) members.push(`${printKey(key)}: ${printValue(member, inner)}`);
  return bracket('{', members, '}', newline);
}

function printScalar(value: unknown): string {
  const text = JSON.stringify(value);
  invariant(text !== undefined, 'only JSON values are printed');
  return text;
}

function bracket(open: string, items: readonly string[], close: string, newline: string | undefined): string {
  if (items.length === 0) return open + close;
  const blank = open === '{' ? ' ' : '';
  if (newline === undefined || fitsLine(items, blank)) return open + blank + items.join(', ') + blank + close;
  return `${open}${items.map((item) => `${newline}  ${item},`).join('')}${newline}${close}`;
}

function fitsLine(items: readonly string[], blank: string): boolean {
  let length = 2 * (items.length + blank.length);
  for (const item of items) {
    length += item.length;
    if (length > MAX_LINE_LENGTH || item.includes('\n')) return false;
  }
  return true;
}

const MAX_LINE_LENGTH = 100;

/** In an object literal a plain `__proto__` would set the prototype. */
const printKey = memoizeText((key): string => (key === '__proto__' ? '["__proto__"]' : propertyName(key)));
