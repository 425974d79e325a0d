/** The formats of JSON Schema 2020-12 that are checked; every other one is an annotation. */

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': (text) => isDate(text.slice(0, 10)) && /^[t ]$/i.test(text.charAt(10)) && TIME.test(text.slice(11)),
  time: (text) => TIME.test(text),
  email: (text) => /^[^\s@"(),:;<>[\]\\]+@[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:([^\s<>"{}|\\^`%]|%[\da-f]{2})+$/i.test(text),
  uuid: (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  ipv4: (text) => IPV4.test(text),
  ipv6: (text) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`),
};

/** Whether a text has the format; undefined for an unknown format. */
export function formatTest(format: string | undefined): ((text: string) => boolean) | undefined {
  return format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day > 0 && day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
