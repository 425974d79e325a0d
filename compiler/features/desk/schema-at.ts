/** What the schema of the language says of a place in a document: its keys, its values, its description. */
import { isObject } from '@haft/runtime/language';
import { IMPORTED_SCHEMA } from '../../check/documents/imported.ts';
import { KINDS, SPEC_SCHEMA } from '../../check/documents/language.ts';
import { type SchemaNode, nodeOf } from '../../spec/shape/build.ts';
import { valueAt } from '../../spec/shape/place.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import { type Desk, kindOf, valueIn } from './desk.ts';

interface KnownKey {
  readonly key: string;
  readonly description: string;
  readonly required: boolean;
}

/** The schemas that hold for a value; several where it may be of several kinds. */
export function schemasAt(
  { draft }: Pick<Desk, 'draft'>,
  document: SpecDocument,
  path: NodePath,
): readonly SchemaNode[] {
  const root: SchemaNode = draft.settings.profileOf(document.file) === 'mcp' ? IMPORTED_SCHEMA : SPEC_SCHEMA;
  const kind = kindOf(document);
  const definitions = { ...SPEC_SCHEMA.$defs, ...nodeOf(root['$defs']) };
  const isKnown = kind === 'config' || KINDS.some((one) => one === kind);
  const start = isKnown
    ? nodeOf(valueAt(definitions, kind))
    : { properties: SPEC_SCHEMA.properties, required: ['kind'] };
  let nodes = expand(start, document.value, definitions);
  for (const [at, step] of path.entries()) {
    const value = valueIn(document.value, path.slice(0, at + 1));
    nodes = nodes.flatMap((node) => below(node, step)).flatMap((node) => expand(node, value, definitions));
  }
  return nodes;
}

type Definitions = Readonly<Record<string, unknown>>;

/** With what it refers to and what holds under its conditions. */
function expand(node: SchemaNode, value: unknown, definitions: Definitions): readonly SchemaNode[] {
  const reference = node['$ref'];
  const target = typeof reference === 'string' ? nodeOf(definitions[reference.slice('#/$defs/'.length)]) : undefined;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key].map(nodeOf) : []));
  const then = node['if'] === undefined || holds(nodeOf(node['if']), value) ? nodeOf(node['then']) : {};
  const inner = [...(target ? [target] : []), ...parts, ...(Object.keys(then).length > 0 ? [then] : [])];
  return [node, ...inner.flatMap((one) => expand(one, value, definitions))];
}

/** Conditions ask for types alone; while nothing is there, each of them may hold. */
function holds({ type }: SchemaNode, value: unknown): boolean {
  if (value === undefined || value === null || type === undefined) return true;
  const own = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
  return [type].flat().some((one) => one === own || (one === 'integer' && own === 'number'));
}

function below(node: SchemaNode, step: string | number): readonly SchemaNode[] {
  if (typeof step === 'number') return isObject(node['items']) ? [node['items']] : [];
  const properties = nodeOf(node['properties']);
  if (Object.hasOwn(properties, step)) return [nodeOf(properties[step])];
  const patterns = Object.entries(nodeOf(node['patternProperties'])).filter(([pattern]) =>
    new RegExp(pattern).test(step),
  );
  if (patterns.length > 0) return patterns.map(([, schema]) => nodeOf(schema));
  return isObject(node['additionalProperties']) ? [node['additionalProperties']] : [];
}

/** Required ones first. */
export function keysOf(nodes: readonly SchemaNode[]): readonly KnownKey[] {
  const keys = new Map<string, KnownKey>();
  for (const node of nodes) {
    const required = Array.isArray(node['required']) ? node['required'] : [];
    for (const [key, schema] of Object.entries(nodeOf(node['properties']))) {
      const { description } = nodeOf(schema);
      const entry = {
        key,
        description: typeof description === 'string' ? description : '',
        required: required.includes(key),
      };
      if (!keys.has(key)) keys.set(key, entry);
    }
  }
  return [...keys.values()].toSorted((a, b) => Number(b.required) - Number(a.required));
}

export function valuesOf(nodes: readonly SchemaNode[]): readonly string[] {
  const values = nodes.flatMap((node) => {
    const listed = Array.isArray(node['enum']) ? node['enum'] : node['const'] === undefined ? [] : [node['const']];
    return [...listed.map(String), ...(node['type'] === 'boolean' ? ['true', 'false'] : [])];
  });
  return [...new Set(values)];
}

export function descriptionOf(nodes: readonly SchemaNode[]): string | undefined {
  const texts = nodes.flatMap(({ description }) => (typeof description === 'string' ? [description] : []));
  return texts[0];
}
