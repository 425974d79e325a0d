/** A secret in the text of a description. */
import { memoizeText } from '../../../base/memo.ts';
import { MARKED, SHORTEST, inLogin } from './literal-secret.ts';
import type { LiteralSecret } from './literal-secret.ts';
import { regex } from '../../../base/word-lists.ts';

/** In running text: what vendors mark as theirs, a login, or a password that is told; other long words are examples of identifiers. */
export const secretInText = memoizeText((whole): LiteralSecret | undefined => {
  const text = whole.slice(0, 2000);
  if (text.length < SHORTEST || !TRIGGERS.test(text)) return undefined;
  const marked = MARKED.exec(text)?.[0];
  const word = marked ?? STATED_PASSWORD.exec(text)?.[1] ?? BLOCK.exec(text)?.[0];
  if (word !== undefined)
    return /example|x{4}|\*{3}|\.{3}/i.test(word) ? undefined : { what: 'what looks like a secret', word };
  return inLogin(text);
});

const TRIGGERS = /\d|BEGIN|:\/\//;
const STATED_PASSWORD = regex('i')`
  \b(?:passwords?|passphrase|api[- ]?keys?|(?:access|auth|api|bearer)[- ]token|secret(?: key)?)\s*(?:is|:|=)?\s*
  ["'\`]?((?=[^\s"'\`,;)]*\d)(?=[^\s"'\`,;)]*[A-Za-z])[\w!@#$%^&*+/-]{6,})
`;
const BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
