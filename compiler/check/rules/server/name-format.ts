/** The name of a server is not reserved by a host. */
import { rule } from '../../rule.ts';

export const serverNameFormat = rule({
  id: 'server/name-format',
  subject: 'server',
  severity: 'error',
  says: 'A server must not use a name that a host reserves.',
  why: 'The host has its own server with that name and ignores yours, often without a message.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: ['name: library', 'name: library-workspace'],
  bad: ['name: workspace', 'name: computer-use'],
  check(server, report, { settings }) {
    const { name } = server.spec;
    for (const { id, reservedServers } of settings.hosts) {
      if (!reservedServers.includes(name)) continue;
      report(
        ['name'],
        `Host ${id} reserves the server name "${name}".`,
        'Name the server after its subject, such as "library".',
      );
    }
  },
});
