/** Names of secrets: the one list, and the places in a descriptor that only secrets fill. */
import { parseTemplate } from './template.ts';

/** `property` is of a body or an argument: only names that are certain count there. */
type Named = 'variable' | 'header' | 'parameter' | 'cookie' | 'property';

/** A header, an environment variable or a flag with such a name exists for nothing else; a property may. */
export const isSecretVariable = (name: string): boolean => !WORKING_FOLDER.test(name) && isSecret(name, 'variable');
export const isSecretHeader = (name: string): boolean => isSecret(name, 'header');
/** Of a query, a form or a command line. */
export const isSecretParameter = (name: string): boolean => isSecret(name, 'parameter');
export const isSecretCookie = (name: string): boolean => isSecret(name, 'cookie') || SESSION.test(name);
export const isSecretProperty = (name: string): boolean => isSecret(name, 'property');

/** What has the names of its members, by the key under which it is. */
const NAMED: ReadonlyMap<unknown, (name: string) => boolean> = new Map([
  ['headers', isSecretHeader],
  ['query', isSecretParameter],
  ['form', isSecretParameter],
  ['multipart', isSecretParameter],
  ['json', isSecretProperty],
  ['basic', isSecretProperty],
  ['client_credentials', isSecretProperty],
  ['refresh_token', isSecretProperty],
  ['login', isSecretProperty],
  ['exchange', isSecretProperty],
  ['workload', isSecretProperty],
  ['introspection', isSecretProperty],
]);

const WORKING_FOLDER = /^(?:OLD)?PWD$/;
const SESSION = /(?:^|[-_.])(?:j|php)?sess(?:ion)?[-_.]?(?:id)?$|^(?:connect\.)?sid$/i;

const ANYWHERE = setOf(
  'password passwords passwd pwd passphrase passphrases passcode secret secrets credential credentials creds',
  'authorization bearer jwt cvv cvc otp totp',
);

/** In a property they are flags, sessions of agents, results of tests and signatures of letters. */
const BEYOND_PROPERTIES: Readonly<Record<Exclude<Named, 'property'>, ReadonlySet<string>>> = {
  variable: setOf('auth cookie cookies pass pat dsn session'),
  header: setOf('auth cookie cookies pass session signature sig'),
  parameter: setOf('auth cookie cookies pass session signature sig'),
  cookie: setOf('auth pass'),
};

/** In front of "key" they say that it opens something. */
const OPENING = setOf(
  'api access secret private signing encryption decryption auth session master shared storage subscription consumer',
  'client app application account license admin root service',
);

/** In front of "key" they say that it finds or sorts something, or that everybody may know it. */
const FINDING = setOf(
  'public publishable anon site primary foreign sort sorting partition range shard row cache idempotency idempotent',
  'index map object issue project hot short i18n l10n translation locale message surrogate routing dedup dedupe',
  'deduplication group grouping unique composite natural candidate lookup config setting settings feature flag event',
  'job queue topic tag meta metadata property attribute field column dictionary dict json yaml redis entry item',
  'element blob file folder path image bucket parent child widget page order next start last end from to cursor',
  'marker continuation websocket socket arrow enter shift tab host known',
);

/** In front of "token" they say whose it is. */
const OPENING_TOKENS = setOf(
  'access auth api bearer refresh session id bot oauth login github gitlab slack user service security admin root vault',
  'private personal',
);

/** In front of "token" they say that it is a place in a list, a device or a piece of text. */
const PLACING = setOf(
  'page pages paging pagination next previous prev continuation continue cursor sync start resume end stop device push',
  'registration csrf xsrf sub unk pad mask bos eos eot sep cls per max min last first change concurrency lock skip',
);

/** In front of a name they make a question of it: `use_token`. */
const ASKING = setOf(
  'is has have use uses enable require requires no skip with without need needs allow show hide reset forgot',
);

/** Behind a name they say which one, or that it is written again. */
const TRAILING = setOf(
  'value text string plain raw b64 base64 hex prod production dev development test testing staging live sandbox default',
  'current new old confirm confirmation again repeat primary secondary',
);

const PAIRS: readonly (readonly [last: string, before: ReadonlySet<string>, only?: Named])[] = [
  ['cookie', setOf('session auth')],
  ['header', setOf('auth authorization')],
  ['phrase', setOf('pass recovery seed')],
  ['string', setOf('connection'), 'variable'],
  ['url', setOf('database db postgres postgresql mysql redis mongo mongodb amqp broker'), 'variable'],
  ['uri', setOf('database db postgres postgresql mysql redis mongo mongodb amqp broker'), 'variable'],
];

function isSecret(name: string, of: Named): boolean {
  const all = wordsOf(name);
  if (all.length > 1 && ASKING.has(all[0] ?? '')) return false;
  const [end = '', owner = ''] = all.toReversed();
  if (PAIRS.some(([last, before, only = of]) => only === of && end === last && before.has(owner))) return true;
  const words = withoutTrailing(all);
  const [last = '', before = ''] = words.toReversed();
  if (/^keys?$/.test(last)) return isKey(before, of, last);
  if (/^tokens?$/.test(last)) return isToken(before, of, last);
  return ANYWHERE.has(last) || (of !== 'property' && BEYOND_PROPERTIES[of].has(last));
}

