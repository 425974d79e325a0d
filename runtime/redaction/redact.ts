/** Redacts secrets and marks hidden text in everything that leaves the server: results, content, errors, progress, lists, log lines. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { carried } from '../language/carried.ts';
import { withoutHiddenText } from './hidden-text.ts';
import type { Redacted } from './redacted.ts';

/** The only way from text or data to what may leave the process. */
export interface Redact {
  /** Whether there is any secret to look for. */
  readonly active: boolean;
  readonly text: (text: string) => Redacted;
  /** The JSON text of a value, redacted in its strings and names. Throws where a value has no JSON text. */
  readonly json: (value: unknown, indent?: number) => Redacted;
  /** The same for existing JSON text. */
  readonly jsonText: (text: string) => Redacted;
}

/** `redactFor`, for servers that carry it; `token` is what its clients send, next to `HAFT_TOKEN`. */
export type RedactFor = (server: ServerDescriptor, variables: ProcessVariables, token?: string) => Redact;

interface SecretSearch {
  readonly text: (text: string) => string;
  readonly jsonText: (text: string) => string;
}

/** Only this makes one, so that hidden text is marked wherever secrets are redacted. */
export function redactBy(search: SecretSearch | undefined): Redact {
  const text = (given: string): Redacted => withoutHiddenText(search?.text(given) ?? given) as Redacted;
  const jsonText = (given: string): Redacted => withoutHiddenText(search?.jsonText(given) ?? given) as Redacted;
  return { active: search !== undefined, text, jsonText, json: (value, indent) => jsonText(jsonOf(value, indent)) };
}

/** Throws where a server that reads variables or listens does not carry the search: no choice of modules may let a secret out. */
export function redactOf(
  server: ServerDescriptor,
  variables: ProcessVariables,
  redactFor: RedactFor | undefined,
  token?: string,
): Redact {
  const hasSecrets = Object.keys(server.env).length > 0 || server.transports.some((one) => one !== 'stdio');
  if (hasSecrets) carried(redactFor, 'the search for secrets');
  return redactFor?.(server, variables, token) ?? redactBy(undefined);
}

/** Throws where a value has no JSON text. */
function jsonOf(value: unknown, indent?: number): string {
  // The types do not cover values without JSON text.
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON text`);
  return text;
}
