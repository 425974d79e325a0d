/** A new parameter of a released tool has a default. */
import type { PolicyRule } from './policy.ts';

export const parameterDefault: PolicyRule = {
  id: 'version/parameter-default',
  says: 'A new parameter of a released tool must have a default.',
  why: 'Existing callers do not send it: with a default their calls keep their meaning, without one they fail or change.',
  next: 'Add a default that keeps the previous behavior, or publish a successor.',
  source: 'EXT §9 rule 1',
  judge({ pairs, dates }) {
    return pairs.schema.flatMap(({ before, after, side, path, name, tool, required }) => {
      const isNew = !before && after && side === 'argument' && path.length === 2;
      if (!isNew || after.default !== undefined) return [];
      // Where absent means "no filter", the custom of imported tools, no call changes its meaning.
      const isWarning = dates.imported?.has(tool.after?.name ?? '') === true && !required.after;
      const what = required.after ? 'is required' : 'has no default';
      return [
        {
          target: { server: tool.server, tool: tool.after?.name ?? '', path },
          isWarning,
          says: `The new parameter "${name}" ${what}.`,
        },
      ];
    });
  },
};
