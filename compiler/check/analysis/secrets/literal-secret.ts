/** Literal secrets in a template, recognized by their place or their look. */
import { templateOf, templateVariables } from '../../../spec/behaviors/variables.ts';
import { isSecretHeader, isSecretParameter } from '@haft/runtime/language';
import { regex } from '../../../base/word-lists.ts';
import { memoizeText } from '../../../base/memo.ts';

/** In running text: what vendors mark as theirs, a login, or a password that is told; other long words are examples of identifiers. */
export const secretInText = memoizeText(secretInLongText);

/** The same for texts that are too long to be remembered, such as files. */
export function secretInLongText(text: string): LiteralSecret | undefined {
  if (text.length < MIN_SECRET || !TRIGGERS.test(text)) return undefined;
  const marked = markedIn(text) ?? bearerInText(text) ?? loginInText(text);
  if (marked) return marked;
  const word = STATED_PASSWORD.exec(text)?.[1];
  return word === undefined || EXAMPLE.test(word)
    ? undefined
    : { what: 'what looks like a secret', word, isStated: true };
}

const TRIGGERS = /\d|BEGIN|:\/\//;
const EXAMPLE = /example|x{4}|\*{3}|\.{3}/i;

const STATED_PASSWORD = regex('i')`
  \b(?:passwords?|passphrase|api[- ]?keys?|(?:access|auth|api|bearer)[- ]token|secret(?: key)?)["'\`]?
  (?:\s{1,4}(?:is|:|=)?|\s{0,4}[:=])\s{0,4}
  ["'\`]?((?![$%/])(?=[^\s"'\`,;)]{0,99}\d)(?=[^\s"'\`,;)]{0,99}[A-Za-z])[\w!@#$%^&*+/-]{6,99})(?![\w!@#$%^&*+/([<-]|\.\w)
`;

const BLOCK = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;

