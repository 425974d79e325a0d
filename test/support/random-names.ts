/** Random servers that share names of tools, with references to them, plain and with a server; and a skill over them. */
import * as fc from 'fast-check';
import { type ToolNames, toolNames } from '../../compiler/check/tool-names.ts';
import { planEval } from '../../compiler/plan/eval.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { toolPlan } from './tool-plan.ts';

export const SERVERS = ['shop', 'depot', 'archive', 'desk'] as const;
export const TOOLS = ['find_item', 'list_items', 'read_page'] as const;

export interface NamedServer {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly uses: readonly string[] }[];
}

export interface NamingSkill {
  readonly servers: readonly string[];
  readonly uses: readonly string[];
}

const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...TOOLS) },
  fc.tuple(fc.constantFrom(...SERVERS), fc.constantFrom(...TOOLS)).map((pair) => pair.join('.')),
);

const anyServer = (name: string): fc.Arbitrary<NamedServer> =>
  fc
    .tuple(fc.subarray([...TOOLS], { minLength: 1, maxLength: 2 }), fc.array(anyName, { minLength: 4, maxLength: 4 }))
    .map(([own, uses]) => ({ name, tools: own.map((tool, at) => ({ name: tool, uses: [uses[at] ?? ''] })) }));

/** The last server comes later. */
export const anyNames = fc.record({
  servers: fc
    .shuffledSubarray([...SERVERS], { minLength: 2, maxLength: 4 })
    .chain((names) => fc.tuple(...names.map(anyServer))),
  skill: fc.record({
    servers: fc.subarray([...SERVERS], { minLength: 1 }),
    uses: fc.array(anyName, { minLength: 1, maxLength: 3 }),
  }),
  first: fc.boolean(),
});

export const namesOf = (servers: readonly NamedServer[]): ToolNames =>
  toolNames(servers.flatMap(({ name, tools }) => tools.map((tool) => ({ server: name, tool: tool.name }))));

export function plannedNames(servers: readonly NamedServer[]): Plan {
  const plans = servers.flatMap(({ name, tools }) =>
    toolPlan({ properties: {} }).servers.map((server) => ({
      ...server,
      name,
      tools: tools.flatMap(({ name: tool, uses }) => {
        const tests = [undefined, ...uses].map((expect, at) => ({
          query: `ask ${name} ${tool} ${at}`,
          ...(expect !== undefined && { expect }),
        }));
        const evals = tests.map((one) => planEval(one, tool));
        return toolPlan({ properties: {} }, undefined, { name: tool, evals }).servers.flatMap((one) => one.tools);
      }),
    })),
  );
  return { planVersion: 1, servers: plans, skills: [] };
}
