/** Redaction of JSON text that leaves it JSON: names and strings are redacted by their decoded values, nothing else changes. */
import { rewriteJson } from '../language/json-text.ts';
import type { Redacted } from './redacted.ts';

/** Every string by `redact`; a number that is a secret as a whole becomes a string. */
export function redactJson(
  text: string,
  redact: (text: string) => Redacted,
  isSecret: (number: string) => boolean,
): Redacted {
  const string = (literal: string): string => {
    const decoded: string = JSON.parse(literal);
    return JSON.stringify(redact(decoded));
  };
  const outside = (part: string): string =>
    part.replaceAll(/-?\d[\d.eE+-]*/g, (number) => (isSecret(number) ? '"[redacted]"' : number));
  return rewriteJson(text, string, outside) as Redacted;
}
