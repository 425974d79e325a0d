/** Terms that suggest the type of a parameter: counts, flags, choices and free texts. Data; `vocabulary:` in haft.yaml adds to some. */
import { wordList, wordSet } from '../../../base/word-lists.ts';

/** A parameter whose name ends in one of these counts something: `page_count`, `limit`. */
export const COUNT_WORDS = wordList(`
  count limit number total size offset amount quantity depth retries pages days hours minutes seconds weeks months
  years max min page rank age width height length
`);

/** After one of these, a name is a count whatever its description is. */
export const SURE_COUNTS = wordSet('count limit offset retries');

/** Two last words that count together, where the last one alone may be an identifier or a measure. */
export const SURE_PAIRS: ReadonlySet<string> = new Set([
  ...['page', 'batch', 'chunk', 'sample', 'window', 'buffer', 'pool', 'group', 'party'].map((word) => `${word} size`),
  ...['page', 'line', 'row', 'column', 'step', 'attempt'].map((word) => `${word} number`),
  ...['start', 'end', 'first', 'last', 'from', 'to'].map((word) => `${word} page`),
  ...['max', 'min', 'maximum', 'minimum'].flatMap((word) => [`${word} depth`, `${word} length`]),
  'per page',
]);

/** What is before a count word and makes it a measure, a point in time or an amount of money. */
export const NOT_A_COUNT_BEHIND = wordSet(`
  credit price spending budget cost time rate speed temperature weight memory storage bandwidth cpu utc gmt tz
  timezone zone x y z opening office business working blood
`);

/** Plurals that are measured and not counted: `max_degrees`, `min_euros`. */
export const MEASURES = wordSet(`
  degrees celsius kelvin meters metres kilometers kilometres miles inches grams kilograms pounds ounces liters litres
  euros dollars cents percents percentages coordinates status analysis hours minutes seconds days weeks months years
  dates ids prices costs amounts ratios scores weights distances values bounds
`);

/** Names of positions: they need a lower bound, an upper one would be arbitrary. */
export const POSITIONS = wordSet('offset page number rank index start skip row line');

/** A parameter whose name starts with one of these is a flag: `include_deleted`, `is_draft`. */
export const FLAG_WORDS = wordList(`
  is has can should include exclude enable disable allow only with without force skip use show hide
`);

/** Words that make a flag alone; the others need a description of a flag. */
export const SURE_FLAGS = wordSet('is should can enable disable');

/** Last words of names of values that start with a flag word: `disable_reason`. */
export const NOT_A_FLAG = wordSet(`
  id ids name at on date time before after until since reason code type by message key list query url format mode
  level
`);

/** Last words of parameters that choose among a few: `sort_by`, `priority`. */
export const CHOICES = wordSet(`
  sort order direction dir type kind mode status state format level priority unit units scope visibility role theme
  frequency interval period granularity strategy severity style position alignment method by category orientation
  quality size speed tone view layout encoding algorithm protocol operator access gender side stage phase environment
  env variant color colour resolution
`);
