/** Whether a tool is really many tools: one parameter chooses the operation, another the object. */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../../model.ts';
import type { Lexicon, Settings } from '../../settings.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { nameWords, withoutVersion, verbOf } from '../names/name-words.ts';
import { closedSet } from '../intended-type/closed-set.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** A parameter of one of these names chooses the operation when its values are verbs. */
const OPERATION_PARAMETERS = wordSet(`
  action action_name action_type api_method cmd command function function_name http_method job method mode op
  operation operation_name operation_type procedure request_type rpc subcommand task task_type to_do tool tool_name
  type_of_action type_of_operation verb what what_to_do
`);

/** They choose the operation even when their values are not listed. */
const SURE_OPERATIONS = wordSet(`
  action action_name api_method cmd command function function_name http_method method op operation operation_name
  operation_type procedure rpc subcommand tool tool_name type_of_operation verb what_to_do
`);

/** Texts that name the kind of thing the operation is to work on. */
const KIND_PARAMETERS = wordSet(`
  collection collection_name doctype endpoint entity entity_type model_name object_type record_type resource
  resource_type table table_name
`);

/** Objects that hold the data of any operation. */
const DATA_PARAMETERS = wordSet(`
  arg args argument arguments attributes body config content data details entity extra fields flags input inputs
  kwargs message object options parameters params payload properties record resource settings spec value values
`);

/** The second half of names that promise everything: execute_query, call_api, run_operation. */
const WHOLE_INTERFACES = wordSet(`
  action api endpoint function graphql http method mutation operation query request sql statement tool
`);

/** Operations that add things; a tool with three of these four kinds is several tools. */
const CREATING = wordSet('add append book create import insert make new open post register upload');

/** Operations that only look; a tool with three of these four kinds is several tools. */
const READING = wordSet(`
  count describe fetch find get list look query read retrieve search select show view
`);

/** Operations that change things; a tool with three of these four kinds is several tools. */
const CHANGING = wordSet('change edit modify move patch put rename replace reschedule set update upsert');

/** Operations that take things away; a tool with three of these four kinds is several tools. */
const REMOVING = wordSet('archive cancel clear close delete destroy drop purge remove unregister');

export interface AllPurpose {
  /** Name of the parameter that chooses the operation. */
  readonly operation: string;
  /** Name of the parameter that takes anything; absent where only the tool's name is generic. */
  readonly target: string | undefined;
  /** The operations that the spec lists. */
  readonly operations: readonly string[];
}

export function allPurpose({ name, parameters = {}, effects }: ToolSpec, { verbs }: Lexicon): AllPurpose | undefined {
  const entries = Object.entries(parameters);
  const target = entries.find(([key, schema]) => isTarget(key, schema))?.[0];
  const bag = target ?? entries.find(([key, schema]) => isBag(key, schema))?.[0];
  const [verb = '', ...nouns] = withoutVersion(nameWords(name));
  for (const [operation, schema] of entries) {
    if (!OPERATION_PARAMETERS.has(operation) || operation === target) continue;
    const operations = operationsOf(schema, verbs);
    const listed = operations.length >= 2;
    const several = kindsOf(operations) >= 3;
    const manages = listed && (verb === 'manage' || verb === 'handle') && operations.length >= 3;
    const open = !schema.enum && schema.type === 'string' && SURE_OPERATIONS.has(operation);
    const takesAll = (target !== undefined && listed) || (bag !== undefined && (open || kindsOf(operations) >= 2));
    if (manages || several || takesAll) return { operation, target: bag, operations };
  }
  return runsAnything(verb, nouns) && effects !== 'read' ? openInterface(parameters) : undefined;
}

