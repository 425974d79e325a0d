/** A description with the hash of each of its parts. */
import { joinParts } from '../check/description.ts';
import type { DescriptionPart } from '../check/description.ts';
import { textHash } from './hash.ts';
import type { Description } from './model.ts';

export function planDescription(parts: readonly DescriptionPart[]): Description {
  return { text: joinParts(parts), parts: parts.map((part) => ({ ...part, hash: textHash(part.text) })) };
}
