/** The requests of a run to a model or a host: every case with every seed, in an order that an engine's prefix cache likes. */
import type { Choice, ChoiceCase } from '../../../versions/receipts/choice.ts';
import { offeredTools, systemText } from './conversation.ts';
import type { Conversation, OfferedTool } from './conversation.ts';
import type { Sides } from '../figures/sides.ts';

export type TextSide = keyof Sides;

export interface Question {
  readonly side: TextSide;
  readonly choice: Choice;
  readonly one: ChoiceCase;
  readonly tools: readonly OfferedTool[];
  readonly seed: number;
  /** What is sent: the same body and seed have the same answer. */
  readonly body: object;
}

/** How a case becomes a request; nothing where it cannot be asked so. */
type BodyOf = (conversation: Conversation, choice: Choice, seed: number) => object | undefined;

/**
 * One seed for each trial. Questions of a choice follow one another: their tools are read once. Both texts of a choice take
 * turns, so that whatever changes in the course of a run changes for both.
 */
export function questionsOf(sides: readonly Sides[], bodyOf: BodyOf, seeds: readonly number[]): readonly Question[] {
  return sides.flatMap(({ before, after }) => {
    const shown = [
      ...(before
        ? [{ side: 'before' as const, choice: before, tools: offeredTools(before), system: systemText(before) }]
        : []),
      { side: 'after' as const, choice: after, tools: offeredTools(after), system: systemText(after) },
    ];
    return after.cases.flatMap((one) =>
      seeds.flatMap((seed) =>
        shown
          .filter(({ choice }) => choice.cases.includes(one))
          .flatMap(({ side, choice, tools, system }) => {
            const body = bodyOf({ tools, system, after: one.test.after ?? [], request: one.request }, choice, seed);
            return body ? [{ side, choice, one, tools, seed, body }] : [];
          }),
      ),
    );
  });
}
