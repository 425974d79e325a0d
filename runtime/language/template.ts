/** Templates: text with variables in braces, the one notation by which arguments reach a request or a program, and bodies made of them. */
import { type Json, type JsonObject, isJsonObject, isObject, ownMember } from './json.ts';

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

/** No text is this key, so that no argument can be in the place of what is below it, and it is sent nowhere as an argument. */
const OF_CALL = Symbol('of the call');

/** The values of variables: arguments by name, `env` for the environment, `item` inside `each`; those of the call by their full names. */
export type TemplateScope = JsonObject & { readonly [OF_CALL]?: JsonObject };

/** Adds values of a call, such as "user.subject": they replace no argument. */
export function withCallValues(scope: TemplateScope, values: JsonObject): TemplateScope {
  return { ...scope, [OF_CALL]: { ...scope[OF_CALL], ...values } };
}

/** The value of the call that a variable has, such as "user.subject"; undefined for what is an argument. */
export function callValue(name: string, scope: TemplateScope): Json | undefined {
  return scope[OF_CALL] && ownMember(scope[OF_CALL], name);
}

/** The text of one value where it enters a template. */
type Encode = (value: Json, variable: TemplateVariable) => string;

/** The rendered text, or the full name of the first variable without a value. */
type Rendered = { readonly text: string } | { readonly absent: string };

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
const VARIABLE = /^([A-Za-z0-9_]+(?:\.[A-Za-z0-9_-]+)*)(?:\|([^]*))?$/;

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
  const ofCall = callValue(variable.name, scope);
  if (ofCall !== undefined) return ofCall;
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

/** Fills a template as text; a variable without a value is no text. */
export function fillText(
  template: string,
  scope: TemplateScope,
  encode: (value: Json) => string = (value) => toText(value),
): string {
  const { parts } = parseTemplate(template);
  return parts.map((part) => (typeof part === 'string' ? part : encode(resolveVariable(part, scope) ?? ''))).join('');
}

/** The variables in the templates of a value, in order. */
export function variablesIn(value: unknown): readonly TemplateVariable[] {
  if (typeof value === 'string') return parseTemplate(value).parts.filter((part) => typeof part === 'object');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : [];
}

const bareText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value inside text: lists joined by `separator`; objects, and lists within lists, as JSON. */
export function toText(value: Json, separator = ','): string {
  return Array.isArray(value) ? value.map(bareText).join(separator) : bareText(value);
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

/** Renders a body; nothing when the body as a whole is one absent variable. */
type Body = (scope: TemplateScope) => Json | undefined;

/** `{ each: "{authors}", as: … }`: one `as` for every element of the list, which is `item` inside. */
interface Mapping {
  readonly each: string;
  readonly as: Json;
}

/**
 * Reads a body template once, to be rendered for every call. A string that is exactly one variable keeps the type of
 * its value; a member or element whose variable is absent is dropped, and a list or object inside the body that nothing
 * is left of; `{ each, as }` maps a list.
 */
export function compileBody(body: Json): Body {
  if (typeof body === 'string') {
    const template = parseTemplate(body);
    return (scope) => renderValue(template, scope);
  }
  if (Array.isArray(body)) return compileList(body);
  if (isMapping(body)) return compileMapping(body);
  return isJsonObject(body) ? compileObject(body) : () => body;
}

/** Tells `{ each, as }` with exactly these keys from a plain object. */
export function isMapping(body: Json): body is Json & Mapping {
  return isObject(body) && Object.keys(body).length === 2 && typeof body['each'] === 'string' && 'as' in body;
}

function compileList(items: readonly Json[]): Body {
  const bodies = items.map((item) => compileInner(item));
  return (scope) => bodies.map((body) => body(scope)).filter(isPresent);
}

function compileObject(object: JsonObject): Body {
  const members = Object.entries(object).map(([name, value]) => ({ name, body: compileInner(value) }));
  return (scope) => {
    const entries: [string, Json][] = [];
    for (const { name, body } of members) {
      const value = body(scope);
      if (value !== undefined) entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  };
}

/** A template that is empty itself is meant to be sent. */
function compileInner(body: Json): Body {
  const render = compileBody(body);
  const canVanish = typeof body === 'object' && body !== null && !isMapping(body) && Object.keys(body).length > 0;
  if (!canVanish) return render;
  return (scope) => {
    const value = render(scope);
    return Object.keys(value ?? {}).length === 0 ? undefined : value;
  };
}

function compileMapping(mapping: Mapping): Body {
  const list = compileBody(mapping.each);
  const body = compileBody(mapping.as);
  return (scope) => {
    const items = list(scope);
    if (!Array.isArray(items)) return undefined;
    return items.map((item: Json) => body({ ...scope, item })).filter(isPresent);
  };
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}
