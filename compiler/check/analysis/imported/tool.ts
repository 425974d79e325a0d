/** Reads the keys that only tools of profile `mcp` have: one text as description, hints, and results without an envelope. */
import type { JsonObject } from '@haft/runtime/language';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { UNDESCRIBED } from '../../description.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Located, ToolPart } from '../../model.ts';

/** A description that is one text becomes a description of one part, whose place is the text itself. */
export function withParts<L extends Located<ToolSpec>>(tool: L): L {
  const { hints } = tool.spec;
  const spec = hints ? { ...tool.spec, ...effectsOf(hints) } : tool.spec;
  const text: unknown = spec.description;
  if (text !== undefined && typeof text !== 'string') return spec === tool.spec ? tool : { ...tool, spec };
  const isPart = ([key, inner]: NodePath): boolean => key === 'description' && inner !== undefined;
  return {
    ...tool,
    spec: { ...spec, description: text === undefined ? UNDESCRIBED : { does: text, when: '' } },
    at: (path, part, word) => (isPart(path) ? tool.at(['description'], part, word) : tool.at(path, part, word)),
    edit: (edit) => {
      if (!isPart(edit.path)) return tool.edit(edit);
      const whole = edit.path[1] === 'does' && edit.path.length === 2;
      return whole ? tool.edit({ ...edit, path: ['description'] }) : undefined;
    },
  };
}

/** The effects that hints imply; where they imply nothing, anything may happen. */
function effectsOf({ readOnlyHint, destructiveHint }: JsonObject): Pick<ToolSpec, 'effects'> {
  if (readOnlyHint === true) return { effects: 'read' };
  return destructiveHint === false ? { effects: 'write' } : {};
}

/** Whether the results of a tool have no envelope. */
function isRaw({ spec, server }: Pick<ToolPart, 'spec' | 'server'>): boolean {
  return (spec.results ?? server?.spec.results) === 'raw';
}

/** Finds keys for one format of results on a tool that has the other. */
export function resultFindings(tools: readonly ToolPart[]): Diagnostic[] {
  return tools.flatMap((tool) => {
    if (tool.profile === 'ext') return [];
    const key = isRaw(tool) ? 'returns' : 'output_schema';
    if (tool.spec[key] === undefined) return [];
    const form = isRaw(tool) ? 'raw' : 'in an envelope';
    const message = `\`${key}\` of tool "${tool.spec.name}" has no effect: its results are ${form}.`;
    const hint = isRaw(tool) ? 'Use `output_schema`, or `results: envelope`.' : 'Use `returns`, or `results: raw`.';
    const place = { span: tool.at([key], 'key'), about: tool.about([key]) };
    return [{ code: 'spec/results', severity: 'warning', message, hint, ...place }];
  });
}
