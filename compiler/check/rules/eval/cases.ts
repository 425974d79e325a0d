/** The cases of evals: their requests, and the calls that are expected. */
import { say } from '../../../base/sentence.ts';
import { argumentIssues } from '../../analysis/evals/arguments.ts';
import { requestText } from '../../analysis/evals/offers.ts';
import { crossRule, firstUse, reportProblems, rule } from '../../rule.ts';
import { filterMemo } from '../../../base/memo.ts';
import { type ToolEvalSpec, namesInCase } from '../../documents/eval.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { relativeName, referenceFix, referenceProblem, serversNear } from '../../analysis/names/tool-references.ts';
import { LIST_SHELVES, inTwoServers, toolDocument } from '../../example-documents.ts';
import { untold } from '../../analysis/similar/related.ts';
import { repeatedIds } from '../../analysis/evals/repeated-ids.ts';
import { repeatedQueries } from '../../analysis/similar/repeated-queries.ts';
import { identifierIn } from '../../analysis/request-identifiers.ts';

const SHELF = 'parameters: { shelf: { type: string, enum: [north, south], description: Where to look. } }';

const GROUP =
  'parameters: { shelf: { type: string, description: Where to look. }, room: { type: string, description: The room of the shelf. } }\nat_least_one: [[shelf, room]]';

const LIST_ROOMS = `${toolDocument('list_rooms', 'Lists the rooms of a floor.', 'the user looks for a room')}
parameters: { floor: { type: integer, minimum: 0, maximum: 9, description: Which floor. } }
handler: handlers.ts`;

export const argumentsFit = crossRule({
  id: 'eval/arguments-fit',
  subject: 'tool',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(expecting).map((tool) => [tool, draft]),
  says: 'The arguments that an eval expects must be valid for the tool.',
  why: 'An eval that expects an argument the tool does not accept can never pass, so it tests nothing.',
  source: 'EXT §2.2 (properties), §9 rule 3',
  good: [
    `${SHELF}\nevals: [{ query: what is on the north shelf, arguments: { shelf: north } }]`,
    `${SHELF}\nevals: [{ query: what is the weather like, expect: none }]`,
    `${SHELF}\nevals: [{ query: what is upstairs, arguments: { shelf: { any_of: [north, south] } } }, { query: show me everything, arguments: { shelf: { absent: true } } }]`,
    `${GROUP}\nevals: [{ query: what is on the north shelf, arguments: { shelf: north, room: { absent: true } } }]`,
    `${SHELF}\nevals: [{ query: list the rooms, expect: list_rooms, arguments: { floor: 2 } }]\n---\n${LIST_ROOMS}`,
  ],
  bad: [
    `${SHELF}\nevals: [{ query: what is on the north shelf, arguments: { shelve: north } }]`,
    `${SHELF}\nevals: [{ query: what is on the east shelf, arguments: { shelf: east } }]`,
    `${SHELF}\nevals: [{ query: what is the weather like, expect: none, arguments: { shelf: north } }]`,
    `${SHELF}\nevals: [{ query: what is up there, arguments: { shelf: { matches: "nor(th" } } }]`,
    `${GROUP}\nevals: [{ query: what is there, arguments: { shelf: { absent: true }, room: { absent: true } } }]`,
    `${SHELF}\nevals: [{ query: list the rooms, expect: list_rooms, arguments: { shelf: north } }]\n---\n${LIST_ROOMS}`,
  ],
  check(tool, report, draft) {
    for (const [at, one] of (tool.spec.evals ?? []).entries()) {
      const { spec, profile } = expectedTool(tool, one, draft);
      const { parameters = {}, definitions = {}, required = [], at_least_one: groups = [] } = spec;
      const accepted = { parameters, definitions, required, groups, isImported: profile === 'mcp' };
      reportProblems(argumentIssues(one, accepted), report, ['evals', at, 'arguments']);
    }
  },
});

const expecting = filterMemo(({ spec }: ToolPart) => spec.evals?.some(({ arguments: args }) => args) === true);

/** The tool whose call a case expects: another one where it names that alone. */
function expectedTool(tool: ToolPart, { expect }: ToolEvalSpec, { names, tools }: SpecDraft): ToolPart {
  const [id, ...others] = typeof expect === 'string' ? names.tools.resolve(expect, serversNear(tool)) : [];
  if (!id || others.length > 0) return tool;
  return tools.find(({ spec, server }) => spec.name === id.tool && server?.spec.name === id.server) ?? tool;
}

