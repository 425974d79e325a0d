/** Comments, which no page shows: in a tool there is no reason for one, elsewhere none may address the model. */
import { shortened } from './invisible-characters.ts';
import type { Hidden, TextOwner } from './invisible-characters.ts';
import { orderIn } from './orders.ts';
import { regex } from '../../../base/word-lists.ts';

/** `[//]: # (text)` is a comment of Markdown. */
const COMMENTS = /<!--|^\[(?:\/\/|comment)\]:[ \t]{0,8}#/gm;

export function commentIn(text: string, subject: ReadonlySet<string>, place: TextOwner): Hidden | undefined {
  for (const { 0: opening, index } of text.matchAll(COMMENTS)) {
    const close = opening === '<!--' ? '-->' : '\n';
    const end = text.indexOf(close, index + opening.length);
    const inside = text.slice(index + opening.length, end === -1 ? text.length : end);
    const addresses = ADDRESSES.test(inside) || orderIn(inside, subject, [], 'tool') !== undefined;
    if (!addresses && place !== 'tool') {
      if (end === -1) return undefined;
      continue;
    }
    const stop = end === -1 ? text.length : end + close.trimEnd().length;
    const what = `a hidden comment ${shortened(text.slice(index, stop))}`;
    return { what: addresses ? `${what} that addresses the model` : what, start: index, end: stop };
  }
  return undefined;
}

const ADDRESSES = regex('i')`
  ^\s{0,40}(?:hey |dear |attention )?(?:the )?(?:ai |llm )?
  (?:assistants?|agents?|ai|llms?|language models?|model|claude|chatgpt|gpt|gemini|copilot|system)[,:]\s|
  \b(?:assistants?|agents?|ais?|llms?|models?|claude|chatgpt|copilot)
  \s(?:reading|processing|seeing) (?:this|it)\b|
  \b(?:note|message|instructions?) (?:to|for) (?:the |any |all )?(?:ai|llm|assistant|agent|model)s?\b|
  ^\s{0,40}(?:call|invoke|use) (?:the tool )?[a-z]{1,40}_
`;
