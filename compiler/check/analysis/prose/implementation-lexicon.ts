/** Phrases that describe the implementation of a tool, and the words that make them the subject of a server. Data. */
// Missed: stores, queues, functions and products by their names, and other languages.
import { regex } from '../../../base/word-lists.ts';

export interface Inside {
  /** Finds the phrase. */
  readonly pattern: RegExp;
  /** A server or tool with one of these words in its name or summary may mention it. */
  readonly unless: string;
  /** Only in the description of a tool; a parameter may well be "a JSON object". */
  readonly onlyDescriptions?: boolean;
}

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
    pattern: /(?<![\w.~/-])(?:\/[\w-]+)*\/[{:][a-z_]+\}?(?:\/[\w{}:-]+)*/i,
    unless: `${WEB} path file template`,
  },
  {
    pattern: /\bREST(?:ful)?\b|\bHTTPS?\s+(?:GET|POST|PUT|PATCH|DELETE|calls?|requests?|responses?|status)/,
    unless: `${WEB} ${SITES}`,
  },
  { pattern: /\bAPI\s+(?:calls?|requests?|routes?|responses?|methods?|wrapper)\b/i, unless: WEB },
  {
    pattern: regex('i')`
      \b(?:via|through|using|uses?|calls?|quer(?:y|ies)|hits?|wraps?|wrapper (?:for|around)|invokes?)\s+
      (?:the\s+)?(?:[\w.'’-]+\s+){0,3}?(?:API|SDK|GraphQL)\b
      (?!\s+(?:keys?|tokens?|secrets?|docs?|documentation|references?|specs?|versions?)\b)
    `,
    unless: WEB,
  },
  {
    pattern: /\bJSON\s+(?:response|payload|body|blob)s?\b|\b(?:response|request)\s+(?:body|payload|headers?)\b/i,
    unless: `${WEB} ${SITES} json`,
  },
  {
    pattern: /\breturns?\s+(?:an?\s+|the\s+)?(?:raw\s+|parsed\s+)?(?:JSON|XML)\b|\bas\s+(?:raw\s+)?JSON\b/i,
    unless: `${WEB} json xml convert export format`,
    onlyDescriptions: true,
  },
  { pattern: /\bSQL\b|\bSELECT\s[^]*?\sFROM\b|\b(?:INSERT\s+INTO|DELETE\s+FROM)\b/, unless: DATABASES },
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
export const ADDRESS = /\bhttps?:\/\/[^\s"'`<>)\]]+/i;
/** Words before an address that make it an example. */
export const AS_EXAMPLE = regex('i')`
  (?:such as|like|e\.?\s?g\.?|for (?:example|instance)|example|eg|i\.e\.|either|\bor|format|form|,|:|\()\s*
  ["'\`(]?$
`;
