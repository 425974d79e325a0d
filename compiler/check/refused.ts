/** Files that must not be read, each reported at the key that names it, such as a reference or a handler. */
import type { Diagnostic } from '../base/diagnostic.ts';
import { WHOLE_FILE } from '../base/diagnostic.ts';
import { handlerPath } from './handlers.ts';
import type { SpecDraft, RefusedFile, SkillPart } from './model.ts';
import { isFileOf } from './analysis/skill-files.ts';

export function refusedFiles(
  draft: Pick<SpecDraft, 'skills' | 'tools'>,
  refused: readonly RefusedFile[],
): Diagnostic[] {
  return refused.flatMap(({ path, refusal }) => {
    const places = placesOf(path, draft);
    const own: Place = { span: { file: path, start: 0, end: 0 }, about: WHOLE_FILE };
    return (places.length > 0 ? places : [own]).map((place) => ({ ...refusal, severity: 'error' as const, ...place }));
  });
}

type Place = Pick<Diagnostic, 'span' | 'about'>;

/** Every skill that would include it, or the first tool that would run it. */
function placesOf(path: string, { skills, tools }: Pick<SpecDraft, 'skills' | 'tools'>): Place[] {
  const folders = skills.map(({ folder }) => folder);
  const carrying = skills.filter((skill) => isFileOf(path, skill, folders));
  if (carrying.length > 0) return carrying.map((skill) => placeIn(skill, path));
  const tool = tools.find((one) => isAtOrBelow(handlerPath(one) ?? '', path));
  return tool ? [{ span: tool.at(['handler']), about: tool.about(['handler']) }] : [];
}

function placeIn({ spec, folder, at, about }: SkillPart, path: string): Place {
  const index = (spec.references ?? []).findIndex(({ file }) => isAtOrBelow(folder + file, path));
  const place = index < 0 ? ['name'] : ['references', index, 'file'];
  return { span: at(place), about: about(place) };
}

function isAtOrBelow(path: string, refused: string): boolean {
  return path === refused || path.startsWith(`${refused}/`);
}
