/** A POST that is declared as reading has a name or a path that indicates a read. */
import { requestTool } from '../../example-documents.ts';
import { rule } from '../../rule.ts';
import { READING_VERBS } from '../../analysis/prose/effect-lexicon.ts';
import { nameWords } from '../../analysis/names/name-words.ts';
import { wordSet } from '../../../base/word-lists.ts';

export const postReads = rule({
  id: 'tool/post-reads',
  subject: 'tool',
  severity: 'warning',
  says: 'A POST request should have `effects: read` only if the name or the path indicates a read.',
  why: 'Hosts run read-only tools without asking the user, and most POST requests change something.',
  source: 'MCP tool annotations (readOnlyHint); RFC 9110 §9.2.1 (POST is not a safe method)',
  good: [
    requestTool('search_copies', 'Searches the shelves of all other libraries.', 'read', 'POST /copies/search'),
    requestTool('renew_loan', 'Renews a loan at another library.', 'write', 'POST /loans'),
  ],
  bad: [
    requestTool('renew_loan', 'Renews a loan at another library.', 'read', 'POST /loans'),
    requestTool('reserve_copy', 'Reserves a copy at another library.', 'read', 'POST /copies'),
  ],
  check({ spec }, report) {
    const { effects, http, name } = spec;
    const [method, path = ''] = http?.request.split(' ') ?? [];
    if (effects !== 'read' || method !== 'POST') return;
    const [verb = ''] = nameWords(name);
    if (READING_VERBS.has(verb) || READING.has(verb) || nameWords(path).some((word) => READING_PATHS.has(word))) return;
    report(
      ['effects'],
      `Tool "${name}" declares effects "read", but its request is a POST.`,
      'If the request changes nothing, choose a name that starts with search_, get_ or check_; otherwise write `effects: write`.',
    );
  },
});

const READING = wordSet(`
  ask analyze answer calculate check classify compare compute convert count decode detect diff embed encode estimate
  evaluate explain extract fetch filter generate geocode identify look lookup match measure parse predict preview
  query rank render resolve retrieve score simulate summarize test tokenize transcribe translate validate verify
`);

const READING_PATHS = wordSet(`
  search query queries find filter lookup graphql completions embeddings count preview validate check export report
  reports analyze estimate calculate
`);
