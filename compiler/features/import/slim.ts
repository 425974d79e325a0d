/** `--slim`: leaves optional parameters and long texts out of imported tools until all of them cost at most a number of tokens. */
import { shellWord } from '../../base/text/escape.ts';
import { type Json, type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import { REFERENCE, innerSchemas, schemaRoots } from '../../check/analysis/schemas/inner-schemas.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import type { ImportResult, ImportedDocument, Loss } from './imported.ts';
import { loss } from './builders.ts';
import { valueAt, withAt } from './merge.ts';
import { tokensOf, toolSpecOf } from './openapi/select.ts';
import { firstSentence } from './openapi/text.ts';
import { uses, usesOf, withoutUses } from './own-names.ts';
import { SECRET_PARAMETERS, secretParameterLosses } from './remaining-credentials.ts';

export type SlimResult = ReturnType<typeof slim>;

/** A tool on its way to fewer tokens, and what was left out of it, outermost first. */
interface Cut {
  readonly value: JsonObject;
  readonly paths: readonly NodePath[];
}

/** `before`, `after`: tokens of all tools. Tools in `whole` stay as they are. Every tool that costs more than its share is cut until it does not; cheaper ones are untouched. */
export function slim(imported: ImportResult, budget: number, whole: ReadonlySet<string> = new Set()) {
  const tools = imported.documents.filter(({ value }) => value['kind'] === 'tool');
  const costs = new Map(tools.map(({ value }) => [value.from, tokensOf(value)]));
  const before = sum(costs.values());
  const least = new Map([...costs].filter(([from]) => whole.has(from)));
  const cuts = new Map<string, Cut>();
  for (;;) {
    const others = [...costs].flatMap(([from, tokens]) => (least.has(from) ? [] : [tokens]));
    const share = shareOf(budget - sum(least.values()), others);
    const sizeBefore = least.size;
    for (const { value } of tools) {
      if (least.has(value.from)) continue;
      const cut = cutTo(value, share);
      cuts.set(value.from, cut);
      const tokens = tokensOf(cut.value);
      if (tokens > share) least.set(value.from, tokens);
    }
    if (least.size === sizeBefore) break;
  }
  const documents = imported.documents.map((document) => withCut(document, cuts.get(document.value.from)));
  const ownLosses = documents.flatMap(({ value }) => lossOf(value, cuts.get(value.from)?.paths ?? []));
  const losses = [...stillTrue(imported.losses, documents), ...ownLosses];
  const after = sum(documents.flatMap(({ value }) => (costs.has(value.from) ? tokensOf(value) : [])));
  return { imported: { ...imported, documents, losses }, before, after };
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, one) => all + one, 0);
}

/** The largest number of tokens that each may cost, where those that cost less leave the rest to the others. */
function shareOf(budget: number, costs: readonly number[]): number {
  const sorted = costs.toSorted((a, b) => a - b);
  let remaining = budget;
  for (const [at, tokens] of sorted.entries()) {
    const share = Math.floor(remaining / (sorted.length - at));
    if (tokens > share) return Math.max(0, share);
    remaining -= tokens;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first of its smaller forms that is small enough, else the smallest. */
function cutTo(tool: JsonObject, share: number): Cut {
  let cut: Cut = { value: tool, paths: [] };
  if (tokensOf(tool) <= share) return cut;
  for (cut of smaller(tool)) if (tokensOf(cut.value) <= share) return cut;
  return cut;
}

/**
 * What a call needs least goes first: optional objects and lists, then those inside of others, long texts, optional values
 * inside of objects, the text of the tool, and at last optional parameters from the end. What is required stays.
 */
function* smaller(tool: JsonObject): Generator<Cut> {
  let cut: Cut = { value: tool, paths: [] };
  const without = function* (paths: readonly NodePath[]): Generator<Cut> {
    for (const path of paths) if (valueAt(cut.value, path) !== undefined) yield (cut = leftOut(cut, path));
  };
  const changed = (value: JsonObject): Cut => (cut = { ...cut, value });
  yield* without(bySize(tool, optionalParameters(tool)).filter((path) => isComposite(valueAt(tool, path))));
  yield* without(bySize(tool, optionalInside(tool)).filter((path) => isComposite(valueAt(tool, path))));
  yield changed(withShortTexts(cut.value));
  yield* without(bySize(tool, optionalInside(tool)));
  yield changed(withShortDescription(cut.value));
  yield* without(optionalParameters(tool).toReversed());
}

function optionalParameters(tool: JsonObject): readonly NodePath[] {
  const { parameters = {}, required = [], at_least_one: groups = [] } = toolSpecOf(tool);
  const needed = new Set([...required, ...groups.flat()]);
  return Object.keys(parameters).flatMap((name) =>
    needed.has(name) || isNamed(tool, name) ? [] : [['parameters', name]],
  );
}

/** In the request line or as the program it cannot be left out. */
function isNamed(tool: JsonObject, name: string): boolean {
  const texts = [valueAt(tool, ['http', 'request']), valueAt(tool, ['command', 'argv', 0])];
  return texts.some((text) => typeof text === 'string' && uses(text, name));
}

/** Properties that their object does not require, at any depth. */
function optionalInside(tool: JsonObject): readonly NodePath[] {
  const paths: NodePath[] = [];
  const visit = (schema: ToolSchema, base: NodePath): void => {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const { schema: inner, path, key } of innerSchemas(schema, 'mcp')) {
      if (path[0] === 'properties' && key !== undefined && !required.has(key)) paths.push([...base, ...path]);
      visit(inner, [...base, ...path]);
    }
  };
  for (const { schema, path } of schemaRoots(toolSpecOf(tool))) visit(schema, path);
  return paths;
}

type ToolSchema = Parameters<typeof innerSchemas>[0];

function isComposite(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  const { type, $ref, items } = schema;
  if (type === 'object' || $ref !== undefined) return true;
  return isComposite(items) || ['anyOf', 'oneOf', 'allOf'].some((key) => Object.hasOwn(schema, key));
}

/** The largest first. */
function bySize(tool: JsonObject, paths: readonly NodePath[]): readonly NodePath[] {
  const sizes = new Map(paths.map((path) => [path, JSON.stringify(valueAt(tool, path)).length]));
  return paths.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** With what fills it in, and without definitions that nothing refers to any more. */
function leftOut({ value, paths }: Cut, path: NodePath): Cut {
  const [root, name] = path;
  const rest = withAt(value, path, undefined);
  const isParameter = root === 'parameters' && path.length === 2;
  const unused = isParameter ? withoutUses(rest, String(name)) : rest;
  return { value: withUsedDefinitions(unused), paths: [...paths, path] };
}

function withUsedDefinitions(tool: JsonObject): JsonObject {
  const { definitions, ...rest } = tool;
  if (!isObject(definitions)) return tool;
  const used = definitionsUsed(rest, definitions);
  const remaining = Object.entries(definitions).filter(([name]) => used.has(name));
  return withAt(tool, ['definitions'], remaining.length === 0 ? undefined : Object.fromEntries(remaining));
}

/** Names of definitions that a value refers to, also through others. */
function definitionsUsed(value: Json, definitions: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const { $ref } = node;
    const name = typeof $ref === 'string' && $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      visit(ownMember(definitions, name));
    }
    for (const member of Object.values(node)) visit(member);
  };
  visit(value);
  return used;
}

