/** The two tools of `list: search` after others were hidden. */
import type { ToolDescriptor } from '../../descriptor/descriptor.ts';

/** They are gone where nothing is left to find; their texts say how many tools there are, and whether all of them only read. */
export function recount(tools: readonly ToolDescriptor[], readOnly: boolean): readonly ToolDescriptor[] {
  const found = tools.filter(({ listed }) => listed === 'found').length;
  return tools.flatMap((tool) => {
    const { behavior, description = '', annotations } = tool;
    if (behavior.kind !== 'find') return tool;
    return found === 0
      ? []
      : {
          ...tool,
          description: description.replace(/, \d+ in all,/, `, ${found} in all,`),
          annotations: { ...annotations, ...(readOnly && { readOnlyHint: true }) },
        };
  });
}
