/** Descriptions of a document: markup and links go, and what is code or only looks like a tag stays. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, firstSentence, toolText, valueText } from '../../compiler/features/import/openapi/text.ts';
import { runs } from '../support/runs.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const PARTS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_{|}~', 'map', '[](x)', '<b>', '</p>', '**a**', '__b__', '&lt;', '- '];

test('the content of code stays whole, whatever it is, and what is around it does too', () => {
  const content = fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 })
    .map((parts) => `x${parts.join('').replaceAll(/\s+/g, ' ')}x`)
    // The rule tool/hidden-text rejects a comment wherever it is.
    .filter((code) => !code.includes('<!--'));
  const forms: readonly ((code: string) => readonly [written: string, read: string])[] = [
    (code) => [`\`${code}\``, `\`${code}\``],
    (code) => [`\`\`${code}\`\``, `\`\`${code}\`\``],
    (code) => [`<code>${escaped(code)}</code>`, code],
    (code) => [`<code class="x">\n${escaped(code)}\n</code>`, code],
  ];
  fc.assert(
    fc.property(content, content, fc.constantFrom(...forms), (one, other, form) => {
      const [[first, firstRead], [second, secondRead]] = [form(one), form(other)];
      const text = `Of **type** ${first} or ${second} here`;
      const read = `Of type ${firstRead} or ${secondRead} here`;
      for (const clean of [cleanText, valueText]) expect(clean(text)).toBe(read);
      expect(toolText('List', `<p>${text}</p>`)).toBe(`List. ${read}.`);
    }),
    { numRuns: runs(200) },
  );
  expect(firstSentence('Set `a. b` **now**. Or not.')).toBe('Set `a. b` now.');
});

test.each([
  ['x<y and y>z', 'x<y and y>z'],
  ['a < b, b > c, a<b && c>d', 'a < b, b > c, a<b && c>d'],
  ['List<String>, dangling=<boolean>', 'List<String>, dangling=<boolean>'],
  ['Bearer <token>, <user@example.com>', 'Bearer <token>, <user@example.com>'],
  ['<container:name|id>', '<container:name|id>'],
  ['10<sup>6</sup> bytes of H<sub>2</sub>O', '10^6 bytes of H2O'],
  ['<code>List<String></code>', 'List<String>'],
  ['<code><b>x[]</b></code>', 'x[]'],
  ['One `a, <em>two</em>', 'One `a, two'],
  ['a<br>b<br/>c<br />d <img src="x" alt="y"> <custom>e</custom> <x-note/>f', 'a b c d e f'],
  ['Write `<!-- a -->b[]` or <code>&lt;!-- a --&gt;c[]</code> here', 'Write ` b[]` or c[] here'],
  ['a <!-- b --> c <script>d</script> e', 'a c e'],
  ['See <https://a.example/b>. It is an id.', 'It is an id.'],
  ['```json\n{ "a": [1](b) }\n```', '{ "a": [1](b) }'],
])('%j is read as a person reads it', (text, clean) => expect(cleanText(text)).toBe(clean));
