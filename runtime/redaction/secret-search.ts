/** The search for secrets in what leaves the server. */
import { decodedOr } from '../language/percent-encode.ts';
import type { EnvDescriptor } from '../descriptor/descriptor.ts';
import { type SetVariables, readEnvironment } from '../server/environment.ts';
import { type Redact, type RedactFor, redactBy } from './redact.ts';
import { type DigitSpan, withoutLineBreaks, withoutSeparators } from './joined-digits.ts';
import { rewriteJson } from '../language/json.ts';

/** Of HTML, where encoders write names; every other character but letters and digits has its number alone. */
const ENTITIES = new Map(
  '\tTab \nNewLine !excl "quot #num $dollar %percnt &amp \'apos (lpar )rpar *(?:ast|midast) +plus ,comma .period /sol :colon ;semi <lt =equals >gt ?quest @commat [(?:lbrack|lsqb) \\bsol ](?:rbrack|rsqb) ^Hat _(?:lowbar|UnderBar) `(?:grave|DiacriticalGrave) {(?:lbrace|lcub) |(?:vert|verbar|VerticalLine) }(?:rbrace|rcub)'
    .split(' ')
    .map((one) => [one.charAt(0), one.slice(1)]),
);

/** In a JSON Pointer (RFC 6901 §3), as messages about arguments have them. */
const POINTER: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

const CONTROLS: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/** Characters of ordinary text, the most frequent ones last: a search is as fast as its first character is rare. */
const FREQUENT = '"/.,-0123456789qzjxkvbwgypfmucdlhrsnioate ';

/** Longer ones are found by a slower search. */
const NEEDLE = 6;

/** A backslash, as it is, percent-encoded or escaped in HTML. */
const SLASH = `(?:\\\\|${percentByte(92)}|${entityOf('\\', 92)})`;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Values of one to three characters occur everywhere: redaction would make all text unreadable. */
const MIN_LENGTH = 4;

/** Characters of a secret in one search; the pieces of a longer one are secrets each. */
const PIECE = 1000;

/** Looks for the values of secret variables, for passwords in the addresses of others, and for `more`. */
export function createRedact(
  declared: Readonly<Record<string, EnvDescriptor>>,
  env: SetVariables,
  more: readonly string[] = [],
): Redact {
  const values = Object.entries(declared).flatMap(([name, { secret }]) => secretsIn(env[name] ?? '', secret));
  const secrets = [
    ...new Set([...values, ...more].map((value) => value.trim()).filter((one) => one.length >= MIN_LENGTH)),
  ];
  if (secrets.length === 0) return redactBy(undefined);
  const cut = createCut(secrets);
  const numbers = new Set(secrets.filter((secret) => /^-?\d+(?:\.\d+)?$/.test(secret)));
  const jsonText = (text: string): string =>
    cut.isIn(text) ? redactJson(text, cut.from, (number) => numbers.has(number)) : text;
  return redactBy({ text: cut.from, jsonText });
}

/** Redacts the secrets of a server's environment, and the tokens of its clients. */
export const redactFor: RedactFor = ({ env }, variables, tokens = []) =>
  createRedact(env, readEnvironment(env, variables), [variables['HAFT_TOKEN'] ?? '', ...tokens]);

