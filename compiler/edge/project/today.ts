/** The current date: from the clock, or from --today. */
import { isDate } from '../../base/calendar.ts';
import { type Invocation, text, textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';

export const TODAY = text('YYYY-MM-DD', 'Evaluate dates as of this day (default: today).');

export function todayOf(invocation: Invocation): string {
  const date = textFlag(invocation, 'today');
  if (date === undefined) return dayOf(new Date());
  if (isDate(date)) return date;
  throw new Failure(`Invalid date "${date}" for --today.`, 'Write it as YYYY-MM-DD, such as --today 2026-11-20.');
}

function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
