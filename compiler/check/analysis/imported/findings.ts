/** What only a look at a whole document of profile `mcp` shows: references, misspelled keywords, keys without effect. */
import { capital } from '../../../base/text/escape.ts';
import { meantOr } from '../unknown-name.ts';
import { type Schema, isObject, nearest, targetOf } from '@haft/runtime/language';
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';
import { describePlace, show, textAt, valueAt, specAt } from '../../../spec/shape/place.ts';
import { wordSet } from '../../../base/word-lists.ts';
import type { Definitions } from '../definitions/expand.ts';
import { knownOr, leadTo } from '../definitions/findings.ts';
import { type ShapeFinding, unsoundAt, withoutEffect } from '../../documents/check-shape.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { type InnerSchema, REFERENCE, innerSchemas, schemaRoots } from '../schemas/inner-schemas.ts';

/** The findings of the shape, and what only a look at the whole tool shows. */
export function importedFindings(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  const unsound = findings.filter((finding) => finding.unsound).map(({ path }) => path);
  const broken = new Set(unsound.flatMap(([key, index]) => (key === 'tools' ? [index] : [])));
  const isBroken = ([, index]: NodePath): boolean => (index === undefined ? unsound.length > 0 : broken.has(index));
  const kind = textAt(document.value, 'kind');
  const inline = valueAt(document.value, 'tools');
  if (kind !== 'server' || unsound.some(([key]) => key === 'definitions')) return findings;
  const shared = specAt<Definitions | undefined>(document, ['definitions']) ?? {};
  const definitions = Object.entries(shared).map(([key, schema]) => ({ schema, path: ['definitions', key] }));
  const places = Array.isArray(inline) ? inline.map((_tool, index) => ['tools', index]) : [];
  const sound = places.filter((path) => !isBroken(path));
  return [
    ...findings,
    ...definitions.flatMap((one) => schemaFindings(document, one, { $defs: shared })),
    ...sound.flatMap((path) => referencesOf(document, path, shared)),
    ...(unsound.length === 0 ? passedTwice(document) : []),
  ];
}

/** Prompts of two servers have one list of names, and a request for one has one answer. */
function passedTwice(document: SpecDocument): ShapeFinding[] {
  const { prompts, resources = [], upstreams = {} } = specAt<ServerSpec>(document, []);
  const completes = prompts !== undefined || resources.some(({ complete, tool }) => complete ?? tool);
  const own = new Set([...(prompts ? ['prompts'] : []), ...(completes ? ['completions'] : [])]);
  return Object.entries(upstreams).flatMap(([name, { pass = [] }]) =>
    pass.flatMap((capability, at) => {
      if (!own.has(capability)) return [];
      const message = `The server passes on \`${capability}\` of upstream "${name}", and has its own.`;
      const hint = 'Delete one of them, or make a server of its own for one.';
      return [unsoundAt(document, ['upstreams', name, 'pass', at], { code: 'spec/one-of', message, hint })];
    }),
  );
}

/** References of a tool that do not resolve or are circular; `shared`: the definitions of its server. */
export function referencesOf(document: SpecDocument, path: NodePath, shared: Definitions): ShapeFinding[] {
  const tool = specAt<ToolSpec>(document, path);
  const { returns, parameters = {}, additional_parameters: others, parameters_schema } = tool;
  const definitions = tool.definitions ? { ...shared, ...tool.definitions } : shared;
  const open = others === undefined ? {} : { additionalProperties: others };
  const input: Schema = { ...parameters_schema, properties: parameters, $defs: definitions, ...open };
  return [
    ...schemaRoots(tool).flatMap((root) => schemaFindings(document, { ...root, path: [...path, ...root.path] }, input)),
    ...(returns
      ? schemaFindings(document, { schema: returns, path: [...path, 'returns'] }, { $defs: definitions })
      : []),
    ...hintFindings(document, path, tool),
  ];
}

function hintFindings(document: SpecDocument, path: NodePath, tool: ToolSpec): ShapeFinding[] {
  if (!tool.hints) return [];
  return (['effects', 'idempotent', 'open_world'] as const).flatMap((key) => {
    if (tool[key] === undefined) return [];
    const message = `\`${key}\` of ${describePlace(document, path)} has no effect next to \`hints\`.`;
    const hint = `Remove \`${key}\`, or write all of them instead of \`hints\`.`;
    return [withoutEffect(document, [...path, key], { code: 'spec/one-of', message, hint })];
  });
}

