/** Statements for a set of arguments: values are never text, and lists, patterns and groups are what the author wrote. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf } from '../../runtime/behaviors/sql/address.ts';
import { fromPostgres, toPostgres } from '../../runtime/behaviors/sql/postgres-values.ts';
import { inUtc } from '../../runtime/behaviors/sql/bound.ts';
import { compileStatement } from '../../runtime/behaviors/sql/statement.ts';
import type { Json } from '../../runtime/language/json.ts';
import { isFailure } from '../../runtime/server/failure.ts';
import { costlyRuns, runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

const STATEMENT = {
  statement: [
    'select id from orders where customer = {customer} and {{x}} = 1',
    ['and state in ({states})'],
    ['and id not  in ( {ids} )'],
    ['and note ilike {words}', 'and note <> {env.NOTE}'],
    'order by {order}',
  ],
  like: { words: 'contains' },
  choose: { order: { newest: 'placed desc', largest: 'total desc' } },
} as const;

const build = compileStatement(STATEMENT, 'postgres');

const text = (scope: object): string => {
  const made = build({ order: 'newest', customer: 1, ...scope });
  return isFailure(made) ? made.code : made.text;
};

test('groups are left out where a value is absent or null, and lists take one value', () => {
  expect(text({})).toBe('select id from orders where customer = $1 and {x} = 1 order by placed desc');
  expect(text({ states: ['a'], ids: null })).toBe(
    'select id from orders where customer = $1 and {x} = 1 and state = any($2) order by placed desc',
  );
  expect(text({ ids: 4 })).toContain('and id <> all($2 ) order');
  expect(text({ words: 'x' })).not.toContain('ilike');
  expect(text({ words: 'x', env: { NOTE: 'y' } })).toContain('and note ilike $2 and note <> $3 order');
  expect(build({ order: 'newest', customer: null, ids: 4, words: '5%_\\', env: { NOTE: '{customer}' } })).toEqual({
    text: expect.any(String),
    values: [null, [4], '%5\\%\\_\\\\%', '{customer}'].map((json) => ({ json })),
  });
});

test('whatever the values are, the text of the statement is one of those that the author wrote', () => {
  const value = fc.oneof(
    anyUnicode(),
    fc.constantFrom("'; drop table orders --", '$1', '{customer}', '\0', '\uD800'),
    fc.jsonValue() as fc.Arbitrary<never>,
  );
  fc.assert(
    fc.property(value, value, fc.string(), (customer, states, order) => {
      const made = build({ customer, states, order });
      const chosen = build({ customer, states, order: 'largest' });
      // A text that is no value of the enum chooses nothing.
      expect(isFailure(made)).toBe(true);
      if (isFailure(chosen)) return void expect(chosen.code).toBe('invalid_arguments');
      const group = states === null ? '' : 'and state = any($2) ';
      expect(chosen.text).toBe(`select id from orders where customer = $1 and {x} = 1 ${group}order by total desc`);
    }),
    { numRuns: costlyRuns(10_000) },
  );
});

const INPUT = {
  type: 'object',
  properties: {
    lines: { type: 'array', items: { type: 'object' } },
    tags: { type: 'array', items: { type: 'string' } },
    share: { type: ['number', 'null'] },
    whole: { type: 'integer' },
    box: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } },
    days: { type: 'array', items: { type: 'string', format: 'time' } },
  },
} as const;

test('a value has the form of its declared type, also where it is empty or whole', () => {
  const statement = ['values ({lines}, {tags}, {share}, {whole}, {box}, {box.at}, {days}, {env.X})'];
  const scope = {
    lines: [],
    tags: [],
    share: 2,
    whole: 2,
    box: { at: '2026-03-29T02:30:00+02:00' },
    days: ['23:30:00-01:00'],
    env: { X: '2' },
  };
  const valuesIn = (kind: 'postgres' | 'mysql') => {
    const filled = compileStatement({ statement }, kind, INPUT)(scope);
    return isFailure(filled) ? [] : filled.values;
  };
  expect(valuesIn('postgres').map(toPostgres)).toEqual([
    '[]',
    '{}',
    '2',
    '2',
    JSON.stringify(scope.box),
    '2026-03-29T00:30:00Z',
    '{"00:30:00Z"}',
    '2',
  ]);
  expect(
    valuesIn('mysql')
      .slice(2)
      .map(({ json, form }) => [json, form]),
  ).toEqual([
    [2, 'number'],
    [2, 'integer'],
    [scope.box, 'object'],
    ['2026-03-29 00:30:00', 'string'],
    [['00:30:00'], 'string'],
    ['2', undefined],
  ]);
});

test('a moment is the same one at the offset of the session, and nothing else is changed', () => {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
    .map(([sign, h, m]) => `${sign}${twoDigits(h)}:${twoDigits(m)}`);
  const date = fc.date({ min: new Date('0001-01-03'), max: new Date('9998-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(
      date,
      fc.oneof(fc.constantFrom('Z', 'z'), offset),
      fc.stringMatching(/^(?:\.\d{1,9})?$/),
      fc.boolean(),
      (day, zone, fraction, isMysql) => {
        const text = `${day.toISOString().slice(0, 19)}${fraction}${zone}`;
        const utc = String(inUtc(text, isMysql));
        const [, read = '', digits] = /^(.{19})(\.\d+)?Z?$/.exec(utc) ?? [];
        expect(Date.parse(`${read.replace(' ', 'T')}Z`)).toBe(Date.parse(text.replace(/\.\d+/, '').toUpperCase()));
        expect(digits ?? '').toBe(fraction);
        expect(utc.endsWith('Z')).toBe(!isMysql);
      },
    ),
    { numRuns: runs(10_000) },
  );
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => void expect(inUtc(value, false)).toEqual(value)),
    { numRuns: runs(2000) },
  );
});

test('every list of texts is the same after its way through a literal', () => {
  const element = fc.option(fc.oneof(fc.string(), fc.constantFrom('NULL', '{', '}', '"', '\\', ',', ' ', '')));
  fc.assert(
    fc.property(fc.array(element), (list) => {
      expect(fromPostgres(1009, toPostgres({ json: list }))).toEqual(list);
    }),
    { numRuns: runs(10_000) },
  );
});

test('every login is read from its URL, and no other form is taken for one', () => {
  const word = anyUnicode({ minLength: 1 });
  fc.assert(
    fc.property(word, word, word, fc.nat({ max: 65_535 }), (user, password, database, port) => {
      const [login, secret, name] = [user, password, database].map(encodeURIComponent);
      const address = addressOf(`postgres://${login}:${secret}@db.example:${port}/${name}`);
      expect(address).toEqual({
        host: 'db.example',
        port,
        user,
        password,
        database,
        ssl: { rejectUnauthorized: true },
      });
    }),
    { numRuns: runs(10_000) },
  );
});

test.each<[string, object]>([
  ['postgres://reader@localhost/shop', { host: 'localhost', port: 5432, user: 'reader', password: '', ssl: false }],
  ['postgresql://a:b@[::1]:6000/shop', { host: '::1', port: 6000, ssl: false }],
  [
    'postgres:///shop?host=/run/postgresql&user=a',
    { host: '/run/postgresql', user: 'a', database: 'shop', ssl: false },
  ],
  ['postgres://a:b@db.example/x?sslmode=require', { ssl: { rejectUnauthorized: false } }],
  ['postgres://a:b@db.example/x?sslmode=disable', { ssl: false }],
  ['postgres://a:b@127.0.0.1/x?sslmode=verify-full', { ssl: { rejectUnauthorized: true } }],
  ['postgres://a:p@ss@db.example/x', { problem: expect.stringContaining('%40') }],
  ['postgres://a:b@db.example/x?sslmode=maybe', { problem: expect.stringContaining('sslmode') }],
  ['mysql://a:b@db.example/x', { problem: expect.any(String) }],
  ['', { problem: expect.any(String) }],
])('%s', (url, address) => {
  expect(addressOf(url)).toMatchObject(address);
});
