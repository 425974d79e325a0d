/** A Plan of one server with one tool, by the schemas of its arguments and its result. */
import { planDescription } from '../../compiler/plan/description.ts';
import type { Plan, ToolPlan } from '../../compiler/plan/model.ts';
import type { Schema } from '../../runtime/language/index.ts';

/** `parameters` takes nothing undeclared, as every tool does. */
export function toolPlan(parameters: Schema, returns: Schema = { type: 'object' }, more: Partial<ToolPlan> = {}): Plan {
  const { properties = {}, required = [], $defs } = parameters;
  const tool: ToolPlan = {
    name: 'search',
    title: 'Search',
    description: planDescription([{ part: 'does', text: 'Searches the shelves.' }]),
    authored: { does: 'Searches the shelves.', when: 'the user looks for a book' },
    inputSchema: { type: 'object', properties, required, additionalProperties: false, ...($defs && { $defs }) },
    returns,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    behavior: { kind: 'handler', export: 'search' },
    evals: [],
    source: 'specs/library.yaml',
    ...more,
  };
  const server = {
    name: 'library',
    version: '1.0.0',
    title: 'Library',
    summary: 'Finds books.',
    transports: ['stdio' as const],
    coerce: false,
    env: {},
    connections: {},
    limits: { calls_per_minute: 60, concurrency: 4, timeout_ms: 1000 },
    tools: [tool],
    source: 'specs/library.yaml',
  };
  return { planVersion: 1, servers: [server], skills: [] };
}
