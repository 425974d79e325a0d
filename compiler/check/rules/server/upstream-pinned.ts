/** An upstream does not change without notice: its package has a version, and its tools have pins. */
import type { ToolPart } from '../../model.ts';
import { rule } from '../../rule.ts';
import { unpinnedPackage } from '../../analysis/unpinned-package.ts';

const server = (command: string, pin = ''): string => `upstreams: { tracker: { command: ${command} } }
tools:
  - name: list_orders
    description: { does: Lists orders., when: the user asks for orders }
    effects: read
    mcp: { upstream: tracker, tool: list_orders${pin} }`;

const PIN = `, pin: "sha256:${'0'.repeat(64)}"`;

export const upstreamPinned = rule({
  id: 'server/upstream-pinned',
  subject: 'server',
  severity: 'warning',
  says: 'The package of an upstream should have an exact version, and its tools should have pins.',
  why: 'The next start may run different code, and a tool may be replaced by one that does something else under the same name.',
  source: 'MCP security best practices (tools of others are not to be trusted)',
  good: [server('[npx, -y, "tracker-mcp@4.2.0"]', PIN), server('[tracker-mcp]', PIN)],
  bad: [server('[npx, -y, tracker-mcp]', PIN), server('[npx, -y, "tracker-mcp@latest"]', PIN), server('[tracker-mcp]')],
  check(part, report) {
    for (const [name, { command }] of Object.entries(part.spec.upstreams ?? {})) {
      const at = unpinnedPackage(command ?? []);
      if (at === undefined) continue;
      report(
        ['upstreams', name, 'command', at],
        `The package "${command?.[at] ?? ''}" of upstream "${name}" has no exact version.`,
        'Write the version that was reviewed, such as name@1.2.3.',
      );
    }
    for (const tool of part.tools) {
      if (!isUnpinned(tool)) continue;
      report(
        ['mcp'],
        `Tool "${tool.spec.name}" has no pin: its upstream tool may change without notice.`,
        'Run `haft import mcp`, which writes pins, or add `pin:`.',
        {
          on: tool,
          part: 'key',
        },
      );
    }
  },
});

function isUnpinned({ spec }: ToolPart): boolean {
  return spec.mcp !== undefined && spec.mcp.pin === undefined;
}
