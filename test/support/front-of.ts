/** A tool of a front as a function, over a real connection to another server. */
import { onTestFinished } from 'vitest';
import { mcp } from '../../runtime/behaviors/mcp/mcp.ts';
import type { BehaviorContext } from '../../runtime/behaviors/shared/run.ts';
import type { McpBehavior, ServerDescriptor, UpstreamDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { OpenCall } from '../../runtime/server/context.ts';
import { connectUpstreams } from '../../runtime/upstream/connect.ts';
import { tool } from '../runtime/support/descriptor.ts';

/** Calls of the tools of one upstream, without a server around it; it is closed after the test. */
export function frontOf(
  upstream: Partial<UpstreamDescriptor>,
  raw = true,
  env: Readonly<Record<string, string>> = {},
  modules = {},
) {
  const it = { timeout_ms: 20_000, on_drift: 'reject', ...upstream } as UpstreamDescriptor;
  const server = { name: 'front', version: '1.0.0', env: {}, upstreams: { it } } as unknown as ServerDescriptor;
  const log: string[] = [];
  const upstreams = connectUpstreams({ server, env, log: (line) => void log.push(line) });
  onTestFinished(() => upstreams.close());
  const called = { ...tool, ...(raw && { results: 'raw' }) };
  const context = {
    server,
    env,
    upstreams,
    redact: createRedact({}, {}),
    tool: called,
    ...modules,
  } as unknown as BehaviorContext;
  const call = (name: string, args = {}, more: Partial<McpBehavior> = {}) =>
    mcp.run({ kind: 'mcp', upstream: 'it', tool: name, ...more }, context)(
      args,
      new OpenCall(() => {}, { allowance: () => 0 }),
    );
  return { call, log, upstreams };
}
