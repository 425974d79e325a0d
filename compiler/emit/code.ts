/** TypeScript as a typed template: text of a spec enters only as a literal, a checked name or a comment. */
import { invariant } from '../diagnostic.ts';
import { printable, visible } from '../text.ts';

declare const code: unique symbol;

/** A piece of TypeScript that is known to be well-formed where it stands. */
export interface Code {
  readonly [code]: true;
  toString(): string;
}

function brand(text: string): Code {
  return Object(text) as Code;
}

/** Holes take only `Code`; one of several lines is indented like the line it stands in. */
export function ts(strings: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]): Code {
  let printed = '';
  for (const [index, text] of strings.entries()) {
    printed += text;
    const hole = holes[index];
    if (hole === undefined) continue;
    const indent = /^ */.exec(printed.slice(printed.lastIndexOf('\n') + 1))?.[0] ?? '';
    const inner = Array.isArray(hole) ? hole.map(String).join('\n') : String(hole);
    printed += inner.replaceAll('\n', `\n${indent}`);
  }
  return brand(printed);
}

/** A JSON value as an expression, laid out in lines. */
export function literal(value: unknown): Code {
  return brand(printValue(value, '\n'));
}

/** A JSON value as an expression in one line. */
export function compactLiteral(value: unknown): Code {
  return brand(printValue(value, undefined));
}

/** A name that was made to be an identifier. */
export function identifier(name: string): Code {
  invariant(/^[A-Za-z_$][\w$]*$/.test(name), `"${name}" is an identifier`);
  return brand(name);
}

/** A property name, quoted only where it has to be. */
export function propertyName(name: string): Code {
  return brand(/^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quote(name));
}

/** A doc comment that ends where it should, whatever the text says. */
export function doc(text: string): Code {
  const lines = printable(text).replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return brand(`/** ${lines[0]} */`);
  return brand(`/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`);
}

export function join(parts: readonly Code[], separator: string): Code {
  return brand(parts.map(String).join(separator));
}

function printValue(value: unknown, newline: string | undefined): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return printScalar(value);
  const inner = newline === undefined ? undefined : `${newline}  `;
  if (Array.isArray(value))
    return bracket(
      '[',
      value.map((item) => printValue(item, inner)),
      ']',
      newline,
    );
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return bracket(
    '{',
    members.map(([key, member]) => `${printKey(key)}: ${printValue(member, inner)}`),
    '}',
    newline,
  );
}

function printScalar(value: unknown): string {
  const text = JSON.stringify(value);
  invariant(text !== undefined, 'only JSON values are printed');
  return text;
}

function bracket(open: string, items: readonly string[], close: string, newline: string | undefined): string {
  if (items.length === 0) return open + close;
  const oneLine = `${open}${open === '{' ? ' ' : ''}${items.join(', ')}${open === '{' ? ' ' : ''}${close}`;
  if (newline === undefined || (oneLine.length <= 100 && !oneLine.includes('\n'))) return oneLine;
  return `${open}${items.map((item) => `${newline}  ${item},`).join('')}${newline}${close}`;
}

/** In an object literal a plain `__proto__` would set the prototype. */
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : String(propertyName(key));
}

function quote(text: string): string {
  return visible(JSON.stringify(text));
}
