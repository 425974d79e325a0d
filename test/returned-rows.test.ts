/** What a statement returns, by its tokens: one row or many, and columns under which names. */
import { describe, expect, test } from 'vitest';
import { returnsOneRow } from '../compiler/check/analysis/tables/returned-rows.ts';
import { rowNames } from '../compiler/check/analysis/tables/returned-rows.ts';
import { sqlTokens } from '../compiler/spec/behaviors/sql-tokens.ts';

const ONE = [
  'select 1',
  'select {x} as a',
  'select count(*) from b',
  'select max(a), min(c) from b where c > 1',
  'select coalesce(sum(a), 0) + 1 as total from b',
  'select count(*) filter (where a = 1) as some from b',
  "select string_agg(a, ', ' order by a) from b",
  'select json_agg(b) from (select a from c group by a) b',
  'select exists (select 1 from b where a = {x}) as known',
  'select (select a from b order by a limit 3) as first',
  'select a is distinct from {x} as other',
  'with b as (select a from c group by a) select count(*) from b',
  'select a from b limit 1',
  'select a from b limit 1 offset 3;',
  'select a from b union select a from c limit 1',
  'select a from b fetch first row only',
  'select a from b fetch next 1 rows only;',
];

const MANY = [
  'select a from b',
  'select a from b limit 2',
  'select a from b limit 1, 5',
  'select a from b limit {x}',
  'select a from b fetch first 2 rows only',
  'select a, count(*) from b group by a',
  'select count(*) over () from b',
  'select count(*) filter (where a = 1) over (partition by c) from b',
  'select a, (select count(*) from c) from b',
  'select a, coalesce((select max(d) from c), 0) from b',
  'select a from (select max(a) as a from c) b',
  'select a from b where c = (select max(c) from b)',
  'select max(a, c) from b',
  'select count from b',
  'select 1 union select 2',
  'select unnest({x})',
  'select a from (select a from b limit 1) c',
  'table b',
];

describe.each([
  ['one row', ONE, true],
  ['many rows', MANY, false],
] as const)('%s', (_name, statements, expected) => {
  test.each(statements)('%s', (statement) => {
    expect(returnsOneRow(sqlTokens(statement))).toBe(expected);
  });
});

test.each([
  ['select a, b.a, b.a as c, "D", E from b', ['a', 'a', 'c', 'D', 'e'], ['a', 'a', 'c', 'D', 'E']],
  ['select count(*), count(distinct id) from b', ['count', 'count'], ['count(*)', 'count(distinct id)']],
  [
    'select lower(a), s.lower(c), lower(d) total from b',
    ['lower', 'lower', 'total'],
    ['lower(a)', 's.lower(c)', 'total'],
  ],
  [
    'select sum(a) over (order by c), sum(a) filter (where a > 1) from b',
    ['sum', 'sum'],
    ['sum(a) over (order by c)', 'sum(a) filter (where a > 1)'],
  ],
  [
    "select {x}, 1, 'a', null",
    ['?column?', '?column?', '?column?', undefined],
    [undefined, undefined, undefined, undefined],
  ],
  [
    'select a + 1, max(a) + 1, lower(a)::int, (a) from b',
    [undefined, undefined, undefined, undefined],
    ['a + 1', 'max(a) + 1', 'lower(a)::int', '(a)'],
  ],
  [
    'select case when a then 1 end, trim(a), cast(a as int) from b',
    [undefined, undefined, undefined],
    ['case when a then 1 end', 'trim(a)', 'cast(a as int)'],
  ],
  ['select *, b.* from b', [undefined, undefined], [undefined, undefined]],
  ['update b set a = 1 returning id, max(a), max(c)', ['id', 'max', 'max'], ['id', 'max(a)', 'max(c)']],
] as const)('the names of %s', (statement, postgres, others) => {
  expect(rowNames(statement, 'postgres')).toEqual(postgres);
  for (const kind of ['mysql', 'sqlite'] as const) expect(rowNames(statement, kind)).toEqual(others);
});
