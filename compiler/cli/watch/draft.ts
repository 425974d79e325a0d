/** Specs that break only rules of versions: served while they are edited, and marked where a model and their author read it. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { LATER_RULES } from '../../check/check.ts';
import type { Checked } from '../../edge/passes/run-passes.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';

interface Draft {
  readonly specs: PlannedSpecs;
  /** What only a draft may break. */
  readonly breaks: readonly Diagnostic[];
}

/** Nothing where the specs are in order, or have other errors. */
export function draftOf({ planned, compiled, diagnostics }: Checked): Draft | undefined {
  const breaks = diagnostics.filter(({ severity }) => severity === 'error');
  if (!planned || compiled || breaks.some(({ code }) => !LATER_RULES.includes(code))) return undefined;
  const servers = planned.plan.servers.map((server) => markServer(server, breaks));
  return { specs: { ...planned, plan: { ...planned.plan, servers } }, breaks };
}

/** The same object where nothing of it is broken: its output is known. */
function markServer(server: ServerPlan, breaks: readonly Diagnostic[]): ServerPlan {
  const own = breaks.filter(({ about }) => about.server === server.name);
  if (own.length === 0) return server;
  return { ...server, tools: server.tools.map((tool) => markTool(tool, own)) };
}

function markTool(tool: ToolPlan, breaks: readonly Diagnostic[]): ToolPlan {
  const codes = new Set(breaks.flatMap(({ about, code }) => (about.tool === tool.name ? [code] : [])));
  if (codes.size === 0) return tool;
  const mark = `Draft, not released: breaks ${[...codes].join(', ')}.`;
  const { description } = tool;
  return { ...tool, description: { ...description, text: `${mark}\n\n${description.text}` } };
}
