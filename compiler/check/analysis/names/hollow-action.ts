/** Whether a name and its description leave open what a tool does: it handles, performs or processes. */
import type { Lexicon } from '../../settings.ts';
import type { ToolPart } from '../../model.ts';
import { nameWords, sentenceWords, unversioned } from './name-words.ts';
import { vagueWord } from './specificity.ts';
import { HOLLOW_NOUNS } from './lexicon.ts';
import { stem } from './stem.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** The verb that says nothing; nothing where the noun or the description makes up for it. */
export function hollowAction(tool: ToolPart, lexicon: Lexicon): string | undefined {
  const { name, description } = tool.spec;
  const [verb = '', ...nouns] = unversioned(nameWords(name));
  if (!HOLLOW.has(verb) || nouns.length === 0) return undefined;
  // Another rule reports a description that says nothing at all.
  if (vagueWord(tool, lexicon) !== undefined) return undefined;
  const isOpen = (noun: string): boolean =>
    MATTERS.has(noun) || lexicon.genericNouns.has(noun) || HOLLOW_NOUNS.has(noun);
  if (nouns.every((noun) => isOpen(noun) && !DONE.has(noun))) return verb;
  const action = sentenceWords(description.does)[0] ?? '';
  const done = nouns.some((noun) => DONE.has(noun));
  return [...HOLLOW, 'work', 'deal', 'take', 'operate'].some((one) => stem(one) === stem(action)) && !done
    ? verb
    : undefined;
}

const HOLLOW = wordSet('handle process perform manage execute do manipulate operate invoke');

/** What anything may be done with. */
const MATTERS = wordSet(`
  file files text texts document documents message messages image images string strings list lists batch entry entries
  user users json csv xml page pages content update updates change changes
`);

/** With these nouns the verb has one well-known meaning: a payment is processed, a trade executed. */
const DONE = wordSet(`
  payment payments refund refunds return returns claim claims application applications trade trades transfer
  transaction script code program notebook sql query statement workflow pipeline plan order orders withdrawal deposit
  payroll
`);
