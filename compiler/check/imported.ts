/** What only documents of profile `mcp` have: descriptions as one text, references, schemas in branches. */
import { nearest } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { NodePath, SpecDocument } from '../load/spec.ts';
import type { Located } from './model.ts';
import { aboutOf, describePlace, capital, show, textAt, valueAt } from '../language/place.ts';
import type { Profile } from './settings.ts';
import type { ShapeFinding } from './documents/check-shape.ts';
import type { ToolSpec } from './documents/tool.ts';

/** A description that is one text becomes a description of one part, whose place is the text itself. */
export function withParts<L extends Located<ToolSpec>>(tool: L): L {
  const text: unknown = tool.spec.description;
  if (typeof text !== 'string') return tool;
  const isPart = ([key, inner]: NodePath): boolean => key === 'description' && inner !== undefined;
  return {
    ...tool,
    spec: { ...tool.spec, description: { does: text, when: '' } },
    at: (path, part, word) => (isPart(path) ? tool.at(['description'], part, word) : tool.at(path, part, word)),
    edit: (edit) => {
      if (!isPart(edit.path)) return tool.edit(edit);
      const whole = edit.path[1] === 'does' && edit.path.length === 2;
      return whole ? tool.edit({ ...edit, path: ['description'] }) : undefined;
    },
  };
}

interface InnerSchema {
  readonly schema: Schema;
  readonly path: NodePath;
  /** The name of a property; other schemas inside go by the name of the whole. */
  readonly key?: string;
}

/** The schemas directly inside one, under keywords that profile `ext` does not have. */
export function innerSchemas(schema: Schema, profile: Profile): readonly InnerSchema[] {
  const { properties = {}, items, additionalProperties: others, propertyNames, patternProperties = {}, not } = schema;
  const one = (key: string, inner: unknown): InnerSchema[] => {
    return typeof inner === 'object' && inner !== null ? [{ schema: inner, path: [key] }] : [];
  };
  const own = [
    ...Object.entries(properties).map(([key, inner]) => ({ schema: inner, path: ['properties', key], key })),
    ...one('items', items),
    ...one('additionalProperties', others),
  ];
  if (profile === 'ext') return own;
  return [
    ...own,
    ...Object.entries(patternProperties).map(([key, inner]) => ({ schema: inner, path: ['patternProperties', key] })),
    ...one('propertyNames', propertyNames),
    ...(['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const).flatMap((key) => {
      return (schema[key] ?? []).map((inner, at) => ({ schema: inner, path: [key, at] }));
    }),
    ...one('not', not),
  ];
}

/** The findings of the shape, and references that lead nowhere or in a circle, and names of members that cannot be read. */
export function importedFindings(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  const unsound = findings.filter((finding) => finding.unsound).map(({ path }) => path);
  const broken = new Set(unsound.flatMap(([key, index]) => (key === 'tools' ? [index] : [])));
  const isBroken = ([, index]: NodePath): boolean => (index === undefined ? unsound.length > 0 : broken.has(index));
  const kind = textAt(document.value, 'kind');
  const inline = valueAt(document.value, 'tools');
  if (kind !== 'server' || unsound.some(([key]) => key === 'definitions')) return findings;
  const shared = (valueAt(document.value, 'definitions') ?? {}) as Definitions;
  const definitions = Object.entries(shared).map(([key, schema]) => ({ schema, path: ['definitions', key] }));
  const places = Array.isArray(inline) ? inline.map((_tool, index) => ['tools', index]) : [];
  const sound = places.filter((path) => !isBroken(path));
  return [
    ...findings,
    ...definitions.flatMap((one) => schemaFindings(document, one, shared)),
    ...sound.flatMap((path) => referencesOf(document, path, shared)),
  ];
}