/** In prose, "Bearer" and "Basic" are words like any other. */
function bearerInText(text: string): LiteralSecret | undefined {
  const [, token = ''] = /\bBearer\s{1,4}(?=[^\s\d]{0,99}\d)([\w.~+/=-]{10,})(?![\w.~+/=({[<$-])/i.exec(text) ?? [];
  return token === '' || EXAMPLE.test(token) ? undefined : { what: 'a literal Bearer token', word: token };
}

/** In an address that shows where a password belongs. */
const STANDS_FOR_ONE = /^(?:(?:my|your)[-_]?)?(?:password|passwd|pwd|pass|secret|token)$/i;

const LOGIN = /\b[a-z][a-z+]{1,20}:\/\/([^\s/@:"'`<{$]{1,99}):([^\s/@"'`<{$]{3,99})@/gi;

function loginInText(text: string): LiteralSecret | undefined {
  if (!text.includes('://') || !text.includes('@')) return undefined;
  const isReal = (user: string, password: string): boolean =>
    user !== password && ![PLACEHOLDER, STANDS_FOR_ONE, EXAMPLE].some((one) => one.test(password));
  const login = [...text.matchAll(LOGIN)].find(([, user = '', password = '']) => isReal(user, password));
  return login && { what: 'a user name and a password', word: `${login[1] ?? ''}:${login[2] ?? ''}` };
}

/** What a vendor marks as its own; words that only begin alike have no digit. */
function markedIn(text: string): LiteralSecret | undefined {
  const word = text.match(MARKED)?.find((one) => /\d/.test(one) && !EXAMPLE.test(one)) ?? BLOCK.exec(text)?.[0];
  return word === undefined ? undefined : { what: 'what looks like a secret', word };
}

/** What was found, in words; and the text, to point at it. */
export interface LiteralSecret {
  readonly what: string;
  readonly word: string;
  /** By what is said in front of it, not by its look. */
  readonly isStated?: true;
}

/** `key` is the header, query parameter or property that the text is the value of. */
export function literalSecret(text: string, key = ''): LiteralSecret | undefined {
  return secretSent(text, key !== '' && isSecretParameter(key));
}

/** In what is sent; `isPlace`: nothing but a secret belongs there. */
export function secretSent(text: string, isPlace: boolean): LiteralSecret | undefined {
  const inside = text.length < MIN_SECRET ? undefined : secretInTemplate(text);
  if (inside || !isPlace) return inside;
  const template = templateOf(text);
  const [whole] = template.parts;
  if (template.problem) return undefined;
  // Text beside a variable belongs to its value; a fallback is one.
  const isLiteral = template.parts.length === 1 && typeof whole === 'string';
  const values = isLiteral ? [whole] : templateVariables(text).flatMap(({ fallback }) => fallback ?? []);
  return values.map(underKey).find((secret) => secret !== undefined);
}

/** Many tools have the same templates. */
const secretInTemplate = memoizeText((text): LiteralSecret | undefined => {
  const template = templateOf(text);
  if (template.problem) return markedIn(text);
  for (const part of template.parts) {
    const literal = typeof part === 'string' ? part : (part.fallback ?? '');
    const secret = literal.length < MIN_SECRET ? undefined : (inLogin(literal) ?? inPair(literal) ?? byLook(literal));
    if (secret) return secret;
  }
  return undefined;
});

/** Shortest text with the look of a secret, such as "a://b:c@": most literals are shorter. */
const MIN_SECRET = 8;

function underKey(text: string): LiteralSecret | undefined {
  const value = text.replace(/^(?:Bearer|Basic|Token|ApiKey|Key)\s+/i, '').trim();
  return value.length >= 6 && !PLACEHOLDER.test(value) ? { what: 'a secret in plain text', word: text } : undefined;
}

const PLACEHOLDER = /^(?:none|null|true|false|anonymous|public|guest|demo[-_]?key|<.*>|\.+|x+|\*+)$/i;

/** A call or a placeholder, such as `Basic encode({id})`, is no token. */
const TOKEN = /\b(Bearer|Basic)\s+([\w.~+/=-]{6,})(?![\w.~+/=({[<$-])/i;

function inLogin(text: string): LiteralSecret | undefined {
  const [, scheme = '', token = ''] = TOKEN.exec(text) ?? [];
  if (/\d/.test(token) || token.length >= 16) return { what: `a literal ${scheme} token`, word: token };
  if (!text.includes('@')) return undefined;
  const [, user = '', password = ''] = /^[a-z+]+:\/\/([^\s/@:]+):([^\s/@]+)@/i.exec(text) ?? [];
  return password === '' ? undefined : { what: 'a user name and a password', word: `${user}:${password}` };
}

function inPair(text: string): LiteralSecret | undefined {
  const [, header = '', sent = ''] = /^([\w-]{3,40}): *(?:(?:Bearer|Basic|Token) +)?([^\s{]{6,})$/i.exec(text) ?? [];
  if (sent !== '' && isSecretHeader(header) && !PLACEHOLDER.test(sent))
    return { what: `the secret "${header}" in plain text`, word: sent };
  if (!text.includes('=')) return undefined;
  for (const [, name = '', value = ''] of text.matchAll(/(?:[?&]|^--?|\s--?)([\w-]+)=([^&\s{]{6,})/g)) {
    if (!isSecretParameter(name) || PLACEHOLDER.test(value)) continue;
    return { what: `the secret "${name}" in plain text`, word: value };
  }
  return undefined;
}

/** Prefixes by which vendors mark their keys, and signed web tokens. */
const MARKED = regex('g')`
  \b(?:
    sk-[\w-]{16,}|gh[opsur]_\w{20,}|[rs]k_live_\w{10,}|whsec_\w{16,}|SG\.[\w-]{16,}|dop_v1_\w{20,}|
    shpat_\w{20,}|ya29\.[\w-]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{12,}|
    AIza[\w-]{30,}|npm_\w{30,}|hf_\w{20,}|eyJ[\w-]{10,400}\.[\w-]{6,}\.?[\w-]*
  )
`;

function byLook(text: string): LiteralSecret | undefined {
  // The hash of something that was reviewed, such as a pin, is no secret.
  if (/^sha256:[\da-f]{64}$/.test(text)) return undefined;
  const word = text.match(/[A-Za-z0-9+_=-]{24,}/g)?.find(looksRandom);
  return markedIn(text) ?? (word === undefined ? undefined : { what: 'what looks like a secret', word });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Letters and digits without order, as no name is written: long, mixed, hardly a character twice in a row of words. */
function looksRandom(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(word)).length;
  const pieces = word.split(/[-_]/);
  const worded = pieces.length > 2 && pieces.every((piece) => /^(?:[a-z]+|[A-Z]+|\d{1,4}|v\d+)$/.test(piece));
  const hex = /^[\da-f]{32,}$/i.test(word);
  return !UUID.test(word) && !worded && digits >= 4 && (hex || kinds === 3) && entropy(word) > 3.4;
}

/** Bits a character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / word.length) * Math.log2(count / word.length), 0);
}
