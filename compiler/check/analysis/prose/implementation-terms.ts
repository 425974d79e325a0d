/** Whether a text describes the implementation of a tool. */
import { groupBy } from '../../../base/groups.ts';
import { filterMemo, memoizeBy, memoizeByParts, memoizeText } from '../../../base/memo.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { domainStems } from './server-terms.ts';
import { nameWords, sentenceWords, stem } from '../names/name-words.ts';
import { regex, wordList } from '../../../base/word-lists.ts';

const WEB = 'api http rest endpoint webhook openapi swagger graphql curl router gateway';

const SITES = 'website site header response request latency uptime status redirect cookie cors';

const DATABASES = 'select statement index sql database postgres mysql sqlite warehouse table schema db query';

export const INSIDES: readonly Inside[] = [
  {
    pattern: /\b(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/\S+|\/\S*)/,
    unless: 'http openapi',
  },
  { pattern: /\b(?:GET|POST|PUT|PATCH|DELETE)\s+(?:requests?\b|calls?\b)/, unless: `${WEB} ${SITES}` },
  {
    pattern:
      /\b(?:sends?|sending|issues?|issuing|makes?|making|does|by|via|with|through) an? (?:GET|POST|PUT|PATCH|DELETE)\b/,
    unless: `${WEB} ${SITES}`,
  },
  { pattern: /\b(?:end[- ]?points?)\b/i, unless: `${WEB} network device vpc` },
  { pattern: /(?<![\w.~])\/(?:api|rest|v\d+|graphql)(?:\/[\w{}:.-]+)*/, unless: WEB },
  {
    pattern: /(?<![\w.~/}-])(?:\/[\w-]+)*\/[{:][a-z_]+\}?(?:\/[\w{}:-]+)*/i,
    unless: `${WEB} path file template`,
  },
  {
    pattern: /\bREST(?:ful)?\b|\bHTTPS?\s+(?:GET|POST|PUT|PATCH|DELETE|calls?|requests?|responses?|status)/,
    unless: `${WEB} ${SITES}`,
  },
  { pattern: /\bAPI\s+(?:routes?|responses?|methods?|wrapper)\b/i, unless: WEB },
  {
    pattern: regex('i')`
      \b(?:via|through|using|uses?|calls|quer(?:y|ies)|hits?|wraps?|wrapper (?:for|around)|invokes?)\s+
      (?:the\s+)?(?:(?!to\b)[\w.'’-]+\s+){0,3}?(?:API|SDK|GraphQL)\b
      (?!\s+(?:keys?|tokens?|secrets?|docs?|documentation|references?|specs?|versions?)\b)
    `,
    unless: WEB,
  },
  {
    pattern: /\bJSON\s+(?:response|payload|body|blob)s?\b|\b(?:response|request)\s+(?:body|payload|headers?)\b/i,
    unless: `${WEB} ${SITES} json`,
  },
  { pattern: /(?<!, )\bSQL\b(?!,)|\bSELECT\s[^]*?\sFROM\b|\b(?:INSERT\s+INTO|DELETE\s+FROM)\b/, unless: DATABASES },
  {
    pattern: regex('i')`
      \bdatabase\s+(?:tables?|rows?|columns?|quer(?:y|ies)|calls?)\b|
      \b(?:\`\w+\`|"\w+"|'\w+'|[a-z]+_[a-z_]+)\s+tables?\b
    `,
    unless: DATABASES,
  },
  {
    pattern: /\b(?:under the hood|microservices?|stored procedures?|back-?end (?:service|server|system)s?)\b/i,
    unless: `${DATABASES} microservice backend`,
  },
];

