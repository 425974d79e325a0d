/** The columns of the rows that a statement returns, where they were learned from its database. */
import { ownMember } from '@haft/runtime/language';
import type { ToolPlan } from '../../../plan/model.ts';
import { changeKinds } from '../../kind.ts';
import type { Pair } from '../../change.ts';

const tool = (columns: string): string =>
  `sql: { database: shop, statement: "select ${columns} from items order by id" }`;

const one = { before: tool('id, count'), after: tool('id') };

/** Names that only the first of the two has, and the type of each. */
function without(first: ToolPlan | undefined, second: ToolPlan | undefined): readonly (readonly [string, string])[] {
  const { columns } = second ?? {};
  return columns ? Object.entries(first?.columns ?? {}).filter(([name]) => !Object.hasOwn(columns, name)) : [];
}

/** With a mapping callers read what it makes of the columns. */
const MAPPED = {
  level: 'safe',
  why: 'The result has what `result:` takes from the rows, which is compared by itself.',
} as const;

function isMapped({ after }: Pair<ToolPlan>): boolean {
  return after?.behavior.kind === 'sql' && after.behavior.result !== undefined;
}

export const TOOL_COLUMNS = changeKinds('tool', [
  {
    id: 'tool/column-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A column of the rows of a statement was removed.',
    why: 'Consumers that read it find nothing under its name.',
    next: 'Return the column again, or run `haft bump <tool>` to publish this version as a successor.',
    example: one,
    mirror: 'tool/column-added',
    detect(pair, found) {
      for (const [name] of without(pair.before, pair.after))
        found({ path: ['sql', 'statement'], before: name, ...(isMapped(pair) && MAPPED) });
    },
  },
  {
    id: 'tool/column-added',
    axis: 'wire',
    level: 'safe',
    says: 'A column of the rows of a statement was added.',
    why: 'Consumers that do not read it are not affected; models read one more value.',
    next: 'Check that callers of the tool may see the column.',
    mirror: 'tool/column-removed',
    detect(pair, found) {
      if (!pair.before?.columns) return;
      for (const [name] of without(pair.after, pair.before)) found({ path: ['sql', 'statement'], after: name });
    },
  },
  {
    id: 'tool/column-type',
    axis: 'wire',
    level: 'risky',
    says: 'The type of a column of the rows changed.',
    why: 'Consumers can get a number where they got text, or other texts for the same values.',
    next: 'Call the tool before and after the change, and compare the results.',
    example: { before: tool('id, count as value'), after: tool('id, added as value') },
    detect({ before, after }, found) {
      for (const [name, type] of Object.entries(before?.columns ?? {})) {
        const now = ownMember(after?.columns ?? {}, name);
        if (now && type !== '' && now !== type)
          found({ path: ['sql', 'statement'], before: `${name} ${type}`, after: `${name} ${now}` });
      }
    },
  },
]);
