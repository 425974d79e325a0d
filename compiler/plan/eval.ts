/** One test case of a spec → what a runner of evals judges by. */
import type { ToolEvalSpec } from '../check/documents/eval.ts';
import type { Expected, ToolEval } from './model.ts';

/** `tool`: the one that a case belongs to, which it expects unless it says otherwise. */
export function planEval({ query, expect, ...rest }: ToolEvalSpec, tool: string): ToolEval {
  const { id, arguments: args, never, after } = rest;
  return {
    ...(id !== undefined && { id }),
    query,
    ...(args && { arguments: args }),
    expect: planExpected(expect, tool),
    ...(never && { never }),
    ...(after && { after }),
  };
}

function planExpected(expect: ToolEvalSpec['expect'], tool: string): Expected {
  if (expect === undefined) return tool;
  if (typeof expect === 'object') return { any_of: expect.any_of };
  if (expect === 'none') return null;
  return expect === 'ask' ? { ask: true } : expect;
}
