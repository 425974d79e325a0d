/** The requests of a run to a model: every case with every seed, in an order that an engine's prefix cache likes. */
import type { Choice, ChoiceCase } from '../evals/choice.ts';
import { offeredTools } from './conversation.ts';
import type { OfferedTool } from './conversation.ts';
import type { Engine, EngineOptions } from './engine.ts';

export interface Question {
  readonly choice: Choice;
  readonly one: ChoiceCase;
  readonly tools: readonly OfferedTool[];
  readonly body: object;
}

/** One seed for each trial. Questions of a choice follow one another: their tools are read once. */
export function questionsOf(
  choices: readonly Choice[],
  engine: Engine,
  options: Omit<EngineOptions, 'seed'>,
  seeds: readonly number[],
): readonly Question[] {
  return choices.flatMap((choice) => {
    const tools = offeredTools(choice);
    return choice.cases.flatMap((one) =>
      seeds.map((seed) => {
        const conversation = { tools, after: one.test.after ?? [], request: one.request };
        return { choice, one, tools, body: engine.body(conversation, { ...options, seed }) };
      }),
    );
  });
}
