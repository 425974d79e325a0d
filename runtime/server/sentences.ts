/** Texts of several sources as the sentences of one message. */

/** A colon leads to what follows. */
const ENDED = /(?:[.!?…。！？]["'”’»)\]}]*|:)$/u;

/** Each text but the last ends a sentence; texts of services often do not. */
export function joinSentences(...texts: readonly string[]): string {
  const given = texts.filter((text) => text !== '');
  return given.map((text, at) => (at === given.length - 1 ? text : asSentence(text))).join(' ');
}

function asSentence(text: string): string {
  return ENDED.test(text) ? text : `${text.replace(/[\s,;–—-]{1,20}$/u, '')}.`;
}
