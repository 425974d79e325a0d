/** Does what a tool declares fit its name and its request? */
import type { ToolSpec } from '../documents/tool.ts';
import { COMPUTED_NOUNS, DESTROYING_VERBS, READING_VERBS, WRITING_VERBS } from './effect-lexicon.ts';
import { nameWords } from '../names/name-words.ts';

type Effects = NonNullable<ToolSpec['effects']>;

/** What speaks against the declared effects, in words, and what they should be. */
export interface Contradiction {
  readonly says: string;
  readonly instead: Effects;
}

export function contradiction({
  name,
  effects,
  http,
}: ToolSpec & { readonly effects: Effects }): Contradiction | undefined {
  const [verb = '', ...rest] = nameWords(name);
  const byName = nameContradiction(verb, rest, effects);
  if (byName) return { says: `its name starts with "${verb}"`, instead: byName };
  const [method = ''] = http?.request.split(' ') ?? [];
  const byMethod = methodContradiction(method, effects);
  return byMethod && { says: `its request is a ${method}`, instead: byMethod };
}

function nameContradiction(verb: string, rest: readonly string[], effects: Effects): Effects | undefined {
  if (DESTROYING_VERBS.has(verb)) return effects === 'destroy' ? undefined : 'destroy';
  const computes = verb === 'create' && rest.some((word) => COMPUTED_NOUNS.has(word));
  if (WRITING_VERBS.has(verb)) return effects === 'read' && !computes ? 'write' : undefined;
  // "get_or_create_tag", "find_and_replace", "list_item_for_sale": the rest of the name may well write.
  const mayWrite = rest.some((word) => /^(?:and|or|for|as|out)$/.test(word) || WRITING_VERBS.has(word));
  return READING_VERBS.has(verb) && effects !== 'read' && !mayWrite ? 'read' : undefined;
}

/** A POST may well read (searches do) and a DELETE may only take a mark away, but a GET never writes. */
function methodContradiction(method: string, effects: Effects): Effects | undefined {
  if (method === 'GET' && effects !== 'read') return 'read';
  if (effects !== 'read') return undefined;
  return method === 'DELETE' ? 'destroy' : /^(?:PUT|PATCH)$/.test(method) ? 'write' : undefined;
}