/** A password in an address is a secret, whatever the variable is; a scheme before a secret is not part of it. */
function secretsIn(value: string, secret: boolean): readonly string[] {
  const [, password = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:([^/?#]*)@/i.exec(value) ?? [];
  const [, bare = ''] = /^(?:Bearer|Basic|Token) +(\S+)$/i.exec(value) ?? [];
  return [...(secret ? [value, bare] : []), password, decodedOr(password)];
}

interface Cut {
  readonly isIn: (text: string) => boolean;
  readonly from: (text: string) => string;
}

/** One search for all secrets, the longest first: one may be a prefix of another. */
function createCut(secrets: readonly string[]): Cut {
  const pieces = secrets
    .toSorted((left, right) => right.length - left.length)
    .flatMap((secret) => secret.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [])
    .filter((piece) => piece.length >= MIN_LENGTH);
  const find = searchFor(pieces.map(formsOf));
  const least = Math.max(MIN_BYTES, Math.min(...pieces.map(({ length }) => length)));
  const all = (text: string): DigitSpan[] => [
    ...find(text),
    ...[withoutLineBreaks(text), withoutSeparators(text, least)].flatMap((layer) =>
      layer === undefined ? [] : find(layer.text).map(layer.above),
    ),
  ];
  return {
    isIn: (text) => all(text).length > 0,
    from: (text) => cutOut(text, all(text)),
  };
}

/** Bytes of a secret that is looked for between digits with something between them. */
const MIN_BYTES = 8;

function searchFor(forms: readonly SecretForms[]): (text: string) => DigitSpan[] {
  const plain = forms.flatMap((form) => form.plain);
  const base64 = forms.flatMap((form) => form.base64);
  const needles = [...new Set([...plain, ...base64].map(({ needle }) => needle))];
  const source = (all: readonly SecretForm[]): string => all.map((form) => form.source).join('|');
  const every = new RegExp(`${source(plain)}|(${source(base64)})`, 'gu');
  return (text) => (needles.some((needle) => text.includes(needle)) ? matchesOf(text, every) : []);
}

/** Matches may overlap, as those of "abab" in "ababab" do: everything that is part of one goes. */
function matchesOf(text: string, every: RegExp): DigitSpan[] {
  const spans: DigitSpan[] = [];
  every.lastIndex = 0;
  for (let match = every.exec(text); match !== null; match = every.exec(text)) {
    const { 0: whole, 1: base64, index } = match;
    spans.push({ start: index, end: index + whole.length, fill: base64?.replaceAll(/%2[BbFf]|\\\//g, '+').length });
    // Inside of a surrogate pair the search would step back to where it was.
    every.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  }
  return spans;
}

function cutOut(text: string, spans: readonly DigitSpan[]): string {
  let output = '';
  let end = 0;
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    if (span.start >= end) output += text.slice(end, span.start) + (span.fill ? filler(span.fill) : '[redacted]');
    end = Math.max(end, span.end);
  }
  return output + text.slice(end);
}

/** As long as the base64 that it replaces: the rest of an image or a file can still be decoded. */
function filler(length: number): string {
  return 'REDACTED'.repeat(Math.ceil(length / 8)).slice(0, length);
}

/** Every string by `redact`; a number that is a secret as a whole becomes a string. */
function redactJson(text: string, redact: (text: string) => string, isSecret: (number: string) => boolean): string {
  const string = (literal: string): string => {
    const decoded: string = JSON.parse(literal);
    return JSON.stringify(redact(decoded));
  };
  const outside = (part: string): string =>
    part.replaceAll(/-?\d[\d.eE+-]*/g, (number) => (isSecret(number) ? '"[redacted]"' : number));
  return rewriteJson(text, string, outside);
}

/** A text that is matched by the source of a regular expression with the flag `u`; nothing in it can backtrack for long. */
type Source = string;

/** A form, and a short text that is in every match of it: to look for that is many times as fast. */
interface SecretForm {
  readonly source: Source;
  readonly needle: string;
}

/** One secret, by the alphabet in which it is written. */
interface SecretForms {
  readonly plain: readonly SecretForm[];
  readonly base64: readonly SecretForm[];
}

/** All forms of one secret. */
function formsOf(secret: string): SecretForms {
  const utf8 = [...new TextEncoder().encode(secret)];
  const points = Array.from(secret, (char) => char.codePointAt(0) ?? 0);
  const isLatin = utf8.length > points.length && points.every((point) => point < 256);
  const bytes = isLatin ? [utf8, points] : [utf8];
  const hex = bytes.map((source) => source.map((byte) => byte.toString(16).padStart(2, '0')));
  // An escape belongs to the next character, so backslashes are taken together with the next character.
  const units = secret.match(/\\*[^\\]|\\+$/gu) ?? [];
  return {
    plain: [
      formOf(units.map(unit)),
      ...hex.flatMap((digits) => [formOf(digits), formOf(digits.map((pair) => pair.toUpperCase()))]),
    ],
    base64: bytes.flatMap((source) => [0, 1, 2].map((before) => formOf(base64(source, before)))),
  };
}

function formOf(units: readonly Source[]): SecretForm {
  const stretches = units
    .map((one) => (/^\w+$/.test(one) ? one : ' '))
    .join('')
    .split(' ');
  const whole = stretches.reduce((best, one) => (one.length > best.length ? one : best), '');
  const starts = Array.from({ length: Math.max(1, whole.length - NEEDLE + 1) }, (_, at) => at);
  const frequency = (at: number): number => FREQUENT.indexOf(whole.charAt(at));
  const start = starts.reduce((best, at) => (frequency(at) < frequency(best) ? at : best), 0);
  return { source: units.join(''), needle: whole.slice(start, start + NEEDLE) };
}

/** Backslashes and one character, on up to six levels of JSON strings inside JSON strings. */
function unit(text: string): Source {
  const slashes = /^\\*/.exec(text)?.[0].length ?? 0;
  const char = text.slice(slashes);
  const forms = /^[A-Za-z0-9]?$/.test(char) ? [char] : [literal(char), ...encodings(char)];
  // Each level escapes the backslashes, and a quote by one more.
  const own = char === '"' ? 1 : 0;
  if (slashes + own === 0) return oneForm(forms);
  const before = [1, 2, 4, 8, 16, 32, 64].map((factor) => `${SLASH}{${slashes * factor + own * (factor - 1)}}`);
  return oneForm(before) + oneForm(forms);
}

function oneForm(forms: readonly Source[]): Source {
  return forms.length === 1 ? forms.join('') : `(?:${forms.join('|')})`;
}

function encodings(char: string): readonly Source[] {
  const point = char.codePointAt(0) ?? 0;
  const percent = [...new TextEncoder().encode(char)].map(percentByte).join('');
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at).toString(16).padStart(4, '0'));
  const control = CONTROLS[char];
  const pointer = POINTER[char];
  return [
    percent,
    ...(point > 127 && point < 256 ? [percentByte(point)] : []),
    ...(char === ' ' ? ['\\+'] : []),
    ...(char === '/' ? [`${SLASH}{1,64}(?:\\/|${percent})`] : []),
    ...(pointer === undefined ? [] : [pointer]),
    ...(control === undefined ? [] : [`${SLASH}{1,64}${control}`]),
    entityOf(char, point),
    units.map((hex) => `${SLASH}{1,64}u${anyCase(hex)}`).join(''),
  ];
}

/** With any number of zeros, as encoders write them; also where the whole of it is percent-encoded. */
function entityOf(char: string, point: number): Source {
  const number = `(?:#|${percentByte(35)})(?:0*${point}|[xX]0*${anyCase(point.toString(16))})`;
  const name = ENTITIES.get(char);
  return `(?:&|${percentByte(38)})(?:${name === undefined ? '' : `${name}|`}${number})(?:;|${percentByte(59)})`;
}

/** Once, or twice as where a URL is a parameter of another. */
function percentByte(byte: number): Source {
  return `%(?:25)?${anyCase(byte.toString(16).padStart(2, '0'))}`;
}

function anyCase(hex: string): Source {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(char: string): Source {
  return char.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** The base64 (RFC 4648 §4, §5) of any text in which `before` bytes, modulo 3, precede these. */
function base64(bytes: readonly number[], before: number): readonly Source[] {
  const from = before * 8;
  const to = from + bytes.length * 8;
  const bit = (at: number): number => ((bytes[(at - from) >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  const units: Source[] = [];
  for (let start = from - (from % 6); start < to; start += 6) {
    let [known, mask] = [0, 0];
    for (let at = start; at < start + 6; at += 1) {
      known = known * 2 + bit(at);
      mask = mask * 2 + Number(at >= from && at < to);
    }
    // Most units are known as a whole.
    units.push(
      oneOf(mask === 63 ? [ALPHABET.charAt(known)] : Array.from(ALPHABET).filter((_, one) => (one & mask) === known)),
    );
  }
  return units;
}

function oneOf(chars: readonly string[]): Source {
  const set = chars.map((char) => ({ '+': '+\\-', '/': '\\/_' })[char] ?? char).join('');
  const longer = [...(chars.includes('+') ? ['%2[Bb]'] : []), ...(chars.includes('/') ? ['%2[Ff]', '\\\\\\/'] : [])];
  const short = set.length === 1 ? set : `[${set}]`;
  return longer.length === 0 ? short : `(?:${[short, ...longer].join('|')})`;
}
