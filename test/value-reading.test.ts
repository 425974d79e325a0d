/** Numbers and dates of other forms: what was written in a form is read from it, and nothing else is. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileReading, dateFormatProblem } from '../runtime/language/value-reading.ts';
import { runs } from './support/runs.ts';

test.each<[text: string, form: Parameters<typeof compileReading>[0], value: number | string | undefined]>([
  ['23.40 EUR', { number: { unit: 'EUR' } }, 23.4],
  ['EUR 23.40', { number: { unit: 'EUR' } }, 23.4],
  ['23.40 USD', { number: { unit: 'EUR' } }, undefined],
  ['1.234,50 €', { number: { unit: '€', decimal: ',' } }, 1234.5],
  ['1 234 567', 'number', 1234567],
  ["1'234.5", 'number', 1234.5],
  ['1,23', 'number', undefined],
  ['12,34,567', 'number', undefined],
  ['+7', 'number', 7],
  ['1e3', 'number', 1000],
  ['9007199254740993', 'number', '9007199254740993'],
  ['+9007199254740993', 'number', '9007199254740993'],
  ['-9007199254740992', 'number', -9007199254740992],
  ['1 234 567 890 123 456 789', 'number', '1234567890123456789'],
  ['9007199254740993 EUR', { number: { unit: 'EUR' } }, '9007199254740993'],
  ['9.007.199.254.740.993,50 €', { number: { unit: '€', decimal: ',' } }, '9007199254740993.50'],
  ['1e400', 'number', '1e400'],
  ['', 'number', undefined],
  ['12 of 20', 'number', undefined],
  ['Created task 3.', { number: { unit: 'Created task' } }, 3],
  ['20261123T101500Z', { date: "yyyyMMdd'T'HHmmss'Z'" }, '2026-11-23T10:15:00Z'],
  ['20261323T101500Z', { date: "yyyyMMdd'T'HHmmss'Z'" }, undefined],
  ['20260230', { date: 'yyyyMMdd' }, undefined],
  ['Mon, 23 Nov 2026 10:15:00 +0100', { date: 'EEE, d MMM yyyy HH:mm:ss X' }, '2026-11-23T10:15:00+01:00'],
  ['23 November 2026, 12:05 AM', { date: 'd MMMM yyyy, h:mm a' }, '2026-11-23T00:05:00'],
  ['1795428900', { date: 'unix' }, '2026-11-23T10:15:00Z'],
  ['1795428900123', { date: 'unix_ms' }, '2026-11-23T10:15:00.123Z'],
  ['soon', { date: 'unix' }, undefined],
  ['9007199254740993', { date: 'unix' }, undefined],
])('%j as %j is %j', (text, form, value) => {
  expect(compileReading(form)(text)).toBe(value);
});

test.each([
  ['HH:mm', 'year, month and day'],
  ['yyyy-MM-dd mm', 'minutes without hours'],
  ['yyyy-MM-dd h:mm', 'need each other'],
  ['yyyy-MM-dd a', 'need each other'],
  ['yyyy-MM-dd MMM', ''],
  ['yyyy-MM-dd dd', 'gives the day again'],
  ['yy-MM-dd', '"yy" is not known'],
  ["yyyy-MM-dd'T", 'a quote that does not end'],
])('%j cannot be read', (format, problem) => {
  if (problem === '') expect(dateFormatProblem(format)).toBeUndefined();
  else expect(dateFormatProblem(format)).toContain(problem);
});

describe('what a program writes is read as it was meant', () => {
  test.each([
    ['en-US', '.'],
    ['de-DE', ','],
    ['de-CH', '.'],
    ['fr-FR', ','],
    ['sv-SE', ','],
  ] as const)('%s', (locale, decimal) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (cents) => {
        const text = format
          .format(cents / 100)
          .replace('\u2212', '-')
          .replaceAll('’', "'");
        expect(compileReading({ number: { unit: 'EUR', decimal } })(`${text} EUR`), text).toBe(cents / 100);
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('integers of any size', () => {
    const integers = fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }));
    fc.assert(
      fc.property(integers, fc.constantFrom(',', "'", ' ', ''), (integer, group) => {
        const text = new Intl.NumberFormat('en-US').format(integer).replaceAll(',', group);
        const read = compileReading({ number: { unit: 'EUR' } })(`${text} EUR`);
        expect(typeof read === 'number' ? BigInt(read) : read, text).toBe(
          typeof read === 'number' ? integer : `${integer}`,
        );
        expect(typeof read === 'number', text).toBe(BigInt(Number(integer)) === integer);
      }),
      { numRuns: runs(10_000) },
    );
  });

  const parts = fc.record({
    date: fc.date({ min: new Date(0), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true }),
    format: fc.constantFrom(
      "yyyyMMdd'T'HHmmss'Z'",
      "yyyy-MM-dd HH:mm:ss'Z'",
      'EEE, dd MMM yyyy HH:mm:ss X',
      'd/M/yyyy H:mm:ssX',
      'MMMM d, yyyy hh:mm:ss a X',
      'unix',
    ),
  });

  test('dates', () => {
    fc.assert(
      fc.property(parts, ({ date, format }) => {
        const whole = new Date(Math.floor(date.getTime() / 1000) * 1000);
        const read = compileReading({ date: format })(written(whole, format));
        expect(new Date(String(read)).getTime(), `${written(whole, format)} as ${format}`).toBe(whole.getTime());
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('any text and any format end in a date, a number or nothing', () => {
    const format = fc.oneof(fc.constantFrom('yyyy', 'MM', 'd', "'", 'X', '-', 'HH', 'mm', '(', '[', 'é'), fc.string());
    fc.assert(
      fc.property(
        fc.array(format).map((all) => all.join('')),
        fc.string(),
        (date, text) => {
          const read = compileReading({ date })(text);
          expect(read === undefined || !Number.isNaN(Date.parse(String(read)))).toBe(true);
          const number = compileReading({ number: { unit: date } })(text);
          expect(number === undefined || Number.isFinite(Number(number))).toBe(true);
        },
      ),
      { numRuns: runs(10_000) },
    );
  });
});

/** The oracle: the platform's own names of months and days. */
function written(date: Date, format: string): string {
  const name = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hour = date.getUTCHours();
  const fields: Readonly<Record<string, string>> = {
    yyyy: String(date.getUTCFullYear()),
    MMMM: name({ month: 'long' }),
    MMM: name({ month: 'short' }),
    MM: two(date.getUTCMonth() + 1),
    M: String(date.getUTCMonth() + 1),
    dd: two(date.getUTCDate()),
    d: String(date.getUTCDate()),
    EEE: name({ weekday: 'short' }),
    HH: two(hour),
    H: String(hour),
    hh: two(hour % 12 || 12),
    a: hour < 12 ? 'AM' : 'PM',
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    X: '+00:00',
    unix: String(date.getTime() / 1000),
  };
  return format.replaceAll(
    /'([^']*)'|unix|([A-Za-z])\2*/g,
    (part, literal?: string) => literal ?? fields[part] ?? part,
  );
}
