/** One test case of a spec → what a runner of evals judges by. */
import { requestText } from '../check/analysis/evals/offers.ts';
import type { ToolEvalSpec } from '../check/documents/eval.ts';
import { type ToolReference, referenceOf, writtenText } from '../check/tool-names.ts';
import type { EvalTurn, Expectation, ToolEval } from './model.ts';

/** `tool`: the one that a case belongs to, which it expects unless it says otherwise. */
export function planEval({ query, expect, ...rest }: ToolEvalSpec, tool: string): ToolEval<ToolReference> {
  const { id, arguments: args, never, with: attached, after, via } = rest;
  return {
    ...(id !== undefined && { id }),
    query: requestText(query),
    ...(typeof query === 'object' && { prompt: { name: query.prompt, arguments: query.arguments ?? {} } }),
    ...(args && { arguments: args }),
    expect: planExpected(expect, tool),
    ...(never && { never: never.map(referenceOf) }),
    ...(attached && { with: attached.map((one) => (typeof one === 'string' ? { uri: one } : one)) }),
    ...(after && { after: after.map(planTurn) }),
    ...(via && { via: via.map((step) => ({ ...step, call: referenceOf(step.call) })) }),
  };
}

/** Keys stay in their order. */
function planTurn(turn: NonNullable<ToolEvalSpec['after']>[number]): EvalTurn<ToolReference> {
  const { call, ...others } = turn;
  return call === undefined ? others : { ...turn, call: referenceOf(call) };
}

function planExpected(expect: ToolEvalSpec['expect'], tool: string): Expectation<ToolReference> {
  if (expect === undefined) return referenceOf(tool);
  if (typeof expect === 'object') return { any_of: expect.any_of.map(referenceOf) };
  if (expect === 'none') return null;
  return expect === 'ask' ? { ask: true } : referenceOf(expect);
}

/** Its own plain name means a tool first, whatever other servers have. */
export function expectsItself({ expect }: Pick<ToolEval<ToolReference>, 'expect'>, tool: string): boolean {
  return isReference(expect) && writtenText(expect) === tool;
}

function isReference(expect: Expectation<ToolReference>): expect is ToolReference {
  return typeof expect === 'string';
}

/** With other names wherever it names a tool. */
export function withNames<A extends string | ToolReference>(test: ToolEval<A>, named: (name: A) => string): ToolEval {
  const { expect, never, after, via, ...rest } = test;
  return {
    ...rest,
    expect: namedExpected(expect, named),
    ...(never && { never: never.map(named) }),
    ...(after && {
      after: after.map(({ call, ...turn }) => ({ ...turn, ...(call !== undefined && { call: named(call) }) })),
    }),
    ...(via && { via: via.map((step) => ({ ...step, call: named(step.call) })) }),
  };
}

function namedExpected<A extends string | ToolReference>(
  expect: Expectation<A>,
  named: (name: A) => string,
): Expectation {
  if (expect === null) return null;
  if (typeof expect === 'object' && 'any_of' in expect) return { any_of: expect.any_of.map(named) };
  return typeof expect === 'object' && 'ask' in expect ? { ask: true } : named(expect);
}
