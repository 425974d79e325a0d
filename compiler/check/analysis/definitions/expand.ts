/** Replaces names of definitions by what is defined, and applies the keys next to a name. */
import { type Schema, ownMember } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { withInner } from '../../../spec/shape/with-inner.ts';
import { REFERENCE, innerSchemas } from '../schemas/inner-schemas.ts';

/** As authors write it. */
export interface AuthoredSchema extends Schema {
  readonly use?: string;
}

export type Definitions = Readonly<Record<string, AuthoredSchema>>;

/** A definition that a schema names. */
export interface Mention {
  /** `$ref` only in profile `mcp`. */
  readonly by: 'use' | '$ref';
  readonly name: string;
  /** From the schema that was searched. */
  readonly path: NodePath;
}

/** At any depth. */
export function mentionsIn(schema: AuthoredSchema): readonly Mention[] {
  const { use, $ref } = schema;
  return [
    ...(use === undefined ? [] : [{ by: 'use' as const, name: use, path: ['use'] }]),
    ...($ref?.startsWith(REFERENCE)
      ? [{ by: '$ref' as const, name: $ref.slice(REFERENCE.length), path: ['$ref'] }]
      : []),
    ...innerSchemas(schema, 'mcp').flatMap((inner) =>
      mentionsIn(inner.schema).map((one) => ({ ...one, path: [...inner.path, ...one.path] })),
    ),
  ];
}

/** What the definitions of a server name, by their own names. */
export const mentionsOf = memoizeBy(
  (definitions: Definitions): ReadonlyMap<string, readonly Mention[]> =>
    new Map(Object.entries(definitions).map(([name, schema]) => [name, mentionsIn(schema)])),
);

/** Each definition is expanded once. */
const expandedIn = memoizeBy((_definitions: Definitions) => new Map<string, Schema>());

/** For definitions without circles. The very same schema where it uses nothing. */
export function expand(schema: AuthoredSchema, definitions: Definitions): Schema {
  if (!mentionsIn(schema).some(({ by }) => by === 'use')) return schema;
  const { use, ...own } = schema;
  const inside = withInner(own, (inner) => expand(inner, definitions));
  return use === undefined ? inside : { ...expandedDefinition(use, definitions), ...inside };
}

export function expandedDefinition(name: string, definitions: Definitions): Schema {
  const expansions = expandedIn(definitions);
  const schema = expansions.get(name) ?? expand(ownMember(definitions, name) ?? {}, definitions);
  expansions.set(name, schema);
  return schema;
}
