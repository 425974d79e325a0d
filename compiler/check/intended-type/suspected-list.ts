/** Whether a description indicates that a string holds several values. */
// Missed: separators outside `SIGNS`, and several things under a name in the singular.
import { regex, source } from '../../terms.ts';

const SIGNS = source`
  commas?|semicolons?|pipes?|vertical bars?|bars?|plus signs?|newlines?|line breaks?|slash(?:es)?|spaces?|
  blanks?|colons?|["'\`][,;|+]["'\`]
`;

/** Phrases that state it explicitly. */
const STATED = regex('i')`
  \b(?:separate[ds]?|separating|delimit(?:ed|s)?|divided?|joined|split|parted)\b\s*(?:\w+\s+){0,4}?
  (?:by|with|using)\s+(?:an? |the |single )?(?:${SIGNS})|
  \b(?:${SIGNS}) (?:between|in between)\b|
  \bwith (?:an? |the )?(?:${SIGNS}) (?:between|in between|as separators?)\b|
  \bas (?:an? |one )?(?:comma|semicolon|pipe) list\b|
  \bone (?:\w+ ){0,2}?(?:per|on each|in each|a) line\b|
  \beach (?:\w+ )?(?:on|in) (?:its|a|their) (?:own|new|separate|single) line\b|
  \bon (?:separate|different) lines\b|
  ^\W*(?:the |an? |optional |ordered |full |JSON |string )*
  (?:arrays?|lists?|sets?|collections?|sequences?) of (?:\w+ ){0,3}?\w+s\b|
  \b(?:
    one or more|one or several|zero or more|two or more|at least two|
    up to (?:\d+|two|three|four|five|ten|twenty)
  ) (?!
    days|hours|minutes|seconds|weeks|months|years|characters|letters|words|digits|lines|pages|sentences|times|
    percent|people|items|nights
  )(?:\w+ ){0,3}?\w+s\b|
  \b(?:multiple|several) (?:values|\w+s) (?:can|may|are|is|at once|allowed|possible)\b
`;

/** "AAPL,MSFT" or vip;press as an example: without a blank no sentence is written so. */
const EXAMPLE = regex()`
  (?:^|[\s("'\`:])(?:[A-Za-z][\w@.-]*[,;|]){1,}[A-Za-z][\w@.-]*(?=["'\`).\s]|$)|
  \[\s*["'][^"'\]]+["']\s*(?:,\s*["']|\])
`;
const ONE_OF_EXAMPLE = /\b(?:either|one of|asc|desc|direction|coordinates?|first name|last name)\b/i;

/** Names of things of which each is a value, at the beginning: "Usernames to assign". */
const SEVERAL = regex('i')`
  ^\W*(?:
    (?:
      the|all|any|optional|more|other|new|email|e-mail|mail|user|github|account|phone|product|ticker|stock|file|
      full|exact|column|field|tag|country|language|key|unique
    )\s+
  ){0,3}(?:
    addresses|emails|names|usernames|ids|identifiers|tags|labels|symbols|tickers|paths|urls|links|recipients|
    attendees|participants|invitees|assignees|reviewers|skus|isbns|domains|hostnames|channels|folders|
    categories|genres|hashtags|handles|ingredients|logins
  )\b(?!\s*(?:and|&)\s+\w+\s+(?:of|number))
  (?:\s+(?:of|to|that|which|who|whose|for|from|with|in|on|by)\b|\s*[.,;(]|$)
`;
const PLURAL = /[^sui]s$|^(?:to|cc|bcc)$/;

/** Running text, pairs and ranges hold such signs without being lists. */
const NO_LIST = regex('i')`
  \b(?:not|never|no|without)\b[^.]*(?:separated|delimited)|
  \b(?:
    latitude|longitude|lat|lng|lon|coordinates?|pair|csv|tsv|key and value|first and last|markdown|cron|regex|
    regular expression|search words|query|table|header line|(?:three|two|\d) parts|range|ranges|path|
    width and height
  )\b
`;
const WORDS = /\b(?:words|keywords|terms|paragraphs|sentences|verses|notes|remarks|questions|instructions)\b/i;

export function suggestsList(description: string, name: readonly string[], free: boolean): boolean {
  if (NO_LIST.test(description)) return false;
  if (STATED.test(description)) return !free || !/\b(?:lines?|spaces?|blanks?)\b/i.test(description);
  if (free && !PLURAL.test(name.at(-1) ?? '')) return false;
  if (EXAMPLE.test(description) && !ONE_OF_EXAMPLE.test(description)) return true;
  return PLURAL.test(name.at(-1) ?? '') && SEVERAL.test(description) && !WORDS.test(description);
}
