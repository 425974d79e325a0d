/** Tools that were added, removed or renamed. */
import { readMark } from '../../../plan/contract.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import type { ChangeFacts } from '../../change.ts';
import { changeKinds } from '../../kind.ts';
import { LIST_SHELVES } from '../../compare/example-documents.ts';

const UNKNOWN = 'Every call of the old name fails with "unknown tool", and models may choose it differently.';

/** Callers of the tool that was removed may still know the name. */
function returningFacts({ removed = {} }: ServerPlan, name: string): Partial<ChangeFacts> {
  const mark = Object.hasOwn(removed, name) ? removed[name] : undefined;
  if (mark === undefined) return {};
  const versions = readMark(mark).map(({ version }) => version);
  const why = `Version ${versions.join(' and ')} removed a tool with this name: who still calls it reaches this one.`;
  return { level: 'risky', why, next: 'Choose another name, unless it does what the removed tool did.' };
}

export const TOOL_PRESENCE = changeKinds('tool', [
  {
    id: 'tool/added',
    axis: 'wire',
    level: 'safe',
    says: 'A tool was added.',
    why: 'Callers of other tools are not affected.',
    next: 'Add evals, and refer to it under `instead` of similar tools.',
    example: {
      before: 'name: search_books',
      after: `name: search_books\n${LIST_SHELVES}`,
    },
    mirror: 'tool/removed',
    detect(pair, found) {
      const { owner, before, after } = pair;
      if (!owner.before || before || !after) return;
      found({ after: after.name, ...returningFacts(owner.before, after.name) });
    },
  },
  {
    id: 'tool/removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A tool was removed.',
    why: 'Every caller, prompt and skill that uses it gets "unknown tool".',
    next: 'Restore it, deprecate it with a successor and a date, and remove it after that date.',
    mirror: 'tool/added',
    detect(pair, found) {
      const { owner, before, after } = pair;
      if (!owner.after || !before || after) return;
      const next = before.deprecated && `Tell the remaining callers to use "${before.deprecated.use}".`;
      found({ before: before.name, ...(next !== undefined && { next }) });
    },
  },
  {
    id: 'tool/renamed',
    axis: 'wire',
    level: 'breaking',
    says: 'A tool was renamed.',
    why: `Its parameters are the same and its description is similar. ${UNKNOWN}`,
    next: 'Keep the old name, or restore the old tool, deprecated with `use: <tool>`.',
    example: {
      before: 'name: search_books',
      after: 'name: find_books',
    },
    detect({ before, after, renamed }, found) {
      if (renamed === false || !before || !after) return;
      const why = `Both were imported from \`${after.from ?? ''}\`. ${UNKNOWN}`;
      found({ before: before.name, after: after.name, ...(renamed === 'source' && { why }) });
    },
  },
]);
