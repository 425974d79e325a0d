/** Folders of skills in profile `mcp`, in which every file that is no spec belongs to the skill. */
import type { Profile } from '../../check/settings.ts';
import { isSpecName } from './walk.ts';

/** A file by its path, with the text of one that has the name of a spec. */
export interface NamedText {
  readonly path: string;
  readonly text: string | undefined;
}

/** At the beginning of a line, as a map of YAML or the JSON of a spec has it. */
const KIND = /^(?:\{?\s*")?kind"?:\s*["']?(?:server|tool|skill)\b/m;
const SKILL = /^(?:\{?\s*")?kind"?:\s*["']?skill\b/m;

/** Whether a file belongs to a skill of profile `mcp`, and not because its folder has a special name. */
export function skillFilesOf(
  specs: readonly NamedText[],
  profileOf: (file: string) => Profile,
): (file: NamedText) => boolean {
  const folders = specs
    .filter(({ path, text }) => profileOf(path) === 'mcp' && text !== undefined && SKILL.test(text))
    .map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1));
  if (folders.length === 0) return () => false;
  return ({ path, text }) => {
    if (!folders.some((folder) => path.startsWith(folder)) || profileOf(path) !== 'mcp') return false;
    return !isSpecName(path) || text === undefined || !KIND.test(text);
  };
}
