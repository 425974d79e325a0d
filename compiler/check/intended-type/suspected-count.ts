/** Whether a description indicates that a string is a number of things, or a measure in some unit. */
// Missed: units outside `UNITS`, and counts without "number of" or a limit ("the seats to book").
import type { Schema } from '@haft/runtime/language';
import { MEASURES } from './type-lexicon.ts';
import { regex } from '../../terms.ts';

const PEOPLE = 'people|children|persons|men|women|adults|participants|guests|sheep|fish';
const UNITS =
  'milliseconds|seconds|minutes|hours|days|weeks|months|years|nights|pixels|pages|lines|rows|bytes|kilobytes|megabytes|tokens|items|steps|centimeters|centimetres|millimeters|millimetres|meters|metres|kilometers|kilometres|miles|feet|inches|grams|kilograms|pounds|liters|litres|calories|percent|degrees|beats per minute|frames|semitones';
const TIMES = 'milliseconds|seconds|minutes|hours|days|weeks|months|years|nights|semesters|quarters';
const SIZES =
  'length|duration|width|height|depth|size|timeout|delay|interval|age|distance|radius|lifetime|wait|time|period|lead time|limit|cooldown|ttl|stay|pause|gap|margin|span|range|volume|weight|speed|tempo|budget of time|validity';

/** A number, regardless of the rest of the description. */
const SURE = regex('i')`
  \b(?:how|so|as|this|that) many\b(?! (?:times )?as\b)|
  \bhow (?:often|long in|far back in)\b(?=.*\b(?:times|${UNITS})\b)|
  \b(?:number|count|quantity|total|tally) of (?!
    the\b|an?\b|this\b|your\b|digits?\b|which\b|(?:\w+ )?(?:days|hours) of
  )(?:\w+[ -]){0,3}?(?:\w+[^sui]s|${PEOPLE})\b|
  \b(?:whole number|integer|int32|int64|positive int)\b|
  \bas an? (?:number|int)\b|\bas (?:a )?(?:digits?|numerals?)\b|\bin digits\b|\bnumeric (?:value|string)\b|
  \b(?:head ?count|amount of \w+s)\b|
  \b(?:last|first|top) N\b|
  \b(?:0|1|zero|one)[- ]based (?:index|position|number|offset)\b
`;

const LIKELY = regex('i')`
  \b(?:${SIZES})\b[^.,;]{0,40}?\b(?:in|as) (?:whole |full )?(?:${UNITS})\b|
  ^\W*(?:${SIZES}|\w+ (?:${SIZES}))\b[^.;]{0,60}, in (?:whole |full )?(?:${UNITS})\b|
  ^\W*(?:the |maximum |minimum |max |min |only |number |these )*
  (?:${TIMES}|miles|kilometers|kilometres|meters|metres|pixels|percent)\s+(?:
    to|back|ahead|before|after|until|between|since|from|per|that|
    of (?:history|delay|sleep|work|credit|leave|data|context|warning|notice|rest|grace)
  )\b|
  ^\W*(?:the |maximum |minimum |max |min )*
  (?:results?|items?|entries|records|rows|messages|posts|hits|books|elements) (?:per|on (?:each|a|one)) page
  \b|
  \bper page\b|
  \b(?:a|an|positive|non-?negative) (?:positive |non-?negative )?(?:numeric|value between|count)\b|
  \b(?:between|from)\s+[01]\s+(?:and|to)\s+(?:[2-9]|\d{2,6})\b(?!\s?[%.\d])|
  \b(?:at most|at least|up to|max(?:imum)?|min(?:imum)?)\s+(?:of\s+|is\s+)?["'\`]?\d+["'\`]?\s*(?:$|[.,;)])|
  \b(?:usually|typically|normally|mostly|default(?:s|ing)?(?: is| to)?:?)\s*["'\`]?\d{1,5}["'\`]?\s*(?:$|[.,;)])
`;

/** Digits and nothing else, too few to be an identifier, or as many as one likes. */
const DIGITS =
  /^\^?\(?(?:(?:\\d|\[0-9\])(?:[+*]|\{1,[1-5]\}|\{[12]\})?|\[1-9\](?:\\d|\[0-9\])?(?:[+*]|\{0,\d\})?)\)?\$?$/;
const IDENTIFIER = regex('i')`
  \b(?:
    id|ids|code|codes|phone|telephone|fax|postal|zip|postcode|isbn|issn|ean|pin|barcode|account|card|identifier|
    serial|version|years?|date|hour|ticket number|invoice number|order number|house|flat|room|seat|gate|flight|
    plate|jersey|track|chapter|verse|paragraph|section|article|number (?:of|on) (?:the|an?|this|your)\b|sku|doi|
    iban|digits? (?:code|number)|reference|regex|cron|expression|score
  )\b
`;
const NOT_WHOLE = regex('i')`
  \b(?:
    decimals?|fractions?|euros?|dollars?|percent|degrees|comma|separated|range|ranges|roman|letters?|
    characters?|HH|ISO|RFC|token|cursor|duration string|with (?:its |the )?units?|minutes and seconds|
    hours and minutes|or (?:["'\`]?all|unlimited|auto)
  )\b|
  (?:such as|for example|for instance|example|eg|e\.g\.?|like)\W+
  (?:["'\`]?\d+[\s"'\`]*(?:[-–:/x×.,]\s?\d|[a-z%°]{1,12}\b(?! by default))|["'\`]?[a-z])|
  \d\.\d
`;

export function suggestsCount(
  { pattern, default: usual }: Schema,
  name: readonly string[],
  description: string,
  free: boolean,
): boolean {
  if (
    SURE.test(description) &&
    !/\d\s?[-–]\s?\d|\bin words\b|\bwith (?:its |the )?units?\b|\bratio\b/i.test(description)
  ) {
    return (
      !IDENTIFIER.test(name.join(' ')) && !/\b(?:id|identifier|code)\b/i.test(description.split(/[.,;(]/)[0] ?? '')
    );
  }
  const identifies = IDENTIFIER.test(name.join(' ')) || IDENTIFIER.test(description);
  if (free || identifies || NOT_WHOLE.test(description)) return false;
  if (LIKELY.test(description)) return true;
  if (name.some((word) => MEASURES.has(word))) return false;
  return (pattern !== undefined && DIGITS.test(pattern)) || (typeof usual === 'string' && /^\d{1,5}$/.test(usual));
}
