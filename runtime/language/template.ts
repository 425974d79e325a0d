/** Templates: text with variables in braces, the one notation by which arguments reach a request or a program. */
import type { Json, JsonObject } from './json.ts';
import { isObject, ownMember } from './json.ts';

/** A parsed template; where `problem` is set, `parts` must not be rendered. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  readonly problem?: TemplateProblem;
}

/** Literal text, or a variable. */
export type TemplatePart = string | TemplateVariable;

/** `{query}`, `{item.family_name}`, `{env.PORT|8080}`; `offset` and `length` cover the braces, in UTF-16 units. */
export interface TemplateVariable {
  readonly name: string;
  readonly path: readonly string[];
  readonly fallback?: string;
  readonly offset: number;
  readonly length: number;
}

/** What is wrong with a template, and where in it, in UTF-16 units. */
export interface TemplateProblem {
  /** A brace without its counterpart, or what is in braces and is not a variable, with the braces. */
  readonly text: string;
  readonly offset: number;
}

/** The values of variables: arguments by name, `env` for the environment, `item` inside `each`. */
export type TemplateScope = JsonObject;

/** The text of one value where it enters a template. */
export type Encode = (value: Json, variable: TemplateVariable) => string;

/** The rendered text, or the full name of the first variable without a value. */
export type Rendered = { readonly text: string } | { readonly absent: string };

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
const VARIABLE = /^([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)(?:\|([^]*))?$/;

/** Splits a template into text and variables; `{{` and `}}` are literal braces. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, inside] = match;
    literal += text.slice(end, match.index);
    end = match.index + token.length;
    if (token === '{{' || token === '}}') {
      literal += token.charAt(0);
      continue;
    }
    const variable = inside === undefined ? undefined : readVariable(inside, match.index);
    if (variable === undefined) return { parts, problem: { text: token, offset: match.index } };
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(variable);
  }
  literal += text.slice(end);
  if (literal !== '') parts.push(literal);
  return { parts };
}

/** The variable that a template consists of, as in `"{limit}"`; such templates keep the type of the value. */
export function wholeVariable(template: Template): TemplateVariable | undefined {
  const [part] = template.parts;
  return template.parts.length === 1 && typeof part === 'object' ? part : undefined;
}

/** The value of a variable, its fallback, or nothing. Only own properties count, so `{constructor}` is absent. */
export function resolveVariable(variable: TemplateVariable, scope: TemplateScope): Json | undefined {
  let value: Json | undefined = scope;
  for (const name of variable.path) value = isObject(value) ? ownMember(value, name) : undefined;
  return value ?? variable.fallback ?? value;
}

/** Fills a template as text; null counts as absent. */
export function renderText(
  template: Template,
  scope: TemplateScope,
  encode: Encode = (value) => toText(value),
): Rendered {
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = resolveVariable(part, scope);
    if (value === undefined || value === null) return { absent: part.name };
    text += encode(value, part);
  }
  return { text };
}

/** `{env.KEY|}` without a value leaves out what it would fill. */
export function isLeftOut({ fallback }: TemplateVariable, value: Json | undefined): boolean {
  return fallback === '' && value === '';
}

/** Fills a template as a value: the typed value of a whole variable, else text; nothing when a variable is absent. */
export function renderValue(template: Template, scope: TemplateScope): Json | undefined {
  const variable = wholeVariable(template);
  if (variable !== undefined) {
    const value = resolveVariable(variable, scope);
    return isLeftOut(variable, value) ? undefined : value;
  }
  const rendered = renderText(template, scope);
  return 'text' in rendered ? rendered.text : undefined;
}

/** A template as text; empty where a variable has no value. */
export function textOf(template: string, scope: TemplateScope): string {
  const rendered = renderText(parseTemplate(template), scope);
  return 'text' in rendered ? rendered.text : '';
}

/** A value inside text: lists joined by `separator`, objects as JSON. */
export function toText(value: Json, separator = ','): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item: Json) => toText(item)).join(separator);
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function readVariable(inside: string, offset: number): TemplateVariable | undefined {
  const [, name, fallback] = VARIABLE.exec(inside) ?? [];
  if (name === undefined) return undefined;
  const path = name.split('.');
  const place = { name, path, offset, length: inside.length + 2 };
  if (fallback === undefined) return place;
  // Only a variable of the environment can have one.
  return path[0] === 'env' ? { ...place, fallback } : undefined;
}
