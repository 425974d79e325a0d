/** What the description of a parameter claims about the parameter itself: that it is optional or required, its bounds, default, examples and unit. */
import { type Json, type Schema, mainType } from '@haft/runtime/language';
import { regex, wordList } from '../../../base/word-lists.ts';
import { nameWords } from '../names/name-words.ts';
import { REJECTED } from './closed-set.ts';

/** Only a whole clause is a claim: "optional equipment" and "a sledge takes at most 1" are about something else. */
function clausesOf(text: string): readonly string[] {
  const parts = text.slice(0, 1000).split(/[;()[\]\n]|,(?=\s)|\.(?=\s|$)|\s[-–—]\s/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** "This parameter", "it", or left out: the parameter is the subject of the clause. */
const ITSELF = '(?:(?:(?:this|the) (?:argument|field|input|option|parameter|property|value)|it|this) )?';
const GIVEN = '(?:filled(?: in)?|given|included|passed|present|provided|sent|set|specified|supplied)';
const LEFT_OUT = '(?:absent|left (?:blank|empty|out|off|unset)|missing|omitted|skipped|unset)';

const OPTIONAL = regex('i')`
  ^(?:${ITSELF}is )?optional(?:ly)?(?:[:,]| (?:argument|field|input|parameter|value))?$|^optional: |
  ^${ITSELF}(?:may|can|could|might) (?:also |safely |simply )?(?:be (?:${LEFT_OUT}|not ${GIVEN})|stay ${LEFT_OUT})\b|
  ^${ITSELF}(?:is not|isn['’]t|not) (?:required|mandatory|necessary|needed)$|
  ^${ITSELF}(?:need|does|do)(?: not|n['’]t) (?:need to |have to )?be ${GIVEN}\b|
  ^you (?:need not|do not (?:need|have) to|don['’]t (?:need|have) to|may omit|can omit|may leave|can leave)\b|
  ^(?:leave (?:it |this |the (?:argument|field|parameter|value) )?(?:blank|empty|out|off|unset)|omit|skip)(?: (?:it|this))?(?: (?:to|for|if|when)\b.*)?$|
  ^(?:if|when|where|unless) (?:(?:it|this|the (?:argument|field|parameter|value)) is )?(?:not ${GIVEN}|${LEFT_OUT}|${GIVEN})$|
  ^if (?:any|applicable|available|known)$|
  ^${ITSELF}defaults? (?:to|is)\b|^default(?:s|(?: value)?[:=])
`;

const REQUIRED = regex('i')`
  ^(?:${ITSELF}is )?(?:always )?(?:required|mandatory|obligatory|compulsory)(?: (?:argument|field|input|parameter|value))?:?$|
  ^(?:required|mandatory): |
  ^${ITSELF}(?:must|has to|needs to|should) (?:always )?be ${GIVEN}(?: (?:always|in (?:any|each|every) (?:call|case|request)))?$|
  ^${ITSELF}(?:must not|mustn['’]t|cannot|can['’]t|may not) be ${LEFT_OUT}$|
  ^(?:a|the|any|every) (?:call|request) (?:without (?:it|this)|fails without (?:it|this))\b|
  ^(?:always|you must(?: always)?) (?:give|pass|provide|send|set|specify|supply) (?:it|this)$
`;

/** The words by which a description contradicts `required`. */
export function claimOf(description: string, isRequired: boolean): string | undefined {
  const pattern = isRequired ? OPTIONAL : REQUIRED;
  // An empty value is a value, and other values take the place of one that is blank.
  return clausesOf(description).find(
    (clause) => pattern.test(clause) && !(isRequired && /\b(?:blank|empty)\b/i.test(clause)),
  );
}

export interface Claim {
  readonly words: string;
  readonly least?: number;
  readonly most?: number;
  /** The bounds are of the characters of a text. */
  readonly isLength: boolean;
}

const NUMBER = String.raw`([-−]?\d+(?:,\d{3})*(?:\.\d+)?)`;
const LEADING = regex()`
  (?:(?:it|this|the value|values?|numbers?) )?(?:(?:must|should|has to|can|may) (?:be )?|is |are )?(?:an? )?
  (?:(?:integer|number|value|values) )?(?:(?:with)?in (?:the )?)?(?:allowed |valid |permitted |possible )?
  (?:(?:range|values?|limits?|bounds?)(?: (?:is|are|of))?:? ?)?
`.source;
const LENGTH = '(?: (?:characters?|chars?|letters?)(?: (?:long|in length))?)';
const TRAILING = String.raw`${LENGTH}?(?: (?:of (?:them|these|those)|(?:is|are) (?:allowed|accepted|permitted|possible|valid)|inclusive|allowed|each|per call))*`;

const RANGE = clause(`(?:from |between )?${NUMBER}(?: ?(?:-|–|\\.\\.\\.?|…) ?| (?:to|and|through|up to) )${NUMBER}`);
const MAX = clause(
  `(?:(?:at (?:the )?most|up to|(?:no|not) (?:more|greater|larger|higher) than|less than or equal to|<=|≤|(?:an? |the )?max(?:imum)?(?: value)?(?: (?:is|of))?:?) ?)${NUMBER}`,
);
const MIN = clause(
  `(?:(?:at (?:the )?least|(?:no|not) (?:less|fewer|smaller|lower) than|greater than or equal to|>=|≥|(?:an? |the )?min(?:imum)?(?: value)?(?: (?:is|of))?:?) ?)${NUMBER}`,
);

function clause(inner: string): RegExp {
  return new RegExp(`^${LEADING}${inner}${TRAILING}$`, 'i');
}

const IS_LENGTH = new RegExp(LENGTH, 'i');

/** The bounds that a description names, in its words. */
export function claimedBounds(description: string): readonly Claim[] {
  if (!/\d/.test(description)) return [];
  return clausesOf(description).flatMap((words): Claim[] => {
    const [, from, to] = RANGE.exec(words) ?? [];
    const [, least = from] = MIN.exec(words) ?? [];
    const [, most = to] = MAX.exec(words) ?? [];
    if (least === undefined && most === undefined) return [];
    const claim = {
      words,
      isLength: IS_LENGTH.test(words),
      ...(least !== undefined && { least: valueOf(least) }),
      ...(most !== undefined && { most: valueOf(most) }),
    };
    // 2024-01 and 10-5 are no ranges.
    return claim.least !== undefined && claim.most !== undefined && claim.least >= claim.most ? [] : [claim];
  });
}

function valueOf(digits: string): number {
  return Number(digits.replaceAll(',', '').replace('−', '-'));
}

/** A value that a description names, with the words around it. */
interface NamedValue {
  readonly words: string;
  readonly value: Json;
}

const QUOTED = String.raw`"([^"]+)"|\`([^\`]+)\`|'([^']+)'`;

const DEFAULT = new RegExp(
  `^${ITSELF}(?:defaults?(?: value)?(?: (?:to|is)|[:=])?|by default:?) (?:${QUOTED}|(\\S+))$`,
  'i',
);

/** "(default 10)", "Defaults to 10": a value of the type of the parameter, where text is quoted or of its `enum`. */
export function claimedDefault(description: string, schema: Schema): NamedValue | undefined {
  if (!/default/i.test(description)) return undefined;
  for (const words of clausesOf(description)) {
    const [, ...texts] = DEFAULT.exec(words) ?? [];
    const bare = texts[3];
    const value = valueOfType(texts.find((text) => text !== undefined) ?? '', schema);
    if (texts.length === 0 || value === undefined) continue;
    if (typeof value !== 'string' || bare === undefined || schema.enum?.includes(value) === true)
      return { words, value };
  }
  return undefined;
}

const EXAMPLE = new RegExp(
  String.raw`(?:such as|for (?:example|instance),?|\be\.g\.,?) (?:${QUOTED}|([^\s"'\`(),;]*[^\s"'\`(),;.:]))(?=[.:]?(?:[,;)]|\s*$|\s(?:or|and|for)\b)|\.\s)`,
  'gi',
);

/** "Such as OPS-12". Words are no values, unless quoted: "such as title". */
export function exampleValues(description: string, schema: Schema): readonly NamedValue[] {
  return description.split(/(?<=[.!?])\s+(?=[A-Z])|\n/).flatMap((sentence) => {
    if (REJECTED.test(sentence)) return [];
    return [...sentence.matchAll(EXAMPLE)].flatMap(([words, ...texts]): NamedValue[] => {
      const bare = texts[3];
      const text = texts.slice(0, 4).find((one) => one !== undefined) ?? '';
      if (/[<>{}…*]|\.\.\./.test(text) || (bare !== undefined && !/[\d_]|[A-Z]{2}/.test(bare))) return [];
      const value = valueOfType(text, schema);
      return value === undefined ? [] : [{ words, value }];
    });
  });
}

function valueOfType(text: string, schema: Schema): Json | undefined {
  const type = mainType(schema);
  if (type === 'string') return text;
  if (type === 'boolean') return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && new RegExp(`^${NUMBER}$`).test(text) ? valueOf(text) : undefined;
}

/** Names of units that measure the same, by kind. */
const UNITS = [
  'milliseconds seconds minutes hours days weeks months years',
  'bytes kilobytes megabytes gigabytes',
  'millimeters centimeters meters kilometers inches miles',
  'grams kilograms pounds ounces',
  'cents euros dollars',
].map((kind) => wordList(kind));

interface OtherUnit {
  readonly words: string;
  readonly named: string;
  readonly stated: string;
}

/** "Time to wait in seconds" of `wait_minutes`: at the end of the first clause, or alone. */
export function otherUnit(description: string, name: string): OtherUnit | undefined {
  const named = nameWords(name).at(-1) ?? '';
  const kind = UNITS.find((units) => units.includes(named));
  if (!kind) return undefined;
  for (const [at, clause] of clausesOf(description).entries()) {
    const [words = '', unit = ''] = /(?:^|\s)in (?:whole |full )?([a-z]+)$/i.exec(clause) ?? [];
    const stated = unit.toLowerCase();
    if ((at === 0 || words === clause) && kind.includes(stated) && stated !== named)
      return { words: words.trim(), named, stated };
  }
  return undefined;
}