export const evalToolsExist = crossRule({
  id: 'eval/tools-exist',
  subject: 'tool',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(naming).map((tool) => [tool, draft]),
  says: 'Every name in an eval must be that of one tool.',
  resolves: true,
  why: 'A case that expects a tool that does not exist can never pass, and one that forbids it can never fail.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    `evals: [{ query: is the atlas here, expect: { any_of: [search_books, list_shelves] } }, { query: find an atlas, never: [list_shelves] }]
---
${LIST_SHELVES}`,
    'evals: [{ query: what is the weather like, expect: none }, { query: look it up, expect: ask }]',
    `evals: [{ query: is the atlas here, expect: search_books }]\n---\n${inTwoServers('search_books')}`,
  ],
  bad: [
    'evals: [{ query: is the atlas here, expect: serch_books }]',
    'evals: [{ query: is the atlas here, never: [delete_boks] }, { query: and the second, after: [{ user: which shelf }, { call: list_shelfs, result: {} }] }]',
    `evals: [{ query: find a map of the town, expect: find_maps }]\n---\n${inTwoServers('find_maps')}`,
  ],
  check(tool, report, draft) {
    for (const [index, one] of (tool.spec.evals ?? []).entries()) {
      for (const { path: below, name } of namesInCase(one)) {
        const problem = referenceProblem(name, draft.names.tools, serversNear(tool), draft.settings.released);
        const path = ['evals', index, ...below];
        if (problem) report(path, problem.message, problem.hint, referenceFix(tool, path, problem));
      }
    }
  },
});

const naming = filterMemo(({ spec }: ToolPart) => spec.evals?.some((one) => namesInCase(one).length > 0) === true);

const LOANS = `name: list_loans
description: { does: Lists the loans of a reader., when: a reader asks what is borrowed }
`;

const searchLoans = (evals: string): string => `---
${toolDocument('search_loans', 'Searches the loans of a reader.', 'a reader looks for a loan, instead: [{ case: all are wanted, use: list_loans }]')}
handler: handlers.ts
${evals}`;

export const evalNearMiss = crossRule({
  id: 'eval/near-miss',
  subject: 'tool',
  severity: 'warning',
  around: (draft) => untold(draft, separates),
  follows: ['tool/neighbour-named'],
  says: 'Of two similar tools, the evals of one should have a request for the other, or one where it must not be called.',
  why: 'Requests that fit no other tool pass with any description. Only a request that nearly fits shows whether a model can tell similar tools apart.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: did I borrow the atlas }, { query: show me everything I have borrowed, expect: list_loans }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed, never: [search_loans] }]\n${searchLoans('evals: [{ query: did I borrow the atlas }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: []')}`,
  ],
  bad: [
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: did I borrow the atlas }, { query: what is the weather like, expect: none }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: which loans are there, expect: { any_of: [search_loans, list_loans] } }]')}`,
  ],
  check(tool, report, near) {
    if (!hasEvals(tool)) return;
    for (const other of near) {
      if (!hasEvals(other)) continue;
      const [name, sibling] = [tool.spec.name, relativeName(tool, other)];
      report(
        ['evals'],
        say`Tool "${name}" is easily confused with "${sibling}", and no eval of the two tests which is which.`,
        `Add a request that nearly fits: \`{ query: <a request for ${sibling}>, expect: ${sibling} }\`.`,
        { part: 'key', related: [{ message: 'The similar tool.', span: other.at(['name']) }] },
      );
    }
  },
});

function hasEvals({ spec }: ToolPart): boolean {
  return (spec.evals ?? []).length > 0;
}

/** Whether an eval of the one says that the other is right, or wrong; where both are right, it says nothing. */
function separates({ spec }: ToolPart, _other: ToolPart, means: (written: string) => boolean): boolean {
  return (spec.evals ?? []).some(({ expect = '', never = [] }) => {
    const right = typeof expect === 'object' ? expect.any_of : [expect];
    return never.some(means) || (right.some(means) && !right.includes(spec.name));
  });
}

