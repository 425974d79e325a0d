/** Questions to the user of a client, and what the user enters (MCP, client/elicitation). */
import type { Json, JsonObject } from '../language/json.ts';
import type { ToolFailure } from '../server/failure.ts';

/** A form. */
export interface UserQuestion {
  /** What the user reads. */
  readonly message: string;
  /** The fields by name: JSON Schemas of texts, numbers, true or false, and choices. */
  readonly fields: Readonly<Record<string, JsonObject>>;
  /** Fields that the user must fill in; all where absent. */
  readonly required?: readonly string[];
}

export type Questions = Readonly<Record<string, UserQuestion>>;

/** What the user entered, by question and field. */
export type Answers<Key extends string = string> = Readonly<Record<Key, JsonObject>>;

/** All answers, with the `state` that the questions were asked with. */
export interface Answered<Key extends string = string> {
  readonly answers: Answers<Key>;
  readonly state?: Json;
}

export interface AskOptions {
  /** Comes back with the answers: signed, and only for the same call of the same user, for ten minutes. */
  readonly state?: Json;
}

/**
 * Asks the user. A failure (`'error' in asked`) means that there is no answer: the user said no, or the client cannot ask. In
 * MCP 2026-07-28 the handler ends here, and starts again with the answers: ask before you change anything.
 */
export type AskUser = <Key extends string>(
  questions: Readonly<Record<Key, UserQuestion>>,
  options?: AskOptions,
) => Promise<Answered<Key> | ToolFailure>;

/** The form as a client gets it. */
export function requestedSchema({ fields, required = Object.keys(fields) }: UserQuestion): JsonObject {
  return { type: 'object', properties: fields, required };
}
