/** Where a description sends the model instead. */
import { say } from '../../../base/sentence.ts';
import { inTwoServers, toolDocument } from '../../example-documents.ts';
import { crossRule, rule } from '../../rule.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { groupBy } from '../../../base/groups.ts';
import { filterMemo, memoizeBy } from '../../../base/memo.ts';
import { sentenceWords, stem } from '../../analysis/names/name-words.ts';
import { isUninformative } from '../../analysis/prose/information.ts';
import { STOP_WORDS } from '../../analysis/similar/tool-signature.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { relativeName, referenceFix, referenceProblem, serversNear } from '../../analysis/names/tool-references.ts';
import { names, untold } from '../../analysis/similar/related.ts';

const instead = (use: string): string => {
  return `description: { does: Searches the shelves by words., when: the user looks for a book, instead: [{ case: the title is known, use: ${use} }] }`;
};

export const insteadOther = rule({
  id: 'tool/instead-other',
  severity: 'error',
  says: 'A tool under `instead` must be another tool.',
  profiles: ['ext'],
  why: 'The description of search_books that says "use search_books instead" sends the model in a circle.',
  hint: 'Name the other tool, or describe the case under `when`.',
  source: 'EXT §8 rule 1 (names the tool to use instead)',
  good: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `${instead('get_book')}\n---\nkind: tool\nname: get_book\nserver: library\neffects: read\ndescription: { does: Gets author and year of a book., when: its title is known }\nhandler: handlers.ts`,
  ],
  bad: [
    instead('search_books'),
    `name: search_books
---
${toolDocument('list_shelves', 'Lists the shelves of a floor.', 'the user asks what stands where, instead: [{ case: all floors are meant, use: list_shelves }]')}
handler: handlers.ts`,
  ],
  check({ spec }, report) {
    for (const [at, { use }] of (spec.description.instead ?? []).entries()) {
      if (use !== spec.name) continue;
      report(['description', 'instead', at, 'use'], say`Tool "${spec.name}" names itself as the tool to use instead.`);
    }
  },
});

export const insteadResolves = crossRule({
  id: 'tool/instead-resolves',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(directing).map((tool) => [tool, draft]),
  says: 'Every name under `instead` must be that of one tool.',
  resolves: true,
  why: 'The model is sent to the named tool; if it does not exist, the model invents one or gives up.',
  source: 'EXT §8 rule 1 (names the tool to use instead)',
  good: [
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: search_books }] }',
    'description: { does: Searches., when: the user searches }',
    `${instead('branch.find_maps')}\n---\n${inTwoServers('find_maps')}`,
  ],
  bad: [
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: serch_books }] }',
    'description: { does: Searches., when: the user searches, instead: [{ case: the title is known, use: search_books }, { case: a map is wanted, use: find_maps }] }',
    `${instead('find_maps')}\n---\n${inTwoServers('find_maps')}`,
  ],
  check(tool, report, draft) {
    for (const [index, { use }] of (tool.spec.description.instead ?? []).entries()) {
      const problem = referenceProblem(use, draft.names.tools, serversNear(tool), draft.settings.released);
      const path = ['description', 'instead', index, 'use'];
      if (problem) report(path, problem.message, problem.hint, referenceFix(tool, path, problem));
    }
  },
});

const directing = filterMemo(({ spec }: ToolPart) => spec.description.instead !== undefined);

const LOANS =
  'name: list_loans\ndescription: { does: Lists the loans of a reader., when: a reader asks what is borrowed }';

/** The base of these examples has no second tool, so one is behind it. */
const otherTool = (name: string, description: string, effects = 'read'): string => `---
kind: tool
name: ${name}
server: library
effects: ${effects}
description: ${description}
handler: handlers.ts`;

export const sameDoes = crossRule({
  id: 'tool/same-does',
  severity: 'warning',
  evidence: 'prose',
  imported: 'note',
  around: (draft) => [...sameDeeds(draft)],
  says: 'Two tools of a server must not do the same by their descriptions.',
  why: 'Where two first sentences have the same information, a model can only guess which of the tools is meant.',
  hint: 'Describe what only this tool does, or keep one of the two.',
  source: 'EXT §8 rule 1 (when to call, and what the tool does)',
  good: [
    `${LOANS}\n${otherTool('list_returns', '{ does: Lists the loans that a reader brought back., when: a reader asks what is done }')}`,
    `${LOANS}\n${otherTool('end_loan', '{ does: Ends the loan of a reader., when: a reader brings a book back }', 'write')}`,
    `${LOANS}\n${otherTool('list_readers', '{ does: Lists the readers of a loan., when: a loan has several readers }')}`,
    `name: request_book
description: { does: Requests a book of the library for a reader., when: a book is lent }
${otherTool('return_book', '{ does: Returns a book of the library for a reader., when: a book is brought back }', 'write')}`,
    `name: list_closed_loans
description: { does: Lists closed loans., when: a reader asks what is done }
${otherTool('close_loans', '{ does: Closes loans., when: a reader brings books back }', 'write')}`,
  ],
  bad: [
    `${LOANS}\n${otherTool('find_late_books', '{ does: Lists the loans of a reader., when: a reader asks what is late }')}`,
    `${LOANS}\n${otherTool('get_account', '{ does: "Lists, of a reader, all loans.", when: a reader asks for the account }')}`,
    `name: open_shelf
description: { does: Opens a shelf until it is closed., when: a room is ready }
${otherTool('close_shelf', '{ does: Closes a shelf until it is opened., when: a room is cleaned }', 'write')}
${otherTool('end_shelf', '{ does: "Closes, until it is opened, a shelf.", when: a room is given up }', 'write')}`,
  ],
  check(tool, report, first) {
    report(
      ['description', 'does'],
      say`Tool "${tool.spec.name}" does the same as "${first.spec.name}" by its description.`,
      { related: [{ message: 'The same.', span: first.at(['description', 'does']) }] },
    );
  },
});

