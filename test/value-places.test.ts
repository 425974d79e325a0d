/** A value of the model is bound where SQL has an expression, and nowhere else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeProblems } from '../compiler/check/analysis/value-places.ts';
import { sqlTokens } from '../compiler/spec/behaviors/sql-tokens.ts';
import { runs } from './support/runs.ts';

const problems = (statement: string): readonly (string | undefined)[] =>
  placeProblems(
    sqlTokens(statement).filter(({ kind }) => kind !== 'comment'),
    ['sort'],
  ).map(({ word }) => word);

/** `{x}` is an operand in all of them. */
const OPERANDS = [
  'select {x}',
  'select distinct {x}, {x} as a from b',
  'select distinct on (a) {x} from b order by a',
  'select a, {x} from b',
  'select case {x} when {x} then {x} else {x} end',
  'select f({x}, {x}), count(*) filter (where a = {x}) from b',
  'select array[{x}, {x}], c[{x}:{x}] from b',
  'select cast({x} as integer), {x}::text, -{x}, not {x}',
  'select substring(a from {x} for {x}), extract(year from {x}), trim(both {x} from a), overlay(a placing {x} from {x})',
  'select position({x} in a), a at time zone {x}, c operator(pg_catalog.+) {x}',
  'select a from b where a is distinct from {x} and c between {x} and {x}',
  'select a from b where a like {x} escape {x} or a in ({x}, {x}) or a = any({x})',
  'select a from b where a > {x} * 2 and c->>{x} = {x} limit {x} offset {x}',
  'select a from b where a div {x} = 1 and c rlike {x} limit {x}, {x}',
  'select a from b join c on {x} = c.id join d using (id) where {x}',
  'select a from generate_series({x}, {x}) as a, f({x}) order by f(a, {x}), a = {x}',
  'select a from b order by {x} = a, {x} + c, {x} is null fetch first {x} rows only',
  'select sum(a) over (partition by {x} order by c rows {x} preceding) from b',
  'select a from b order by {sort} limit {x}',
  'select a from b where a {sort} {x}',
  "select now() - {x} * interval '1 day', make_interval(days => {x})",
  'select date_add(now(), interval {x} day), now() - interval {x} + 1 hour',
  'insert into b (a, c) values ({x}, {x}), ({x}, {x}) on conflict (a) do update set a = {x}, c = {x} returning {x}',
  'insert into s.b as d (a) select {x}',
  'update b set a = {x}, (c, d) = ({x}, {x}) where a = {x}',
  'delete from b using c where c.id = {x}',
  'with a as (values ({x})) select c from a group by c having max(d) > {x}',
  'merge into a using (select {x} as id) b on a.id = b.id when matched and a.c = {x} then update set c = {x}',
  'call f({x}, {x})',
];

/** `{x}` is none in any of them. */
const OTHERS = [
  'select id from {x}',
  'select id from a, {x}',
  'select id from a join {x} b on b.id = a.id',
  'select id from a join b on b.id = 1, {x}',
  'select id from a join b using ({x})',
  'select id from (select id from {x}) b',
  'insert into {x} (a) values (1)',
  'insert into b ({x}) values (1)',
  'insert into s.b as d (a, {x}) values (1, 2)',
  'insert into b (a) values (1) on conflict ({x}) do nothing',
  'insert into b (a) values {x}',
  'update {x} set a = 1',
  'update b set {x} = 1',
  'update b set a = 1, {x} = 2',
  'delete from {x}',
  'truncate a, {x}',
  'table {x}',
  'select b.{x} from b',
  'select {x}.id from b',
  'select {x}(id) from b',
  'select id as {x} from b',
  'select id {x} from b',
  'select * {x} from b',
  'select cast(id as {x}) from b',
  'select id::{x} from b',
  'select id from b where id in {x}',
  'select id from b where id = 1 {x}',
  "select id from b where id = 'a' {x}",
  'select id from b where id = (1) {x}',
  'select id from b order by {x}',
  'select id from b order by id, {x} desc',
  'select id from b group by id, {x}',
  'select id from b order by id {x}',
  'select id from b order by id desc {x}',
  'select id from b order by id limit 1 {x}',
  'select now() - interval {x}',
  'select date {x}',
  'select id from b collate {x}',
];

describe('an operand', () => {
  test.each(OPERANDS)('%s', (statement) => {
    expect(problems(statement)).toEqual([]);
  });
});

describe('a name or a keyword', () => {
  test.each(OTHERS)('%s', (statement) => {
    expect(problems(statement)).toEqual(['{x}']);
  });
});

/** Expressions of any depth, with a value wherever a grammar of SQL has an operand. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('{x}', 'a', 'b.a', '1', "'it'", '"a"'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '=', '<>', '||', 'and', 'like', '->>'), tie('expression'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(fc.constantFrom('f', 'count', ''), fc.array(tie('expression'), { minLength: 1, maxLength: 3 }))
      .map(([name, all]) => `${name}(${all.join(', ')})`),
    tie('expression').map((one) => `(select max(a) from b where ${one})`),
    tie('expression').map((one) => `case when ${one} then ${one} end`),
    tie('expression').map((one) => `cast(${one} as text)`),
  ),
}));

test('wherever an expression holds a value, nothing is said; as the name of a table it is named', () => {
  fc.assert(
    fc.property(expression, expression, (one, other) => {
      expect(problems(`select ${one} from b where ${other} limit 1`)).toEqual([]);
      expect(problems(`update b set a = ${one} where ${other}`)).toEqual([]);
      expect(problems(`insert into b (a, c) values (${one}, ${other})`)).toEqual([]);
      expect(problems(`select ${one} from {y} where ${other}`)).toEqual(['{y}']);
      expect(problems(`select ${one} {y} from b where ${other}`)).toEqual(['{y}']);
    }),
    { numRuns: runs(500) },
  );
});
