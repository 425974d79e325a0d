/** `style:`, `join:` and `form:` of `http` tools: values as the pairs of a query or of an urlencoded form. */
import type { PairStyle } from '../../descriptor/http-descriptor.ts';
import { compileBody } from '../../language/body.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isObject, ownMember } from '../../language/json.ts';
import type { TemplateScope } from '../../language/template.ts';
import { toText } from '../../language/template.ts';
import { repeatedPairs } from './pairs.ts';
import type { QueryPairs } from './pairs.ts';

/** The pairs of one value: none without a value, several for a list, or for an object in a style with brackets. */
export function pairsOf(name: string, value: Json | undefined, style: PairStyle = 'repeat', join?: string): QueryPairs {
  if (value === undefined || value === null) return [];
  const isNested = style === 'brackets' || style === 'indices';
  if (Array.isArray(value)) {
    const items: readonly Json[] = value.filter((item) => item !== null);
    const separator = join ?? (style === 'comma' ? ',' : undefined);
    if (separator !== undefined) return items.length === 0 ? [] : [[name, toText(items, separator)]];
    if (!isNested) return repeatedPairs(name, items);
    return items.flatMap((item, at) => pairsOf(`${name}[${style === 'indices' ? at : ''}]`, item, style));
  }
  if (!isNested || !isObject(value)) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, style));
}

/** The pairs of a form whose fields are templates as in a JSON body. */
export function compileForm(form: JsonObject, style: PairStyle | undefined): (scope: TemplateScope) => QueryPairs {
  const fields = Object.entries(form).map(([name, value]) => ({ name, body: compileBody({ value }) }));
  return (scope) => {
    return fields.flatMap(({ name, body }) => {
      const rendered = body(scope);
      return pairsOf(name, isObject(rendered) ? ownMember(rendered, 'value') : undefined, style);
    });
  };
}
