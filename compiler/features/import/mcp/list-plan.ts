/** A list of tools as a server gives it → a Plan, so that any two servers are compared as two versions of one. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { settingsOf } from '../../../check/settings.ts';
import { RULES } from '../../../check/rules/index.ts';
import { listedAndRest } from '../../../emit/server/descriptor.ts';
import { isListed } from '../../../check/tool-names.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../../plan/model.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { printDocuments } from '../print.ts';
import { faultsOf, screenImport } from '../set-aside.ts';
import { serverName } from './default-name.ts';
import { importMcp } from './import-mcp.ts';
import type { McpSource } from './source.ts';

/** What a server says of itself and its tools. */
export interface ServerList {
  /** `serverInfo` of the server; empty where only the list was saved. */
  readonly name: string;
  readonly version: string;
  /** The result of `initialize`, as far as it is known. */
  readonly about: JsonObject;
  readonly tools: readonly JsonObject[];
}

interface ListPlan {
  readonly plan: Plan;
  /** Sentences about tools that cannot be compared. */
  readonly left: readonly string[];
}

const settings = {
  ...settingsOf({ profiles: { specs: 'mcp' } }),
  // Whatever the rules say of it: what a caller sees is compared.
  severities: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])),
};

/** How the server is reached is no part of what its callers see. */
const SOURCE: McpSource = { upstream: { command: ['server'] }, variables: [], values: {}, unknown: [] };

/** A pin is about a definition as a whole; here its parts are compared. */
const PIN = `sha256:${'0'.repeat(64)}`;

/** Two lists as two versions of the server `name`. */
export function plansOfLists(before: ServerList, after: ServerList, name: string): readonly [ListPlan, ListPlan] {
  const [old, now] = [planOfList(before, name), planOfList(after, name)];
  // A result refers to the definitions of its arguments in a Plan: one with its own is compared as a whole.
  const whole = new Set(
    [...toolsOf(old), ...toolsOf(now)].filter(({ outputSchema }) => refers(outputSchema)).map((tool) => tool.name),
  );
  return [withResults(old, whole), withResults(now, whole)];
}

function toolsOf({ plan }: ListPlan): readonly ToolPlan[] {
  return plan.servers.flatMap(({ tools }) => tools);
}

function refers(schema: JsonObject | undefined): boolean {
  return /"\$(?:ref|dynamicRef|recursiveRef)":/.test(JSON.stringify(schema ?? {}));
}

/** Output schemas are judged as what the tools return. */
function withResults({ plan, left }: ListPlan, whole: ReadonlySet<string>): ListPlan {
  const judgedIn = (tool: ToolPlan): ToolPlan => {
    const { outputSchema, ...others } = tool;
    return outputSchema && !whole.has(tool.name) ? { ...others, returns: outputSchema as Schema } : tool;
  };
  const servers = plan.servers.map((server) => ({ ...server, tools: server.tools.map(judgedIn) }));
  return { plan: { ...plan, servers }, left };
}

function planOfList(list: ServerList, name: string): ListPlan {
  const { sources, left } = specsOfList(list, name);
  const { value } = planSpecs(sources, { settings });
  if (!value) return { plan: { planVersion: 1, servers: [], skills: [] }, left };
  const shared = { version: list.version, summary: '', env: {}, upstreams: {} };
  const servers = value.plan.servers.map((server) => ({ ...server, ...shared }));
  return { plan: { ...value.plan, servers }, left };
}

/** As an import would write them, without tools that cannot be read. */
export function specsOfList(
  { about, tools, name: own }: ServerList,
  name: string = serverName(own) || 'server',
): { readonly sources: readonly SourceFile[]; readonly left: readonly string[] } {
  const pins = tools.map(() => PIN);
  const { imported } = screenImport(importMcp(name, { about, tools, pins, keepsTasks: true }, SOURCE), (one) =>
    faultsOf(one, settings),
  );
  const losses = imported.losses.filter(({ kind }) => kind === 'skipped' || kind === 'aside');
  return { sources: printDocuments(imported.documents, 'specs'), left: losses.map(({ message }) => message) };
}

/** A server of a Plan, as it lists itself. */
export function listOf({ name, version, summary, instructions = summary, tools }: ServerPlan): ServerList {
  const listing = tools.filter(isListed).map((tool) => listedAndRest(tool)[0] as JsonObject);
  return { name, version, about: { instructions }, tools: listing };
}
