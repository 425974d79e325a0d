/** All names that specs declare, also in invalid documents, so that one mistake in a tool does not make every mention of it an error. */
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import type { DeclaredNames } from '../../model.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';

export function declaredNames(documents: readonly SpecDocument[]): DeclaredNames {
  const names = { servers: new Set<string>(), tools: new Set<string>(), skills: new Set<string>() };
  for (const { value } of documents) {
    const kind = textAt(value, 'kind');
    if (kind === 'server') add(names.servers, value);
    if (kind === 'skill') add(names.skills, value);
    if (kind === 'tool') add(names.tools, value);
    const tools = valueAt(value, 'tools');
    if (kind === 'server' && Array.isArray(tools)) for (const tool of tools) add(names.tools, tool);
  }
  return names;
}

function add(names: Set<string>, value: unknown): void {
  const name = textAt(value, 'name');
  if (name !== undefined) names.add(name);
}
