/** Names in snake_case, as models write them most reliably. */
import { memoizeText } from '../../../base/memo.ts';
import { nameWords } from './name-words.ts';

/** `userIDs` → `user_ids`, `HTTPPort` → `http_port`. */
export const snakeCase = memoizeText((name): string => {
  const parted = name
    .replaceAll(
      /(?<![A-Z])([A-Z]{2,})s(?![a-z])/g,
      (_all, letters: string) => `${letters.charAt(0)}${letters.slice(1).toLowerCase()}s`,
    )
    .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return nameWords(parted).join('_');
});
