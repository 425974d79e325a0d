/** The servers, tools and skills that a skill names exist. */
import { say } from '../../../base/sentence.ts';
import type { SpecDraft } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { isMeantAsTool, namedIn } from '../../analysis/edits/named-tools.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const serversResolve = crossRule({
  id: 'skill/servers-resolve',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'The servers of a skill must exist and offer the tools that it names.',
  resolves: true,
  why: 'The skill lists the servers that users must install; with a wrong list, its steps name tools that are not available.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: ['servers: [library]', 'servers: [library]\nsteps: [Search with `search_books`., Say what was found.]'],
  bad: [
    'servers: [libary]',
    `servers: [archive]
steps:
  - Ask for the title.
  - Search with \`search_books\`.
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.`,
  ],
  check(skill, report, draft) {
    const { names } = draft;
    const { servers, steps, never } = skill.spec;
    for (const [index, name] of (servers ?? []).entries()) {
      if (!names.servers.has(name)) report(['servers', index], ...unknownName('server', name, names.servers));
    }
    if (!servers?.every((name) => names.servers.has(name))) return;
    for (const { path, word, source } of namedIn({ steps, never })) {
      const owner = ownersOf(draft).get(word);
      if (owner === undefined || servers.includes(owner)) continue;
      report(
        path,
        `Tool "${word}" is a tool of server "${owner}", which this skill does not list.`,
        `Add "${owner}" to \`servers\`.`,
        { word: source },
      );
    }
  },
});

/** Tool → its server. */
const ownersOf = memoizeBy(({ tools }: SpecDraft): ReadonlyMap<string, string> => {
  return new Map(tools.flatMap(({ spec, server }) => (server ? [[spec.name, server.spec.name] as const] : [])));
});

export const toolReferences = crossRule({
  id: 'skill/tool-references',
  subject: 'skill',
  severity: 'error',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'Every tool that a skill or its evals name must exist.',
  profiles: ['ext'],
  resolves: true,
  why: 'A step sends the model to the named tool; if it does not exist, the skill stops there.',
  source: 'EXT §2.1 (numbered steps, and behaviors that should be observed)',
  good: [
    'servers: [library]\nsteps: [Search with `search_books`., "Say `done`."]',
    'servers: [library]\nsteps: ["Search with `search_books`, note the `due_date`, check `status_code`, and read the list with `read_csv()`."]',
    'steps: [Call `find_shelf` of the host.]',
  ],
  bad: [
    'servers: [library]\nsteps: [Search with `serch_books`.]',
    `servers: [library]
context: Books come from \`search_book\`; their labels are in \`upper_case\`.
steps: [Search with \`search_books\`.]
never: [Call \`delete_books\` without asking]
evals: [{ input: find a book, expected_behavior: [Calls serch_books first, Names the shelf] }]`,
  ],
  check(skill, report, draft) {
    const { context, steps, example, never, evals = [] } = skill.spec;
    const texts = {
      context,
      steps,
      example,
      never,
      evals: evals.map(({ expected_behavior = [] }) => ({ expected_behavior })),
    };
    // Without a server, tools are those of the host.
    if ((skill.spec.servers ?? []).length === 0) return;
    for (const named of namedIn(texts)) {
      const { path, word, source } = named;
      if (draft.names.tools.has(word) || !isMeantAsTool(named, draft)) continue;
      report(path, ...unknownName('tool', word, draft.names.tools), { word: source });
    }
  },
});

export const useResolves = crossRule({
  id: 'skill/use-resolves',
  subject: 'skill',
  severity: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: '`use` under `not_for` must name a skill, tool or server of this project.',
  resolves: true,
  why: 'The model is sent to the named target; with a typo, or a reference to the skill itself, it stops there.',
  source: 'EXT §2.1 (Do NOT use for …); EXT §8 rule 1',
  good: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: search_books }] }',
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }, { case: questions about lending, use: library }] }',
  ],
  bad: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: serch_books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for:
    - { case: the web, use: web-search }
    - { case: journals, use: find-a-book }`,
  ],
  check(skill, report, { names }) {
    const kinds = [names.skills, names.tools, names.servers];
    for (const [index, { use }] of skill.spec.description.not_for.entries()) {
      const path = ['description', 'not_for', index, 'use'];
      if (use === skill.spec.name)
        report(path, say`Skill "${use}" refers this case to itself.`, 'Name another skill or tool, or remove `use`.');
      if (use === undefined || kinds.some((names) => names.has(use))) continue;
      const [message, hint] = unknownName(
        'skill, tool or server',
        use,
        kinds.flatMap((names) => [...names]),
      );
      report(
        path,
        message,
        hint.startsWith('Did') ? hint : 'Fix it; if the skill is from another project, suppress this with the reason.',
      );
    }
  },
});
