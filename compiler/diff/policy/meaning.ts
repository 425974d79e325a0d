/** The promises in a parameter's description: units, numbers, formats, negation, limits, time zones. */

/** By aspect, in a comparable form; '' where the text has none. */
export function meaningOf(text: string): Readonly<Record<string, string>> {
  const lower = text.toLowerCase();
  return {
    unit: all(lower, UNITS),
    number: [...lower.matchAll(/(?<![\w.])\d+(?:[.,]\d+)?/g)]
      .map(([number]) => number)
      .sort()
      .join(', '),
    format: all(lower, FORMATS),
    negation: all(lower, NEGATIONS),
    bound: all(lower, BOUNDS),
    'time zone': all(lower, ZONES),
    order: all(lower, ORDERS),
  };
}

function all(text: string, words: readonly (readonly [name: string, form: RegExp])[]): string {
  return words
    .filter(([, form]) => form.test(text))
    .map(([name]) => name)
    .join(', ');
}

const UNITS = [
  ['milliseconds', /\b(?:milliseconds?|msecs?|ms)\b/],
  ['seconds', /\b(?:seconds?|secs?)\b/],
  ['minutes', /\bminutes?\b/],
  ['hours', /\bhours?\b/],
  ['days', /\bdays?\b/],
  ['weeks', /\bweeks?\b/],
  ['months', /\bmonths?\b/],
  ['years', /\byears?\b/],
  ['bytes', /\bbytes?\b/],
  ['kilobytes', /\b(?:kilobytes?|kb|kib)\b/],
  ['megabytes', /\b(?:megabytes?|mb|mib)\b/],
  ['characters', /\bcharacters?\b/],
  ['words', /\bwords\b/],
  ['tokens', /\btokens?\b/],
  ['pages', /\bpages\b/],
  ['percent', /\bpercent(?:age)?\b|%/],
  ['cents', /\bcents?\b/],
  ['euros', /\b(?:euros?|eur)\b|€/],
  ['dollars', /\b(?:dollars?|usd)\b|\$/],
  ['metres', /\b(?:met(?:re|er)s?|m)\b/],
  ['kilometres', /\b(?:kilomet(?:re|er)s?|km)\b/],
  ['miles', /\bmiles?\b/],
  ['celsius', /\bcelsius\b|°c/],
  ['fahrenheit', /\bfahrenheit\b|°f/],
] as const;

const FORMATS = [
  ['ISO 8601', /\biso[ -]?8601\b|\byyyy-mm-dd\b/],
  ['Unix time', /\b(?:unix|epoch)\b/],
  ['RFC 3339', /\brfc ?3339\b/],
  ['JSON', /\bjson\b/],
  ['CSV', /\bcsv\b|\bcomma[ -]separated\b/],
  ['Markdown', /\bmarkdown\b/],
  ['HTML', /\bhtml\b/],
  ['base64', /\bbase64\b/],
  ['regular expression', /\bregex|\bregular expression/],
  ['glob', /\bglob\b/],
  ['URL', /\burls?\b/],
  ['path', /\bpaths?\b/],
  ['key', /\bkeys?\b/],
  ['name', /\bnames?\b/],
  ['identifier', /\bids?\b|\bidentifiers?\b/],
] as const;

const NEGATIONS = [
  ['negated', /\b(?:not|never|no|without|except|exclude[sd]?|excluding|unless|other than)\b|n't\b/],
] as const;

const BOUNDS = [
  ['inclusive', /\binclusive(?:ly)?\b|\bincluding\b/],
  ['exclusive', /\bexclusive(?:ly)?\b/],
  ['at most', /\b(?:at most|maximum|up to|no more than)\b/],
  ['at least', /\b(?:at least|minimum|no fewer than)\b/],
  ['before', /\bbefore\b/],
  ['after', /\bafter\b/],
  ['from zero', /\b(?:zero-based|0-based|from 0)\b/],
  ['from one', /\b(?:one-based|1-based|from 1)\b/],
] as const;

const ZONES = [
  ['UTC', /\b(?:utc|gmt|zulu)\b/],
  ['local time', /\blocal time\b|\buser['’]s time zone\b/],
] as const;

const ORDERS = [
  ['ascending', /\b(?:ascending|oldest first|smallest first)\b/],
  ['descending', /\b(?:descending|newest first|latest first|largest first)\b/],
] as const;
