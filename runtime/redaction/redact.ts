/** Redacts secrets and marks hidden text in everything that leaves the server: results, content, errors, progress, lists, log lines. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { requireModule } from '../language/require-module.ts';
import type { Redacted } from './redacted.ts';
import { withPlacedSecrets } from '../language/secret-names.ts';

/** Tag characters and supplementary variation selectors have this high surrogate; others are rare enough to search for. */
const SUSPECT = /\uDB40|[\uFE00-\uFE0F]{2}/;

/**
 * Tag characters (Unicode 23.9) hide ASCII, and runs of variation selectors hide bytes. The three flags of UTS 51 and a single selector
 * behind its character are no hidden text.
 */
const HIDDEN =
  /(\u{1F3F4}(?:\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073}))\u{E007F})|[\u{E0000}-\u{E007F}]+|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2,}/gu;

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

/** `redactFor`, for servers that carry it; `tokens` are what its clients send, next to `HAFT_TOKEN`. */
export type RedactFor = (server: ServerDescriptor, variables: ProcessVariables, tokens?: readonly string[]) => Redact;

interface SecretSearch {
  readonly text: (text: string) => string;
  readonly jsonText: (text: string) => string;
}

/** Only this makes one, so that hidden text is marked wherever secrets are redacted. */
export function redactBy(search: SecretSearch | undefined): Redact {
  const visible = (plain: string): Redacted => withoutHiddenText(plain) as Redacted;
  const text = (source: string): Redacted => visible(search?.text(source) ?? source);
  const jsonText = (source: string): Redacted => visible(search?.jsonText(source) ?? source);
  return { active: search !== undefined, text, jsonText, json: (value, indent) => jsonText(jsonOf(value, indent)) };
}

/** Looks for what another search finds as well, which is not the same at all times. */
export function redactAlso(base: Redact, search: () => Redact): Redact {
  return {
    active: true,
    text: (text) => base.text(search().text(text)),
    json: (value, indent) => base.jsonText(search().json(value, indent)),
    jsonText: (text) => base.jsonText(search().jsonText(text)),
  };
}

/** Throws where a server that reads variables or listens does not carry the search: no choice of modules may let a secret out. */
export function redactOf(
  server: ServerDescriptor,
  variables: ProcessVariables,
  redactFor: RedactFor | undefined,
  tokens?: readonly string[],
): Redact {
  const hasSecrets = Object.keys(server.env).length > 0 || server.transports.some((one) => one !== 'stdio');
  if (hasSecrets) requireModule(redactFor, 'the search for secrets');
  return redactFor?.(server, variables, tokens) ?? redactBy(undefined);
}

/** Throws where a value has no JSON text. */
function jsonOf(value: unknown, indent?: number): string {
  // The types do not cover values without JSON text.
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON text`);
  return text;
}

/** Each hidden text becomes one U+FFFD, so that a reader sees where something was; in JSON text, too. */
export function withoutHiddenText(text: string): string {
  return SUSPECT.test(text) ? text.replaceAll(HIDDEN, (_run, flag?: string) => flag ?? '\uFFFD') : text;
}

/** Marks what fills a place of secrets as one in a descriptor that does not say so: older compilers wrote what was declared. */
export function withSecrets(server: ServerDescriptor): ServerDescriptor {
  const { env, connections, upstreams, auth, tools } = server;
  return { ...server, env: withPlacedSecrets(env, connections, upstreams, auth, tools) };
}
