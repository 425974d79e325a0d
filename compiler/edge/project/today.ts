/** The current date: from the clock, or from --today. */
import { DATE, type Invocation, formText, textFlag } from '../command-line/command.ts';

export const TODAY = formText('YYYY-MM-DD', 'Evaluate dates as of this day (default: today).', DATE);

export function todayOf(invocation: Invocation): string {
  return textFlag(invocation, 'today') ?? dayOf(new Date());
}

function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
