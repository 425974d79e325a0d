/** Compares the declared effects of a tool with its name and its request. */
import type { Contradiction, Effects } from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { COMPUTED_NOUNS, DESTROYING_VERBS, READING_VERBS, WRITING_VERBS } from './effect-lexicon.ts';
import { nameWords } from '../names/name-words.ts';

export function contradiction(tool: ToolSpec & { readonly effects: Effects }): Contradiction | undefined {
  const { name, effects } = tool;
  const [verb = '', ...rest] = nameWords(name);
  const byName = nameContradiction(verb, rest, effects);
  if (byName) return { clause: `its name starts with "${verb}"`, instead: byName, otherwise: 'rename the tool' };
  const [first] = behaviorsOf(tool).flatMap((one) => one.contradiction(effects) ?? []);
  return first;
}

function nameContradiction(verb: string, rest: readonly string[], effects: Effects): Effects | undefined {
  if (DESTROYING_VERBS.has(verb)) return effects === 'destroy' ? undefined : 'destroy';
  const computes = verb === 'create' && rest.some((word) => COMPUTED_NOUNS.has(word));
  if (WRITING_VERBS.has(verb)) return effects === 'read' && !computes ? 'write' : undefined;
  // "get_or_create_tag", "find_and_replace", "list_item_for_sale": the rest of the name may well write.
  const mayWrite = rest.some((word) => /^(?:and|or|for|as|out)$/.test(word) || WRITING_VERBS.has(word));
  return READING_VERBS.has(verb) && effects !== 'read' && !mayWrite ? 'read' : undefined;
}
