/** A description with the hash of each of its parts. */
import { type DescriptionPart, joinParts } from '../check/description.ts';
import { textHash } from './hash.ts';
import type { Description, HashedPart } from './model.ts';

export function planDescription(parts: readonly DescriptionPart[]): Description {
  return { text: joinParts(parts), parts: parts.map(hashPart) };
}

/** Lazy: most compiles need no hash. */
function hashPart({ part, text }: DescriptionPart): HashedPart {
  return {
    part,
    text,
    get hash() {
      return textHash(text);
    },
  };
}
