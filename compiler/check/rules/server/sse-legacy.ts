/** The legacy transport HTTP+SSE is deprecated by MCP. */
import { rule } from '../../rule.ts';

export const sseLegacy = rule({
  id: 'server/sse-legacy',
  subject: 'server',
  severity: 'warning',
  says: 'A server should not offer the legacy transport HTTP+SSE.',
  why: 'MCP replaced HTTP+SSE with Streamable HTTP in March 2025. Some hosts never supported it and others drop it, so users see a server without tools.',
  source: 'MCP 2025-03-26, transports (HTTP+SSE is deprecated); EXT §4.1 rule 3 names it for remote use',
  good: ['transports: [stdio, http]', 'transports: [http]'],
  bad: ['transports: [stdio, sse]', 'transports:\n  - sse'],
  check(server, report) {
    const { transports = [], name } = server.spec;
    const index = transports.indexOf('sse');
    if (index === -1) return;
    const hint = transports.includes('http')
      ? 'Remove `sse` as soon as your hosts connect over `http`.'
      : 'Offer `http` (Streamable HTTP), and keep `sse` only for a host that supports nothing else.';
    report(['transports', index], `Server "${name}" offers the legacy transport HTTP+SSE.`, hint);
  },
});
