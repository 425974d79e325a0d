/** What the references inside a value lead to, by the reference: also those that the runtime does not follow. */
import { type Json, decodedOr, findPointer, isObject, ownMember, type Schema, targetOf } from '@haft/runtime/language';

/** All definitions that are reached from a value inside `root`, one through another. */
export function leadingTo(value: unknown, root: Schema): ReadonlyMap<string, unknown> {
  const targets = new Map<string, unknown>();
  const open = referencesIn(value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (targets.has(next)) continue;
    const target = targetsOf(next, root);
    if (target === undefined) continue;
    targets.set(next, target);
    open.push(...referencesIn(target));
  }
  return targets;
}

/** Whether the runtime does not follow a reference: it is no pointer to a schema of the whole. */
export function leadsNowhere(reference: unknown, root: Schema): boolean {
  const text = String(reference);
  const isNamed = text.startsWith(DEFINITIONS) && Object.hasOwn(root.$defs ?? {}, text.slice(DEFINITIONS.length));
  return !isNamed && targetOf(root, text) === undefined;
}

const DEFINITIONS = '#/$defs/';

/** What a reference of a plain form leads to. */
export function definitionOf(reference: string, { $defs = {} }: Schema): Schema | undefined {
  return ownMember($defs, reference.slice(DEFINITIONS.length));
}

export function referencesIn(value: unknown): string[] {
  const written = JSON.stringify(value ?? null).matchAll(/"\$(?:ref|dynamicRef|recursiveRef)":("(?:[^"\\]|\\.)*")/g);
  return [...written].map(([, quoted = '""']) => String(JSON.parse(quoted)));
}

/** Of a name all places that have it; of an address that may be one of the schemas inside, the whole. */
function targetsOf(reference: string, root: Schema): unknown {
  if (reference === '#') return root;
  if (reference.startsWith('#/')) return findPointer(root as Json, decodedOr(reference.slice(1)));
  if (reference.startsWith('#')) return placesNamed(root, reference.slice(1));
  return JSON.stringify(root).includes('"$id":') ? root : undefined;
}

const ANCHORS = ['$anchor', '$dynamicAnchor'] as const;

function placesNamed(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((one) => placesNamed(one, name));
  const isOwn = isObject(value) && (ANCHORS.some((key) => value[key] === name) || value['$id'] === `#${name}`);
  return isOwn ? [value, ...inside] : inside;
}
