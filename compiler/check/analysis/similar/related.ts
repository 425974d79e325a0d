/** Candidates for similar tools, by what they name; results for unchanged tools are reused from the previous build. */
import type { SpecDraft, ToolPart } from '../../model.ts';
import type { Settings } from '../../settings.ts';
import { flatMapMemo, isSameList, memoizeBy, memoizeByParts, memoizeText } from '../../../base/memo.ts';
import { type IncrementalIndex, type Lists, firstFrom, incrementalIndex } from './incremental-index.ts';
import { GENERIC_NOUNS } from '../names/lexicon.ts';
import { nameWords, stem } from '../names/name-words.ts';
import { type ToolSignature, toolSignature } from './tool-signature.ts';
import { partsOf } from '../parts-of.ts';
import { qualifiedName } from '../../tool-names.ts';
import { idOf, serversNear } from '../names/tool-references.ts';

/** By tool, the earlier tools that it is similar to: of its server, and of servers that a choice shows together with it. */
const neighborsOf = memoizeBy((draft: SpecDraft): ReadonlyMap<ToolPart, readonly ToolPart[]> => {
  const { related, words } = relationsOf(draft);
  const partOf = partsOf(draft);
  const weighIn = memoizeText((scope) => weights(scope, words));
  const neighbors = new Map<ToolPart, readonly ToolPart[]>();
  for (const [sense, others] of related) {
    const near = others.filter(({ other, scope, likeness }) => overlap(sense, other, weighIn(scope)) >= likeness);
    if (near.length > 0) neighbors.set(partOf(sense.spec), [...new Set(near.map(({ other }) => partOf(other.spec)))]);
  }
  return neighbors;
});

/** A noun of more tools than this is the subject of the whole server and distinguishes none. */
const MAX_SHARING = 48;
/** Share of what two descriptions say, weighted by how rare it is. */
const SIMILAR = 0.3;
const NEARLY_THE_SAME = 0.5;

const stems = memoizeText(stem);

/** Without deprecated tools: their descriptions already name a successor. */
const sensesIn = memoizeBy((choices: Settings['choices']) => {
  const scopesOf = scopesIn(choices);
  return flatMapMemo((tool: ToolPart): readonly ToolSignature[] =>
    tool.spec.deprecated ? [] : [senseOf({ tool, scopes: scopesOf(tool.server?.spec.name ?? '') })],
  );
});

/** Where a model sees the tools of a server with others: the server, and the choices of haft.yaml that show it with more. */
export const scopesIn = memoizeBy((choices: Settings['choices']) =>
  memoizeText((server): readonly string[] => [server, ...together(choices, server)]),
);

/** The choices in which a host shows a server with others. */
function together(choices: Settings['choices'], server: string): readonly string[] {
  const own = choices.filter(({ servers = [] }) => servers.length > 1 && servers.includes(server));
  return own.map(({ name }) => `${CHOICE}${name}`);
}

/** No name of a server starts with it. */
const CHOICE = '+';

const senseOf = memoizeByParts(
  ({ tool, scopes }: { readonly tool: ToolPart; readonly scopes: readonly string[] }) => [
    tool.spec,
    tool.server?.spec.name,
    scopes.join(' '),
  ],
  ({ tool, scopes }): ToolSignature => toolSignature(tool, scopes, stems),
);

/** The keys of a tool's candidates in one scope: its whole object, a noun of its name, a noun of its description. */
interface Looks {
  readonly scope: string;
  readonly object: string;
  readonly named: readonly string[];
  readonly mentioned: readonly string[];
}

const looksOf = memoizeBy(({ nouns, scopes }: ToolSignature): readonly Looks[] => {
  return scopes.map((scope) => ({
    scope,
    object: `${scope} =${nouns.join(' ')}`,
    named: scope.startsWith(CHOICE) ? [] : nouns.map((noun) => `${scope} ${noun}`),
    mentioned: nouns.map((noun) => mentioning(scope, noun)),
  }));
});

/** What one is found by; the last also finds who looks for a description that mentions a stem. */
const keysOf = memoizeBy((sense: ToolSignature): readonly string[] => {
  return looksOf(sense).flatMap(({ scope, object, named, mentioned }) => [
    allOf(scope),
    object,
    ...named,
    ...[...sense.mentioned].map((stem) => mentioning(scope, stem)),
    ...mentioned.map(lookingFor),
  ]);
});

