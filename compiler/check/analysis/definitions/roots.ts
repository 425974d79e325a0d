/** The outermost schemas of a tool. */
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { AuthoredSchema } from './expand.ts';

interface Root {
  readonly schema: AuthoredSchema;
  readonly path: NodePath;
}

export function rootsOf({ definitions = {}, parameters = {}, returns }: ToolSpec): readonly Root[] {
  return [
    ...Object.entries(definitions).map(([key, schema]) => ({ schema, path: ['definitions', key] })),
    ...Object.entries(parameters).map(([key, schema]) => ({ schema, path: ['parameters', key] })),
    ...(returns ? [{ schema: returns, path: ['returns'] }] : []),
  ];
}
