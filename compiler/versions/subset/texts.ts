/** The texts of a string form: its patterns, its formats as patterns, and its lengths. */
import type { SchemaForm } from './form.ts';
import { sizesOf } from './range.ts';
import type { TextSet } from './text-sets.ts';
import { type Json, ownMember, type Schema } from '@haft/runtime/language';

/** Formats as patterns, so that they take part where texts are compared (JSON Schema 2020-12, as the runtime checks them). */
interface FormatPattern {
  readonly pattern: string;
  /** Texts that match have the format; otherwise it only is so the other way round. */
  readonly isExact: boolean;
}

const LEAP_CENTURY = '(?:[02468][048]|[13579][26])00';
const LEAP_YEAR = `(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|${LEAP_CENTURY})`;
const DATE = `(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|${LEAP_YEAR}-02-29)`;
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[+\\-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const LABEL = '[a-zA-Z\\d](?:[a-zA-Z\\d\\-]*[a-zA-Z\\d])?';
const HEX = '[\\da-fA-F]';
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

const PATTERNS: Readonly<Record<string, FormatPattern>> = {
  date: exactly(DATE),
  'date-time': exactly(`${DATE}[tT ]${TIME}`),
  time: exactly(TIME),
  email: exactly(`[^\\s@"(),:;<>\\[\\]\\\\]+@${LABEL}(?:\\.${LABEL})*`),
  uri: exactly(`[a-zA-Z][a-zA-Z\\d+.\\-]*:(?:[^\\s<>"\\{\\}\\|\\\\\\^\`%]|%${HEX}{2})+`),
  uuid: exactly(`${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`),
  ipv4: exactly(`(?:${BYTE}\\.){3}${BYTE}`),
  ipv6: { pattern: `^[\\da-fA-F:.]+$`, isExact: false },
};

function exactly(pattern: string): FormatPattern {
  return { pattern: `^(?:${pattern})$`, isExact: true };
}

/** Undefined for a format that is not checked. */
export function formatPattern(format: string | undefined): FormatPattern | undefined {
  return format === undefined ? undefined : ownMember(PATTERNS, format);
}

/** At least the texts of the form. */
export function textsOf(form: SchemaForm): TextSet {
  const { min, max } = sizesOf(form);
  const patterns = form.facets.flatMap(({ schema }) => [
    ...[schema.pattern ?? []].flat(),
    ...[formatPattern(schema.format)?.pattern ?? []].flat(),
    ...listsOf(schema).flatMap((listed) => patternOfListed(listed) ?? []),
  ]);
  return { patterns, min: Math.ceil(min), max: Math.floor(max) };
}

function listsOf({ enum: listed, const: only }: Schema): readonly (readonly Json[])[] {
  return [...(listed ? [listed] : []), ...(only === undefined ? [] : [[only]])];
}

/** More characters make automata that take too long. */
const MAX_LISTED = 2000;

/** The listed texts as a pattern, so that other texts are compared with them; undefined where they are too many. */
function patternOfListed(listed: readonly Json[]): string | undefined {
  const texts = listed.filter((value) => typeof value === 'string');
  if (texts.join('').length > MAX_LISTED) return undefined;
  return texts.length === 0 ? '[]' : `^(?:${texts.map(escapeText).join('|')})$`;
}

function escapeText(text: string): string {
  return Array.from(text, (one) => (/[a-z\d]/i.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`)).join('');
}

/** Exactly the texts of the form among those that have these `formats`; undefined where a format or a list is no pattern. */
export function exactTextsOf(form: SchemaForm, formats: ReadonlySet<string | undefined>): TextSet | undefined {
  const others = form.facets.flatMap(({ schema: { format } }) =>
    formats.has(format) ? [] : (formatPattern(format) ?? []),
  );
  const isListed = form.facets.every(({ schema }) =>
    listsOf(schema).every((one) => patternOfListed(one) !== undefined),
  );
  return isListed && others.every(({ isExact }) => isExact) ? textsOf(form) : undefined;
}
