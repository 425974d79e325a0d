/** Numbers of other servers that JavaScript cannot represent, on their way from one JSON text into another (ADR 37). */
import type { Json } from '../language/json.ts';
import { parseDigits } from '../language/plain.ts';
import type { Redact } from './redact.ts';

/** Of no text from outside. Made at its first use: not every platform has random values before that. */
let mark = '';

/** Parses JSON; a number that would change is a marked string, which `restoreNumbers` makes the same number again. */
export function parseMarked(text: string): Json {
  return parseDigits(text, (number) => {
    mark ||= `number ${crypto.randomUUID()} `;
    return `"${mark}${number}"`;
  });
}

/** JSON text with the numbers that `parseMarked` has marked, as they were written. */
export function restoreNumbers(json: string): string {
  return mark === '' ? json : json.replaceAll(new RegExp(`"${mark}([-+.\\deE]+)"`, 'g'), '$1');
}

/** The same redaction, where a value may have marked numbers. */
export function withNumbers(redact: Redact): Redact {
  return { ...redact, json: (value, indent) => redact.jsonText(restoreNumbers(JSON.stringify(value, null, indent))) };
}