/** References of a tool that lead nowhere or in a circle; `shared`: the definitions of its server. */
export function referencesOf(document: SpecDocument, path: NodePath, shared: Definitions): ShapeFinding[] {
  const tool = path.reduce<unknown>(valueAt, document.value) as ToolSpec;
  const { parameters = {}, returns } = tool;
  const definitions = tool.definitions ? { ...shared, ...tool.definitions } : shared;
  const own = tool.definitions ?? {};
  const roots: InnerSchema[] = [
    ...Object.entries(own).map(([key, schema]) => ({ schema, path: [...path, 'definitions', key] })),
    ...Object.entries(parameters).map(([key, schema]) => ({ schema, path: [...path, 'parameters', key] })),
    ...(returns ? [{ schema: returns, path: [...path, 'returns'] }] : []),
  ];
  return roots.flatMap((root) => schemaFindings(document, root, definitions));
}

/** What a reference to a definition begins with. */
export const REFERENCE = '#/$defs/';

type Definitions = Readonly<Record<string, Schema>>;

function schemaFindings(document: SpecDocument, { schema, path }: InnerSchema, known: Definitions): ShapeFinding[] {
  const { $ref, patternProperties = {} } = schema;
  return [
    ...($ref === undefined || !$ref.startsWith(REFERENCE)
      ? []
      : referenceFindings(document, [...path, '$ref'], $ref, known)),
    ...Object.keys(patternProperties).flatMap((key) => nameFindings(document, [...path, 'patternProperties'], key)),
    ...innerSchemas(schema, 'mcp').flatMap((inner) => {
      return schemaFindings(document, { schema: inner.schema, path: [...path, ...inner.path] }, known);
    }),
  ];
}

/** In a hint; more are not read. */
const MOST_NAMES = 20;

function referenceFindings(document: SpecDocument, path: NodePath, $ref: string, known: Definitions): ShapeFinding[] {
  const name = nameOf($ref);
  const place = capital(describePlace(document, path));
  if (!Object.hasOwn(known, name)) {
    const names = Object.keys(known);
    const meant = nearest(name, new Set(names));
    const list =
      names.length > 0
        ? `Known: ${names.slice(0, MOST_NAMES).join(', ')}.`
        : 'Add it under `definitions:` of the tool or its server.';
    const hint = meant === undefined ? list : `Did you mean "#/$defs/${meant}"?`;
    return [
      finding(
        document,
        path,
        'spec/unknown-definition',
        `${place} refers to ${show(name)}, which is not defined.`,
        hint,
      ),
    ];
  }
  if (!leadsTo(name, name, known, new Set())) return [];
  const message = `${place} is a circular $ref.`;
  return [
    finding(
      document,
      path,
      'spec/endless-definition',
      message,
      'Refer to it only from inside `properties` or `items`.',
    ),
  ];
}

/** Without a step into the value: such a circle would never end. */
function leadsTo(from: string, goal: string, known: Definitions, seen: Set<string>): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const schema = Object.hasOwn(known, from) ? known[from] : undefined;
  return schema !== undefined && sameValue(schema).some((next) => next === goal || leadsTo(next, goal, known, seen));
}

/** The definitions that judge the same value as the schema does. */
function sameValue(schema: Schema): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap(sameValue);
  const used = textAt(schema, 'use');
  return [...($ref === undefined ? [] : [nameOf($ref)]), ...(used === undefined ? [] : [used]), ...inner];
}

function nameOf($ref: string): string {
  return $ref.slice(REFERENCE.length);
}

function nameFindings(document: SpecDocument, path: NodePath, pattern: string): ShapeFinding[] {
  try {
    void new RegExp(pattern, 'u');
    return [];
  } catch {
    const message = `${show(pattern)} in ${describePlace(document, path)} is not a valid regular expression.`;
    return [
      finding(document, [...path, pattern], 'spec/format', message, 'Fix it, or escape special characters with \\.'),
    ];
  }
}

function finding(document: SpecDocument, path: NodePath, code: string, message: string, hint: string): ShapeFinding {
  const span = document.at(path, code === 'spec/format' ? 'key' : 'value');
  return {
    path,
    unsound: true,
    diagnostic: { code, severity: 'error', message, hint, span, about: aboutOf(document, path) },
  };
}
