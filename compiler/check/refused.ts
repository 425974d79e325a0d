/** What the edge must not read, told at the key that names it: a skill's reference, a tool's handler; else at the file itself. */
import type { Diagnostic, Span } from '../diagnostic.ts';
import { handlerPath } from './handlers.ts';
import type { Draft, RefusedFile, SkillPart } from './model.ts';

export function refusedFiles(draft: Pick<Draft, 'skills' | 'tools'>, refused: readonly RefusedFile[]): Diagnostic[] {
  return refused.flatMap(({ path, refusal }) => {
    const spans = placesOf(path, draft);
    const own = { file: path, start: 0, end: 0 };
    return (spans.length > 0 ? spans : [own]).map((span) => ({ ...refusal, severity: 'error' as const, span }));
  });
}

/** Every skill that would carry it, or the first tool that would run it. */
function placesOf(path: string, { skills, tools }: Pick<Draft, 'skills' | 'tools'>): Span[] {
  const carrying = skills.filter(({ folder }) => isOwn(path, folder));
  if (carrying.length > 0) return carrying.map((skill) => placeIn(skill, path));
  const tool = tools.find((one) => isAtOrBelow(handlerPath(one) ?? '', path));
  return tool ? [tool.at(['handler'])] : [];
}

function placeIn({ spec, folder, at }: SkillPart, path: string): Span {
  const index = (spec.references ?? []).findIndex(({ file }) => isAtOrBelow(folder + file, path));
  return at(index < 0 ? ['name'] : ['references', index, 'file']);
}

function isAtOrBelow(path: string, refused: string): boolean {
  return path === refused || path.startsWith(`${refused}/`);
}

/** As the files of a skill are: a folder is a package. */
function isOwn(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^(?:references|scripts|assets)(?:\/|$)/.test(path.slice(folder.length));
}
