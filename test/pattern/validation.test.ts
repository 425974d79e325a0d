/** What patterns may cost in one validation, and what is said when that is not enough. */
import { describe, expect, test } from 'vitest';
import { compileImported } from '../../runtime/language/imported.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import type { Validator } from '../../runtime/language/validate.ts';
import { compileSchema } from '../../runtime/language/validate.ts';
import { attack, HARMFUL } from '../support/harmful-patterns.ts';
import { lengthOf } from '../support/runs.ts';

/** No engine decides it in bounded time. */
const HARD = '^(a+)+\\1$';
const LONG = `${'a'.repeat(100_000)}!`;

const SAID =
  /^\S+ could not be checked against the pattern \/\^\(a\+\)\+\\1\$\/, because matching 100001 characters takes too many steps\. Use a shorter value\.$/;

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });

function messages(validate: Validator, value: unknown): readonly string[] {
  const checked = validate(value);
  return 'issues' in checked ? checked.issues.map(({ message }) => message) : [];
}

describe('a text that cannot be decided', () => {
  const text = { type: 'string', pattern: HARD } as const;

  test('is rejected with the argument, the pattern and the length', () => {
    expect(messages(compileSchema(object({ a: { type: 'array', items: text } })), { a: ['aa', LONG] })).toEqual([
      expect.stringMatching(SAID),
    ]);
    expect(messages(compileSchema(object({ a: text })), { a: LONG })[0]).toMatch(/^\/a could/);
  });

  test('is said once, before everything else that is wrong', () => {
    const validate = compileSchema(object({ n: { type: 'integer' }, a: { type: 'array', items: text } }));
    const said = messages(validate, { n: 'x', a: Array.from({ length: 20 }, () => LONG) });
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(SAID);
  });

  test.each<[string, Schema]>([
    ['not', { not: { type: 'string', pattern: HARD } }],
    ['anyOf', { anyOf: [{ type: 'string', pattern: HARD }, { type: 'string' }] }],
    ['oneOf', { oneOf: [{ type: 'string', pattern: HARD }, { type: 'string' }] }],
  ])('is not accepted by "%s"', (_name, schema) => {
    expect(messages(compileImported(object({ a: schema })), { a: LONG })).not.toEqual([]);
  });

  test('may be the name of a member', () => {
    const schema: Schema = { type: 'object', patternProperties: { [HARD]: { type: 'integer' } } };
    expect(messages(compileImported(schema), { [LONG]: 1 })[0]).toMatch(/^\/a+… could not be checked/);
  });

  test('does not spoil the next value', () => {
    const validate = compileSchema(object({ a: text }));
    expect(messages(validate, { a: LONG })).toHaveLength(1);
    expect(validate({ a: 'aaa' })).toEqual({ value: { a: 'aaa' } });
  });
});

describe('all patterns of one validation share its steps', () => {
  test('10,000 hard texts cost no more than one', () => {
    const schema = object({ a: { type: 'array', items: { type: 'string', pattern: HARD } } });
    expect(messages(compileSchema(schema), { a: Array.from({ length: 10_000 }, () => LONG) })).toHaveLength(1);
  });

  test('as do all harmful patterns at once', () => {
    const allOf = HARMFUL.map(({ pattern }) => ({ type: 'string' as const, pattern }));
    const longest = HARMFUL.map((harmful) => attack(harmful, 100_000));
    const schema = object({ a: { type: 'array', items: { allOf } } });
    expect(messages(compileImported(schema), { a: longest }).length).toBeGreaterThan(0);
  });

  test('and as does a pattern that is too large to be written out', () => {
    const schema = object({ a: { type: 'string', pattern: '(?:a{0,9999}){0,9999}' } });
    expect(messages(compileSchema(schema), { a: 'a' })).toEqual([expect.stringContaining('takes too many steps')]);
  });

  test('which suffice for 10,000 texts that are right, and for one of 10 MB, of which a default run has an eighth', () => {
    const items = { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' } as const;
    const many = Array.from({ length: 10_000 }, (_, at) => `person.${at}@example.org`);
    expect(messages(compileSchema(object({ a: { type: 'array', items } })), { a: many })).toEqual([]);
    const passwords = { type: 'string', pattern: '^(?=.*\\d)(?=.*[a-z]).{8,}$' } as const;
    expect(messages(compileSchema(passwords), 'a1'.repeat(lengthOf(10_000_000) / 2))).toEqual([]);
  });
});
