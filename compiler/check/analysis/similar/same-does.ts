/** Tools of one server whose first sentences have the same information, so that a model cannot tell them apart. */
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import type { ServerPart, SpecDraft, ToolPart } from '../../model.ts';
import { informationIn } from '../prose/information.ts';
import { sentenceWords, stem } from '../names/name-words.ts';
import { STOP_WORDS } from './tool-signature.ts';

interface Deed {
  readonly tool: ToolPart;
  readonly stems: ReadonlySet<string>;
  /** Stems of all words but those of grammar. */
  readonly words: ReadonlySet<string>;
  /** What the sentence starts with, which is the verb; absent behind an article. */
  readonly lead: string | undefined;
  readonly several: boolean;
}

/** Part of the information, weighed by how rare it is in the server, that two sentences must share. */
const SAME = 0.85;

/** By tool, the first earlier one that does the same. */
const sameDeeds = memoizeBy(({ tools }: ServerPart): readonly (readonly [tool: ToolPart, first: ToolPart])[] => {
  const deeds = tools.filter(({ spec }) => !spec.deprecated).map(deedOf);
  const having = new Map<string, Deed[]>();
  for (const deed of deeds) {
    for (const word of deed.stems) {
      const list = having.get(word);
      if (list) list.push(deed);
      else having.set(word, [deed]);
    }
  }
  const weigh = (word: string): number => Math.log(1 + deeds.length / (having.get(word)?.length ?? 1));
  const seen = new Set<Deed>();
  return deeds.flatMap((deed) => {
    seen.add(deed);
    const [rarest = ''] = [...deed.stems].sort((a, b) => weigh(b) - weigh(a));
    const first = having.get(rarest)?.find((other) => other !== deed && seen.has(other) && isSame(deed, other, weigh));
    return first ? [[deed.tool, first.tool] as const] : [];
  });
});

const deedOf = memoizeByParts(
  (tool: ToolPart) => [tool.spec],
  (tool): Deed => {
    const { does } = tool.spec.description;
    const [first = ''] = sentenceWords(does);
    return {
      tool,
      stems: new Set(informationIn(does, 'does', NO_SUBJECT)),
      words: new Set(sentenceWords(does).flatMap((word) => (STOP_WORDS.has(word) ? [] : [stem(word)]))),
      lead: ARTICLES.test(first) ? undefined : stem(first),
      several: /\b(?:many|multiple|several)\b/i.test(does),
    };
  },
);

const ARTICLES = /^(?:an?|all|any|each|every|it|one|some|the|this)$/;
const NO_SUBJECT: ReadonlySet<string> = new Set();

/** A word that one sentence alone has, also a common one: "in the query", "in the body". */
function hasOwnWord(a: Deed, b: Deed): boolean {
  return [...a.words].some((word) => !b.words.has(word));
}

function isSame(a: Deed, b: Deed, weigh: (word: string) => number): boolean {
  if (hasOwnWord(a, b) && hasOwnWord(b, a)) return false;
  if (a.lead !== undefined && b.lead !== undefined && a.lead !== b.lead) return false;
  if (a.several !== b.several) return false;
  if ([a.tool.spec.replaces].flat().includes(b.tool.spec.name)) return false;
  if ([b.tool.spec.replaces].flat().includes(a.tool.spec.name)) return false;
  const weightOf = (words: Iterable<string>): number => [...words].reduce((sum, word) => sum + weigh(word), 0);
  const shared = weightOf([...a.stems].filter((word) => b.stems.has(word)));
  return shared > 0 && shared >= SAME * weightOf(new Set([...a.stems, ...b.stems]));
}

/** By tool, over all servers. */
export const sameDeedOf = memoizeBy(({ servers }: SpecDraft) => new Map(servers.flatMap(sameDeeds)));
