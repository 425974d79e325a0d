/** Statements as tokens: what a lexer reads is what the database reads, so that no layout, comment or quote hides anything. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOfEveryRow } from '../compiler/check/analysis/tables/every-row.ts';
import { kindOfStatement, statementContradiction } from '../compiler/spec/behaviors/sql-effects.ts';
import { plainStatement, sqlTokens, variablesIn } from '../compiler/spec/behaviors/sql-tokens.ts';
import { runs } from './support/runs.ts';

/** Tokens that are one, whatever stands beside them, with what a quote or a comment may hide in them. */
const TOKENS = [
  'select',
  'id',
  '"delete"',
  "'; drop'",
  "''",
  "E'it\\'s'",
  '$$;x$$',
  '$t$ $$ $t$',
  '1.5',
  '(',
  ')',
  ',',
  '=',
  '::',
  '{id}',
  '*',
  ';',
  '"a""b"',
];
const GAPS = [' ', '\n\t', '/* ; */', '/* a /* b */ c */', "-- it's\n", '/*-- */'];
const anyStatement = fc.array(
  fc.tuple(fc.constantFrom(...TOKENS), fc.array(fc.constantFrom(...GAPS), { minLength: 1, maxLength: 2 })),
  { minLength: 1, maxLength: 12 },
);

test('whatever the layout and the comments, the tokens of a statement are the same, and its plain text is', () => {
  fc.assert(
    fc.property(anyStatement, (parts) => {
      const text = parts.map(([token, gaps]) => token + gaps.join('')).join('');
      const tokens = sqlTokens(text).filter(({ kind }) => kind !== 'comment');
      expect(tokens.map((one) => one.text)).toEqual(parts.map(([token]) => token));
      const plain = plainStatement(text);
      expect(plain).toBe(parts.map(([token]) => token).join(' '));
      expect(plainStatement(plain)).toBe(plain);
    }),
    { numRuns: runs(10_000) },
  );
});

test('no character of any text is lost or read twice', () => {
  const piece = fc.oneof(
    fc.constantFrom(...TOKENS, ...GAPS, "'", '"', '$', '$a$', '/*', '*/', '--', '{', '}}', '\\', 'E'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const found = sqlTokens(text).map((token) => token.text);
      let rest = text;
      for (const token of found) {
        const at = rest.indexOf(token);
        expect(rest.slice(0, at).trim()).toBe('');
        rest = rest.slice(at + token.length);
      }
      expect(rest.trim()).toBe('');
    }),
    { numRuns: runs(10_000) },
  );
});

test('a variable is found in whatever quotes it', () => {
  const around = fc.constantFrom(
    ["'", "'"],
    ['"', '"'],
    ['$$', '$$'],
    ['$x$', '$x$'],
    ["E'\\'", "'"],
    ['/* ', ' */'],
    ['/* /* */ ', '*/'],
    ['-- ', '\n'],
    ["'", ''],
    ['`', '`'],
  );
  fc.assert(
    fc.property(around, fc.constantFrom('', 'a ', '; '), ([open = '', close = ''], before) => {
      const tokens = sqlTokens(`select 1 = ${open}${before}{id}${close}`);
      expect(tokens.flatMap(variablesIn)).toEqual(['{id}']);
      expect(tokens.filter(({ kind }) => kind === 'variable')).toEqual([]);
    }),
    { numRuns: runs(10_000) },
  );
});

describe('what a statement does', () => {
  test.each([
    ['select id from t', 'select', undefined],
    ['(select id from t)', 'select', undefined],
    ['-- insert\n/* delete */ select 1', 'select', undefined],
    ['select \'delete from t\', "update" from t', 'select', undefined],
    ['with a as (select 1), b(x) as (select 2) select * from a', 'select', undefined],
    ['with recursive a as (select 1 union select 2) select x from a', 'select', undefined],
    ['values (1), (2)', 'values', undefined],
    ['with a as (insert into t values (1) returning id) select id from a', 'select', 'write'],
    ['with a as (select 1) delete from t where id in (select 1)', 'delete', 'destroy'],
    ['with a as ( delete from t where id = 1 returning id) insert into u select id from a', 'insert', 'destroy'],
    ['insert into t values (1) on conflict (id) do update set x = 1', 'insert', 'write'],
    ['merge into t using u on t.id = u.id when matched then delete', 'merge', 'destroy'],
    ['select id into copied from t', 'select', 'write'],
    ['select id from t for no key update', 'select', 'write'],
    ['select nextval({s})', 'select', 'write'],
    ['select pg_catalog."pg_terminate_backend"(1)', 'select', 'write'],
    ['TRUNCATE t', 'truncate', 'destroy'],
    ['select pg_advisory_xact_lock(1)', 'select', undefined],
  ] as const)('%s', (text, kind, instead) => {
    expect(kindOfStatement(sqlTokens(text))).toBe(kind);
    expect(statementContradiction([text], 'read')?.instead).toBe(instead);
  });

  test.each([
    ['update t set x = 1', 'update'],
    ['update t set x = (select 1 where true)', 'update'],
    ['delete from t using (select 1 where true) as u', 'delete'],
    ['with a as (delete from t) select 1 where true', 'delete'],
    ['with a as (select 1 where true) update t set x = 1', 'update'],
    ['update t set x = 1 where id = 1', undefined],
    ['with a as (select 1) delete from t where true', undefined],
    ['insert into t values (1) on conflict (id) do update set x = 1', undefined],
    ['select id from t for update', undefined],
    ['merge into t using u on true when matched then update set x = 1', undefined],
    ['-- where\ndelete from "where"', 'delete'],
  ])('%s: without WHERE is %s', (text, verb) => {
    const change = changeOfEveryRow(sqlTokens(text));
    expect(change?.where === undefined ? change?.verb : undefined).toBe(verb);
  });
});
