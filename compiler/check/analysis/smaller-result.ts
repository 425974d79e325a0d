/** The parameter with which a caller makes the result of a tool smaller. */
import type { Schema } from '@haft/runtime/language';

/** Names of how much is returned at most: limit, max_results, page_size. */
const HOW_MUCH =
  /^(?:max_|num_)?(?:limit|count|max|top(?:_[kn])?|first|size|results?|rows?|items?|entries|records|lines?|hits|characters|bytes|words|tokens)$|(?:^|_)limit$|^(?:page_size|per_page)$/;

/** Names of what is returned of each entry. */
const WHICH = /^(?:fields|columns|select|properties|attributes)$/;

/** Undefined where no parameter does so by its name and type. */
export function smallerBy(parameters: Readonly<Record<string, Schema>> = {}): string | undefined {
  const named = (names: RegExp, types: readonly unknown[]): string | undefined =>
    Object.entries(parameters).find(([name, { type }]) => {
      const word = name
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .replaceAll('-', '_')
        .toLowerCase();
      return names.test(word) && types.includes(type);
    })?.[0];
  return named(HOW_MUCH, ['integer', 'number']) ?? named(WHICH, ['array', 'string']);
}
