/** A server's name is not one that a host keeps for itself. */
import { rule } from '../../rule.ts';

export const serverNameFormat = rule({
  id: 'server/name-format',
  subject: 'server',
  severity: 'error',
  says: 'A server does not take a name that a host keeps for itself.',
  why: 'The host has a server of its own under that name and leaves yours out, mostly without a word.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: ['name: library', 'name: library-workspace'],
  bad: ['name: workspace', 'name: computer-use'],
  check(server, report, { settings }) {
    const { name } = server.spec;
    for (const { id, reservedServers } of settings.hosts) {
      if (!reservedServers.includes(name)) continue;
      report(
        ['name'],
        `Host ${id} keeps the server name "${name}" for itself.`,
        'Name the server after what it works on, such as "library".',
      );
    }
  },
});
