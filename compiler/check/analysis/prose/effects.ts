/** Compares the declared effects of a tool with its name and its request. */
import type { Contradiction, Effects } from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { nameWords } from '../names/name-words.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** Verbs that change nothing. `fetch` is missing (git), `check` (check out), `load`, `open`. */
export const READING_VERBS = wordSet('count describe find get list read search show view');

/** Verbs that change something, whatever their object is. */
export const WRITING_VERBS = wordSet(`
  archive cancel create delete disable edit enable erase insert install invite pay publish purge remove rename revoke
  send transfer uninstall unpublish unsubscribe update upload upsert wipe
`);

/** Verbs that delete their object. `remove` is missing: it may only take something out of a list. */
export const DESTROYING_VERBS = wordSet('delete erase overwrite purge wipe');

/** Things that are made in an answer and nowhere else: creating them changes nothing. */
const COMPUTED_NOUNS = wordSet(`
  barcode chart code comparison date diagram diff embedding embeddings estimate graph hash histogram id image link
  list map mock number outline palette password pattern plan plot preview qr query quote regex report schema slug sql
  statement summary table text thumbnail token uuid vector visualization
`);

/** Where something appears to the user: "show_notification", "read_aloud". */
const OUTPUT = wordSet('alert aloud banner dialog loud notification overlay popup prompt screen speaker toast window');

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
  const mayWrite = rest.some(
    (word) => /^(?:and|or|for|as|out)$/.test(word) || WRITING_VERBS.has(word) || OUTPUT.has(word),
  );
  return READING_VERBS.has(verb) && effects !== 'read' && !mayWrite ? 'read' : undefined;
}
