/** Renaming on request: the edits are made when a check of the project with them shows nothing new. */
import type { LspWorkspaceEdit } from '../protocol.ts';
import { type Thing, mentionAt } from '../mentions.ts';
import { renaming, whyFixed, whyRejected } from '../rename.ts';
import { rangeOf } from '../positions.ts';
import { serverDocument } from '../desk.ts';
import { type DeskPlace, afterEdits, deskOf, workspaceEdit } from './place.ts';
import type { Rejection } from './serving.ts';

export async function prepareRename({ desk, source, offset }: DeskPlace): Promise<object | null> {
  const mention = mentionAt(desk, source, offset);
  if (!mention) return null;
  const rejected = whyFixed(desk, mention.thing);
  return rejected === undefined
    ? { range: rangeOf(source, mention.span), placeholder: mention.thing.name }
    : { rejected };
}

export async function rename(place: DeskPlace): Promise<LspWorkspaceEdit | Rejection | null> {
  const { desk, source, offset, project, looked, params, serving } = place;
  const mention = mentionAt(desk, source, offset);
  if (!mention) return null;
  const plan = renaming(desk, mention.thing, params.newName ?? '');
  if (typeof plan === 'string') return { rejected: plan };
  const recorded = plan.things.map((thing) => whyRecorded(place, thing)).find((why) => why !== undefined);
  if (recorded !== undefined) return { rejected: recorded };
  const after = await project.lookWith(afterEdits(looked, plan.edits));
  if (!after) return { rejected: 'The project cannot be read now. Save its files, and rename again.' };
  const rejected = whyRejected(plan, desk, deskOf(after, project, serving));
  return rejected === undefined ? workspaceEdit(place, plan.edits) : { rejected };
}

/** A recording names its tool in its own file, which no open text is. */
function whyRecorded({ desk, looked, serving }: DeskPlace, { kind, name, owner }: Thing): string | undefined {
  const server = kind === 'server' ? name : owner;
  const source = serverDocument(desk, server)?.file;
  if (!looked.read || source === undefined || (kind !== 'tool' && kind !== 'server')) return undefined;
  const tools = kind === 'tool' ? [name] : desk.draft.names.tools.plain([server]);
  const { project } = looked.read;
  const [file] = tools.flatMap((tool) =>
    serving.steps.recordingsOf(project, { server: { name: server, source }, tool: { name: tool } }),
  );
  if (file === undefined) return undefined;
  const step = `Write the new name as its \`tool\`, and in its file name where the old one is; then rename again.`;
  return `"${file}" has recorded calls of ${kind} "${name}". ${step}`;
}
