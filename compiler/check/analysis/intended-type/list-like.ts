/** Whether the description of a string means several values. */
import { regex } from '../../../base/word-lists.ts';

const LIST = regex('i')`
  \b(?:comma|semicolon|pipe|newline)[- ](?:separated|delimited)(?! values?\b)|
  \b(?:separated|delimited|divided) by (?:an? )?(?:commas?|semicolons?|pipes?|newlines?|line breaks?)\b|
  \bspace[- ]separated list\b|^(?:an? |optional )*list of \w|\bJSON(?:[- ]encoded)? (?:array|list) of\b
`;
/** Pairs, ordinary text and files, which hold separators without being lists. */
const NO_LIST = regex('i')`
  \b(?:not|never|no|without)\b[^.]*(?:separated|delimited)|
  \b(?:latitude|longitude|lat|lng|lon|coordinates?|pair|csv|key and value|first and last)\b
`;

export function isList(description: string): boolean {
  return LIST.test(description) && !NO_LIST.test(description);
}
