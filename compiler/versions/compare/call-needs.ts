/** What a call of a tool needs: whether tokens or parameters that were enough no longer are. */
import type { Json } from '@haft/runtime/language';
import type { ToolPlan } from '../../plan/model.ts';

/** What both need, in words, where `to` needs something that `from` does not. */
export function furtherNeeds(
  from: ToolPlan | undefined,
  to: ToolPlan | undefined,
): { readonly before: Json; readonly after: Json } | undefined {
  if (!from || !to) return undefined;
  const [open, closed] = [from.public === true, to.public !== true];
  const isMore = (open && closed) || (to.scopes ?? []).some((scope) => !from.scopes?.includes(scope));
  return isMore ? { before: needsOf(from), after: needsOf(to) } : undefined;
}

function needsOf({ scopes = [], public: isPublic }: ToolPlan): Json {
  return isPublic === true ? 'public' : scopes;
}

/** A call that fulfills a part of a group, or gives a required parameter, fulfills the group. */
export function stricterGroups(from: ToolPlan | undefined, to: ToolPlan | undefined): readonly (readonly string[])[] {
  if (!from || !to) return [];
  const ensured = [...(from.at_least_one ?? []), ...(from.inputSchema.required ?? []).map((name) => [name])];
  return (to.at_least_one ?? []).filter((group) => !ensured.some((part) => part.every((name) => group.includes(name))));
}
