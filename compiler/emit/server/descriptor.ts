/** The plan of a server → the descriptor that the runtime reads. */
import type { ObjectSchema, ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { withoutUndefined } from '../../base/json.ts';
import { areLater } from '../../spec/behaviors/credentials.ts';
import { authDescriptor } from '../../spec/behaviors/server-auth.ts';
import { blocksOf, declaresData } from '../../spec/behaviors/index.ts';
import type { Schema } from '@haft/runtime/language';
import { smallerBy } from '../../check/analysis/smaller-result.ts';
import { passedOn } from '../../check/documents/tool.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { isListed } from '../../check/tool-names.ts';
import { listedMeta, viewsOf } from './views.ts';

/** `all`: limits of its server. */
export function toolDescriptor(tool: ToolPlan, all: Partial<ServerPlan['limits']> = {}): ToolDescriptor {
  const { name, title, description, inputSchema, behavior } = tool;
  const { results, outputSchema, annotations, hints = annotations, icons, execution } = tool;
  const output = results === 'raw' ? outputSchema : envelopeOf(tool);
  const { at_least_one } = tool;
  const further = { icons, execution, _meta: listedMeta(tool), results, at_least_one };
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description.parts.length > 0 && { description: description.text }),
    inputSchema,
    ...withoutUndefined({ outputSchema: output, annotations: hints ?? undefined, ...further }),
    ...passedTo(tool, all),
    ...(!isListed(tool) && { listed: false }),
    behavior,
  };
}

/** What the runtime reads of the keys that go everywhere unchanged, and the parameter that makes a limited result smaller. */
function passedTo(
  tool: ToolPlan,
  { result_bytes }: Partial<ServerPlan['limits']>,
): Pick<ToolDescriptor, 'timeout_ms' | 'on_timeout' | 'limits' | 'tags'> {
  const { view: _view, ...passed } = passedOn(tool);
  const smaller_by = smallerBy(tool.inputSchema.properties);
  const isLimited = (passed.limits?.result_bytes ?? result_bytes) !== undefined;
  return isLimited && smaller_by !== undefined ? { ...passed, limits: { ...passed.limits, smaller_by } } : passed;
}

/** The fields that `tools/list` shows, and the rest. */
export function listedAndRest(
  tool: ToolPlan,
  all: Partial<ServerPlan['limits']> = {},
): readonly [listed: Readonly<Record<string, unknown>>, rest: object] {
  const { behavior, results, listed: _listed, ...more } = toolDescriptor(tool, all);
  const passed = passedTo(tool, all);
  const listed = Object.fromEntries(Object.entries(more).filter(([key]) => !Object.hasOwn(passed, key)));
  return [listed, { ...passed, ...(results && { results }), behavior }];
}

/** Everything but the tools, which are printed separately; `tools` are all that are called, with those of `list: search`. */
export function serverDescriptor(server: ServerPlan, tools: readonly ToolPlan[]): Omit<ServerDescriptor, 'tools'> {
  const { name, title, version, summary, instructions = summary, transports, coerce } = server;
  const { env, connections, limits, auth, databases, upstreams } = server;
  const asks = asksUsers(server);
  return {
    format: asks ? 5 : needsLater(server) ? 4 : auth ? 3 : 2,
    name,
    title,
    version,
    instructions,
    transports,
    coerce,
    env,
    connections,
    limits,
    ...(auth && { auth: authDescriptor(auth, tools) }),
    ...(asks && { asks: true }),
    ...withoutUndefined({ databases, upstreams }),
    ...viewsOf(server),
    ...server.offered,
  };
}

/** Whether templates name the user of a call. */
export function namesUsers({ auth, connections, databases, tools }: ServerPlan): boolean {
  return (
    auth !== undefined &&
    JSON.stringify([connections, databases, tools.map(({ behavior }) => behavior)]).includes('{user.')
  );
}

/** Whether a call sends on what only its caller has: a header, or a token that is exchanged. */
export function usesCallers({ auth, connections, upstreams = {} }: ServerPlan): boolean {
  const owners = [...Object.values(connections), ...Object.values(upstreams)];
  return auth !== undefined && owners.some((one) => one.auth?.exchange ?? JSON.stringify(one).includes('{caller.'));
}

/** What a runtime of before would ignore: it would send no credentials, or leave out the user. */
function needsLater(server: ServerPlan): boolean {
  const { connections, upstreams = {} } = server;
  return (
    namesUsers(server) ||
    usesCallers(server) ||
    Object.values(connections).some(({ auth }) => areLater(auth)) ||
    Object.values(upstreams).some(({ auth }) => auth)
  );
}

/**
 * None where content blocks are the whole result: with structured data beside them some hosts show a model only the data. MCP
 * 2025-11-25 (tools, "Output Schema") demands data from every tool that lists a schema.
 */
function envelopeOf({ returns, inputSchema, behavior }: ToolPlan): ObjectSchema | undefined {
  if (blocksOf(behavior) !== 'never' && !declaresData(returns)) return undefined;
  return envelopeSchema(returns, inputSchema.$defs);
}

/** EXT §2.4, success and failure in one object: hosts that check failures against it too must not trip. */
function envelopeSchema(returns: Schema, $defs: Schema['$defs']): ObjectSchema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: returns,
      error: { type: 'string' },
      code: { type: 'string' },
      retry_hint: { type: 'string' },
    },
    required: ['success'],
    ...($defs && { $defs }),
  };
}

/** The JSON text of every envelope's schema before and after that of its data. */
export const AROUND_DATA: readonly [string, string] = aroundData();

function aroundData(): [string, string] {
  const [before = '', after = ''] = JSON.stringify(envelopeSchema({}, undefined)).split('{}');
  // A schema with "$defs" goes on where this one ends.
  return [before, after.slice(0, -1)];
}

/** Whether questions of other servers reach its users. */
export function passesQuestions({ upstreams = {} }: ServerPlan): boolean {
  return Object.values(upstreams).some(({ pass = [] }) => pass.includes('elicitation'));
}

/** Whether a tool of it asks the user. */
export function asksUsers(server: ServerPlan): boolean {
  const { tools, prompts = [] } = server;
  if (passesQuestions(server) || prompts.some(({ ask }) => ask)) return true;
  return tools.some(
    ({ confirm, ask, requires, behavior }) => confirm ?? ask ?? requires ?? ('asks' in behavior && behavior.asks),
  );
}
