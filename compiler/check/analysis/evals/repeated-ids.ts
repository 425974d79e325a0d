/** The same `id` at several evals of a server: its tools are run together, and their results are recorded by id. */
import { duplicatesBy, groupBy } from '../../../base/groups.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPart, SpecDraft, ToolPart } from '../../model.ts';
import { isListed } from '../../tool-names.ts';

interface IdPlace {
  readonly tool: ToolPart;
  readonly index: number;
  readonly id: string;
}

interface RepeatedId extends IdPlace {
  readonly first: IdPlace;
}

/** By tool. Evals of a tool that is not listed are not run: the old version of a tool keeps its ids. */
export const repeatedIds = memoizeBy(({ servers }: SpecDraft): ReadonlyMap<ToolPart, readonly RepeatedId[]> => {
  const repeated = servers.flatMap((server) =>
    duplicatesBy(idsOf(server), ({ id }) => id).map(([later, first]) => ({ ...later, first })),
  );
  return groupBy(repeated, ({ tool }) => tool);
});

const idsOf = memoizeBy(({ tools }: ServerPart): readonly IdPlace[] =>
  tools.flatMap((tool) =>
    isListed(tool.spec)
      ? (tool.spec.evals ?? []).flatMap(({ id }, index) => (id === undefined ? [] : { tool, index, id }))
      : [],
  ),
);
