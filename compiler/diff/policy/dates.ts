/** Days as text, YYYY-MM-DD: the form in which authors write them, and which sorts as it should. No clock is asked. */

export function addDays(day: string, days: number): string {
  return fromNumber(toNumber(day) + days);
}

/** Whole days from one day to another; negative when it is over. */
export function daysBetween(from: string, to: string): number {
  return toNumber(to) - toNumber(from);
}

const ERA_DAYS = 146_097;

/** Days since 1 March of the year 0, in the Gregorian calendar: leap days come last in years that begin in March. */
function toNumber(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const y = month <= 2 ? year - 1 : year;
  const monthFromMarch = (month + 9) % 12;
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * monthFromMarch + 2) / 5) +
    date -
    1
  );
}

function fromNumber(number: number): string {
  const era = Math.floor(number / ERA_DAYS);
  const ofEra = number - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
}
