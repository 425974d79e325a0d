/** Turns YAML nodes into plain JSON, within limits for alias bombs and deep nesting. */
import { type Json, type JsonObject, isJsonObject, isObject } from '@haft/runtime/language';
import { type Node, type Pair, type YAMLMap, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { MAX_ALIAS_NODES } from './build.ts';

/** Levels of nesting; a spec needs fewer than 20. */
const MAX_DEPTH = 64;

interface ValueProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Offsets in the file. */
  readonly start: number;
  readonly end: number;
}

interface PlainValue {
  readonly value: Json;
  readonly problems: readonly ValueProblem[];
  /** The target of each alias, for `locate`. */
  readonly aliases: ReadonlyMap<Node, Node>;
}

interface Walk {
  /** Whether a plain key << adds the members of other maps, as in YAML 1.1. */
  readonly merges: boolean;
  readonly problems: ValueProblem[];
  readonly anchors: Map<string, Node>;
  readonly aliases: Map<Node, Node>;
  /** Nodes that are being read: an alias to one of them holds itself. */
  readonly open: Set<Node>;
  depth: number;
  /** The outermost alias that is being followed. */
  alias: Node | undefined;
  aliasNodes: number;
}

export function toPlain(root: Node | null, { merges = false }: { readonly merges?: boolean } = {}): PlainValue {
  const walk: Walk = {
    merges,
    problems: [],
    anchors: new Map(),
    aliases: new Map(),
    open: new Set(),
    depth: 0,
    alias: undefined,
    aliasNodes: 0,
  };
  return { value: plain(root, walk), problems: walk.problems, aliases: walk.aliases };
}

/** A list or a map that is not empty. */
export function hasMembers(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
}

function plain(node: Node | null | undefined, walk: Walk): Json {
  if (!node) return null;
  if (walk.alias) walk.aliasNodes += 1;
  if (walk.aliasNodes > MAX_ALIAS_NODES) return reportOnce(walk, walk.alias ?? node, ALIAS_BOMB);
  if (walk.depth > MAX_DEPTH) return reportOnce(walk, node, TOO_DEEP);
  if (isAlias(node)) return followAlias(node, walk);
  if ('anchor' in node && typeof node.anchor === 'string') walk.anchors.set(node.anchor, node);
  if (isScalar(node)) return scalar(node, node.value, walk);
  walk.depth += 1;
  walk.open.add(node);
  const value = isSeq(node)
    ? node.items.map((item) => plain(childOf(item), walk))
    : isMap(node)
      ? record(node, walk)
      : null;
  walk.depth -= 1;
  walk.open.delete(node);
  return value;
}

function childOf(item: unknown): Node | null {
  // A `? key` inside a flow list is a pair; it has no JSON form and comes out as null, which the shape check reports.
  return isNode(item) ? item : null;
}

function followAlias(alias: Node & { source: string }, walk: Walk): Json {
  const target = walk.anchors.get(alias.source);
  if (!target) return report(walk, alias, unknownAlias(alias.source));
  walk.aliases.set(alias, target);
  if (walk.open.has(target)) return report(walk, alias, holdsItself(alias.source));
  const outermost = walk.alias;
  walk.alias ??= alias;
  walk.depth += 1;
  const value = plain(target, walk);
  walk.depth -= 1;
  walk.alias = outermost;
  return value;
}

function record(map: YAMLMap, walk: Walk): Record<string, Json> {
  const result: Record<string, Json> = {};
  const merged: JsonObject[] = [];
  for (const pair of map.items) {
    const key = keyOf(pair);
    if (walk.merges && isMergeKey(pair)) merged.push(...mergedMaps(pair, walk));
    else if (key === undefined) report(walk, isNode(pair.key) ? pair.key : map, NOT_A_TEXT_KEY);
    else if (Object.hasOwn(result, key)) report(walk, isNode(pair.key) ? pair.key : map, duplicateKey(key));
    else define(result, key, plain(childOf(pair.value), walk));
  }
  for (const [key, value] of merged.flatMap((one) => Object.entries(one)))
    if (!Object.hasOwn(result, key)) define(result, key, value);
  return result;
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The first of them wins. */
function mergedMaps({ key, value }: Pair, walk: Walk): readonly JsonObject[] {
  const written = plain(childOf(value), walk);
  const maps = Array.isArray(written) ? written : [written];
  if (maps.every(isJsonObject)) return maps;
  if (isNode(key)) report(walk, key, NOT_MERGEABLE);
  return [];
}

/** `__proto__` from a file must become an ordinary property, not the prototype. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Keys are texts; plain numbers (`403:`) and words (`true:`, `null:`) count as the text that the author typed. */
export function keyOf(pair: Pair): string | undefined {
  const { key } = pair;
  if (!isScalar(key) || (key.value === null && key.source !== 'null')) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function scalar(node: Node, value: unknown, walk: Walk): Json {
  if (typeof value === 'string' && !value.isWellFormed()) report(walk, node, LONE_SURROGATE);
  if (typeof value === 'number' && !Number.isFinite(value)) report(walk, node, NOT_FINITE);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return report(walk, node, NOT_JSON);
}

/** What cannot be read is null. */
function report({ problems }: Walk, node: Node, [code, message, hint]: ProblemText): null {
  const [start, end] = node.range ?? [0, 0];
  problems.push({ code, message, hint, start, end });
  return null;
}

function reportOnce(walk: Walk, node: Node, text: ProblemText): null {
  return walk.problems.some(({ code }) => code === text[0]) ? null : report(walk, node, text);
}

type ProblemText = readonly [code: string, message: string, hint: string];

const unknownAlias = (name: string): ProblemText => [
  'yaml/unknown-alias',
  `Unknown alias "*${name}": no anchor "&${name}" is defined before it.`,
  'Define the anchor first, or quote a string that starts with *.',
];
const holdsItself = (name: string): ProblemText => [
  'yaml/alias-loop',
  `Alias "*${name}" is inside its own anchor "&${name}".`,
  'Write the value out instead of the alias.',
];
const duplicateKey = (key: string): ProblemText => [
  'yaml/duplicate-key',
  `Duplicate key "${key}".`,
  'Remove one of the two.',
];
const NOT_MERGEABLE: ProblemText = [
  'yaml/merge-key',
  'The value of `<<` must be a map or a list of maps.',
  'Refer to a map (`<<: *anchor`), or put the key in quotes.',
];
const NOT_A_TEXT_KEY: ProblemText = ['yaml/key-not-text', 'This key is not a string.', 'Use a string as the key.'];
const LONE_SURROGATE: ProblemText = [
  'yaml/lone-surrogate',
  'This string contains half of a surrogate pair, which is not a character.',
  'Remove the stray \\uD800–\\uDFFF escape, or write the whole character.',
];
const NOT_FINITE: ProblemText = ['yaml/not-finite', 'This number is not finite.', 'Write a finite number.'];
const NOT_JSON: ProblemText = [
  'yaml/not-json',
  'This value cannot be represented in JSON.',
  'Write a string, number, true, false, list or map; quote it to make it a string.',
];
const ALIAS_BOMB: ProblemText = [
  'yaml/alias-bomb',
  `Aliases expand this document to more than ${MAX_ALIAS_NODES} extra nodes.`,
  'Write the repeated part out, or alias a smaller part.',
];
const TOO_DEEP: ProblemText = [
  'yaml/too-deep',
  `This document is nested deeper than ${MAX_DEPTH} levels.`,
  'Flatten it; a spec needs fewer than 20 levels.',
];
