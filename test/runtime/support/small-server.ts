/** A server of a few lines, bundled from the entry that the compiler prints in front of. */
import type { ServerDescriptor, ToolDescriptor } from '../../../runtime/descriptor.ts';
import { bundleAll } from './bundle.ts';

/** A tool whose handler is the export `run`. */
export const tool: ToolDescriptor = {
  name: 'get_x',
  title: 'X',
  description: 'Gets X.',
  inputSchema: { type: 'object', properties: {}, required: [] },
  outputSchema: { type: 'object', properties: {}, required: [] },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  behavior: { kind: 'handler', export: 'run' },
};

/** The file of a server named "small"; `run` is the source text of its handler. */
export function smallServer(more: Partial<ServerDescriptor> = {}, run = '() => ({})'): Promise<string> {
  const server: ServerDescriptor = {
    format: 2,
    name: 'small',
    title: 'Small',
    version: '1.0.0',
    instructions: '',
    transports: ['stdio'],
    coerce: false,
    env: {},
    connections: {},
    limits: { calls_per_minute: 1_000_000, concurrency: 8, timeout_ms: 10_000 },
    tools: [tool],
    ...more,
  };
  // As text in a text: "__proto__" in an object literal would not be a member.
  const text = JSON.stringify(JSON.stringify(server));
  const banner = `const HAFT_SERVER = JSON.parse(${text}); const HAFT_HANDLERS = { run: ${run} };`;
  return bundleAll(banner);
}
