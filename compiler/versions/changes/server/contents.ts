/** What a server consists of: its texts, its tools, the code of its handlers, and the skills that it serves. */
import { isListed } from '../../../check/tool-names.ts';
import { isUnbared, sameCode } from '../../../plan/handler-code.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import { memberChanged, reportAdded, reportRemoved, reportRenamed, someOf } from '../../compare/changed.ts';
import { titleChanged } from '../../compare/descriptions.ts';
import { exampleOf, ARCHIVE, LIST_SHELVES, RETURN_A_BOOK, SUMMARY } from '../../compare/example-documents.ts';
import { namesMoved } from '../../compare/sequence.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('server');

/** An older Haft recorded one hash, of the text with its comments. */
const OLD = {
  why: 'The release was recorded by an older Haft: whether the code changed, or only its types and comments, is not known.',
} as const;

/** Of both hashes that of the code. */
function codeHash(hash: string): string {
  return hash.split(' ').at(-1) ?? hash;
}

function servingExample(flag: boolean): string {
  return `serve_skills: ${String(flag)}\n${RETURN_A_BOOK}\nservers: [library]`;
}

export const SERVER_CONTENTS = [
  wire.risky('server/handler-code', {
    says: 'The code of a handler file changed.',
    why: 'The same calls run other code: results can differ although no spec changed.',
    next: 'Call the tools of this file with real arguments before and after the change, and compare the results.',
    example: exampleOf('coerce: false\n# handlers.ts: export const searchBooks = () => ({ total: * });', '1', '2'),
    detect({ before, after }, report) {
      const hashes = Object.values(before?.handlers ?? {});
      // A contract of an older Haft has no hashes, and a file that moved is the same code.
      for (const [file, hash] of Object.entries(after?.handlers ?? {})) {
        const old = before?.handlers?.[file];
        if (old === undefined || hashes.some((one) => sameCode(one, hash))) continue;
        const [was, is] = [codeHash(old), codeHash(hash)];
        report({ path: ['handlers', file], before: was, after: is, ...(isUnbared(old) && OLD) });
      }
    },
  }),
  wire.safe('server/added', {
    says: 'A server was added.',
    why: 'It has no callers yet.',
    next: 'Release it with its own version.',
    example: exampleOf(SUMMARY, '', `\n${ARCHIVE}`),
    detect: reportAdded,
  }),
  wire.breaking('server/removed', {
    says: 'A server was removed.',
    why: 'Hosts with an entry for it cannot start it, and skills and callers lose all its tools.',
    next: 'Keep the server until no host has an entry for it, or tell its users which server replaces it.',
    detect: reportRemoved,
  }),
  wire.breaking('server/renamed', {
    says: 'A server was renamed; most of its tools have the same names.',
    why: 'Hosts prefix tool names with the server name: entries, permissions and prompts with the old name no longer match.',
    next: 'Keep the old name, or tell users to rename the entry in their hosts.',
    example: { before: 'name: library', after: 'name: town-library' },
    detect: reportRenamed,
  }),
  model.risky('server/skill-served', {
    says: 'A skill is now served by the server.',
    why: 'A host that offers it can select it for requests that other skills, or none, handled before.',
    next: 'Check that its triggers differ from those of the other skills; users approve it before it is loaded.',
    example: { before: servingExample(false), after: servingExample(true) },
    detect: namesMoved('added', 'serve_skills', ({ skills }) => skills),
  }),
  wire.breaking('server/skill-withdrawn', {
    says: 'A skill is no longer served by the server.',
    why: 'Users who approved it lose it, and links to its URI no longer resolve.',
    next: 'Keep serving it, or tell its users where to install it from.',
    mirror: 'server/skill-served',
    detect: namesMoved('removed', 'serve_skills', ({ skills }) => skills),
  }),
  model.safe('server/title', {
    says: 'The title of a server changed.',
    why: 'Hosts show it to people in lists; a model rarely reads it.',
    next: 'Check that people still recognize the server.',
    example: { before: 'title: Library', after: 'title: Town library' },
    detect: titleChanged,
  }),
  model.risky('server/summary', {
    says: 'The summary of a server changed.',
    why: 'The model receives it as instructions for the whole server, and may prefer its tools more or less than before.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf('summary: Finds books *', 'in a library.', 'and journals in the library of the town.'),
    detect: memberChanged('summary'),
  }),
  model.risky('server/instructions', {
    says: 'The instructions of a server changed.',
    why: 'The model receives them for the whole server, and may prefer its tools more or less than before.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf('instructions: *', 'Search before you list.', 'List the shelves before you search.'),
    detect: memberChanged('instructions'),
  }),
  model.risky('server/tool-set', {
    says: 'The set of tools that a model can choose from changed.',
    why: 'A model chooses among all tools of a server: adding or removing one can redirect requests to other tools.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf(SUMMARY, '', `\n${LIST_SHELVES}`),
    detect(pair, report) {
      const { before, after, tools } = pair;
      if (!before || !after) return;
      // Kind tool/renamed reports a renamed tool, which a model can choose before and after.
      const removed = tools.flatMap((tool) => (tool.after ? [] : listedName(tool.before)));
      const added = tools.flatMap((tool) => (tool.before ? [] : listedName(tool.after)));
      if (removed.length + added.length === 0) return;
      report({ path: ['tools'], before: someOf(removed), after: someOf(added) });
    },
  }),
];

function listedName(tool: ToolPlan | undefined): string[] {
  return tool && isListed(tool) ? [tool.name] : [];
}
