/** Days without a clock, against the calendar of the platform. */
import { assert, date, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../compiler/base/calendar.ts';
import { runs } from './support/runs.ts';

const day = date({ min: new Date('0100-01-01'), max: new Date('2400-12-31'), noInvalidDate: true }).map((at) =>
  at.toISOString().slice(0, 10),
);

test('adding days, and counting them, agree with the calendar', () => {
  assert(
    property(day, integer({ min: -20_000, max: 20_000 }), (from, days) => {
      const to = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
      expect(addDays(from, days)).toBe(to);
      expect(daysBetween(from, to)).toBe(days);
    }),
    { numRuns: runs(2000) },
  );
});
