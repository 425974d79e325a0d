/** Keeps secrets out of everything that leaves the server as words: messages, hints, log lines. */
import type { EnvDescriptor } from './descriptor.ts';
import type { Environment } from './environment.ts';
import { percentEncode } from './percent-encode.ts';

/** Text without any secret in it. */
export type Redact = (text: string) => string;

/** Shorter values would cut holes into innocent words. */
const SHORTEST = 4;

/** Builds the function that cuts the values of secret variables out of text, as they are and as URLs and JSON spell them. */
export function createRedact(declared: Readonly<Record<string, EnvDescriptor>>, env: Environment): Redact {
  const secrets = Object.entries(declared)
    .flatMap(([name, { secret }]) => (secret ? formsOf(env[name] ?? '') : []))
    // A secret may be the beginning of another.
    .toSorted((left, right) => right.length - left.length);
  if (secrets.length === 0) return (text) => text;
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

function formsOf(value: string): readonly string[] {
  if (value.length < SHORTEST) return [];
  return [value, percentEncode(value), JSON.stringify(value).slice(1, -1)];
}
