/** What `haft bump` makes of a text, without a project around it. */
import { expect } from 'vitest';
import { bump } from '../../compiler/versions/bump/bump.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { tryEdits } from '../../compiler/cli/commands/bump.ts';
import type { BumpProposal } from '../../compiler/cli/bump/choose.ts';
import type { ToolId } from '../../compiler/check/tool-names.ts';
import { toolsNamed } from '../../compiler/plan/named-tools.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { PlannedSpecs } from '../../compiler/plan/plan-specs.ts';
import { contractText, readContract } from '../../compiler/plan/contract.ts';
import type { Plan, ToolPlan } from '../../compiler/plan/model.ts';

const PATH = 'specs/clock.yaml';
export const DATES = { today: '2026-11-21', periodDays: 90 };

export function compiled(text: string, path = PATH): PlannedSpecs {
  const { value, diagnostics } = planSpecs([{ path, text }], { today: DATES.today });
  return value ?? expect.fail(JSON.stringify(diagnostics, undefined, 1));
}

export function contractOf({ plan }: PlannedSpecs): Plan {
  const read = readContract(contractText(plan));
  return 'plan' in read ? read.plan : expect.fail(read.problem);
}

export const toolOf = ({ servers }: Plan, name: string): ToolPlan =>
  servers.flatMap(({ tools }) => tools).find((tool) => tool.name === name) ?? expect.fail(name);

/** The text after a proposal, which must have no problem. */
export function applied(
  text: string,
  contract: Plan,
  made: Pick<BumpProposal, 'alternatives' | 'restored' | 'tools'>,
): string {
  const spec = compiled(text);
  const sources = { specs: [{ path: PATH, text }], files: [], refused: [], texts: [], diagnostics: [] };
  const project = { root: '/', specs: '/specs', out: '/generated', settings: settingsOf({}) };
  const work = { project, sources, compiled: spec, contract, dates: DATES, reason: undefined };
  const proposal = { references: [], files: [], done: [], summary: '', ...made };
  const { specs, problems: found } = tryEdits(work, proposal, { today: DATES.today });
  const problems = found.filter(({ severity }) => severity !== 'note');
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  return specs[0]?.text ?? '';
}

export function idsIn(server: string, ...tools: readonly string[]): ToolId[] {
  return tools.map((tool) => ({ server, tool }));
}

/** The text after `haft bump`, in which the old name is as it was released. */
export function bumped(before: string, after: string, name: string): string {
  const contract = contractOf(compiled(before));
  const [old] = toolsNamed(contract, name);
  if (!old) return expect.fail(`${name} was never released`);
  const { tool: released, server } = old;
  const made = bump(old, compiled(after).spec, DATES, 'It changed.');
  if (typeof made === 'string') return expect.fail(made);
  const text = applied(after, contract, { ...made, restored: [old], tools: idsIn(server.name, name, made.successor) });
  const { authored, behavior, inputSchema, returns } = toolOf(compiled(text).plan, name);
  const { authored: a, behavior: b, inputSchema: i, returns: r } = released;
  expect({ authored, behavior, inputSchema, returns }).toEqual({
    authored: a,
    behavior: b,
    inputSchema: i,
    returns: r,
  });
  return text;
}
