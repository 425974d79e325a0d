/** The encodings in which a secret is found: as it is, with escapes, in hexadecimal, and as base64 at any alignment. */

/** A text that is matched by the source of a regular expression with the flag `u`; nothing in it can backtrack for long. */
type Source = string;

/** A form, and a short text that is in every match of it: to look for that is many times as fast. */
export interface SecretForm {
  readonly source: Source;
  readonly needle: string;
}

/** One secret, by the alphabet in which it is written. */
export interface SecretForms {
  readonly plain: readonly SecretForm[];
  readonly base64: readonly SecretForm[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp|#38|#x26',
  '<': 'lt|#60|#x3[Cc]',
  '>': 'gt|#62|#x3[Ee]',
  '"': 'quot|#34|#x22',
  "'": 'apos|#39|#x27',
};

/** In a JSON Pointer (RFC 6901 §3), as messages about arguments have them. */
const POINTER: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

const CONTROLS: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/** All forms of one secret. */
export function formsOf(secret: string): SecretForms {
  const utf8 = [...new TextEncoder().encode(secret)];
  const points = Array.from(secret, (char) => char.codePointAt(0) ?? 0);
  const isLatin = utf8.length > points.length && points.every((point) => point < 256);
  const bytes = isLatin ? [utf8, points] : [utf8];
  const hex = bytes.map((known) => known.map((byte) => byte.toString(16).padStart(2, '0')));
  // An escape belongs to the next character, so backslashes are taken together with the next character.
  const units = secret.match(/\\*[^\\]|\\+$/gu) ?? [];
  return {
    plain: [
      formOf(units.map(unit)),
      ...hex.flatMap((digits) => [formOf(digits), formOf(digits.map((pair) => pair.toUpperCase()))]),
    ],
    base64: bytes.flatMap((known) => [0, 1, 2].map((before) => formOf(base64(known, before)))),
  };
}

/** Characters of ordinary text, the most frequent ones last: a search is as fast as its first character is rare. */
const FREQUENT = '"/.,-0123456789qzjxkvbwgypfmucdlhrsnioate ';

/** Longer ones are found by a slower search. */
const NEEDLE = 6;

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

/** A backslash, as it is or percent-encoded. */
const SLASH = `(?:\\\\|${percentByte(92)})`;

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
  const entity = ENTITIES[char];
  const pointer = POINTER[char];
  return [
    percent,
    ...(point > 127 && point < 256 ? [percentByte(point)] : []),
    ...(char === ' ' ? ['\\+'] : []),
    ...(char === '/' ? [`${SLASH}{1,64}(?:\\/|${percent})`] : []),
    ...(pointer === undefined ? [] : [pointer]),
    ...(control === undefined ? [] : [`${SLASH}{1,64}${control}`]),
    ...(entity === undefined ? [] : [`(?:&|${percentByte(38)})(?:${entity})(?:;|${percentByte(59)})`]),
    units.map((hex) => `${SLASH}{1,64}u${anyCase(hex)}`).join(''),
  ];
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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 (RFC 4648 §4, §5) of any text in which `before` bytes, modulo 3, precede these. */
function base64(bytes: readonly number[], before: number): readonly Source[] {
  const from = before * 8;
  const to = from + bytes.length * 8;
  const bit = (at: number): number => ((bytes[(at - from) >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  const units: Source[] = [];
  for (let start = from - (from % 6); start < to; start += 6) {
    const fits = Array.from(ALPHABET).filter((_, value) =>
      [0, 1, 2, 3, 4, 5].every((at) => {
        const place = start + at;
        return place < from || place >= to || bit(place) === ((value >> (5 - at)) & 1);
      }),
    );
    units.push(oneOf(fits));
  }
  return units;
}

function oneOf(chars: readonly string[]): Source {
  const set = chars.map((char) => ({ '+': '+\\-', '/': '\\/_' })[char] ?? char).join('');
  const longer = [...(chars.includes('+') ? ['%2[Bb]'] : []), ...(chars.includes('/') ? ['%2[Ff]', '\\\\\\/'] : [])];
  const short = set.length === 1 ? set : `[${set}]`;
  return longer.length === 0 ? short : `(?:${[short, ...longer].join('|')})`;
}
