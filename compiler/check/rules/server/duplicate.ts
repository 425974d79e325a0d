/** Server names are unique: two servers with one name would share a folder. */
import { oneByOne } from '../../analysis/similar/incremental-index.ts';
import type { ServerPart } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { sameNames } from '../../analysis/names/same-name.ts';

export const serverDuplicate = crossRule({
  id: 'server/duplicate',
  subject: 'server',
  severity: 'error',
  around: ({ servers }) => duplicates(oneByOne(servers)),
  locked: true,
  says: 'Every server must have a unique name.',
  why: 'Hosts identify a server by name, and both servers would be written to the same folder.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: [
    'name: library',
    'name: library\n---\nkind: server\nname: library-archive\nversion: 1.0.0\nsummary: Finds old papers.',
  ],
  bad: [
    `name: library
---
kind: server
name: library
version: 1.0.0
summary: Another library.`,
    'name: shop\n---\nkind: server\nname: till\nversion: 1.0.0\nsummary: Counts money.\n---\nkind: server\nname: shop\nversion: 2.0.0\nsummary: Sells books.',
  ],
  check(server, report, first) {
    report(['name'], `Duplicate server name "${server.spec.name}".`, 'Rename one of the servers.', {
      related: [{ message: 'First use.', span: first.at(['name']) }],
    });
  },
});

const duplicates = sameNames<ServerPart>();