/** The address of a machine, except as an example of an argument. */
const ADDRESS = /\bhttps?:\/\/[^\s"'`<>)\]]+/i;

/** Words before an address that make it an example. */
const AS_EXAMPLE = regex('i')`
  (?:such as|like|e\.?\s?g\.?|for (?:example|instance)|example|eg|i\.e\.|either|\bor|format|form|,|:|\()\s*
  ["'\`(]?$
`;

/** Words before an address that make it a page to read. */
const TO_READ =
  /(?:\b(?:see|visit|read|refer|documented|docs?|documentation|details|reference|syntax)\b|详见|参见|参考)[^.;]{0,40}$/i;

interface DescribedText {
  readonly path: NodePath;
  readonly text: string;
}

/** Tools of which a text may mention the implementation. */
export const suspected = filterMemo(({ spec }: ToolPart) =>
  ownTexts(spec).some(({ text }) => TRIGGERS.test(withoutQuotes(text))),
);

/** The phrase that mentions the implementation. `served`: what several tools of the server are named after. */
export function insideOf(written: string, tool: ToolPart, served: ReadonlySet<string>): string | undefined {
  const text = withoutQuotes(written);
  if (!TRIGGERS.test(text)) return undefined;
  const subject = subjectOf(tool);
  for (const { pattern, unless } of STEMMED) {
    const [phrase] = pattern.exec(text) ?? [];
    if (phrase === undefined || unless.some((word) => subject.has(word)) || isOwn(phrase, tool, served)) continue;
    return phrase.trim();
  }
  return ownAddress(text);
}

/** By server, the stems that names of two of its tools or more have beside their verbs: what they name is no inside of it. */
export const servedSubjects = memoizeBy(({ toolLists }: SpecDraft): ((tool: ToolPart) => ReadonlySet<string>) => {
  const byServer = groupBy(toolLists, ([first]) => first?.server?.spec.name ?? '');
  const sharedOf = memoizeText((name) => sharedIn(byServer.get(name) ?? []));
  return ({ server }) => sharedOf(server?.spec.name ?? '');
});

/** The same lists, the same set: a rule that reads it runs again only where they changed. */
const sharedIn = memoizeByParts(
  (lists: readonly (readonly ToolPart[])[]) => [lists[0] ?? NO_TOOLS, ...lists],
  (lists) => {
    const counts = new Map<string, number>();
    for (const { spec } of lists.flat())
      for (const word of new Set(nameWords(spec.name).slice(1).map(stem)))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    return setOf([...counts].flatMap(([word, count]) => (count > 1 ? [word] : [])).join(' '));
  },
);

const NO_TOOLS: readonly ToolPart[] = [];

const setOf = memoizeText((words): ReadonlySet<string> => new Set(words.split(' ')));

/** Words that the server, its tool or an example request of a user has as well; a path is never said by a user. */
function isOwn(phrase: string, tool: ToolPart, served: ReadonlySet<string>): boolean {
  if (phrase.includes('/')) return false;
  const own = ownWords(tool);
  return sentenceWords(phrase).every((word) => own.has(stem(word)) || served.has(stem(word)));
}

const ownWords = memoizeBy((tool: ToolPart): ReadonlySet<string> => {
  const { description, parameters = {} } = tool.spec;
  const requests = (description.examples ?? []).flatMap(sentenceWords);
  return new Set([...subjectOf(tool), ...[...requests, ...Object.keys(parameters).flatMap(nameWords)].map(stem)]);
});

/** A path in quotes or behind "e.g." is an example of a value; other words may well be in quotes. */
function withoutQuotes(text: string): string {
  return text.replaceAll(
    /(?:\be\.?g\.?,? |\bsuch as |["'`])(?:\/[\w.*:{}$-]+)+["'`]?(?:, ["'`]?(?:\/[\w.*:{}$-]+)+["'`]?)*/g,
    ' ',
  );
}

/** With the stems that `subject` has. */
const STEMMED = INSIDES.map(({ unless, ...inside }) => ({ ...inside, unless: wordList(unless).map(stem) }));

/** A text without any of these needs no further search. */
const TRIGGERS = regex('i')`
  \/[a-z{:/]|\b(?:GET|POST|PUT|PATCH|DELETE)\s|end[- ]?point|\bREST|\bHTTP|\bAPI|\bSDK|graphql|json|xml|\bSQL\b|
  SELECT|INSERT|request|response|database|\stables?\b|under the hood|microservice|procedure|back-?end
`;

/** An address that is no example. */
function ownAddress(text: string): string | undefined {
  const address = ADDRESS.exec(text);
  if (!address || MANUAL.test(address[0])) return undefined;
  const before = text.slice(0, address.index);
  return AS_EXAMPLE.test(before) || TO_READ.test(before) || /["'`(]$/.test(before) ? undefined : address[0];
}

/** A page to read on. */
const MANUAL = /\b(?:docs?|documentation|guides?|help|manual|reference|specs?|wiki)\b/i;

/** Parameters of these names make it the user's own subject; a `query` or `url` does not. */
const OWN_SUBJECTS: ReadonlySet<string> = new Set(['sql', 'endpoint', 'graphql', 'json', 'xml', 'webhook', 'curl']);

/** Parameters of tools that send whatever request they are given. */
const REQUEST_PARTS: ReadonlySet<string> = new Set(['url', 'path', 'method', 'headers', 'body']);

/** What the server and the tool are about, by their names and the names of the parameters. */
export const subjectOf = memoizeBy(({ spec, server }: ToolPart): ReadonlySet<string> => {
  const parameters = Object.keys(spec.parameters ?? {}).flatMap(nameWords);
  const own = parameters.filter((word) => OWN_SUBJECTS.has(word));
  const parts = Object.keys(spec.parameters ?? {}).filter((name) => REQUEST_PARTS.has(name.toLowerCase()));
  // Who gives method and headers, or path and body, asks for a request.
  const request = parts.length > 1 && parts.some((name) => !/^(?:url|path)$/i.test(name)) ? ['http', 'endpoint'] : [];
  const named = [...nameWords(spec.name), ...own, ...request].map(stem);
  return new Set([...named, ...(server ? domainStems(server) : [])]);
});

/** Of the tool itself. Texts of parameters hardly ever speak of an inside. */
export const ownTexts = memoizeBy(({ description }: ToolSpec): readonly DescribedText[] => {
  const { does, when, limits = [], instead = [] } = description;
  const texts: readonly (readonly [text: string, ...place: NodePath])[] = [
    [does, 'does'],
    [when, 'when'],
    ...limits.map((text, at) => [text, 'limits', at] as const),
    ...instead.map(({ case: text }, at) => [text, 'instead', at, 'case'] as const),
  ];
  return texts.map(([text, ...place]) => ({ path: ['description', ...place], text }));
});

/** Phrases that describe the implementation of a tool, and the words that make them the subject of a server. Data. */
// Missed: stores, queues, functions and products by their names, and other languages.
interface Inside {
  /** Finds the phrase. */
  readonly pattern: RegExp;
  /** A server or tool with one of these words in its name or summary may mention it. */
  readonly unless: string;
}
