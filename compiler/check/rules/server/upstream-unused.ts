/** A declared upstream is used. */
import { allSteps } from '../../../spec/behaviors/index.ts';
import { shopServer } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { fullyKnown } from '../../analysis/secrets/templates.ts';

export const upstreamUnused = crossRule({
  id: 'server/upstream-unused',
  subject: 'server',
  severity: 'warning',
  around: fullyKnown,
  says: 'Every declared upstream should be used by a tool.',
  why: 'Readers of the spec assume that the other server runs, and install it or set its tokens for nothing.',
  source: 'MCP security best practices (no more access than is needed)',
  good: [
    shopServer('limits: { concurrency: 2 }'),
    shopServer(`upstreams: { tracker: { command: [tracker-mcp] } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, mcp: { upstream: tracker, tool: orders, pin: "sha256:${'0'.repeat(64)}" } }]`),
  ],
  bad: [
    shopServer('upstreams: { tracker: { command: [tracker-mcp] } }'),
    shopServer('upstreams: { tracker: { url: "https://tracker.example/mcp" } }'),
  ],
  check(part, report) {
    const steps = part.tools.flatMap(({ spec }) => allSteps(spec));
    const used = new Set(steps.flatMap(({ parts }) => parts.upstreams.map(({ name }) => name)));
    for (const [name, { pass = [] }] of Object.entries(part.spec.upstreams ?? {})) {
      if (used.has(name) || pass.length > 0) continue;
      const hint = `Use it with \`upstream: ${name}\` in a tool, or delete it.`;
      report(['upstreams', name], `Upstream "${name}" is not used by any tool.`, hint, { part: 'key' });
    }
  },
});
