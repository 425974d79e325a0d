/** Questions to the user of a client, and what the user enters (MCP, client/elicitation). */
import { type Json, type JsonObject, isJsonObject } from '../language/json.ts';
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

const confirmations = new WeakSet<UserQuestion>();

/** The question of `confirm:`, which no question of a handler is taken for. */
export function confirmationOf(message: string): UserQuestion {
  const question = { message, fields: { confirm: { type: 'boolean', title: 'Confirm', default: false } } };
  confirmations.add(question);
  return question;
}

export function isConfirmation(question: UserQuestion): boolean {
  return confirmations.has(question);
}

/** Where no argument takes the place of the answer. */
export const OTHER_CLIENT = 'Do not retry. Use a client that can ask the user.';

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

/** `elicitation/create` as a client gets it: `message` and `requestedSchema`. */
export type FormParams = JsonObject & { readonly message: string; readonly requestedSchema: JsonObject };

/** What a client says to each of several questions: `action`, and the `content` of the form. */
export type ClientAnswers = Readonly<Record<string, JsonObject>>;

/** Questions of another server on their way to the user of a client, unchanged. */
export interface PassOn {
  /** The same for all requests of one connection. */
  readonly client: object;
  /** What the request is about, with its user. */
  readonly purpose: string;
  /** What the request brings of an earlier round; rejects where it cannot be read. */
  readonly earlier: () => Promise<EarlierAnswers | undefined>;
  /** An answer as it was given; undefined where it does not fit the form. */
  readonly read: (answer: unknown, form: FormParams) => JsonObject | undefined;
  /** Stops the deadline until what it returns is called. */
  readonly hold: () => () => void;
  /**
   * The answers, or a failure where there are none. In MCP 2026-07-28 the call ends here, and a later one brings the answers
   * with what `state` gives. `over` ends the wait for them.
   */
  readonly ask: (
    questions: PassedQuestions,
    state: () => string | undefined,
    over?: AbortSignal,
  ) => Promise<ClientAnswers | ToolFailure>;
}

/** A question of a server of earlier revisions, which may be that of several requests of one client. */
export interface PassedQuestion {
  readonly form: FormParams;
  readonly answer: (reply: JsonObject) => void;
  readonly reject: (reason: Error) => void;
  /** Whether one of the requests asks it. */
  isTaken: boolean;
  /** Aborted once all of the requests are over. */
  readonly over: AbortSignal;
  /** Aborted once it has its answer, or gets none. */
  readonly settled: AbortSignal;
  /** One of the requests is over. */
  readonly leave: () => void;
  /** Offers it to the requests, again where the one that took it could not ask. */
  readonly offer: () => void;
}

export type PassedQuestions = Readonly<Record<string, FormParams>>;

/** Of the round before; `state` is that of its question. */
export interface EarlierAnswers {
  readonly answers: ClientAnswers;
  readonly state?: string | undefined;
}

/** The form as a client gets it. */
export function requestedSchema({ fields, required = Object.keys(fields) }: UserQuestion): JsonObject {
  return { type: 'object', properties: fields, required };
}

/** The keywords that a form may have (MCP, client/elicitation). */
const OF_FORMS =
  'type title description enum enumNames oneOf default minimum maximum minLength maxLength minItems maxItems format items'.split(
    ' ',
  );

/** The keywords of a schema that a field of a form may have. */
export function formField(schema: object = {}): JsonObject {
  const keywords = Object.entries(schema).filter(([key]) => OF_FORMS.includes(key));
  return Object.fromEntries(keywords) as JsonObject;
}

/** Of one or of several: plain, or each with a title (MCP, client/elicitation). */
export function choicesOf({ enum: values, oneOf, anyOf = oneOf, items }: JsonObject): readonly string[] {
  if (isJsonObject(items)) return choicesOf(items);
  if (Array.isArray(values)) return values.map(String);
  return Array.isArray(anyOf) ? anyOf.flatMap((one) => (isJsonObject(one) ? String(one['const']) : [])) : [];
}

/** The schema of a field's value: choices are plain ones, which validators know; a number beyond those that are exact may be another one than the user wrote. */
export function fieldSchema(field: JsonObject): JsonObject {
  const { type, minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field;
  if (type === 'integer' || type === 'number')
    return {
      ...field,
      minimum: Math.max(Number(minimum), -Number.MAX_SAFE_INTEGER),
      maximum: Math.min(Number(maximum), Number.MAX_SAFE_INTEGER),
    };
  const choices = choicesOf(field);
  const plain = { type: 'string', enum: choices };
  if (choices.length === 0 || field['enum'] !== undefined) return field;
  return field['type'] === 'array' ? { ...field, items: plain } : { ...field, ...plain };
}
