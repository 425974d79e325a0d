/** A case that expects only what it rules out. */
import { say } from '../../../base/sentence.ts';
import type { ToolEvalSpec } from '../../documents/eval.ts';

/** `own`: what it expects by default; `idOf`: the same for all names of a tool. */
export function neverIssues(
  { expect = '', never = [] }: Pick<ToolEvalSpec, 'expect' | 'never'>,
  own: string,
  idOf: (name: string) => string,
) {
  const expected = typeof expect === 'object' ? expect.any_of : [expect || own];
  const ruledOut = new Set(never.map(idOf));
  if (!expected.every((name) => ruledOut.has(idOf(name)))) return [];
  const [name = ''] = expected;
  const message =
    expected.length === 1
      ? say`The case expects "${name}" and rules it out with \`never\`, so it always fails.`
      : say`The case rules out all ${expected.length} expected tools with \`never\`, so it always fails.`;
  return [{ path: ['never'], message, hint: 'Remove it from `never`, or expect another tool, `none` or `ask`.' }];
}
