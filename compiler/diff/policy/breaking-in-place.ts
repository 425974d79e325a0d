/** A released tool is not broken in place. */
import type { PolicyRule } from './policy.ts';

export const breakingInPlace: PolicyRule = {
  id: 'version/breaking-in-place',
  says: 'A breaking change of a released tool is published as a new tool.',
  why: 'Callers and saved prompts rely on the released form; under the same name they would fail without a word of warning.',
  next: 'Run "haft bump <tool>": it keeps the released form and makes this one its successor.',
  source: 'EXT §9 rule 2',
  judge({ pairs, changes }) {
    const both = new Set(
      pairs.tool.flatMap(({ before, after, renamed }) => (before && after && !renamed ? [after.name] : [])),
    );
    return changes.flatMap(({ axis, level, target, kind, subject }) => {
      const { tool } = target;
      // Rule version/parameter-default speaks of new parameters.
      if (
        axis !== 'wire' ||
        level !== 'breaking' ||
        tool === undefined ||
        !both.has(tool) ||
        kind === 'param/added-required'
      )
        return [];
      return [
        {
          target,
          says: `${capital(subject)} breaks in place (${kind}).`,
          next: `Run "haft bump ${tool}": it keeps the released form and makes this one its successor.`,
        },
      ];
    });
  },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
