/** Where imported documents are in the author's specs now: found by their `from`, whatever their names and files became. */
import type { JsonObject } from '@haft/runtime/language';
import { isObject } from '@haft/runtime/language';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';

export interface Placed {
  readonly from: string;
  readonly document: SpecDocument;
  /** Empty, or the path of a tool that its author moved into the list of a server. */
  readonly base: NodePath;
  readonly value: JsonObject;
}

/** By `from`; a document that its author copied is there twice. */
export function placedIn(documents: readonly SpecDocument[]): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>();
  const add = (document: SpecDocument, base: NodePath, value: unknown): void => {
    const from = isObject(value) ? value['from'] : undefined;
    if (typeof from !== 'string') return;
    const list = found.get(from) ?? [];
    // A document that was loaded is plain JSON.
    list.push({ from, document, base, value: value as JsonObject });
    found.set(from, list);
  };
  for (const document of documents) {
    add(document, [], document.value);
    const tools = isObject(document.value) ? document.value['tools'] : undefined;
    if (Array.isArray(tools)) tools.forEach((tool: unknown, index) => add(document, ['tools', index], tool));
  }
  return found;
}
