/** Names that every model takes, and the namespaces of OpenAI in which deferred tools are. */
import { toolGroups } from '../language/tool-groups.ts';
import type { OpenAiNamespace, OpenAiTool } from './shapes.ts';

/** Letters, digits, `_` and `-`, at most 64, with a letter or `_` first, as all of them take it; further ones of the same name are numbered. */
export function portableName(name: string, names: Set<string>): string {
  const plain = name.replaceAll(/[^\w-]/g, '_').replace(/^[\d-]/, '_$&');
  let free = plain.slice(0, 64);
  for (let number = 2; names.has(free); number += 1) free = `${plain.slice(0, 60)}_${number}`;
  names.add(free);
  return free;
}

/** More of them in one are found less well (OpenAI, "Tool search"). */
const MAX_IN_NAMESPACE = 10;

/** Deferred functions by what they are about: outside of a namespace, each would show its name and description. */
export function inNamespaces(all: readonly OpenAiTool[]): (OpenAiTool | OpenAiNamespace)[] {
  const names = new Set(all.map(({ name }) => name));
  const groups = toolGroups(all.filter((one) => one.defer_loading));
  const namespaces = groups.flatMap(({ word, tools }) =>
    tools.flatMap((_, at) => {
      const own = at % MAX_IN_NAMESPACE === 0 ? tools.slice(at, at + MAX_IN_NAMESPACE) : [];
      const description = `Tools: ${own.map(({ name }) => name).join(', ')}.`;
      return own[0] ? { type: 'namespace' as const, name: portableName(word, names), description, tools: own } : [];
    }),
  );
  return [...all.filter((one) => !one.defer_loading), ...namespaces];
}
