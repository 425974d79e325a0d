/** The operations of GraphQL documents: each with the fragments that it needs, what its file says about it, and why it cannot be a tool. */
import { thrownMessage, isObject } from '@haft/runtime/language';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  TokenKind,
  buildASTSchema,
  buildClientSchema,
  isExecutableDefinitionNode,
  parse,
  print,
  separateOperations,
  validate,
} from 'graphql';
import { readJson } from '../../../plan/read-json.ts';
import type { Loss } from '../imported.ts';
import { loss } from '../builders.ts';
import { baseName, plainName } from '../literal.ts';

export interface GraphqlFile {
  /** As it is shown. */
  readonly path: string;
  readonly text: string;
}

export interface GraphqlOperation {
  /** Its identity: files are renamed, names stay. */
  readonly from: string;
  readonly name: string;
  readonly definition: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** What is sent: the operation and its fragments, always printed the same. */
  readonly document: DocumentNode;
  readonly text: string;
  /** Its description or the comment above it; empty for none. */
  readonly comment: string;
}

/** `text` is SDL, or the JSON of an introspection with or without its envelope. */
export function readSchema({ path, text }: GraphqlFile): GraphQLSchema | { readonly problem: string } {
  try {
    const read = /^\s*\{/.test(text) ? readJson(text) : undefined;
    const schema = read
      ? schemaFromIntrospection('value' in read ? read.value : undefined)
      : buildASTSchema(parse(text), { assumeValid: true, assumeValidSDL: true });
    if (schema?.getQueryType() ?? schema?.getMutationType()) return schema;
    const what = 'is neither GraphQL type definitions with a query type nor the JSON of an introspection.';
    return { problem: `"${path}" ${what}` };
  } catch (error) {
    return { problem: `"${path}" is not a GraphQL schema: ${messageOf(error)}` };
  }
}

function schemaFromIntrospection(value: unknown): GraphQLSchema | undefined {
  const result = isObject(value) && isObject(value['data']) ? value['data'] : value;
  return isIntrospection(result) ? buildClientSchema(result, { assumeValid: true }) : undefined;
}

/** What is wrong further inside is told by the library. */
function isIntrospection(value: unknown): value is IntrospectionQuery {
  return isObject(value) && isObject(value['__schema']);
}

export function readOperations(files: readonly GraphqlFile[], schema: GraphQLSchema) {
  const losses: Loss[] = [];
  const parsed = files.flatMap((file) => {
    const document = parsedFile(file, losses);
    const types = `"${file.path}" has types; they are read from the schema alone.`;
    if (document?.definitions.some((one) => !isExecutableDefinitionNode(one)))
      losses.push(skippedLoss(file.path, file.path, 'types in documents', types));
    return document ? [{ file, definitions: namedDefinitions(document, file) }] : [];
  });
  const shared = parsed.flatMap(({ definitions }) => definitions.filter(isFragment));
  const operations = new Map<string, GraphqlOperation>();
  for (const { file, definitions } of parsed) {
    const own = definitions.filter(isFragment);
    const names = new Set(own.map(({ name }) => name.value));
    const fragments = [...own, ...shared.filter(({ name }) => !names.has(name.value))];
    for (const definition of definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const operation = operationOf(definition, fragments);
      const problem = problemOf(operation, schema, operations);
      if (problem === undefined) operations.set(operation.from, operation);
      else losses.push(skippedLoss(operation.from, file.path, ...problem));
    }
  }
  return { operations: [...operations.values()], losses };
}

type Named = OperationDefinitionNode | FragmentDefinitionNode;

function isFragment(definition: Named): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION;
}

function parsedFile({ path, text }: GraphqlFile, losses: Loss[]): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    const message = `"${path}" is not a GraphQL document: ${messageOf(error)}`;
    losses.push(skippedLoss(path, path, 'documents that cannot be read', message));
    return undefined;
  }
}

/** An operation without a name has that of its file. */
function namedDefinitions({ definitions }: DocumentNode, { path }: GraphqlFile): Named[] {
  const file = baseName(path).replace(/\.\w+$/, '');
  return definitions.flatMap((definition): Named[] => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return [definition];
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    return [definition.name ? definition : { ...definition, name: { kind: Kind.NAME, value: plainName(file) } }];
  });
}

function operationOf(definition: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]) {
  const name = definition.name?.value ?? '';
  const { description: _description, ...bare } = definition;
  const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [bare, ...fragments] };
  const document = separateOperations(whole)[name] ?? whole;
  return {
    from: `graphql:${name}`,
    name,
    definition,
    fragments: new Map(fragments.map((one) => [one.name.value, one])),
    document,
    text: print(document),
    comment: definition.description?.value ?? commentAbove(definition),
  };
}

/** The lines of comments that end right above a definition. */
export function commentAbove({ loc }: Pick<OperationDefinitionNode, 'loc'>): string {
  const lines: string[] = [];
  let token = loc?.startToken;
  for (let last = token?.prev; last?.kind === TokenKind.COMMENT && token; last = token.prev) {
    if (last.line !== token.line - 1) break;
    lines.unshift(last.value.replace(/^#*\s?/, ''));
    token = last;
  }
  return lines.filter((line) => !/^import\b.*\bfrom\b|^import\s+["']/.test(line)).join('\n');
}

function problemOf(
  { name, from, definition, document }: GraphqlOperation,
  schema: GraphQLSchema,
  others: ReadonlyMap<string, unknown>,
): readonly [subject: string, message: string] | undefined {
  if (others.has(from)) return ['operations with the same name', `Another operation has the name "${name}".`];
  if (definition.operation === 'subscription')
    return ['subscriptions', `"${name}" is a subscription: its results have no end.`];
  const [error] = validate(schema, document);
  return error && ['operations that the schema rejects', `The schema rejects "${name}": ${error.message}`];
}

function skippedLoss(from: string, path: string, subject: string, message: string): Loss {
  const hint = `Change "${path}": the next \`haft import --update\` reads it again.`;
  return loss('skipped', from, subject, message, hint, from);
}

function messageOf(error: unknown): string {
  const [place] = error instanceof GraphQLError ? (error.locations ?? []) : [];
  const message = thrownMessage(error);
  return place ? `line ${place.line}: ${message}` : message;
}
