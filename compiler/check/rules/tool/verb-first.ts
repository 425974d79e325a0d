/** A tool name begins with a verb. */
import { rule } from '../../rule.ts';
import { nameWords } from '../../text/name-words.ts';
import { startsWithVerb, verbFirstName } from '../../text/verb-in-name.ts';
import { OPEN_VERBS } from '../../words/names.ts';

export const verbFirst = rule({
  id: 'tool/verb-first',
  subject: 'tool',
  severity: 'error',
  says: 'A tool name begins with a verb.',
  profiles: ['ext'],
  why: 'The model chooses by name first, and a verb says what a call will do; "item" or "file_search" leaves open whether something is read, made or changed.',
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
    const { verbs } = settings.words;
    const text = { name: spec.name, does: spec.description.does, server: nameWords(server?.spec.name ?? '') };
    if (startsWithVerb(text, verbs)) return;
    const [first = ''] = nameWords(spec.name);
    const better = verbFirstName(text, verbs);
    const noun = verbs.has(first) ? 'here a noun' : 'which is no verb that Haft knows';
    report(
      ['name'],
      `Tool name "${spec.name}" begins with "${first}", ${text.server.includes(first) ? 'the name of its server' : noun}.`,
      hintFor(spec.name, better),
      { word: first },
    );
  },
});

function hintFor(name: string, better: string | undefined): string {
  if (better === undefined)
    return `Begin with a verb, such as "get_${name}"; a verb of your trade goes under "words: { verbs }" in haft.yaml.`;
  return OPEN_VERBS.has(better)
    ? `Write "${better}_" and what it acts on.`
    : `Write "${better}", or another verb and what it acts on.`;
}
