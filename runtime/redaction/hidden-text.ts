/** Characters that spell out a text which a model reads and no person sees. */

/** Tag characters and supplementary variation selectors have this high surrogate; others are rare enough to search for. */
const SUSPECT = /\uDB40|[\uFE00-\uFE0F]{2}/;

/**
 * Tag characters (Unicode 23.9) hide ASCII, and runs of variation selectors hide bytes. The three flags of UTS 51 and a single selector
 * behind its character are no hidden text.
 */
const HIDDEN =
  /(\u{1F3F4}(?:\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073}))\u{E007F})|[\u{E0000}-\u{E007F}]+|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2,}/gu;

/** Each hidden text becomes one U+FFFD, so that a reader sees where something was; in JSON text, too. */
export function withoutHiddenText(text: string): string {
  return SUSPECT.test(text) ? text.replaceAll(HIDDEN, (_run, flag?: string) => flag ?? '\uFFFD') : text;
}
