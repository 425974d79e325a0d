/** The servers of a skill exist and have the tools that it names. */
import type { SpecDraft } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { namedIn } from '../../analysis/edits/named-tools.ts';
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
    for (const { path, word, written } of namedIn({ steps, never })) {
      const owner = ownersOf(draft).get(word);
      if (owner === undefined || servers.includes(owner)) continue;
      report(
        path,
        `Tool "${word}" is a tool of server "${owner}", which this skill does not list.`,
        `Add "${owner}" to \`servers\`.`,
        { word: written },
      );
    }
  },
});

/** Tool → its server. */
const ownersOf = memoizeBy(({ tools }: SpecDraft): ReadonlyMap<string, string> => {
  return new Map(tools.flatMap(({ spec, server }) => (server ? [[spec.name, server.spec.name] as const] : [])));
});
