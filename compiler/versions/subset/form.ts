/** A schema as alternatives of one type each: what the subset test compares (ADR 14). */
import { type AnyType, compilePattern, ownMember, type Schema } from '@haft/runtime/language';
import { definitionOf } from './leading-to.ts';
import { isUnknown, passedOnBy } from './passed-on.ts';

/** A schema that applies to a value; in branches of `anyOf` and `oneOf` the runtime fills no defaults. */
interface Facet {
  readonly schema: Schema;
  readonly fills: boolean;
}

/** Schemas that must all match. */
export type Facets = readonly Facet[];

type FormKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export interface SchemaForm {
  readonly kind: FormKind;
  /** Of each only the keywords of this type count; composition is resolved. */
  readonly facets: Facets;
  /** Conditions beyond the facets: `not`, that only one branch of `oneOf` matches, references in circles, unknown ones. */
  readonly conditions: readonly Schema[];
}

/** What cannot be compared within bounds: too many alternatives, a pattern that takes too long. */
export class Undecidable extends Error {}

export function unlessUndecidable<T>(compute: () => T, otherwise: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Undecidable) return otherwise;
    throw error;
  }
}

const KINDS: readonly FormKind[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];
const MAX_FORMS = 96;

/** The alternatives of a value that matches all facets; references lead into `root`. */
export function formsOf(facets: Facets, root: Schema, circle: readonly string[] = []): readonly SchemaForm[] {
  let forms: readonly SchemaForm[] = KINDS.map((kind) => ({ kind, facets: [], conditions: [] }));
  for (const facet of facets) forms = both(forms, formsOfFacet(facet, root, circle));
  return forms;
}

/** The facets of a schema alone. */
export function facetsOf(schema: Schema): Facets {
  return [{ schema, fills: true }];
}

function formsOfFacet(facet: Facet, root: Schema, circle: readonly string[]): readonly SchemaForm[] {
  const { schema, fills } = facet;
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  const unknown = isUnknown(schema) ? [schema] : [];
  let forms = KINDS.filter((kind) => allowsKind(schema, kind)).map((kind): SchemaForm => {
    return { kind, facets: [facet], conditions: [...(not === undefined ? [] : [{ not }]), ...unknown] };
  });
  if ($ref !== undefined) {
    if (circle.includes($ref)) return forms.map((form) => ({ ...form, conditions: [...form.conditions, { $ref }] }));
    forms = both(forms, formsOf([{ schema: definitionOf($ref, root) ?? {}, fills }], root, [...circle, $ref]));
  }
  for (const each of allOf) forms = both(forms, formsOf([{ schema: each, fills }], root, circle));
  for (const each of passedOnBy(schema)) forms = both(forms, formsOf([{ schema: each, fills: false }], root, circle));
  if (anyOf) forms = both(forms, anyFormOf(anyOf, root, circle));
  if (oneOf) {
    const one = anyFormOf(oneOf, root, circle);
    const alone = one.map((form) => ({ ...form, conditions: [...form.conditions, { oneOf }] }));
    forms = both(forms, alone);
  }
  return forms;
}

function anyFormOf(branches: readonly Schema[], root: Schema, circle: readonly string[]): readonly SchemaForm[] {
  return branches.flatMap((schema) => formsOf([{ schema, fills: false }], root, circle));
}

/** Values that match one of the first and one of the second. */
function both(left: readonly SchemaForm[], right: readonly SchemaForm[]): SchemaForm[] {
  const forms = left.flatMap((a) =>
    right.flatMap((b) =>
      a.kind === b.kind
        ? [{ kind: a.kind, facets: [...a.facets, ...b.facets], conditions: [...a.conditions, ...b.conditions] }]
        : [],
    ),
  );
  if (forms.length > MAX_FORMS) throw new Undecidable();
  return forms;
}

/** The types that a schema lists; all where it lists none. */
export function typesOf({ type }: Schema): readonly AnyType[] {
  if (type === undefined) return ['null', 'boolean', 'string', 'number', 'array', 'object'];
  return typeof type === 'string' ? [type] : type;
}

function allowsKind(schema: Schema, kind: FormKind): boolean {
  const types = typesOf(schema);
  return types.includes(kind) || (kind === 'number' && types.includes('integer'));
}

/** Accepts nothing. */
const NEVER: Schema = { enum: [] };

/** What a member of this name must match. */
export function memberOf(form: SchemaForm, name: string): Facets {
  return membersOf(form, name, (pattern) => matches(pattern, name));
}

/** What a member must match whose name is not declared and matches exactly these patterns. */
export function otherMember(form: SchemaForm, patterns: ReadonlySet<string>): Facets {
  return membersOf(form, undefined, (pattern) => patterns.has(pattern));
}

function membersOf({ facets }: SchemaForm, name: string | undefined, fits: (pattern: string) => boolean): Facets {
  return facets.flatMap(({ schema, fills }) => {
    const own = name === undefined ? undefined : ownMember(schema.properties ?? {}, name);
    const patterns = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => fits(pattern));
    const named = [...(own === undefined ? [] : [own]), ...patterns.map(([, inner]) => inner)];
    const { additionalProperties: others = true } = schema;
    const undeclared = others === true ? [] : [others || NEVER];
    return (named.length > 0 ? named : undeclared).map((inner) => ({ schema: inner, fills }));
  });
}

function matches(pattern: string, name: string): boolean {
  const fits = compilePattern(pattern)(name);
  if (fits === 'undecided') throw new Undecidable();
  return fits;
}

/** What the item at this place of a list must match; past all prefixes what the rest must. */
export function itemOf({ facets }: SchemaForm, at: number): Facets {
  return facets.flatMap(({ schema: { prefixItems = [], items }, fills }) => {
    const own = prefixItems[at] ?? items;
    return own === undefined ? [] : [{ schema: own, fills }];
  });
}

/** How many items have a schema of their own. */
export function prefixOf({ facets }: SchemaForm): number {
  return Math.max(0, ...facets.map(({ schema }) => schema.prefixItems?.length ?? 0));
}

/** Names that the given object must have: those with a default are filled. */
export function demandedBy({ facets }: SchemaForm): ReadonlySet<string> {
  return new Set(
    facets.flatMap(({ schema: { required = [], properties = {} }, fills }) =>
      required.filter((name) => !fills || ownMember(properties, name)?.default === undefined),
    ),
  );
}

export function declaredBy({ facets }: SchemaForm): readonly string[] {
  return [...new Set(facets.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
}

/** Accepts no members but declared ones. */
export function isClosed({ facets }: SchemaForm): boolean {
  return facets.some(({ schema }) => schema.additionalProperties === false && schema.patternProperties === undefined);
}
