/** Random texts, values and YAML, weighted towards what breaks compilers. */
import * as fc from 'fast-check';
import type { JsonObject, Json } from '../../runtime/language/json.ts';

// The strings of fast-check with all code points make a table of them first, which takes longer than most tests.
const ANY_UNIT = fc
  .array(fc.nat({ max: 0x10_ff_ff }), { maxLength: 4 })
  .map((points) => String.fromCodePoint(...points));

/** Any well-formed text: ordinary words, what has a meaning in YAML, Markdown and TypeScript, and what is invisible. */
export function anyText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    ANY_UNIT,
    fc.constantFrom(
      ..."`|${x}|*/|/*|---|-----|\"|'|'''|\\|\\u0041|{{x}}|{x}|</script>|<!--|%s|: |#| #|- |&a|*a|!t|@".split('|'),
    ),
    fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      '\t',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u00ad',
      '\u200b',
    ),
    fc.constantFrom('\0', '\u0007', '\u001b[31m', '\u007f', '\u{e0041}', '\u{1f600}', '\ufffe', '\uffff', '\u{10ffff}'),
    fc.constantFrom('true', 'null', '~', '1e3', '0x1F', '2026-11-20', 'yes', '.inf', '-', '=', '<<', '__proto__'),
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').toWellFormed());
}

/** A text without line breaks and control characters. */
export function anyLine(): fc.Arbitrary<string> {
  return anyText().map((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
}

function anyKey(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString', 'kind', '', '0', '403'));
}

/** Any JSON value without texts of lone surrogates; negative zero, which JSON cannot keep, is left out. */
export function anyJson(text: fc.Arbitrary<string> = anyText()): fc.Arbitrary<Json> {
  return anyTree(text).value;
}

/** Any JSON object. */
export function anyJsonObject(text: fc.Arbitrary<string> = anyText()): fc.Arbitrary<JsonObject> {
  return anyTree(text).object;
}

interface Tree {
  readonly value: Json;
  readonly list: Json[];
  readonly object: JsonObject;
}

function anyTree(text: fc.Arbitrary<string>): { readonly [K in keyof Tree]: fc.Arbitrary<Tree[K]> } {
  const scalar: fc.Arbitrary<Json> = fc.oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
  );
  return fc.letrec((tie: fc.LetrecTypedTie<Tree>) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc
      .array(fc.tuple(anyKey(text), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  }));
}

/** Text that is nearly YAML: fragments of specs in any order, with or without sense. */
export function nearlyYaml(): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    fc.constantFrom(
      'kind: server\n',
      'kind: skill\n',
      'kind: tool\n',
      'name: library\n',
      'tools:\n',
      '  - name: a_b\n',
      'env:\n',
    ),
    fc.constantFrom(
      'description:\n',
      '  does: x\n',
      'errors:\n  403: x\n',
      '? [a]\n: b\n',
      '? ',
      ': ',
      '- ',
      '  ',
      '\t',
      '\n',
      '\r',
      '---\n',
      '...\n',
    ),
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      '|\n',
      '>-\n',
      '&a ',
      '*a',
      '*b',
      '!!set ',
      '!x ',
      '<<: *a\n',
      '# c\n',
      '%YAML 1.2\n',
    ),
    fc.constantFrom(
      '.inf',
      '.nan',
      'null',
      '~',
      '"\\ud800"',
      '"\\x"',
      '0o7',
      '1_000',
      '@',
      '`',
      '\0',
      '\ufeff',
      '\ud800',
      '\u0085',
    ),
    anyText(),
  );
  return fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(''));
}