export const evalDuplicate = crossRule({
  id: 'eval/duplicate',
  subject: 'tool',
  severity: 'warning',
  around: repeatedQueries,
  says: 'Every eval must test a different request.',
  why: 'A duplicate request is counted two times but tests one thing. If two tools claim the same request, one of the two evals always fails.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [
    'evals: [{ query: do we have the atlas }, { query: is the atlas on loan }]',
    'evals: [{ query: do we have the atlas }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas }] }, { query: and the next one, after: [{ user: show the first shelf }] }]',
    `evals: [{ query: do we have the atlas, expect: { any_of: [list_shelves, search_books] } }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas, expect: { any_of: [search_books, list_shelves] } }]`,
    `evals: [{ query: do we have the atlas, expect: list_shelves }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas }]`,
  ],
  bad: [
    'evals: [{ query: do we have the atlas }, { query: Do we have the atlas? }]',
    `evals: [{ query: do we have the atlas }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas }]`,
  ],
  check(tool, report, repeated) {
    for (const { index, first } of repeated) {
      const other = first.tool === tool ? 'this tool' : `tool "${first.tool.spec.name}"`;
      const message = `The request "${requestText(tool.spec.evals?.[index]?.query ?? '')}" is already used by another eval of ${other}.`;
      const hint =
        first.tool === tool
          ? 'Change the request, or delete this eval.'
          : 'Decide which tool the request should lead to.';
      report(['evals', index, 'query'], message, hint, firstUse(first.tool, ['evals', first.index, 'query']));
    }
  },
});

export const evalIdUnique = crossRule({
  id: 'eval/id-unique',
  subject: 'tool',
  severity: 'error',
  locked: true,
  around: repeatedIds,
  says: 'Every `id` of an eval must be unique in its server.',
  why: 'Reports and records name a case by its id: of two cases with the same one, only one result is recorded.',
  hint: 'Rename one of the two, or delete its `id`.',
  source: 'EXT §9 rule 3 (results of the queries, as they are recorded)',
  good: [
    'evals: [{ id: atlas, query: do we have the atlas }, { id: loan, query: is the atlas on loan }]',
    `evals: [{ id: atlas, query: do we have the atlas }, { query: is the atlas on loan }]
---
${LIST_SHELVES}
evals: [{ id: shelves, query: which shelves are there }, { query: show all shelves }]`,
  ],
  bad: [
    'evals: [{ id: atlas, query: do we have the atlas }, { id: atlas, query: is the atlas on loan }]',
    `evals: [{ id: atlas, query: do we have the atlas }]
---
${LIST_SHELVES}
evals: [{ id: atlas, query: which shelves are there }]`,
  ],
  check(_tool, report, repeated) {
    for (const { index, id, first } of repeated) {
      const place = firstUse(first.tool, ['evals', first.index, 'id']);
      report(['evals', index, 'id'], `Duplicate eval id "${id}".`, place);
    }
  },
});

export const idInQuery = rule({
  id: 'eval/id-in-query',
  subject: 'tool',
  severity: 'warning',
  says: 'The request of an eval should not contain a key, hash, UUID or tool name.',
  why: 'Users do not type keys. A request with a key leads to the tool by the key alone, so the case passes whatever the description says.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [
    'evals: [{ query: is the one we just opened on loan, after: [{ user: open the atlas }, { call: search_books, result: { key: QX7K2M4P } }] }]',
    'evals: [{ query: do we have 978-0-13-468599-1, arguments: {} }, { query: find order 20240117, arguments: {} }]',
    'evals: [{ query: "what is https://example.org/watch?v=dQw4w9WgXcQ about" }]',
  ],
  bad: [
    'evals: [{ query: is QX7K2M4P on loan }]',
    'evals: [{ query: call search_books for an atlas }]',
    'evals: [{ query: is it on loan, after: [{ user: open 5d1b7c2e-0a94-4f3e-8c6d-2b7a90e1f354 }, { assistant: "It is an atlas." }] }]',
  ],
  check({ spec }, report) {
    for (const [index, { query, after = [] }] of (spec.evals ?? []).entries()) {
      const texts = [
        ...(typeof query === 'string' ? [{ path: ['evals', index, 'query'], text: query }] : []),
        ...after.map(({ user = '' }, at) => ({ path: ['evals', index, 'after', at, 'user'], text: user })),
      ];
      for (const { path, text } of texts) {
        const identifier = identifierIn(text, spec.name);
        if (identifier)
          report(
            path,
            say`No user would type "${identifier.word}": it is ${WHAT[identifier.kind]}.`,
            HINT[identifier.kind],
            { word: identifier.word },
          );
      }
    }
  },
});

const SAY =
  'Write it as a user would, such as "the book we just opened", and give the turns that it refers to in `after`.';

const WHAT = { uuid: 'a UUID', hash: 'a hash', key: 'a key', tool: 'the name of the tool' } as const;

const HINT = {
  uuid: SAY,
  hash: SAY,
  key: SAY,
  tool: 'Say what the user wants, and leave the tool to the model.',
} as const;
