/** The schemas of one tool, at any depth, as parts that rules look at. */
import type { Schema } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { innerSchemas, schemaRoots } from './inner-schemas.ts';
import type { ParamPart, ToolPart } from '../../model.ts';

interface SchemaParts {
  readonly params: readonly ParamPart[];
  readonly results: readonly ParamPart[];
}

/** Not cached: all of them together would take more memory than the specs. */
export function schemasOf(tool: ToolPart): SchemaParts {
  return { params: paramsOf(tool), results: resultsOf(tool) };
}

function paramsOf(tool: ToolPart): ParamPart[] {
  const { parameters = {} } = tool.spec;
  if (tool.profile === 'mcp') {
    return schemaRoots(tool.spec).flatMap(({ schema, path, key = 'parameters' }) => {
      return nested(tool, key, schema, path, path[0] === 'parameters');
    });
  }
  return Object.entries(parameters).flatMap(([name, schema]) => nested(tool, name, schema, ['parameters', name], true));
}

function resultsOf(tool: ToolPart): ParamPart[] {
  const { returns } = tool.spec;
  return returns ? nested(tool, 'returns', returns, ['returns'], false) : [];
}

function nested(tool: ToolPart, name: string, schema: Schema, path: NodePath, topLevel: boolean): ParamPart[] {
  const part: ParamPart = {
    spec: schema,
    file: tool.file,
    at: (inner, side, word) => tool.at([...path, ...inner], side, word),
    about: (inner) => tool.about([...path, ...inner]),
    edit: (edit) => tool.edit({ ...edit, path: [...path, ...edit.path] }),
    name,
    tool,
    topLevel,
    side: path[0] === 'returns' || path[0] === 'output_schema' ? 'result' : 'argument',
  };
  return [
    part,
    ...innerSchemas(schema, tool.profile).flatMap(({ schema: inner, path: to, key = name }) => {
      return nested(tool, key, inner, [...path, ...to], false);
    }),
  ];
}