function schemaFindings(document: SpecDocument, { schema, path }: InnerSchema, root: Schema): ShapeFinding[] {
  const { $ref, patternProperties = {} } = schema;
  return [
    ...misspelledKeywords(document, schema, path),
    ...($ref?.startsWith('#') ? referenceFindings(document, [...path, '$ref'], $ref, root) : []),
    ...Object.keys(patternProperties).flatMap((key) => nameFindings(document, [...path, 'patternProperties'], key)),
    ...innerSchemas(schema, 'mcp').flatMap((inner) => {
      return schemaFindings(document, { schema: inner.schema, path: [...path, ...inner.path] }, root);
    }),
  ];
}

/** Any keyword is passed on; one that nearly is one of JSON Schema is probably meant to be that. */
function misspelledKeywords(document: SpecDocument, schema: Schema, path: NodePath): ShapeFinding[] {
  return Object.keys(schema).flatMap((key) => {
    if (KEYWORDS.has(key) || key.includes('-') || key.startsWith('$')) return [];
    const meant = nearest(key, KEYWORDS);
    if (meant === undefined) return [];
    const message = `"${key}" in ${describePlace(document, path)} is not a keyword of JSON Schema; it is passed on without effect.`;
    const hint = `Did you mean "${meant}"?`;
    return [withoutEffect(document, [...path, key], { code: 'spec/unknown-keyword', message, hint })];
  });
}

/** Keywords that clients may read, from JSON Schema 2020-12, draft 7 and OpenAPI. */
const KEYWORDS = wordSet(`
  use type title description enum const default examples deprecated minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf minLength maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties required
  items prefixItems properties patternProperties propertyNames additionalProperties additionalItems allOf anyOf oneOf
  not if then else contains minContains maxContains dependencies dependentRequired dependentSchemas unevaluatedItems
  unevaluatedProperties contentEncoding contentMediaType contentSchema readOnly writeOnly definitions id nullable
  example discriminator xml externalDocs optional enumNames enumDescriptions order
`);

function nameFindings(document: SpecDocument, path: NodePath, pattern: string): ShapeFinding[] {
  try {
    void new RegExp(pattern, 'u');
    return [];
  } catch {
    const message = `${show(pattern)} in ${describePlace(document, path)} is not a valid regular expression; it is passed on without effect.`;
    const hint = 'Fix it, or escape special characters with \\.';
    return [withoutEffect(document, [...path, pattern], { code: 'spec/format', message, hint })];
  }
}

/** `path`: of the reference in `root`. */
function referenceFindings(document: SpecDocument, path: NodePath, $ref: string, root: Schema): ShapeFinding[] {
  // An anchor may be anywhere; only pointers are followed.
  if ($ref !== '#' && !$ref.startsWith('#/')) return [];
  const place = capital(describePlace(document, path));
  if (targetOf(root, $ref) === undefined) {
    const names = Object.keys(root.$defs ?? {});
    const name = $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : $ref;
    const list = knownOr(names, 'Add it under `definitions:` of the tool or its server.');
    const hint = meantOr(name, names, list, (guess) => `${REFERENCE}${guess}`);
    const message = `${place} refers to ${show(name)}, which is not defined.`;
    return [unsoundAt(document, path, { code: 'spec/unknown-definition', message, hint })];
  }
  const next = (one: string): readonly string[] => {
    const schema = targetOf(root, one);
    return isObject(schema) ? sameValue(schema) : [];
  };
  if (!leadTo(next($ref), $ref, next)) return [];
  const message = `${place} is a circular $ref.`;
  const hint = 'Refer to it only from inside `properties` or `items`.';
  return [unsoundAt(document, path, { code: 'spec/endless-definition', message, hint })];
}

/** The references that judge the same value as the schema does, without a step into it: a circle of them is infinite. */
function sameValue(schema: Schema): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].filter(isObject).flatMap(sameValue);
  const used = textAt(schema, 'use');
  return [...($ref === undefined ? [] : [$ref]), ...(used === undefined ? [] : [REFERENCE + used]), ...inner];
}
