/** What a verb in a name implies about the state after the call. Data; verbs with several readings are in no list. */
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
export const COMPUTED_NOUNS = wordSet(`
  barcode chart code comparison date diagram diff embedding embeddings estimate graph hash histogram id image link
  list map mock number outline palette password pattern plan plot preview qr query quote regex report schema slug sql
  statement summary table text thumbnail token uuid vector visualization
`);
