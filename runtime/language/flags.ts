/** The flags by which a command line gives the parameters of a tool, from its schema. */
import { type Json, isObject, ownMember } from './json.ts';
import { type Schema, mainType } from './schema.ts';

/** A schema as a command line reads its values. */
export interface FlagValue {
  /** `json`: a value of several types, which is JSON where it is that. */
  readonly form: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'json';
  readonly isNullable: boolean;
  /** Whether a text is a value of it. */
  readonly takesText: boolean;
  readonly schema: Schema;
  readonly choices?: readonly Json[];
  /** Of the elements of a list. */
  readonly items?: FlagValue;
  /** Of the members of an object that are not declared, where it may have any. */
  readonly free?: FlagValue;
}

export interface ParameterFlag {
  /** A parameter, or a member of one. */
  readonly path: readonly [parameter: string, member?: string];
  readonly value: FlagValue;
  /** `--no-…`: the flag is the value `false`. */
  readonly isNegative?: true;
}

/** Spelling without dashes → flag; two flags with one spelling are listed in `collisions`, the first is the one that is read. */
export interface FlagTable {
  readonly flags: ReadonlyMap<string, ParameterFlag>;
  readonly collisions: readonly (readonly [spelling: string, first: ParameterFlag, second: ParameterFlag])[];
}

/** `_` and `-` are the same in names of tools and flags. */
export function foldName(name: string): string {
  return name.replaceAll('_', '-');
}

/** Every flag of a tool: its parameters, the members of its objects, and `no-…` of what is true or false. */
export function flagTable(input: Schema): FlagTable {
  const flags = new Map<string, ParameterFlag>();
  const collisions: [string, ParameterFlag, ParameterFlag][] = [];
  const add = (flag: ParameterFlag, prefix = ''): void => {
    const spelling = prefix + foldName(flag.path.join('.'));
    const before = flags.get(spelling);
    if (before) collisions.push([spelling, before, flag]);
    else flags.set(spelling, flag);
  };
  const all = parametersOf(input, input).flatMap(([name, value]): ParameterFlag[] => [
    { path: [name], value },
    ...(value.form === 'object' ? parametersOf(value.schema, input) : []).map(([member, inner]): ParameterFlag => ({
      path: [name, member],
      value: inner,
    })),
  ]);
  // What is written out wins over what is only negated.
  for (const flag of all) add(flag);
  for (const flag of all) if (flag.value.form === 'boolean') add({ ...flag, isNegative: true }, 'no-');
  return { flags, collisions };
}

function parametersOf({ properties }: Schema, root: Schema): readonly (readonly [string, FlagValue])[] {
  const named = isObject(properties) ? Object.entries(properties) : [];
  return named.map(([name, schema]) => [name, flagValue(schema, root)]);
}

function freeValue({ additionalProperties: others }: Schema, root: Schema, steps: number): FlagValue {
  return flagValue(typeof others === 'object' ? others : {}, root, steps);
}

/** How deep references lead: a schema may contain itself. */
const MAX_STEPS = 8;

/** `root` has the definitions that the schema refers to. */
export function flagValue(schema: Schema, root: Schema, steps = 0): FlagValue {
  const any: FlagValue = { form: 'json', isNullable: true, takesText: true, schema: {} };
  if (!isObject(schema) || steps > MAX_STEPS) return any;
  const inner = throughSchema(schema, root);
  if (inner) {
    const value = flagValue(inner.schema, root, steps + 1);
    return inner.isNullable ? { ...value, isNullable: true } : value;
  }
  const types = [schema.type ?? []].flat();
  const type = mainType(schema);
  const choices = schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  const isText = type === 'string' || types.includes('string');
  return {
    form:
      type === undefined || type === 'null'
        ? choices?.every((one) => typeof one === 'string')
          ? 'string'
          : 'json'
        : type,
    isNullable: types.length === 0 || types.includes('null'),
    takesText: types.length === 0 || isText,
    schema,
    ...(choices && { choices }),
    ...(type === 'array' && { items: flagValue(schema.items ?? {}, root, steps + 1) }),
    ...(type === 'object' && schema.additionalProperties !== false && { free: freeValue(schema, root, steps + 1) }),
  };
}

/** The schema behind a reference, or the only alternative besides null. */
function throughSchema(
  { $ref, anyOf, oneOf = anyOf, allOf, type, properties }: Schema,
  { $defs }: Schema,
): { readonly schema: Schema; readonly isNullable: boolean } | undefined {
  if (typeof $ref === 'string') {
    const schema = ownMember($defs ?? {}, $ref.replace(/^#\/\$defs\//, ''));
    return schema && { schema, isNullable: false };
  }
  if (type !== undefined || properties !== undefined) return undefined;
  const all = Array.isArray(oneOf) ? oneOf : Array.isArray(allOf) && allOf.length === 1 ? allOf : [];
  const [schema, ...more] = all.filter((one) => one.type !== 'null');
  return schema && more.length === 0 ? { schema, isNullable: all.length > 1 } : undefined;
}
