/** A released tool that was removed or edited → its released version in the specs again, as one edit. */
import type { CheckedSpec, ToolPart } from '../../check/model.ts';
import { partOfTool } from '../../check/analysis/names/tool-references.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { releasedInPlace, specOf } from './released-text.ts';

interface Place {
  /** The server of the tool in the contract. */
  readonly server: string;
  /** For a tool that is gone; one that is in the specs keeps what was released. */
  readonly deprecated: Deprecation | undefined;
  /** The file of its function, where it has one. */
  readonly handler: string | undefined;
}

/** The edit, or the sentence that says why there is none. */
export function restore(released: ToolPlan, spec: CheckedSpec, place: Place): TextEdit | string {
  const part = partOfTool(spec, { server: place.server, tool: released.name });
  const edit = part ? releasedInPlace(released, part) : putBack(released, spec, place);
  if (edit) return edit;
  if (part)
    return `tool "${released.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  return `server "${place.server}" has no tool to put it behind`;
}

function putBack(released: ToolPlan, spec: CheckedSpec, place: Place): TextEdit | undefined {
  for (const neighbor of neighborsOf(released, spec, place.server)) {
    const edit = neighbor.insertBehind(specOf(released, place.handler, place.deprecated, neighbor));
    if (edit) return edit;
  }
  return undefined;
}

/** The tools of the server, the one that it would follow by name first: where its author looks for it. */
function neighborsOf({ name }: ToolPlan, spec: CheckedSpec, server: string): ToolPart[] {
  const own = spec.tools.filter((tool) => tool.server?.spec.name === server);
  const before = own.filter((tool) => tool.spec.name < name).sort((a, b) => (a.spec.name < b.spec.name ? 1 : -1));
  return [...before, ...own];
}
