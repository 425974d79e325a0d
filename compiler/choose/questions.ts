/** The requests of a run to a model: every case with every seed, in an order that an engine's prefix cache likes. */
import type { Choice, ChoiceCase } from '../evals/choice.ts';
import { offeredTools } from './conversation.ts';
import type { OfferedTool } from './conversation.ts';
import type { Engine, EngineOptions } from './engine.ts';
import type { Sides } from './sides.ts';

export type Side = keyof Sides;

export interface Question {
  readonly side: Side;
  readonly choice: Choice;
  readonly one: ChoiceCase;
  readonly tools: readonly OfferedTool[];
  readonly seed: number;
  readonly body: object;
}

/**
 * One seed for each trial. Questions of a choice follow one another: their tools are read once. Both texts of a choice take
 * turns, so that whatever changes in the course of a run changes for both.
 */
export function questionsOf(
  sides: readonly Sides[],
  engine: Engine,
  options: Omit<EngineOptions, 'seed'>,
  seeds: readonly number[],
): readonly Question[] {
  return sides.flatMap(({ before, after }) => {
    const shown = [
      ...(before ? [{ side: 'before' as const, choice: before, tools: offeredTools(before) }] : []),
      { side: 'after' as const, choice: after, tools: offeredTools(after) },
    ];
    return after.cases.flatMap((one) =>
      seeds.flatMap((seed) =>
        shown
          .filter(({ choice }) => choice.cases.includes(one))
          .map(({ side, choice, tools }) => {
            const conversation = { tools, after: one.test.after ?? [], request: one.request };
            return { side, choice, one, tools, seed, body: engine.body(conversation, { ...options, seed }) };
          }),
      ),
    );
  });
}
