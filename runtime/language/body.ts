/** JSON body templates: the shape of a request body with variables in its strings. */
import type { Json, JsonObject } from './json.ts';
import { isJsonObject, isObject } from './json.ts';
import type { TemplateScope } from './template.ts';
import { parseTemplate, renderValue } from './template.ts';

/** Renders a body; nothing when the body as a whole is one absent variable. */
export type Body = (scope: TemplateScope) => Json | undefined;

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
