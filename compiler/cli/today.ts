/** The day: of the clock, or given with --today. */
import { isDate } from '../calendar.ts';
import type { Flag, Invocation } from './command.ts';
import { textFlag } from './command.ts';
import { Failure } from './failure.ts';

export const TODAY: Flag = {
  type: 'string',
  value: 'YYYY-MM-DD',
  words: 'Judge dates as on this day (default: today).',
};

export function todayOf(invocation: Invocation): string {
  const given = textFlag(invocation, 'today');
  if (given === undefined) return dayOf(new Date());
  if (isDate(given)) return given;
  throw new Failure(`--today is "${given}", which is no day.`, 'Write --today 2026-11-20.');
}

function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
