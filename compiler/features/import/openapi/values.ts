/** Tolerant reading of parsed documents: only own members count, any type is accepted; and the schemas of parameters. */
import { type Json, isObject, ownMember } from '@haft/runtime/language';

/** A map of a document, whose members may be anything. */
export type RawNode = Readonly<Record<string, unknown>>;

const NOTHING: RawNode = Object.freeze({});

/** The value as a map; an empty one where it is none. */
export function nodeOf(value: unknown): RawNode {
  return isObject(value) ? value : NOTHING;
}

/** A member of what may be a map. */
export function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? ownMember(value, key) : undefined;
}

/** A member that is a text with something in it. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = memberOf(value, key);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? list : [];
}

/** The texts of a member that is a list. */
export function textsAt(value: unknown, key: string): readonly string[] {
  return listAt(value, key).filter((item): item is string => typeof item === 'string');
}

/** The members of a map whose names can be members of any map. */
export function entriesOf(value: unknown): [string, unknown][] {
  const node = nodeOf(value);
  const all = Object.entries(node);
  return Object.hasOwn(node, '__proto__') ? all.filter(([name]) => name !== '__proto__') : all;
}

/** A value of a document as JSON; parsed documents have nothing else. */
export function jsonOf(value: unknown): Json | undefined {
  return value as Json | undefined;
}

/** Whether an extension says that something is not meant for tools: `false`, or `disabled: true`. */
export function isOff(extension: unknown): boolean {
  return extension === false || memberOf(extension, 'disabled') === true || memberOf(extension, 'enabled') === false;
}

/** Its own, or that of its media type. */
export function parameterSchema(node: RawNode): unknown {
  if (node['schema'] !== undefined) return node['schema'];
  const [[, media] = []] = entriesOf(node['content']);
  if (media !== undefined) return memberOf(media, 'schema');
  // Version 2 in a document that says 3.
  return node['type'] === undefined ? undefined : { type: node['type'], enum: node['enum'], items: node['items'] };
}
