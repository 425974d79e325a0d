/** Similar tools: those that name the same, and whose descriptions say much of the same. */
import type { SpecDraft, ToolPart } from '../../model.ts';
import { isSameList, memoizeBy, memoizeByParts, memoizeText } from '../../../base/memo.ts';
import { GENERIC_NOUNS } from '../names/lexicon.ts';
import { nameWords, stem } from '../names/name-words.ts';
import { type ToolSignature, toolSignature } from './tool-signature.ts';
import { foundTogether } from './scopes.ts';
import { qualifiedName } from '../../tool-names.ts';
import { idOf, serversNear } from '../names/tool-references.ts';

/** By tool, the earlier tools that it is similar to: of its server, and of servers that a choice shows together with it. */
const neighborsOf = memoizeBy((draft: SpecDraft): ReadonlyMap<ToolPart, readonly ToolPart[]> => {
  const neighbors = new Map<ToolPart, readonly ToolPart[]>();
  for (const { tools, results } of similarTools(draft))
    for (const [at, others] of results) {
      const [tool, near] = [tools[at], others.flatMap((other) => tools[other] ?? [])];
      if (tool) neighbors.set(tool, [...new Set([...(neighbors.get(tool) ?? []), ...near])]);
    }
  return neighbors;
});

/** A noun of more tools than this is the subject of the whole server and distinguishes none. */
const MAX_SHARING = 48;
/** Share of what two descriptions say, weighted by how rare it is. */
const SIMILAR = 0.3;
const NEARLY_THE_SAME = 0.5;

const stems = memoizeText(stem);

const signatureOf = memoizeByParts(
  ({ spec, server }: ToolPart) => [spec, server?.spec.name],
  (tool): ToolSignature => toolSignature(tool, stems),
);

/** Without deprecated tools: their descriptions already name a successor. */
const similarTools = foundTogether((tools, isChoice): (readonly [tool: number, others: readonly number[]])[] => {
  const all = tools.flatMap((tool, at) => (tool.spec.deprecated ? [] : [{ at, ...signatureOf(tool) }]));
  const counts = countMentions(all);
  const weigh = memoizeText((stem) => Math.log(1 + (all.length + 1) / ((counts.get(stem) ?? 0) + 1)));
  const earlier = new Map<string, typeof all>();
  return all.flatMap((one) => {
    const named = [`=${one.nouns.join(' ')}`, ...(isChoice ? [] : one.nouns)];
    const rarest = one.nouns.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, 1);
    // A description that mentions all nouns mentions the rarest.
    const keys = [...named, ...rarest.map(mentioning)];
    const candidates = new Set(keys.flatMap((key) => earlier.get(key)?.slice(-MAX_SHARING) ?? []));
    for (const key of [...named, ...[...one.mentioned].map(mentioning)]) {
      const others = earlier.get(key);
      if (others) others.push(one);
      else earlier.set(key, [one]);
    }
    const near = [...candidates].filter((other) => {
      const likeness = neededLikeness(one, other, isChoice);
      return likeness !== undefined && overlap(one, other, weigh) >= likeness;
    });
    return near.length > 0 ? [[one.at, near.map(({ at }) => at)] as const] : [];
  });
});

const mentioning = (stem: string): string => `~${stem}`;

function countMentions(signatures: readonly ToolSignature[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { mentioned } of signatures) for (const stem of mentioned) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** How alike the descriptions must be, at least, for the tools to be similar; undefined where nothing makes them so. */
function neededLikeness(a: ToolSignature, b: ToolSignature, isChoice: boolean): number | undefined {
  // A name without any noun works on the subject of its server.
  if (a.nouns.length === 0 || !meet(a.intents, b.intents)) return undefined;
  const sameServer = a.server === b.server;
  // Tools of one server are compared there.
  if (sameServer && isChoice) return undefined;
  if (isSameList(a.nouns, b.nouns)) return sameServer ? 0 : SIMILAR;
  const within = includes(a.nouns, b.nouns) || includes(b.nouns, a.nouns);
  if (within && hasThings(a, b)) return undefined;
  if (within) return sameServer ? SIMILAR : undefined;
  return mentions(a, b) && mentions(b, a) ? NEARLY_THE_SAME : undefined;
}

const GENERIC: ReadonlySet<string> = new Set(GENERIC_NOUNS.map(stem));

/** `get_company_posts` beside `get_company`: things of what the other one works on. */
function hasThings(a: ToolSignature, b: ToolSignature): boolean {
  const [short, long] = a.nouns.length < b.nouns.length ? [a, b] : [b, a];
  const last = nameWords(long.spec.name).at(-1) ?? '';
  return /[^s]s$/.test(last) && !short.nouns.includes(stems(last)) && !GENERIC.has(stems(last));
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

function includes(all: readonly string[], some: readonly string[]): boolean {
  return some.length > 0 && some.every((stem) => all.includes(stem));
}

/** The description mentions the object of the other tool. */
function mentions({ mentioned }: ToolSignature, { nouns }: ToolSignature): boolean {
  return nouns.length > 0 && nouns.every((stem) => mentioned.has(stem));
}

type Weigh = (stem: string) => number;

/** Rare words weigh much; a word of every second tool of the scope next to nothing. */
function overlap({ mentioned: a }: ToolSignature, { mentioned: b }: ToolSignature, weigh: Weigh): number {
  let [shared, all] = [0, 0];
  for (const stem of a) {
    const weight = weigh(stem);
    all += weight;
    if (b.has(stem)) shared += weight;
  }
  for (const stem of b) if (!a.has(stem)) all += weigh(stem);
  return shared / Math.max(1e-9, all);
}

/** Of the similar tools, those that `isTold` does not tell apart in either direction. */
export function untold(
  draft: SpecDraft,
  isTold: (tool: ToolPart, other: ToolPart, means: (written: string) => boolean) => boolean,
): readonly (readonly [tool: ToolPart, near: readonly ToolPart[]])[] {
  const { tools } = draft.names;
  const tells = (tool: ToolPart, other: ToolPart): boolean =>
    isTold(tool, other, (written) => tools.means(written, idOf(other), serversNear(tool)));
  return [...neighborsOf(draft)].flatMap(([tool, near]) => {
    const rest = near.filter((other) => !tells(tool, other) && !tells(other, tool));
    return rest.length > 0 ? [[tool, rest] as const] : [];
  });
}

/** Whether a description sends the model to the other tool, in `instead` or in a sentence. */
export function names({ spec }: ToolPart, other: ToolPart, means: (written: string) => boolean): boolean {
  const { does, when, instead = [] } = spec.description;
  if (instead.some(({ use }) => means(use))) return true;
  const forms = [other.spec.name, qualifiedName(idOf(other))].filter(means).map((form) => form.replaceAll('.', '\\.'));
  return forms.length > 0 && new RegExp(`(?<![\\w-])(?:${forms.join('|')})(?![\\w-])`).test(`${does} ${when}`);
}