/** Operations of opposite kinds behind one parameter: less than a whole interface, more than one tool. */
export function severalInOne({ name, parameters = {} }: ToolSpec, { verbs }: Lexicon): AllPurpose | undefined {
  const [verb = ''] = nameWords(name);
  // What is searched or watched for is a kind of entry, not what the call does.
  if (READING.has(verb) || WATCHING.has(verb)) return undefined;
  for (const [operation, schema] of Object.entries(parameters)) {
    if (!OPERATION_PARAMETERS.has(operation) && !OPERATION_NAME.test(operation)) continue;
    const operations = operationsOf(schema, verbs).filter((value) => verbs.has(nameWords(value)[0] ?? ''));
    const values = operations.map((value) => nameWords(value)[0] ?? '');
    const opposed = [READING, REMOVING].some((kind) => values.some((one) => kind.has(one))) && kindsOf(operations) >= 2;
    if (operations.length >= 3 && opposed) return { operation, target: undefined, operations };
  }
  return undefined;
}

const OPERATION_NAME = /_(?:action|operation|op|command|verb)$|^(?:do|change|kind_of_change|activity|step|intent)$/;
const WATCHING = wordSet(`
  subscribe watch notify alert monitor track log audit filter report export explain test simulate preview undo
`);

/** A table or the like by its name, or data of any schema: an object without declared properties. */
function isTarget(name: string, schema: Schema): boolean {
  const { type } = schema;
  if (type === 'string') return KIND_PARAMETERS.has(name) || BAGS.has(name);
  if (type === 'array') return BAGS.has(name) || /^(?:flags|options|switches|extra_args)$/.test(name);
  return isBag(name, schema) && DATA_PARAMETERS.has(name);
}

/** An object of which nothing is declared. */
function isBag(name: string, { type, properties }: Schema): boolean {
  return type === 'object' && Object.keys(properties ?? {}).length === 0 && !NO_BAGS.has(name);
}

/** Maps that have a form of their own. */
const NO_BAGS = wordSet('headers labels tags metadata env variables filter filters where');

/** Arguments of whatever operation is named, one after the other or as a text. */
const BAGS: ReadonlySet<string> = new Set(['args', 'arguments', 'kwargs', 'params', 'parameters', 'payload']);

/** How many kinds of effect the operations have. */
function kindsOf(operations: readonly string[]): number {
  const verbs = operations.map((operation) => nameWords(operation)[0] ?? '');
  return [CREATING, READING, CHANGING, REMOVING].filter((kind) => verbs.some((verb) => kind.has(verb))).length;
}

/** Rule tool/all-purpose already reports the tool; after the split, its object gets a name and properties. */
export function isTargetOfAll({ name, topLevel, spec, tool }: ParamPart, { lexicon, severities }: Settings): boolean {
  if (!topLevel || severities['tool/all-purpose'] === 'off' || !isTarget(name, spec)) return false;
  return allPurpose(tool.spec, lexicon) !== undefined;
}

/** The values that are or start with a verb: create, list_users; at least half of them must. */
function operationsOf({ enum: declared, description = '' }: Schema, verbs: ReadonlySet<string>): readonly string[] {
  const values = declared ?? closedSet(description.slice(0, 1000), true) ?? [];
  const texts = values.filter((value) => typeof value === 'string');
  const operations = texts.filter(
    (value) => HTTP_METHODS.test(value) || verbOf(nameWords(value)[0] ?? '', verbs) !== undefined,
  );
  return operations.length * 2 > texts.length ? operations : [];
}

const HTTP_METHODS = /^(?:GET|POST|PUT|PATCH|DELETE)$/;

function runsAnything(verb: string, nouns: readonly string[]): boolean {
  return (
    /^(?:execute|run|call|perform|invoke|make|do)$/.test(verb) &&
    nouns.length > 0 &&
    nouns.every((noun) => WHOLE_INTERFACES.has(noun))
  );
}

/** execute_query(query), call_api(url, …): one text is the whole of what happens. */
function openInterface(parameters: NonNullable<ToolSpec['parameters']>): AllPurpose | undefined {
  const operation = Object.keys(parameters).find((name) =>
    /^(?:query|sql|statement|mutation|endpoint|url|operation)$/.test(name),
  );
  return operation === undefined ? undefined : { operation, target: undefined, operations: [] };
}
