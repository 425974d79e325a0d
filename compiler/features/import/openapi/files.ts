/** Tools by files: one for each tag, since one file for a whole service is too large to read and to load. */
import { snakeCase } from '../../../check/analysis/names/name-words.ts';
import type { MadeTool } from './tools.ts';

/** Tools that fit on a few screens stay together. */
const FEW_TOOLS = 12;
/** Characters of JSON; a spec file has at most 4 MiB. */
const LARGEST = 1_500_000;

/** The file of each tool: `issues.yaml`, `tools.yaml`. */
export function fileOf(tools: readonly MadeTool[], together: boolean): readonly string[] {
  const isFew = together || tools.length <= FEW_TOOLS;
  const sizes = new Map<string, number>();
  return tools.map(({ operation, document }) => {
    const group = isFew ? 'tools' : groupOf(operation.tags[0]);
    const size = (sizes.get(group) ?? 0) + JSON.stringify(document.value).length;
    sizes.set(group, size);
    const part = Math.floor(size / LARGEST);
    return part === 0 ? `${group}.yaml` : `${group}-${part + 1}.yaml`;
  });
}

function groupOf(tag: string | undefined): string {
  const name = snakeCase(tag ?? '')
    .replaceAll('_', '-')
    .slice(0, 40)
    .replace(/(?<!-)-+$/, '');
  // These files are of the server itself.
  return name === '' ? 'tools' : name === 'server' ? 'server-tools' : name;
}
