/** What a server, a tool or a skill is about, by its own names: words that its texts may well consist of. */
import type { Located, ServerTexts, SkillPart } from '../../model.ts';
import { nameWords, sentenceWords, stem } from '../names/name-words.ts';
import { memoizeBy } from '../../../base/memo.ts';

/** Stems of its name, title and summary. */
export const domainStems = memoizeBy(({ spec }: Located<ServerTexts>): ReadonlySet<string> => {
  return new Set([...nameWords(spec.name), ...sentenceWords(`${spec.title ?? ''} ${spec.summary}`)].map(stem));
});

/** Stems of its name and title. */
export const skillStems = memoizeBy(({ spec }: SkillPart): ReadonlySet<string> => {
  return new Set([...nameWords(spec.name), ...sentenceWords(spec.title ?? '')].map(stem));
});
