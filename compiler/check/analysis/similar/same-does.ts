/** Tools of one server whose first sentences have the same words, so that a model cannot tell them apart. */
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import type { ServerPart, SpecDraft, ToolPart } from '../../model.ts';
import { isUninformative } from '../prose/information.ts';
import { sentenceWords, stem } from '../names/name-words.ts';
import { STOP_WORDS } from './tool-signature.ts';

interface Deed {
  readonly tool: ToolPart;
  /** Its words without those of grammar, in any order; empty where the sentence says nothing. */
  readonly words: string;
  /** What the sentence starts with, which is the verb; absent behind an article or a preposition. */
  readonly lead: string | undefined;
}

/** By tool, the first earlier one that does the same. */
const sameDeeds = memoizeBy(({ tools }: ServerPart): readonly (readonly [tool: ToolPart, first: ToolPart])[] => {
  const having = new Map<string, Deed[]>();
  return tools
    .filter(({ spec }) => !spec.deprecated)
    .map(deedOf)
    .flatMap((deed) => {
      const { tool, words } = deed;
      if (words === '') return [];
      const earlier = having.get(words) ?? [];
      having.set(words, [...earlier, deed]);
      const first = earlier.find((other) => isSame(deed, other));
      return first ? [[tool, first.tool] as const] : [];
    });
});

const deedOf = memoizeByParts(
  (tool: ToolPart) => [tool.spec],
  (tool): Deed => {
    const [sentence = ''] = tool.spec.description.does.split(/(?<=[.!?])\s/);
    const words = sentenceWords(sentence);
    const [first = ''] = words;
    const remaining = words.flatMap((word, at) =>
      STOP_WORDS.has(word) ? [] : [at === 0 ? stem(word) : numbered(word)],
    );
    return {
      tool,
      words: isUninformative(sentence, 'does') ? '' : [...new Set(remaining)].sort().join(' '),
      lead: BEFORE_THE_VERB.test(first) ? undefined : stem(first),
    };
  },
);

const BEFORE_THE_VERB = /^(?:an?|all|any|at|by|each|every|for|from|in|it|of|on|one|some|the|this|to|with)$/;

/** "The tasks of a tag" are not "the tags of a task", nor is "a group's members" "a member's groups". */
function numbered(word: string): string {
  return `${stem(word)}${/['’]?s['’]?$/.exec(word)?.[0] ?? ''}`;
}

function isSame(a: Deed, b: Deed): boolean {
  if (a.lead !== undefined && b.lead !== undefined && a.lead !== b.lead) return false;
  const replaced = ({ spec }: ToolPart): readonly unknown[] => [spec.replaces].flat();
  return !replaced(a.tool).includes(b.tool.spec.name) && !replaced(b.tool).includes(a.tool.spec.name);
}

/** By tool, over all servers. */
export const sameDeedOf = memoizeBy(({ servers }: SpecDraft) => new Map(servers.flatMap(sameDeeds)));
