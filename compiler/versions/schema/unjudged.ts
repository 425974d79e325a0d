/** What a schema of profile `mcp` says besides what Haft judges: the rest of its plain form. */
import { isObject, plain } from '@haft/runtime/language';
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import { wordSet } from '../../base/word-lists.ts';

/** The schema as it is judged. */
export const plainForm = memoizeBy((schema: Schema): Schema => plain(schema));

/** Keywords that are only passed on, by their JSON Pointer. */
export const unjudgedKeywords = memoizeBy((schema: Schema): Readonly<Record<string, Json>> => {
  if (plainForm(schema) === schema) return {};
  const found: [string, Json][] = [];
  const { $schema, ...others } = { $schema: undefined, ...schema };
  const isDialect =
    typeof $schema === 'string' && DIALECTS.test($schema) && !READ_DIFFERENTLY.test(JSON.stringify(others));
  collect(isDialect ? others : { ...schema }, '', found);
  return Object.fromEntries(found);
});

/** A schema that all of them read alike says nothing by naming one. */
const DIALECTS = /^https?:\/\/json-schema\.org\/draft(?:-07|\/2019-09|\/2020-12)\/schema#?$/;
const READ_DIFFERENTLY =
  /"(?:\$ref|\$recursive\w+|\$dynamic\w+|additionalItems|prefixItems|dependencies|dependent\w+|unevaluated\w+|(?:min|max)Contains)":|"items":\[/;

/** A keyword is passed on where a schema that has it alone is plainly empty. */
function collect(schema: JsonObject, path: string, found: [string, Json][]): void {
  for (const [key, value] of Object.entries(schema)) {
    const at = `${path}/${key}`;
    if (NAMED.has(key) && isObject(value)) {
      for (const [name, inner] of Object.entries(value)) if (isObject(inner)) collect(inner, `${at}/${name}`, found);
    } else if (key === '$ref' ? !String(value).startsWith('#') : Object.keys(plain({ [key]: value })).length === 0) {
      found.push([at, value]);
    } else if (SCHEMAS.has(key)) {
      for (const [index, inner] of [value].flat().entries())
        if (isObject(inner)) collect(inner, `${at}/${index}`, found);
    }
  }
}

const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const SCHEMAS = wordSet('items propertyNames additionalProperties not prefixItems allOf anyOf oneOf');
