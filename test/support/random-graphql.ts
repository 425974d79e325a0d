/** A random GraphQL schema, an operation over it, values for its variables, and a service that answers with random data. */
import * as fc from 'fast-check';
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  buildASTSchema,
  execute,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
} from 'graphql';

type Gen = (arbitrary: typeof fc.nat, constraints: { readonly max: number }) => number;

/** A number below the limit. */
type Pick = (limit: number) => number;

export function pickFrom(gen: Gen): Pick {
  return (limit) => gen(fc.nat, { max: limit - 1 });
}

const one = <T>(pick: Pick, values: readonly T[]): T => values[pick(values.length)] as T;

function wrapped(pick: Pick, name: string, isOptional = false): string {
  return one(pick, isOptional ? [name, `[${name}!]`, `[${name}]!`] : [name, `${name}!`, `[${name}]`, `[${name}!]!`]);
}

const OUTPUTS = ['Int', 'Float', 'String', 'ID', 'Boolean', 'Kind', 'Odd', 'A', 'B', 'Both', 'Named'];
const INPUTS = ['Int', 'Float', 'String', 'ID', 'Boolean', 'Kind', 'Odd', 'First', 'Second', 'Only'];

/** Fields of the same name have the same type in half of the schemas. */
export function randomSdl(pick: Pick): string {
  const shared = wrapped(pick, one(pick, OUTPUTS));
  const fields = (own: string): string => {
    const same = pick(2) === 0 ? shared : wrapped(pick, one(pick, OUTPUTS));
    return `name: String\n  same: ${same}\n  ${own}: ${wrapped(pick, one(pick, OUTPUTS))}`;
  };
  const input = (): string => {
    const preset = one(pick, ['', ' = 3']);
    return `first: ${one(pick, ['Int', 'Int!'])}${preset}\n  "What it is."\n  more: ${one(pick, ['Kind', 'Odd!', 'ID'])}\n  in: ${wrapped(pick, one(pick, ['First', 'Second', 'Only']), true).replace(/]!$/, ']')}`;
  };
  return `scalar Odd
enum Kind { "One." ONE TWO }
interface Named { name: String }
type A implements Named { ${fields('own_a')} }
type B implements Named { ${fields('own_b')} }
union Both = A | B
input First { ${input()} }
input Second { ${input()} }
input Only @oneOf { number: Int text: String in: First }
type Query { get(${argumentsOf(pick)}): ${wrapped(pick, one(pick, OUTPUTS))} list: [A!]! }
type Mutation { set(${argumentsOf(pick)}): ${wrapped(pick, one(pick, OUTPUTS))} }`;
}

function argumentsOf(pick: Pick): string {
  return `one: ${wrapped(pick, one(pick, INPUTS))}, two: ${one(pick, INPUTS)}`;
}

/** Of the field with arguments, and of another one at times. */
export function randomOperation(pick: Pick, schema: GraphQLSchema): string {
  const isQuery = pick(2) === 0;
  const root = isQuery ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[isQuery ? 'get' : 'set'];
  if (!field) return '';
  const types = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const given = field.args.map(({ name }) => `${name}: $${name}`);
  const more = isQuery && pick(3) === 0 ? ' list { ...Short }' : '';
  const selection = selectionOf(pick, schema, field.type, 3);
  if (selection.includes('$maybe')) types.push(`$maybe: Boolean = ${pick(2) === 0}`);
  return `# Does something.
${isQuery ? 'query' : 'mutation'} DoIt(${types.join(', ')}) { ${field.name}(${given.join(', ')})${selection}${more} }
fragment Short on Named { name }`;
}

function selectionOf(pick: Pick, schema: GraphQLSchema, type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const parts = Array.from({ length: 1 + pick(3) }, () => {
    const kind = pick(4);
    if (depth > 0 && kind === 0) {
      const inner = one(pick, isObjectType(named) ? [named, named] : schema.getPossibleTypes(named));
      const condition = pick(3) === 0 ? '@skip(if: $maybe) ' : '';
      return `... on ${inner.name} ${condition}${selectionOf(pick, schema, inner, depth - 1)}`;
    }
    if (isUnionType(named)) return one(pick, ['__typename', '...Short']);
    const fields = Object.values(named.getFields()).filter(
      (one) => depth > 0 || !isCompositeType(getNamedType(one.type)),
    );
    const field = one(pick, fields);
    const condition = pick(4) === 0 ? ' @include(if: $maybe)' : '';
    const alias = pick(3) === 0 ? `other_${pick(2)}: ` : '';
    return `${alias}${field.name}${condition}${selectionOf(pick, schema, field.type, depth - 1)}`;
  });
  return ` { ${parts.join(' ')} }`;
}

/** A value that a service accepts, or with `isBad` perhaps not. */
export function randomInput(pick: Pick, type: GraphQLInputType, how: { isBad: boolean; hasNull: boolean }): unknown {
  if (how.isBad && pick(6) === 0) return one(pick, [7, 'ONE', true, null, {}, [], { first: 'x' }, { unknown: 1 }, 1.5]);
  if (isNonNullType(type)) return present(pick, type.ofType, how);
  return how.hasNull && pick(5) === 0 ? null : present(pick, type, how);
}

function present(pick: Pick, type: GraphQLInputType, how: { isBad: boolean; hasNull: boolean }): unknown {
  if (isNonNullType(type)) return present(pick, type.ofType, how);
  if (isListType(type)) return Array.from({ length: pick(3) }, () => randomInput(pick, type.ofType, how));
  if (isEnumType(type)) return one(pick, ['ONE', 'TWO']);
  if (!isInputObjectType(type))
    return { Int: 3, Float: one(pick, [1.5, 2]), Boolean: true, ID: 'x', String: 'a', Odd: '2026' }[type.name];
  const fields = Object.values(type.getFields());
  if (type.isOneOf) {
    const field = one(pick, fields.slice(0, 2));
    return { [field.name]: present(pick, field.type, how) };
  }
  const given = fields.filter(({ type: inner, defaultValue }) => {
    const isOptional = !isNonNullType(inner) || defaultValue !== undefined;
    return !(isOptional || how.isBad) || (pick(3) > 0 && !(isInputObjectType(getNamedType(inner)) && pick(2) === 0));
  });
  return Object.fromEntries(given.map((field) => [field.name, randomInput(pick, field.type, how)]));
}

/** What the service answers to an operation. */
export function answerOf(
  pick: Pick,
  schema: GraphQLSchema,
  query: string,
  variables: Record<string, unknown>,
): unknown {
  const make = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return made(type.ofType);
    return pick(4) === 0 ? null : made(type);
  };
  const made = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return made(type.ofType);
    if (isListType(type)) return Array.from({ length: pick(3) }, () => make(type.ofType));
    if (isAbstractType(type)) return { __typename: one(pick, schema.getPossibleTypes(type)).name };
    if (isObjectType(type)) return { __typename: type.name };
    return isEnumType(type)
      ? 'TWO'
      : { Int: 4, Float: 0.5, Boolean: false, ID: 'id', String: 's', Odd: [1] }[type.name];
  };
  return execute({
    schema,
    document: parse(query),
    variableValues: variables,
    fieldResolver: (_source, _args, _context, { returnType }) => make(returnType),
  });
}

export function schemaOf(sdl: string): GraphQLSchema {
  return buildASTSchema(parse(sdl), { assumeValidSDL: true, assumeValid: true });
}
