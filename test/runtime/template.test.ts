/** Templates: parsing, variables and rendering. */
import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { Json } from '../../runtime/language/json.ts';
import { parseTemplate, renderText, renderValue, toText, wholeVariable } from '../../runtime/language/template.ts';

const scope: Record<string, Json> = {
  query: 'ants & bees',
  limit: 5,
  flag: false,
  tags: ['a', 'b'],
  rows: [[1], [2, 3], []],
  none: null,
  item: { family_name: 'Curie', 'short-name': 'Marie', deep: { x: 1 } },
  env: { PORT: '80' },
};

function text(template: string): string {
  const parsed = parseTemplate(template);
  expect(parsed.problem).toBeUndefined();
  const rendered = renderText(parsed, scope);
  return 'text' in rendered ? rendered.text : `absent:${rendered.absent}`;
}

test.each([
  ['', ''],
  ['plain', 'plain'],
  ['{query}', 'ants & bees'],
  ['a{limit}b{flag}c', 'a5bfalsec'],
  ['{tags}', 'a,b'],
  ['rows {rows}', 'rows [1],[2,3],[]'],
  ['{item.family_name}', 'Curie'],
  ['{item.short-name}', 'Marie'],
  ['{item.deep}', '{"x":1}'],
  ['{env.PORT}', '80'],
  ['{env.PORT|8080}', '80'],
  ['{env.HOST|localhost}:{env.PORT}', 'localhost:80'],
  ['{env.HOST|}', ''],
  ['{env.HOST|a | b\nc}', 'a | b\nc'],
  ['{{literal}}', '{literal}'],
  ['{{{query}}}', '{ants & bees}'],
  ['}}{{', '}{'],
  ['{none}', 'absent:none'],
  ['{missing} {query}', 'absent:missing'],
  ['{item.missing}', 'absent:item.missing'],
  ['{constructor}', 'absent:constructor'],
  ['{__proto__}', 'absent:__proto__'],
  ['{item.__proto__.constructor}', 'absent:item.__proto__.constructor'],
  ['{query.length}', 'absent:query.length'],
  ['{tags.length}', 'absent:tags.length'],
  ['{env.HOST}', 'absent:env.HOST'],
])('%j → %j', (template, expected) => {
  expect(text(template)).toBe(expected);
});

test.each([
  ['{', 0, '{'],
  ['ab{c', 2, '{'],
  ['ab}c', 2, '}'],
  ['{}', 0, '{}'],
  ['x{a b}', 1, '{a b}'],
  ['{a-b}', 0, '{a-b}'],
  ['{a..b}', 0, '{a..b}'],
  ['{.a}', 0, '{.a}'],
  ['{a.}', 0, '{a.}'],
  ['{query|fallback}', 0, '{query|fallback}'],
  ['{"json": 1}', 0, '{"json": 1}'],
  ['{{a}', 3, '}'],
  ['{a{b}}', 0, '{'],
])('%j has a problem at %i: %s', (template, offset, text) => {
  expect(parseTemplate(template).problem).toEqual({ offset, text });
});

test('variables know their place', () => {
  const [, variable] = parseTemplate('ab{env.A_1|x}').parts;
  expect(variable).toEqual({ name: 'env.A_1', path: ['env', 'A_1'], fallback: 'x', offset: 2, length: 11 });
});

test('literal text survives, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (literal) => {
      expect(text(literal.replaceAll(/[{}]/g, '$&$&'))).toBe(literal);
    }),
  );
});

test('lists of lists of numbers that differ are different texts, whatever is between their elements', () => {
  const texts = new Map<string, string>();
  const rows = fc.array(fc.array(fc.nat({ max: 2 }), { maxLength: 2 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ' ', '; '), (value, separator) => {
      const key = `${separator}|${toText(value, separator)}`;
      const [before, now] = [texts.get(key), JSON.stringify(value)];
      texts.set(key, now);
      expect(before ?? now).toBe(now);
    }),
    { numRuns: 200 },
  );
});

describe('whole variables', () => {
  test.each<[string, Json | undefined]>([
    ['{limit}', 5],
    ['{flag}', false],
    ['{tags}', ['a', 'b']],
    ['{none}', null],
    ['{missing}', undefined],
    ['{limit}!', '5!'],
    ['{missing}!', undefined],
  ])('%s keeps its type', (template, expected) => {
    expect(renderValue(parseTemplate(template), scope)).toEqual(expected);
  });

  test('only a lone variable is whole', () => {
    expect(wholeVariable(parseTemplate('{limit}'))?.name).toBe('limit');
    expect(wholeVariable(parseTemplate(' {limit}'))).toBeUndefined();
    expect(wholeVariable(parseTemplate('limit'))).toBeUndefined();
    expect(wholeVariable(parseTemplate(''))).toBeUndefined();
  });
});
