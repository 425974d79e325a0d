/** The words of a server's name and summary: its subject, which its tools may mention. */
import type { Located, ServerTexts } from '../../model.ts';
import { nameWords, sentenceWords, stem } from '../names/name-words.ts';
import { memoizeBy } from '../../../base/memo.ts';

/** Stems of its name, title and summary. */
export const domainStems = memoizeBy(({ spec }: Located<ServerTexts>): ReadonlySet<string> => {
  return new Set([...nameWords(spec.name), ...sentenceWords(`${spec.title ?? ''} ${spec.summary}`)].map(stem));
});
