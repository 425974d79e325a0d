/** A server of one tool as a descriptor; a test says what is different about its own. */
import type { ServerDescriptor, ToolDescriptor } from '../../../runtime/descriptor/descriptor.ts';

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

/** Limits are as high as no test that is not about them reaches. */
export function descriptorOf(more: Partial<ServerDescriptor> = {}): ServerDescriptor {
  return {
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
}
