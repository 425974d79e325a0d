/** Tools that a model sees together: those of one server, and of servers that a choice of haft.yaml shows with it. */
import { groupBy } from '../../../base/groups.ts';
import { memoizeBy, memoizeByParts, memoizeText } from '../../../base/memo.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import type { Settings } from '../../settings.ts';

/** No name of a server starts with it. */
const CHOICE = '+';

/** By scope: servers in the order of the project, and behind them the choices. */
const toolsByScope = memoizeBy(({ tools, settings }: SpecDraft): ReadonlyMap<string, readonly ToolPart[]> => {
  const scopesOf = memoizeText((server) => [server, ...choicesOf(settings.choices, server)]);
  const placed = tools.flatMap((tool) => scopesOf(tool.server?.spec.name ?? '').map((scope) => ({ scope, tool })));
  const groups = [...groupBy(placed, ({ scope }) => scope)].sort(
    ([a], [b]) => Number(a.startsWith(CHOICE)) - Number(b.startsWith(CHOICE)),
  );
  return new Map(groups.map(([scope, own]) => [scope, own.map(({ tool }) => tool)]));
});

/** The choices in which a host shows a server with others. */
function choicesOf(choices: Settings['choices'], server: string): readonly string[] {
  const own = choices.filter(({ servers = [] }) => servers.length > 1 && servers.includes(server));
  return own.map(({ name }) => `${CHOICE}${name}`);
}

/** The tools of a scope, and what was found among them. */
interface FoundTogether<R> {
  readonly tools: readonly ToolPart[];
  readonly results: readonly R[];
}

/**
 * For each scope what `find` gives, which names tools by their index, and reads of them no more than `spec` and the name of
 * the server: it is called again only where these changed.
 */
export function foundTogether<R>(
  find: (tools: readonly ToolPart[], isChoice: boolean) => readonly R[],
): (draft: SpecDraft) => readonly FoundTogether<R>[] {
  const inScope = memoizeText((scope) =>
    memoizeByParts(
      (tools: readonly ToolPart[]) => [
        tools[0]?.spec ?? {},
        ...tools.flatMap(({ spec, server }) => [spec, server?.spec.name]),
      ],
      (tools) => find(tools, scope.startsWith(CHOICE)),
    ),
  );
  return (draft) => [...toolsByScope(draft)].map(([scope, tools]) => ({ tools, results: inScope(scope)(tools) }));
}
