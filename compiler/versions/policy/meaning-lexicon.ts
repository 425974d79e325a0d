/** Terms whose replacement by another one of their list changes what a value means. */

export type Term = readonly [name: string, form: RegExp];

/** Texts are in lower case. */
export const UNITS: readonly Term[] = [
  ['milliseconds', /\b(?:milliseconds?|msecs?|ms)\b/],
  ['seconds', /\b(?:seconds?|secs?)\b/],
  ['minutes', /\bminutes?\b/],
  ['hours', /\bhours?\b/],
  ['days', /\b(?:in|of|many|\d+) days?\b/],
  ['weeks', /\b(?:in|of|many|\d+) weeks?\b/],
  ['months', /\b(?:in|of|many|\d+) months?\b/],
  ['bytes', /\bbytes?\b/],
  ['kilobytes', /\b(?:kilobytes?|kb|kib)\b/],
  ['megabytes', /\b(?:megabytes?|mb|mib)\b/],
  ['characters', /\bcharacters\b/],
  ['words', /\b(?:in|of|many|most|\d+) words\b/],
  ['tokens', /\b(?:in|of|many|most|\d+) tokens\b/],
  ['pixels', /\b(?:pixels?|px)\b/],
  ['points', /\bpoints\b|\bpt\b/],
  ['percent', /\bpercent(?:age)?\b|\d%|\bin %/],
  ['fraction', /\bfraction\b|\b0 to 1\b|\bbetween 0 and 1\b/],
  ['cents', /\bcents\b/],
  ['euros', /\b(?:euros?|eur)\b|€/],
  ['dollars', /\b(?:dollars?|usd)\b/],
  ['meters', /\b(?:met(?:re|er)s)\b/],
  ['kilometers', /\b(?:kilomet(?:re|er)s?|km)\b/],
  ['miles', /\bmiles?\b/],
  ['feet', /\bfeet\b/],
  ['celsius', /\bcelsius\b|°c/],
  ['fahrenheit', /\bfahrenheit\b|°f/],
  ['grams', /\bgrams?\b/],
  ['kilograms', /\b(?:kilograms?|kg)\b/],
  ['pounds', /\b(?:pounds?|lbs?)\b/],
];

export const FORMATS: readonly Term[] = [
  ['a date', /\byyyy-mm-dd\b/],
  ['a date with the day first', /\bdd[-./]mm[-./]yyyy\b/],
  ['a date with the month first', /\bmm[-./]dd[-./]yyyy\b/],
  ['ISO 8601', /\biso[ -]?8601\b|\brfc ?3339\b/],
  ['Unix time', /\b(?:unix|epoch)\b/],
  ['Markdown', /\bmarkdown\b/],
  ['HTML', /\bhtml\b/],
  ['plain text', /\bplain text\b/],
  ['CSV', /\bcsv\b/],
  ['JSON', /\bjson\b/],
  ['YAML', /\byaml\b/],
  ['XML', /\bxml\b/],
  ['base64', /\bbase64\b/],
  ['hexadecimal', /\bhex(?:adecimal)?\b/],
  ['a regular expression', /\bregex|\bregular expression/],
  ['a glob', /\bglob\b/],
  ['a numeric id', /\b(?:numeric|integer|database) ids?\b/],
  ['a UUID', /\buuid\b/],
  ['a slug', /\bslug\b/],
  ['an email address', /\be-?mail address\b/],
  ['a user name', /\b(?:username|user name|login name|handle)\b/],
  ['an absolute path', /\babsolute path\b/],
  ['a relative path', /\brelative path\b|\brelative to\b/],
  ['a country code of two letters', /\b(?:alpha-2|two-letter)\b/],
  ['a country code of three letters', /\b(?:alpha-3|three-letter)\b/],
];

export const ZONES: readonly Term[] = [
  ['UTC', /\b(?:utc|gmt|zulu)\b/],
  ['local time', /\blocal time\b|\buser's time ?zone\b/],
];

export const ORDERS: readonly Term[] = [
  ['ascending', /\b(?:ascending|(?:oldest|smallest|lowest|earliest|cheapest) first|a to z)\b/],
  ['descending', /\b(?:descending|(?:newest|latest|largest|highest|most recent) first|z to a)\b/],
];

export const BOUNDS: readonly Term[] = [
  ['inclusive', /\binclusive(?:ly)?\b|\bup to and including\b|\bis included\b|\bon or (?:before|after)\b/],
  ['exclusive', /\bexclusive\b(?! (?:with|of))|\bup to but (?:not|excluding)\b|\bis excluded\b|\bstrictly\b/],
  ['from zero', /\b(?:zero-based|0-based|(?:starts?|starting|counted|counting) (?:at|from) (?:0|zero))\b/],
  ['from one', /\b(?:one-based|1-based|(?:starts?|starting|counted|counting) (?:at|from) (?:1|one))\b/],
];

/** Words and their opposites, each side with the forms of its word. */
export const ANTONYMS: readonly (readonly (readonly string[])[])[] = `
  show shown shows visible | hide hidden hides invisible
  include includes included including | exclude excludes excluded excluding omit omits
  enable enables enabled | disable disables disabled
  allow allows allowed | deny denies denied forbid forbids block blocks blocked
  public | private
  before until | after since
  minimum least min | maximum most max
  first | last
  open opened | closed
  add adds added | remove removes removed
  start starts | end ends
  source from | destination target
  sender | recipient receiver
  keep keeps kept | delete deletes deleted discard discards
  case-sensitive | case-insensitive
  any | every
  width | height
  latitude | longitude
  incoming inbound | outgoing outbound
  net | gross
  departure | arrival
  lock locks locked | unlock unlocks unlocked
  append appends appended | replace replaces overwrite overwrites
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((side) => side.trim().split(' ')));
