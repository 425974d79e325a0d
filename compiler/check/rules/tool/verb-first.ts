/** A tool name starts with a verb. */
import { rule } from '../../rule.ts';
import { nameWords } from '../../analysis/names/name-words.ts';
import { startsWithVerb, verbFirstName } from '../../analysis/names/verb-in-name.ts';
import { OPEN_VERBS } from '../../analysis/names/lexicon.ts';

export const verbFirst = rule({
  id: 'tool/verb-first',
  subject: 'tool',
  severity: 'error',
  says: 'A tool name must start with a verb.',
  profiles: ['ext'],
  why: 'The model chooses by name first, and a verb says what a call does; "item" or "file_search" does not say whether something is read, created or changed.',
  source: 'EXT §2.2 (starts with a verb), §8 rule 4',
  good: [
    'name: get_book',
    'name: list_overdue_loans',
    'name: file_issue\ndescription: { does: Files an issue about a damaged book., when: the user reports damage }',
    'name: reshelve_book\ndescription: { does: Reshelves a book that was returned., when: the user returns a book }',
  ],
  bad: [
    'name: book_details\ndescription: { does: Gets author and year of a book., when: the user asks about a book }',
    'name: file_search\ndescription: { does: Searches the scanned files by words., when: the user looks for a scan }',
    'name: library_create_loan\ndescription: { does: Creates a loan for a reader., when: the user borrows a book }',
    'name: library_search\ndescription: { does: Searches shelves by words., when: the user looks for a book }',
  ],
  check({ spec, server }, report, { settings }) {
    const { verbs } = settings.lexicon;
    const text = { name: spec.name, does: spec.description.does, server: nameWords(server?.spec.name ?? '') };
    if (startsWithVerb(text, verbs)) return;
    const [first = ''] = nameWords(spec.name);
    const better = verbFirstName(text, verbs);
    const noun = verbs.has(first) ? 'a noun here' : 'which is not a known verb';
    report(
      ['name'],
      `Tool name "${spec.name}" starts with "${first}", ${text.server.includes(first) ? 'the name of its server' : noun}.`,
      hintFor(spec.name, better),
      { word: first },
    );
  },
});

function hintFor(name: string, better: string | undefined): string {
  if (better === undefined)
    return `Start with a verb, such as "get_${name}"; add a domain verb under \`vocabulary: { verbs }\` in haft.yaml.`;
  return OPEN_VERBS.has(better)
    ? `Write "${better}_" and the object.`
    : `Write "${better}", or another verb and its object.`;
}
