/** Days as text, YYYY-MM-DD, in the calendar of the platform; no clock is read. */

const DAY_MS = 86_400_000;

/** A day that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(millisecondsOf(text)) === text;
}

export function addDays(day: string, days: number): string {
  return dayOf(millisecondsOf(day) + days * DAY_MS);
}

/** Whole days from one day to another; negative when the second day is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((millisecondsOf(to) - millisecondsOf(from)) / DAY_MS);
}

function millisecondsOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; the calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, date) - FOUR_CENTURIES_MS;
}

const FOUR_CENTURIES_MS = 146_097 * DAY_MS;

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
