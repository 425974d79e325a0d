/** The names that a project has already, with the files that declare them. */
import { isObject } from '@haft/runtime/language';
import type { SpecDocument } from '../../spec/yaml/spec.ts';

/** Files by name; names of tools as `joinedName` gives them. */
export interface NamesInUse {
  readonly server: ReadonlyMap<string, string>;
  readonly tool: ReadonlyMap<string, string>;
}

/** As rules and generated types compare names of tools: without case and separators. */
export function joinedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

export function namesInUse(documents: readonly SpecDocument[]): NamesInUse {
  const server = new Map<string, string>();
  const tool = new Map<string, string>();
  for (const { value, file } of documents) {
    const { kind, name, tools } = isObject(value) ? value : {};
    if (typeof name === 'string' && kind === 'server' && !server.has(name)) server.set(name, file);
    const declared: readonly unknown[] =
      kind === 'tool' ? [value] : kind === 'server' && Array.isArray(tools) ? tools : [];
    for (const one of declared) {
      const own = isObject(one) ? one['name'] : undefined;
      if (typeof own === 'string' && !tool.has(joinedName(own))) tool.set(joinedName(own), file);
    }
  }
  return { server, tool };
}