function isKey(before: string, of: Named, last: string): boolean {
  if (OPENING.has(before)) return true;
  return of !== 'property' && last === 'key' && !FINDING.has(before);
}

/** Several tokens are an amount of text. */
function isToken(before: string, of: Named, last: string): boolean {
  if (last === 'tokens') return OPENING_TOKENS.has(before);
  return before === '' || OPENING_TOKENS.has(before) || (of !== 'property' && !PLACING.has(before));
}

function withoutTrailing(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !TRAILING.has(word) && !/^v?\d+$/.test(word));
  return words.slice(0, end + 1);
}

/** `X-MyAPIKey2` → x, my, api, key: also where nothing divides them. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .flatMap((word) => splitWord(word.replace(/(?<=[a-z]{3})\d+$/, '')))
    .filter((word) => word !== '');
}

/** `accesstoken` → access, token; a key is part of a word only behind a word that is known: `monkey` is none. */
function splitWord(word: string): string[] {
  const [, start = '', end = ''] =
    /^(.+?)(passwords?|passwd|passphrase|secrets?|credentials?|tokens?|keys?)$/.exec(word) ?? [];
  if (start === '') return [word];
  const endings = [...OPENING, ...FINDING, ...PLACING].filter((one) => start.endsWith(one));
  const longest = endings.reduce((long, one) => (one.length > long.length ? one : long), '');
  if (longest !== '') return [start.slice(0, -longest.length), longest, end];
  return end.startsWith('key') ? [word] : [start, end];
}

function setOf(...words: readonly string[]): ReadonlySet<string> {
  return new Set(words.join(' ').split(' '));
}

/** A variable in a place of secrets; `path` leads to the text that it is in. */
interface PlacedSecret {
  readonly variable: string;
  readonly path: readonly (string | number)[];
}

/** The variables with those marked as secret that fill such a place in `pieces`. */
export function withPlacedSecrets<V extends { readonly secret: boolean }>(
  env: Readonly<Record<string, V>>,
  ...pieces: readonly unknown[]
): Record<string, V> {
  const placed = new Set(placedSecrets(pieces).map(({ variable }) => variable));
  const all = Object.entries(env).map(([name, variable]) => {
    return [name, placed.has(name) && !variable.secret ? { ...variable, secret: true } : variable] as const;
  });
  return Object.fromEntries(all);
}

const VARIABLE = '{env.';

/** In anything that is written with templates over `env`: connections, upstreams, behaviors of tools. */
export function placedSecrets(value: unknown, path: PlacedSecret['path'] = [], isPlace = false): PlacedSecret[] {
  if (typeof value === 'string') return secretsIn(value, isPlace).map((variable) => ({ variable, path }));
  if (typeof value !== 'object' || value === null) return [];
  const key = path.at(-1);
  const isNamed = path.includes('json') ? isSecretProperty : NAMED.get(key);
  const { user, password }: { readonly user?: unknown; readonly password?: unknown } = value;
  // A service that knows its clients by a key alone takes it as the user.
  const isUserKey = key === 'basic' && typeof user === 'string' && secretsIn(String(password ?? ''), true).length === 0;
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    // Most values are no place of a variable, and their names need not be read.
    if (typeof member === 'string' && !member.includes(VARIABLE)) return [];
    const at = Array.isArray(value) ? Number(name) : name;
    const own = Array.isArray(value) ? isPlace || followsFlag(value, Number(name)) : isNamed?.(name) === true;
    const isValue = isPlace && name === 'value';
    return placedSecrets(member, [...path, at], own || isValue || (isUserKey && name === 'user'));
  });
}

/** `--token` and its value are two elements of a command line. */
function followsFlag(list: readonly unknown[], at: number): boolean {
  const before = list[at - 1];
  return typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretParameter(before);
}

function secretsIn(text: string, isPlace: boolean): string[] {
  if (!text.includes(VARIABLE)) return [];
  const { parts, problem } = parseTemplate(text);
  if (problem) return [];
  return parts.flatMap((part, at) => {
    if (typeof part === 'string' || part.path[0] !== 'env') return [];
    const before = parts.slice(0, at).map((one) => (typeof one === 'string' ? one : '\0'));
    const after = parts[at + 1];
    const isSecret = isPlace || opensSecret(before.join(''), typeof after === 'string' ? after : '');
    return isSecret ? [part.path.slice(1).join('.')] : [];
  });
}

/** `https://u:`…`@`, `?api_key=`, `--token=`, `Bearer `, `X-Api-Key: ` */
function opensSecret(before: string, after: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:[^/?#@]*$/i.test(before) && /^[^/?#]*@/.test(after)) return true;
  if (/(?:^|[\s:])(?:Bearer|Basic|Token)\s+$/i.test(before)) return true;
  // Cut first: an expression without a beginning would be tried at every character.
  const last = before.split(/[&\s]/).at(-1) ?? '';
  const follows = before.at(-last.length - 1) === '&' && last.length < before.length;
  const [, opened = '', parameter = ''] = /^(--?|[^?]*\?)?([\w.][\w.-]*)=/.exec(last) ?? [];
  const [, header = ''] = /^([\w-]+):\s*$/.exec(before) ?? [];
  return ((opened !== '' || follows) && isSecretParameter(parameter)) || isSecretHeader(header);
}
