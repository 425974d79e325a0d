/** Which exit code a program ends with for the failures of a server, by their codes. */
import { isObject } from './json.ts';

/** Exit codes and what they mean, in the order in which they are shown. */
export const EXIT_CODES = {
  0: 'done',
  1: 'failed',
  2: 'wrong call',
  3: 'not set up',
  4: 'not found',
  5: 'not allowed',
  6: 'try later',
  7: 'timed out',
} as const;

export type FailureExit = keyof typeof EXIT_CODES;

/** Codes with one meaning for every server. */
const KNOWN: Readonly<Record<string, FailureExit>> = {
  invalid_arguments: 2,
  unknown_tool: 2,
  env_missing: 3,
  header_missing: 3,
  user_unknown: 3,
  unreachable: 3,
  bad_configuration: 3,
  not_found: 4,
  auth_failed: 5,
  forbidden: 5,
  rate_limited: 6,
  busy: 6,
  timeout: 7,
  timed_out: 7,
};

/** By the key of a failure that an author declares: a place, or an HTTP status or SQLSTATE in a table of failures. */
const PLACES: readonly (readonly [key: RegExp, exit: FailureExit])[] = [
  [/^(?:on_missing|on_unreachable)$/, 3],
  [/^(?:not_found|on_none|404|410)$/, 4],
  [/^(?:401|403|42501)$/, 5],
  [/^(?:429|503|53300)$/, 6],
  [/^(?:on_timeout|408|504|57014)$/, 7],
];

/** They declare no failure, and are most of a server. */
const SCHEMAS: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema', 'returns']);

/** The exit codes of the failures that a server declares, by their codes; 1 where one code has several. */
export function declaredExitCodes(server: object): ReadonlyMap<string, FailureExit> {
  const exits = new Map<string, FailureExit>();
  collect(server, '', exits);
  return exits;
}

/** `declared` is of `declaredExitCodes`. */
export function exitCodeOf(code: string, declared: ReadonlyMap<string, FailureExit>): FailureExit {
  return (Object.hasOwn(KNOWN, code) ? KNOWN[code] : declared.get(code)) ?? 1;
}

function collect(value: unknown, key: string, exits: Map<string, FailureExit>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, key, exits);
  if (!isObject(value)) return;
  const { code, error, retry_hint } = value;
  if (typeof code === 'string' && typeof error === 'string' && typeof retry_hint === 'string') {
    const exit = (Object.hasOwn(KNOWN, code) ? KNOWN[code] : PLACES.find(([place]) => place.test(key))?.[1]) ?? 1;
    exits.set(code, (exits.get(code) ?? exit) === exit ? exit : 1);
  }
  for (const [name, inner] of Object.entries(value)) if (!SCHEMAS.has(name)) collect(inner, name, exits);
}
