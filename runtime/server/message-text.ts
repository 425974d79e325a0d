/** Text of handlers, services and programs as a message that a model reads: without control characters, and not endless. */
import type { Redact } from '../redaction/redact.ts';

/** A colon leads to what follows. */
const ENDED = /(?:[.!?…。！？]["'”’»)\]}]*|:)$/u;

/** The maximum number of characters of a message. */
export const MAX_MESSAGE_LENGTH = 4000;

/** Sequences for terminals, other control characters, halves of characters, and what reverses the direction of writing. */
const UNREADABLE = /\u001B\[[\d;?]*[ -/]*[@-~]|(?![\n\t])\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu;

/** Without what a reader cannot see or a terminal would obey. */
export function readableText(text: string): string {
  return text.replaceAll(UNREADABLE, ' ');
}

/** Redacted before it is cut: half a secret would not be found. */
export function messageText(text: string, redact: Redact): string {
  const whole = redact.text(readableText(text));
  return whole.length > MAX_MESSAGE_LENGTH ? `${whole.slice(0, MAX_MESSAGE_LENGTH)}…` : whole;
}

/** Each text but the last ends a sentence; texts of services often do not. */
export function joinSentences(...texts: readonly string[]): string {
  const lines = texts.filter((text) => text !== '');
  return lines.map((text, at) => (at === lines.length - 1 ? text : asSentence(text))).join(' ');
}

function asSentence(text: string): string {
  return ENDED.test(text) ? text : `${text.replace(/[\s,;–—-]{1,20}$/u, '')}.`;
}
