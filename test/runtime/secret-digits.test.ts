/** A secret that a service prints as digits, in lines or with something between them, is found in any text around it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

const secretText = fc
  .oneof(fc.string({ minLength: 8, maxLength: 90 }), anyUnicode({ minLength: 8, maxLength: 60 }))
  .map((text) => text.trim())
  .filter((text) => text.isWellFormed() && text.length >= 8 && new Set(text).size > 3);
const around = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.constantFrom('', 'key: ', '{"a":"', '\n', 'two words\n', 'a'.repeat(70), 'be ad fe ed 12:34:56 ', '\\n'),
);

const lines = (width: number, end: string) => (digits: string) =>
  digits.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`);
const pairs = (between: string) => (digits: string) => digits.match(/../g)?.join(between) ?? '';
const upper = (digits: string): string => digits.toUpperCase();

/** How digits are broken; nothing else is in them. */
const BASE64 = [64, 76].flatMap((width) =>
  ['\n', '\r\n', '\n  ', String.raw`\n`, String.raw`\r\n`].map((end) => lines(width, end)),
);
const HEX = [
  lines(60, '\n'),
  lines(64, '\r\n'),
  (digits: string) => digits,
  ...[':', ' ', '-', ', ', ' 0x', ', 0x'].map(pairs),
];

const spelling = (secret: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...BASE64),
        fc.string({ maxLength: 120 }),
        fc.string({ maxLength: 120 }),
        fc.constantFrom('base64', 'base64url'),
      )
      .map(([broken, before, behind, encoding]) =>
        broken(Buffer.from(`${before}${secret}${behind}`).toString(encoding as BufferEncoding)),
      ),
    fc
      .tuple(
        fc.constantFrom(...HEX),
        fc.constantFrom(upper, (digits: string) => digits),
      )
      .map(([broken, cased]) => broken(cased(Buffer.from(secret).toString('hex')))),
  );

/** Everything that a reader could decode: all digits in a row, at each place where they could start. */
function decodes(text: string, secret: string): boolean {
  const joined = text.replaceAll(/(?:\r?\n|\\r|\\n)[ \t]*/g, '');
  const digits = joined.replaceAll(/, 0x| 0x|, |[: -]/g, '');
  const found = (bytes: Buffer): boolean => bytes.includes(secret);
  const starts = [0, 1, 2, 3];
  return (
    joined.includes(secret) ||
    (joined.match(/[\w+/-]+/g) ?? []).some((run) => starts.some((at) => found(Buffer.from(run.slice(at), 'base64')))) ||
    (digits.match(/[\da-f]+/gi) ?? []).some((run) => starts.some((at) => found(Buffer.from(run.slice(at), 'hex'))))
  );
}

test('lines of base64, and hexadecimal in both cases, with and without separators', () => {
  const inAText = secretText.chain((secret) => fc.tuple(fc.constant(secret), around, spelling(secret), around));
  fc.assert(
    fc.property(inAText, ([secret, before, spelled, behind]) => {
      const redact = createRedact({}, {}, [secret]);
      const text = `${before} ${spelled} ${behind}`;
      expect(decodes(text, secret)).toBe(true);
      expect(decodes(redact.text(text), secret)).toBe(false);
      const inJson = redact.json({ [text]: [text] });
      for (const [name, value] of Object.entries<string[]>(JSON.parse(inJson)))
        for (const one of [name, ...value]) expect(decodes(one, secret)).toBe(false);
    }),
    { numRuns: runs(10_000) },
  );
});

test('what is around a secret in lines of base64 can still be decoded', () => {
  const secret = 'sk-live-4eC39HqLyjWDarjtT1zdp7dc';
  const bytes = Buffer.from(`${'before '.repeat(20)}${secret}${' behind'.repeat(20)}`).toString('base64');
  const clean = createRedact({}, {}, [secret]).text(lines(76, '\n')(bytes));
  expect(Buffer.from(clean, 'base64').toString('latin1')).toMatch(/^(?:before )+before.{30,40}behind(?: behind)+$/s);
});

/** Numbers with zeros, in both cases, and the names that encoders write. */
const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '=': 'equals',
  '+': 'plus',
  '!': 'excl',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  ',': 'comma',
  '.': 'period',
  ':': 'colon',
  ';': 'semi',
  '?': 'quest',
  '@': 'commat',
  '[': 'lbrack',
  ']': 'rsqb',
  '\\': 'bsol',
  '^': 'Hat',
  '`': 'grave',
  '{': 'lcub',
  '}': 'rbrace',
  '|': 'verbar',
  _: 'lowbar',
};

test('escapes of HTML for every character that is no letter or digit', () => {
  const escape = fc.record({
    form: fc.constantFrom('plain', 'name', 'decimal', 'hex', 'HEX'),
    zeros: fc.nat({ max: 6 }),
  });
  const secrets = fc
    .oneof(fc.string({ minLength: 4, maxLength: 40 }), anyUnicode({ minLength: 4, maxLength: 20 }))
    .map((text) => text.trim())
    .filter((text) => text.length >= 4 && text.isWellFormed());
  fc.assert(
    fc.property(secrets, fc.array(escape, { minLength: 1, maxLength: 8 }), (secret, escapes) => {
      const html = Array.from(secret, (char, at) => {
        const { form, zeros } = escapes[at % escapes.length] ?? { form: 'plain', zeros: 0 };
        if (form === 'plain' || /[A-Za-z0-9]/.test(char)) return char;
        const name = form === 'name' && Object.hasOwn(NAMES, char) ? NAMES[char] : undefined;
        const [point, before] = [char.codePointAt(0) ?? 0, '0'.repeat(zeros)];
        const hex =
          form === 'HEX' ? `X${before}${point.toString(16).toUpperCase()}` : `x${before}${point.toString(16)}`;
        return `&${name ?? `#${form === 'decimal' ? `${before}${point}` : hex}`};`;
      }).join('');
      // Of an escape of "&" itself at the end, what follows the first character may stay.
      expect(createRedact({}, {}, [secret]).text(`a ${html} b`)).toMatch(/^a \[redacted\](?:#?\w+;)? b$/);
    }),
    { numRuns: runs(10_000) },
  );
});

test('a secret that starts with a surrogate pair is found once, and the search goes on behind it', () => {
  const secret = '\u{1F600}secret\u{1F600}';
  expect(createRedact({}, {}, [secret]).text(`a ${secret} b ${secret}`)).toBe('a [redacted] b [redacted]');
});
