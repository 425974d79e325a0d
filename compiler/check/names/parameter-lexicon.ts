/** Words in names of parameters: generic names, counts, secrets. Data, each list with its purpose. */

/** Names that do not say what the value is (EXT §8 rule 4: `process_data(input)`, `fetch(id)`). */
export const GENERIC_PARAMETERS: ReadonlySet<string> = wordSet(
  'data input inputs output value values val params param parameters parameter args arg arguments argument obj object objects payload info information options opts thing things stuff item items misc var variable body_data input_data payload_data request_data extra foo bar baz qux foobar blah dummy xyz abc temp sth my_id the_id tmp str string num int bool dict struct elem buf ctx cfg prm kwargs user_input raw_input input_value the_value my_value some_value my_data some_data whatever anything something stuff_to_use generic_input input_string input_text input_object text_input data_object data_input json_data raw_data string_value the_input the_data some_input first_arg second_arg first_param second_param first_argument second_argument arg_one arg_two param_one param_two value_one value_two',
);

/** With a number behind them they say no more: `arg1`, `id2`; `line_2` of an address does. */
export const NUMBERED: RegExp =
  /^(?:id|key|val|prm|text|word|name|obj|num|str|var|x|y|a|b|thing|field|first|second|string|file|list|opt|option|entity|record|element|resource|filter|type|date|user)_?\d+$|^(?:arg|args|argument|param|parameter|prm|val|value|var|opt|thing|obj|object|item|input)_(?:[a-z]|one|two|three|first|second)$/;

/** After one of these, a name is a count whatever its description is. */
export const SURE_COUNTS: ReadonlySet<string> = wordSet('count limit offset retries');

/** Two last words that count together, where the last one alone may be an identifier or a measure. */
export const SURE_PAIRS: ReadonlySet<string> = new Set([
  ...['page', 'batch', 'chunk', 'sample', 'window', 'buffer', 'pool', 'group', 'party'].map((word) => `${word} size`),
  ...['page', 'line', 'row', 'column', 'step', 'attempt'].map((word) => `${word} number`),
  ...['start', 'end', 'first', 'last', 'from', 'to'].map((word) => `${word} page`),
  ...['max', 'min', 'maximum', 'minimum'].flatMap((word) => [`${word} depth`, `${word} length`]),
  'per page',
]);

/** What is before a count word and makes it a measure, a point in time or an amount of money. */
export const NOT_A_COUNT_BEHIND: ReadonlySet<string> = wordSet(
  'credit price spending budget cost time rate speed temperature weight memory storage bandwidth cpu utc gmt tz timezone zone x y z opening office business working blood',
);

/** Plurals that are measured and not counted: `max_degrees`, `min_euros`. */
export const MEASURES: ReadonlySet<string> = wordSet(
  'degrees celsius kelvin meters metres kilometers kilometres miles inches grams kilograms pounds ounces liters litres euros dollars cents percents percentages coordinates status analysis hours minutes seconds days weeks months years dates ids prices costs amounts ratios scores weights distances values bounds',
);

/** Names of positions: they need a lower bound, an upper one would be arbitrary. */
export const POSITIONS: ReadonlySet<string> = wordSet('offset page number rank index start skip row line');

/** Words that make a flag alone; the others need a description of a flag. */
export const SURE_FLAGS: ReadonlySet<string> = wordSet('is should can enable disable');

/** Last words of names of values that start with a flag word: `disable_reason`. */
export const NOT_A_FLAG: ReadonlySet<string> = wordSet(
  'id ids name at on date time before after until since reason code type by message key list query url format mode level',
);

/** Last words of parameters that choose among a few: `sort_by`, `priority`. */
export const CHOICES: ReadonlySet<string> = wordSet(
  'sort order direction dir type kind mode status state format level priority unit units scope visibility role theme frequency interval period granularity strategy severity style position alignment method by category orientation quality size speed tone view layout encoding algorithm protocol operator access gender side stage phase environment env variant color colour resolution',
);

/** Last words of parameters whose values are free text by nature. */
export const FREE_TEXTS: ReadonlySet<string> = wordSet(
  'name title text body query email phone url uri link street city country address region description message path file filename folder key id subject content comment note notes summary language locale code date time timezone zip postcode company author user username owner repo repository branch ref commit topic question answer prompt instructions label tag search term keyword keywords phrase location place from to cc bcc version hash slug handle channel database table column domain host uuid isbn doi sql command html markdown origin destination',
);

/** Names of secrets: the last one, two or three words of a parameter. */
export const SECRETS: ReadonlySet<string> = new Set(
  [
    'password, passwd, pwd, passphrase, secret, credential, credentials, authorization, bearer, apikey, authtoken, accesstoken',
    'api key, access key, secret key, private key, signing key, encryption key, auth key, session key, auth header',
    'access token, auth token, api token, bearer token, refresh token, session token, id token, bot token, oauth token',
    'login token, personal access token, session cookie, auth cookie, github token, user token, service token, token',
  ].flatMap((line) => line.split(', ')),
);

/** Words in the description of a plain `token` that mark it as harmless. */
export const HARMLESS_TOKEN =
  /\b(?:page|pages|pagination|paging|cursor|continu\w+|next|symbol|coin|crypto\w*|currency|contract|erc\d*|mint|word|lexical|vocabulary|text|sync)\b/i;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