const MENTIONING = '~';
const mentioning = (scope: string, stem: string): string => `${MENTIONING}${scope} ${stem}`;
const LOOKING = '?';
const lookingFor = memoizeText((mentioned) => `${LOOKING}${mentioned}`);
const ALL = '*';
/** Every tool of a scope, to be counted. */
const allOf = (scope: string): string => `${ALL}${scope}`;

const byWord = incrementalIndex(keysOf);
const relatedBySense = new Map<ToolSignature, readonly Related[]>();

/** A candidate for a similar tool, if the descriptions are alike. */
interface Related {
  readonly other: ToolSignature;
  /** Where they are compared: words are weighed by how many tools there have them. */
  readonly scope: string;
  /** How much, at least. */
  readonly likeness: number;
}

interface Relations {
  /** Only tools with candidates. */
  readonly related: ReadonlyMap<ToolSignature, readonly Related[]>;
  readonly words: IncrementalIndex<ToolSignature>;
}

/** A view that the next build updates: only tools with an added or removed candidate are compared again. */
function relationsOf(draft: SpecDraft): Relations {
  const lists = draft.toolLists.map(sensesIn(draft.settings.choices));
  const words = byWord(lists);
  for (const sense of touchedBy(words)) {
    const related = relatedOf(sense, words);
    if (related.length > 0) relatedBySense.set(sense, related);
    else relatedBySense.delete(sense);
  }
  for (const sense of relatedBySense.keys()) if (words.placeOf(sense) === undefined) relatedBySense.delete(sense);
  return { related: relatedBySense, words };
}

/** Those that look where something was added or removed. */
function touchedBy({ touched, under }: IncrementalIndex<ToolSignature>): ReadonlySet<ToolSignature> {
  const signatures = new Set<ToolSignature>();
  for (const key of touched) {
    if (key.startsWith(LOOKING) || key.startsWith(ALL)) continue;
    for (const sense of under(key.startsWith(MENTIONING) ? lookingFor(key) : key)) signatures.add(sense);
  }
  return signatures;
}

function relatedOf(sense: ToolSignature, words: IncrementalIndex<ToolSignature>): readonly Related[] {
  return looksOf(sense).flatMap((looks) => {
    const candidates = new Set(listsFor(looks, words).flatMap((list) => latestBefore(sense, list, words)));
    return [...candidates].flatMap((other) => relation(sense, other, looks.scope) ?? []);
  });
}

/** Where every relation is found: the same object, a noun of the same server, or a description with all nouns, so also the rarest. */
function listsFor(
  { object, named, mentioned }: Looks,
  { under }: IncrementalIndex<ToolSignature>,
): Lists<ToolSignature> {
  const [first, ...rest] = mentioned.map(under);
  const rarest = first && rest.reduce((least, list) => (list.length < least.length ? list : least), first);
  return [object, ...named].map(under).concat(rarest ? [rarest] : []);
}

function latestBefore(
  sense: ToolSignature,
  list: readonly ToolSignature[],
  { placeOf }: IncrementalIndex<ToolSignature>,
): readonly ToolSignature[] {
  const end = firstFrom(list, placeOf(sense) ?? 0, placeOf);
  return list.slice(Math.max(0, end - MAX_SHARING), end);
}

function relation(a: ToolSignature, b: ToolSignature, scope: string): Related | undefined {
  // A name without any noun works on the subject of its server.
  if (a.nouns.length === 0 || !meet(a.intents, b.intents)) return undefined;
  const sameServer = a.server === b.server;
  // Tools of one server are compared there.
  if (sameServer && scope.startsWith(CHOICE)) return undefined;
  if (isSameList(a.nouns, b.nouns)) return { other: b, scope, likeness: sameServer ? 0 : SIMILAR };
  const within = includes(a.nouns, b.nouns) || includes(b.nouns, a.nouns);
  if (within && hasThings(a, b)) return undefined;
  if (within) return sameServer ? { other: b, scope, likeness: SIMILAR } : undefined;
  return mentions(a, b) && mentions(b, a) ? { other: b, scope, likeness: NEARLY_THE_SAME } : undefined;
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
function weights(scope: string, { under }: Relations['words']): Weigh {
  const tools = under(allOf(scope)).length;
  return memoizeText((stem) => Math.log(1 + (tools + 1) / (under(mentioning(scope, stem)).length + 1)));
}

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
