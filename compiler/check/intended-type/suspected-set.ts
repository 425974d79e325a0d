/** A description that seems to list the few values a parameter may have → those values. */
// Missed: values with blanks ("in progress"), and lists in a sentence that also has an example or an exception.
import { FREE_TEXTS } from './type-lexicon.ts';
import { regex, source, wordSet } from '../../terms.ts';
import { statesValues } from './value-sentence.ts';

const WORD = source`["'\`“‘]?[A-Za-z0-9][\w+-]{0,30}["'\`”’]?(?:\s*\([^()]*\))?`;
const LIST = source`${WORD}(?:\s*(?:,|\/|\||;)\s*(?:or\s+|and\s+)?${WORD})+`;
const LAST = source`(?:${WORD}(?:\s*,\s*${WORD})*\s*,?\s+(?:or|and)\s+${WORD})`;
/** Without a word that announces it, only "or" makes alternatives of a list: "age, taste and hobbies" are all wanted. */
const LAST_OR = source`(?:${WORD}(?:\s*,\s*${WORD})*\s*,?\s+or\s+${WORD})`;
const LIST_OR = source`${WORD}(?:\s*(?:,|\/|\||;)\s*(?:or\s+)?${WORD})+`;
const EITHER = `((?:${LAST_OR})|(?:${LIST_OR}))`;
const BOTH = `((?:${LAST})|(?:${LIST}))`;
const END = source`
  (?=\s*(?:$|[.;)\]]|,?\s*(?:(?:and|but|with)\s+)?(?:the\s+|it\s+)?(?:\(|by default|default|defaults)))
`;
const ANNOUNCED = source`
  \b(?:
    one of|either|choose (?:between|from|one of|among)?|pick(?: from| one of)?|select(?: from| one of)?|
    (?:supported|allowed|valid|possible|known|available|permitted|accepted|legal)(?: \w+)?(?: are| is)?|
    (?:values|options|choices|kinds|types|modes)(?: are| is)?|
    (?:can|may|must) be(?=:|\s+["'\`])
  )
`;
const STATED = source`
  (?:${ANNOUNCED}|\b(?:accepts?|takes?|supports?|can be|may be|among|between))\s*:?\s+(?:either\s+)?
`;

/** `anywhere`: even in the description of a text which may be anything. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly least: number; readonly anywhere?: true }[] = [
  { pattern: regex('i')`${ANNOUNCED}\s*:?\s+(?:either\s+)?${BOTH}${END}`, least: 2, anywhere: true },
  { pattern: regex('i')`${STATED}${BOTH}${END}`, least: 2 },
  { pattern: regex('i')`\b(?:must be|should be|is|are|use)\s*:?\s+(?:either\s+)?${EITHER}${END}`, least: 2 },
  { pattern: regex('i')`(?:^|[,:(–—-]\s+|\(|\[)${EITHER}${END}`, least: 3 },
  { pattern: regex('i')`^\W*(${LAST_OR})${END}`, least: 2 },
  { pattern: regex('i')`(?:[:(–—-]\s*|\(|\[)(${WORD}\s*(?:\/|\||or)\s*${WORD})${END}`, least: 2 },
];

const MEANS = '(?:for|to|if|when|=|means|indicates|selects|returns|gives|shows|lists|keeps|sends|sorts|–|-|:)';

/** "Pass open for current ones, closed for returned ones", "asc: oldest first; desc: newest first". */
const GLOSSED = regex('i')`
  (?:\b(?:pass|use|set(?: it)? to|give|send|write|choose|say|put)\s+|^|[:(]\s*)["'\`]?([a-z]\w{0,20})["'\`]?\s*
  ${MEANS}\s+[^,;.]+[,;]
  \s*(?:or |and )?["'\`]?([a-z]\w{0,20})["'\`]?\s*
  ${MEANS}\s+\S
`;

const OPEN = regex('i')`
  \b(?:
    such as|for example|for instance|eg|like|including|etc|and so on|among others|any|
    or (?:an?|another|other|more|custom|your|the|empty|blank|what|whatever|its|else)|
    usually|typically|regex|glob|separated|say|at least|more
  )\b|
  …|\.{3}
`;

interface Context {
  /** The name is that of a text which may be anything, so that only an announced list counts. */
  readonly free: boolean;
  /** The words of the name. */
  readonly name?: readonly string[];
}

export function suspectedSet(whole: string, { free, name = [] }: Context): readonly string[] | undefined {
  const description = whole.slice(0, 500);
  if (!/[,/|;]|\s(?:or|and)\s/i.test(description)) return undefined;
  const sentences = description.replaceAll(/\be\.\s?g\.?/gi, 'eg').split(/(?<=[.!?])\s+/);
  for (const sentence of sentences.filter((text) => !OPEN.test(text) && statesValues(text, name))) {
    for (const { pattern, least, anywhere } of PATTERNS) {
      if (free && !anywhere) continue;
      const values = valuesIn(pattern.exec(sentence)?.[1] ?? '');
      if (values.length >= least && isSet(values)) return values;
    }
    const [, ...glossed] = free ? [] : (GLOSSED.exec(sentence) ?? []);
    if (glossed.length === 2 && isSet(glossed)) return glossed;
  }
  return undefined;
}

function valuesIn(list: string): readonly string[] {
  const plain = list.replaceAll(/\([^()]*\)/g, ' ').replaceAll(/["'`“”‘’]/g, '');
  return plain.split(/[\s,;/|]+/).filter((word) => word !== '' && !/^(?:or|and)$/i.test(word));
}

/** Different words, none of which names a kind of value ("name or email"). */
function isSet(values: readonly string[]): boolean {
  const lower = values.map((value) => value.toLowerCase());
  const kinds = lower.some(
    (value) => FREE_TEXTS.has(value) || NO_VALUES.has(value) || FREE_TEXTS.has(value.replace(/s$/, '')),
  );
  return (
    !kinds && new Set(lower).size === lower.length && lower.length <= 30 && lower.some((value) => /[a-z]/.test(value))
  );
}

const NO_VALUES = wordSet(`
  a an the this that it number numbers word words file files folder digits digit letters letter person people place
  places thing things what who where when how which if to for of in on with as is are be one two three day month year
  hours minutes width height
`);