function withShortTexts(tool: JsonObject): JsonObject {
  const texts: NodePath[] = [];
  const visit = (schema: ToolSchema, path: NodePath): void => {
    if (typeof schema.description === 'string') texts.push([...path, 'description']);
    for (const inner of innerSchemas(schema, 'mcp')) visit(inner.schema, [...path, ...inner.path]);
  };
  for (const { schema, path } of schemaRoots(toolSpecOf(tool))) visit(schema, path);
  return texts.reduce((value, path) => {
    const text = String(valueAt(value, path));
    const short = firstSentence(text);
    return short === '' || short.length >= text.length ? value : withAt(value, path, short);
  }, tool);
}

function withShortDescription(tool: JsonObject): JsonObject {
  const { description } = tool;
  const short = typeof description === 'string' ? firstSentence(description) : '';
  return short === '' ? tool : { ...tool, description: short };
}

/** With a comment for the author where the parameters are. */
function withCut(document: ImportedDocument, cut: Cut | undefined): ImportedDocument {
  if (!cut || cut.value === document.value) return document;
  const { from } = document.value;
  const names = cut.paths.filter((path) => path.length === 2).map(([, name]) => name);
  const note = { path: ['parameters'], text: leftOutText(names.map(String)) };
  return {
    ...document,
    value: { ...cut.value, from },
    notes: [...document.notes, ...(names.length > 0 ? [note] : [])],
  };
}

/** A comment, which `--take` reads again. */
export function leftOutText(names: readonly string[]): string {
  return `left out: ${names.join(', ')}`;
}

function lossOf({ from, name }: ImportedDocument['value'], paths: readonly NodePath[]): readonly Loss[] {
  const [first] = paths;
  if (!first) return [];
  const names = paths.map(([, ...path]) => path.filter((key) => key !== 'properties').join('.'));
  const list = `${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`;
  const message = `${String(name)} is imported without ${names.length} optional parameters or properties: ${list}.`;
  const hint = `Take one back: \`haft import --take ${shellWord([String(name), ...first].join('.'))}\`.`;
  return [loss('lossy', from, 'optional parameters left out by --slim', message, hint)];
}

/** A secret that is left out is no longer asked for. */
function stillTrue(losses: readonly Loss[], documents: readonly ImportedDocument[]): readonly Loss[] {
  const keys = new Set(documents.flatMap((one) => secretParameterLosses(one, '').map(keyOf)));
  return losses.filter((loss) => loss.subject !== SECRET_PARAMETERS || keys.has(keyOf(loss)));
}

function keyOf({ from, message }: Loss): string {
  return `${from}\n${message}`;
}

/**
 * What else has to come back with a value of the source at `path`: the places of a parameter in the request, also those
 * that something else fills where nothing sends the parameter, and the definitions that it refers to.
 */
export function neededWith(value: JsonObject, source: JsonObject, path: NodePath): readonly NodePath[] {
  const [root, name] = path;
  const isParameter = root === 'parameters' && path.length === 2;
  const places = isParameter ? usesOf(source, String(name)) : [];
  const isSent = usesOf(value, String(name)).length > 0;
  const definitions = isObject(source['definitions']) ? source['definitions'] : {};
  const used = [...definitionsUsed(valueAt(source, path) ?? null, definitions)].map((one) => ['definitions', one]);
  const isMissing = (one: NodePath): boolean => valueAt(value, one) === undefined;
  return [...places.filter((one) => !isSent || isMissing(one)), ...used.filter(isMissing)];
}
