/** Sentences that an import writes itself around values of the source: no rule about texts for a model rejects them. */
import { hiddenIn } from '../../check/analysis/hidden/hidden-text.ts';
import { secretInText } from '../../check/analysis/secrets/literal-secret.ts';
import { memoizeText } from '../../base/memo.ts';

const ANY_SUBJECT: ReadonlySet<string> = new Set();

/** The texts of a server are those of all its tools: one that a rule rejects is left out. */
export function isRejected(text: string): boolean {
  const hidden = hiddenIn(text, ANY_SUBJECT, 'tool');
  return (hidden !== undefined && hidden.suspected !== true) || secretInText(text) !== undefined;
}

/** A sentence that is not harmless is left out: the value was not written for a model. */
export const isHarmless = memoizeText((sentence): boolean => {
  return hiddenIn(sentence, ANY_SUBJECT, 'tool') === undefined && secretInText(sentence) === undefined;
});
