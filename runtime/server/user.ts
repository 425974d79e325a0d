/** Who calls: what the token of a request says, once it was verified. */
import type { JsonObject } from '../language/json.ts';

/** The user of a call over HTTP. */
export interface CallUser {
  /** Unique for the issuer (`sub`), empty where the token has none; the name of a token in `HAFT_TOKENS_FILE`. */
  readonly subject: string;
  /** The authorization server; empty for a token of the server's own. */
  readonly issuer: string;
  /** The program that the user works with (`client_id`, `azp`); empty where the token does not say. */
  readonly client: string;
  readonly scopes: readonly string[];
  /** Everything that the token says. */
  readonly claims: JsonObject;
}

/** Who comes without a token of a user: with one of the server's own, or as the caller of a program. */
export const UNNAMED: CallUser = { subject: '', issuer: '', client: '', scopes: [], claims: {} };

/** A text for each user, and for each client that acts for none; undefined for those that nothing names. */
export function callerKey({ issuer, subject, client }: CallUser): string | undefined {
  if (subject === '' && client === '') return undefined;
  return JSON.stringify(subject === '' ? { issuer, client } : { issuer, subject });
}
