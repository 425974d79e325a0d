/** A skill, with what its document of profile `mcp` leaves out and the file that holds its text. */
import { memoizeByParts } from '../../../base/memo.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { textAt } from '../../../spec/shape/place.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import { withSkillParts } from '../imported/skill.ts';
import type { SkillFile, SkillPart } from '../../model.ts';
import { located } from './located.ts';
import type { Shaped } from './shapes.ts';

/** The file that `text_file` names. */
export function bodyFile({ document, profile }: Shaped, files: readonly SkillFile[]): SkillFile | undefined {
  const name = profile === 'mcp' ? textAt(document.value, 'text_file') : undefined;
  return name === undefined ? undefined : files.find(({ path }) => path === folderOf(document) + name);
}

function folderOf({ file }: SpecDocument): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

export const skillPart = memoizeByParts(
  ({ shaped, body }: { readonly shaped: Shaped; readonly body: SkillFile | undefined }) => [shaped, body],
  ({ shaped: { document, profile }, body }): SkillPart => {
    const part = located<SkillSpec>(document);
    const parts = profile === 'mcp' ? withSkillParts(part, body) : {};
    return { ...part, ...parts, profile, folder: folderOf(document) };
  },
);
