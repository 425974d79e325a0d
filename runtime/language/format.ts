/** The formats of JSON Schema 2020-12 that are checked; every other one is an annotation. */
import { ownMember } from './json.ts';

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;

interface Format {
  readonly test: (text: string) => boolean;
  /** For messages and samples. */
  readonly example: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  date: { test: isDate, example: '2026-01-31' },
  'date-time': {
    test: (text) => isDate(text.slice(0, 10)) && /^[t ]$/i.test(text.charAt(10)) && TIME.test(text.slice(11)),
    example: '2026-01-31T09:30:00Z',
  },
  time: { test: (text) => TIME.test(text), example: '09:30:00Z' },
  email: {
    test: (text) => /^[^\s@"(),:;<>[\]\\]+@[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text),
    example: 'name@example.org',
  },
  uri: {
    test: (text) => /^[a-z][a-z\d+.-]*:([^\s<>"{}|\\^`%]|%[\da-f]{2})+$/i.test(text),
    example: 'https://example.org/',
  },
  uuid: {
    test: (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
    example: '123e4567-e89b-12d3-a456-426614174000',
  },
  ipv4: { test: (text) => IPV4.test(text), example: '192.0.2.1' },
  ipv6: { test: (text) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`), example: '2001:db8::1' },
};

/** Whether a text has the format; undefined for an unknown format. */
export function formatTest(format: string | undefined): Format['test'] | undefined {
  return format === undefined ? undefined : ownMember(FORMATS, format)?.test;
}

/** A text of the format; undefined for an unknown format. */
export function formatExample(format: string | undefined): string | undefined {
  return format === undefined ? undefined : ownMember(FORMATS, format)?.example;
}

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day > 0 && day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
