/** Values that a description explains one after the other: in a list with bullets, in quotes, or as numbers with a meaning. */
// Missed: values with blanks, tables, and quoted values that are only named.
import { regex, source } from '../../terms.ts';

/** "- open: current ones", "1. `asc` - oldest first", "* `file` (default)". */
const BULLET = regex('gm')`
  ^[^\S\n]*(?:[-*•–]|\d{1,2}[.)])\s+(?:
    (?:["'\`*]{1,3})([A-Za-z0-9][\w.+-]{0,40})["'\`*]{1,3}|
    ([A-Za-z][\w+-]{0,30})(?=\s*(?:\((?:default)?\))?\s*(?::|=|–|—|-\s|$))
  )
`;

export function bulleted(description: string): readonly string[] {
  if (!description.includes('\n')) return [];
  const values = [...description.matchAll(BULLET)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return different(values) ? values : [];
}

const SAYS =
  'indicates|means|selects|returns|gives|shows|lists|keeps|sends|makes|starts|stops|deletes|removes|adds|sorts|includes|covers|uses|takes|puts|leaves|lifts|defines|sets|limits|searches|applies|allows|requires|is|are|will|only|does|turns|plays|finds|matches|counts|stands';
const BEFORE = source`
  (?:
    ^|[.,;:(–—]\s*|
    \b(?:
      set to|set (?:it|this|this parameter) to|equal to|use|pass|choose|select|either|or|and|be|to|when|if|is|
      with|be:|are
    )\s+
  )
`;
const EXPLAINED = regex('gi')`
  ${BEFORE}(["'\`])([A-Za-z0-9][\w.+-]{0,30})\1
  (?=\s*(?:\([^()]*\)\s*)?(?:,\s*)?(?:for|to|if|when|=|:|–|—|-\s|${SAYS})(?![\w-])|\s*(?:,|\.|;|or\b|and\b|$))(?!
    \s+(?:
      parameter|field|property|attribute|argument|option|header|column|
      is (?:not )?(?:set|given|present|true|false|specified|provided|omitted|left)
    )
  )
`;
const OPEN = regex('i')`
  \b(?:
    such as|for example|for instance|eg|like|etc|and so on|among others|custom|any (?:other|string|value)|
    other values|regex|glob
  )\b|
  …|\.{3}
`;

/** "Pass 'title' to search headings, 'body' for the text": at least two values in quotes, each with what it does. */
export function explainedValues(description: string, others: ReadonlySet<string>): readonly string[] {
  if (!/["'`]/.test(description) || OPEN.test(description.replaceAll(/\be\.\s?g\.?/gi, 'eg'))) return [];
  if (/\bits ["'`]/.test(description)) return [];
  const values = [...description.matchAll(EXPLAINED)].map(([, , value = '']) => value);
  const own = [...new Set(values)].filter((value) => !others.has(value));
  return different(own) && own.some((value) => /[A-Za-z]{2}/.test(value)) ? own : [];
}

const NUMBERED = /(?<![\w.])(\d{1,2})\s*(?:=|:|→|->|–|\bmeans|\bfor|\bis|\bstands for)\s*["'`]?([a-z][\w-]*)/gi;

/** "1 = low, 2 = normal, 3 = high"; not the ends of a scale. */
export function numbered(description: string): readonly string[] {
  if (/\.{3}|…|\bscale\b|\bbetween\b/i.test(description)) return [];
  const pairs = [...description.matchAll(NUMBERED)];
  const words = pairs.map(([, , word = '']) => word.toLowerCase());
  const numbers = pairs.map(([, number = '']) => number);
  return pairs.length > 2 && different(numbers) && different(words) ? words : [];
}

function different(values: readonly string[]): boolean {
  return values.length > 1 && values.length <= 30 && new Set(values).size === values.length;
}
