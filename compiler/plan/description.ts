/** A description with the hash of each of its parts, and what a model pays for it. */
import { type DescriptionPart, estimateTokens, joinParts } from '../check/description.ts';
import { textHash } from './hash.ts';
import type { Description, HashedPart, ToolPlan } from './model.ts';

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

/** An estimate of what `tools/list` shows of a tool to a model: name, title, description and input schema. */
export function listedTokens({ name, title, description, inputSchema }: ToolPlan): number {
  return estimateTokens(JSON.stringify({ name, title, description: description.text, inputSchema }));
}