const current = filterMemo(({ spec }: ToolPart) => !spec.deprecated && !isUninformative(firstSentence(spec), 'does'));

function firstSentence({ description }: ToolPart['spec']): string {
  return description.does.split(/(?<=[.!?])\s/, 1)[0] ?? '';
}

/** Its words in any order; of things with their number, since "the tasks of a tag" are not "the tags of a task". */
const deedOf = memoizeBy(({ spec, server, file }: ToolPart): string => {
  const words = sentenceWords(firstSentence(spec)).flatMap((word, at) =>
    STOP_WORDS.has(word) ? [] : [stem(word) + (at > 0 && word.endsWith('s') ? 's' : '')],
  );
  return `${server?.spec.name ?? file}: ${[...new Set(words)].sort().join(' ')}`;
});

/** By tool, the first of the earlier ones that does the same. */
const sameDeeds = memoizeBy(({ toolLists }: SpecDraft): ReadonlyMap<ToolPart, ToolPart> => {
  const groups = [...groupBy(toolLists.flatMap(current), deedOf).values()];
  const pairs = groups.flatMap((group) =>
    group.flatMap((tool, at) => {
      const first = group.slice(0, at).find((one) => isSameDeed(tool, one));
      return first ? [[tool, first] as const] : [];
    }),
  );
  return new Map(pairs);
});

/** "Opens a door until it is closed" is not "Closes a door until it is opened". */
function isSameDeed(tool: ToolPart, first: ToolPart): boolean {
  const [one = '', other = ''] = [tool, first].map(({ spec }) => sentenceWords(firstSentence(spec))[0]);
  const isElsewhere = BEFORE_THE_VERB.has(one) || BEFORE_THE_VERB.has(other);
  return !succeeds(tool, first) && (isElsewhere || stem(one) === stem(other));
}

/** Where a sentence starts with one, its first word is no verb. */
const BEFORE_THE_VERB = wordSet('a all an any at by each every for from in it of on one some the this to with');

export const neighborNamed = crossRule({
  id: 'tool/neighbour-named',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  around: (draft) =>
    untold(
      draft,
      (tool, other, means) =>
        names(tool, other, means) ||
        succeeds(tool, other) ||
        (sameDeeds(draft).get(tool) ?? tool) === (sameDeeds(draft).get(other) ?? other) ||
        (tool.profile === 'mcp' && !needTheSame(tool, other)),
    ),
  measured: { useful: 23, judged: 39 },
  says: 'Of two similar tools, one must say when to use the other.',
  why: 'Given "search_loans" and "list_loans" without guidance, a model uses the first one listed.',
  source: 'EXT §8 rule 1 (names the tool to use instead for neighboring cases)',
  good: [
    `${LOANS}\n${otherTool('search_loans', '{ does: Searches loans by title., when: a title is known, instead: [{ case: all are wanted, use: list_loans }] }')}`,
    `${LOANS}\n${otherTool('list_shelves', '{ does: Lists the shelves of a room., when: a reader asks what is where }')}`,
    `${LOANS}\n${otherTool('extend_loan', '{ does: Extends a loan by two weeks., when: a reader needs a book for longer }', 'write')}`,
  ],
  bad: [
    `${LOANS}\n${otherTool('search_loans', '{ does: Searches the loans of a reader., when: a reader looks for a loan }')}`,
    `${LOANS}\n${otherTool('get_loans_by_reader', '{ does: Gets what one reader has to bring back., when: a reader wants to know what is due }')}`,
  ],
  check(tool, report, unnamed) {
    const [first] = unnamed;
    if (!first) return;
    const others = unnamed.map((other) => `"${relativeName(tool, other)}"`).join(', ');
    report(
      ['name'],
      say`Tool "${tool.spec.name}" is easily confused with ${others}, and no description says when to use which.`,
      tool.profile === 'mcp'
        ? say`Write in its description when "${relativeName(tool, first)}" fits better.`
        : say`Add to its description: \`instead: [{ case: <when the other tool fits>, use: ${relativeName(tool, first)} }]\`.`,
      { related: unnamed.map((other) => ({ message: 'The similar tool.', span: other.at(['name']) })) },
    );
  },
});

/** What a request gives tells a list from one of its records, and both from a new one. */
function needTheSame({ spec: a }: ToolPart, { spec: b }: ToolPart): boolean {
  const [first, second] = [a.required ?? [], b.required ?? []];
  return first.length === second.length && first.every((name) => second.includes(name));
}

function succeeds({ spec: a }: ToolPart, { spec: b }: ToolPart): boolean {
  return [a.replaces].flat().includes(b.name) || [b.replaces].flat().includes(a.name);
}
