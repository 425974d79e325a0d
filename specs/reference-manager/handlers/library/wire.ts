/** What the reference manager sends, read with care: JSON of which nothing is certain, and text that is HTML. */
import type { Call, Json, JsonObject } from '@haft/runtime';
import type { Connection } from '../../../../generated/servers/reference-manager/tools.ts';

/** A call of one of this server's tools. */
export type ToolCall = Call<Connection>;

/** A value inside JSON, or nothing where the way to it does not exist. */
export function at(json: Json | undefined, ...way: readonly (string | number)[]): Json | undefined {
  let value = json;
  for (const step of way) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
  }
  return value;
}

export function listAt(json: Json | undefined, ...way: readonly (string | number)[]): readonly Json[] {
  const value = at(json, ...way);
  return Array.isArray(value) ? value : [];
}

export function textsAt(json: Json | undefined, ...way: readonly (string | number)[]): readonly string[] {
  return listAt(json, ...way).filter((item) => typeof item === 'string');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text without HTML escapes; messages come escaped, also where nothing else is HTML. */
export function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** One line of plain text from HTML; stars stand for italics. */
export function plainText(html: string): string {
  const marked = html.replaceAll(/<\/?(?:i|em)\b[^<>]*>/gi, '*').replaceAll(/<[^<>]*>/g, ' ');
  return unescapeHtml(marked)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:)])/g, '$1')
    .trim();
}
