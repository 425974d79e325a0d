/** A released tool that was removed or edited → its released version in the specs again, as one edit. */
import type { CheckedSpec, ToolPart } from '../../check/model.ts';
import { partOfTool } from '../../check/analysis/names/tool-references.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { Deprecation } from '../../plan/model.ts';
import { type ReleasedText, commentsAbove, insertedBehind, releasedInPlace, specOf } from './released-text.ts';

interface Place {
  /** The server of the tool in the contract. */
  readonly server: string;
  /** For a tool that is gone; one that is in the specs keeps what was released. */
  readonly deprecated: Deprecation | undefined;
  /** The file of its function, where it has one. */
  readonly handler: string | undefined;
}

/** The edits in order of preference, or the sentence that says why there is none. */
export function restore(text: ReleasedText, spec: CheckedSpec, place: Place): readonly TextEdit[] | string {
  const { released } = text;
  const part = partOfTool(spec, { server: place.server, tool: released.name });
  const edits = part ? releasedInPlace(text, part) : putBack(text, spec, place);
  const textEdits = edits.filter((edit) => edit !== undefined);
  if (textEdits.length > 0) return textEdits;
  if (part)
    return `tool "${released.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  return `server "${place.server}" has no tool to put it behind`;
}

function putBack({ released, authored }: ReleasedText, spec: CheckedSpec, place: Place): (TextEdit | undefined)[] {
  const { server, handler, deprecated } = place;
  for (const neighbor of neighborsOf({ released, authored }, spec, server)) {
    const evals = deprecated ? undefined : authored?.part.spec.evals;
    const target = { ...specOf(released, handler, deprecated, neighbor), ...(evals && { evals }) };
    const comments = authored ? commentsAbove(authored) : '';
    const current = spec.spec.sources.find(({ path }) => path === neighbor.file)?.text ?? '';
    // An author may have left them there, as often as they were.
    const isThere = current.split(comments).length >= (authored?.text ?? '').split(comments).length;
    const edits = insertedBehind(target, authored, neighbor, isThere ? '' : comments);
    if (edits.some((edit) => edit !== undefined)) return edits;
  }
  return [];
}

/** The tools of the server: first the one that it followed, then the one that it would follow by name, where its author looks for it. */
function neighborsOf({ released: { name }, authored }: ReleasedText, spec: CheckedSpec, server: string): ToolPart[] {
  const own = spec.tools.filter((tool) => tool.server?.spec.name === server);
  const followed = (authored?.follows ?? []).flatMap((one) => own.find((tool) => tool.spec.name === one) ?? []);
  const before = own.filter((tool) => tool.spec.name < name).sort((a, b) => (a.spec.name < b.spec.name ? 1 : -1));
  return [...followed, ...before, ...own];
}
