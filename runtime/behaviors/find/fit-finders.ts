/** The two tools of `list: search` after others were hidden. */
import type { ToolDescriptor } from '../../descriptor/descriptor.ts';

/** They are gone where nothing is left to find, and only read where all others do. */
export function fitFinders(tools: readonly ToolDescriptor[], readOnly: boolean): readonly ToolDescriptor[] {
  const isAny = tools.some(({ listed }) => listed === 'found');
  return tools.flatMap((tool) => {
    if (tool.behavior.kind !== 'find') return tool;
    const annotations = { ...tool.annotations, ...(readOnly && { readOnlyHint: true }) };
    return isAny ? { ...tool, annotations } : [];
  });
}
