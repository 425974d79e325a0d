/** The requests of a run to a model or a host: every case with every seed, in an order that an engine's prefix cache likes, or those of one machine of several. */
import { type Choice, type ChoiceCase, withSomeCases } from '../../../versions/receipts/choice.ts';
import {
  type Conversation,
  type OfferedTool,
  calledOf,
  offeredTools,
  offeredTurns,
  systemText,
} from './conversation.ts';
import type { JsonObject } from '@haft/runtime';
import type { EvalStep } from '../../../plan/model.ts';
import { shownTools } from '../../../plan/named-tools.ts';
import { pastJourney } from './agent.ts';
import type { EngineAnswer } from './engine.ts';
import type { Sides } from '../figures/compare.ts';

export type TextSide = keyof Sides;

export interface Question {
  readonly side: TextSide;
  readonly choice: Choice;
  readonly one: ChoiceCase;
  readonly tools: readonly OfferedTool[];
  readonly seed: number;
  /** What is sent: the same body and seed have the same answer. */
  readonly body: object;
  readonly conversation: Conversation;
  /** Calls of a journey that have a result, and were not made yet. */
  readonly steps: readonly EvalStep[];
}

/**
 * One seed for each trial. Questions of a choice follow one another: their tools are read once. Both texts of a choice take
 * turns, so that whatever changes in the course of a run changes for both. `bodyOf`: undefined if this API cannot ask the case.
 */
export function questionsOf(
  sides: readonly Sides[],
  bodyOf: (conversation: Conversation, choice: Choice, seed: number, one: ChoiceCase) => object | undefined,
  seeds: readonly number[],
): readonly Question[] {
  return sides.flatMap((both) => {
    const variants = (['before', 'after'] as const).flatMap((side) => {
      const choice = both[side];
      return choice ? { side, choice, tools: offeredTools(choice), system: systemText(choice) } : [];
    });
    return both.after.cases.flatMap((one) =>
      seeds.flatMap((seed) =>
        variants
          .filter(({ choice }) => choice.cases.includes(one))
          .flatMap(({ side, choice, tools, system }) => {
            const { request = one.sent ? undefined : one.request, after: prompted = [] } = one.sent ?? {};
            if (request === undefined) return [];
            const turns = offeredTurns([...(one.test.after ?? []), ...prompted], tools);
            const conversation = { tools, system, after: turns, request };
            const body = bodyOf(conversation, choice, seed, one);
            return body ? [{ side, choice, one, tools, seed, body, conversation, steps: one.test.via ?? [] }] : [];
          }),
      ),
    );
  });
}

/** The question after calls on the way of a journey, or the answer without them: its first other call ends it. */
export function nextOf(
  question: Question,
  answer: EngineAnswer,
  bodyOf: (conversation: Conversation, seed: number) => object,
): Question | EngineAnswer {
  const { conversation, steps, tools, seed, choice } = question;
  if (answer.kind !== 'call') return answer;
  const calls = [answer, ...answer.later].map((call) => {
    return { call, name: call.arguments === null ? '' : calledOf(call, tools).name };
  });
  const via = steps.map(({ call }) => call);
  const [end, ...later] = pastJourney(calls, via).map(({ call }) => call);
  if (end) return { ...answer, ...end, later };
  const remaining = [...steps];
  const turns = calls.flatMap(({ call, name }) => {
    const [step] = remaining.splice(
      remaining.findIndex((one) => one.call === name),
      1,
    );
    return step ? { call: call.name, arguments: call.arguments ?? {}, result: returnedBy(step, choice) } : [];
  });
  const next = { ...conversation, done: [...(conversation.done ?? []), ...turns] };
  return { ...question, conversation: next, steps: remaining, body: bodyOf(next, seed) };
}

/** As the compiled server returns it (EXT §2.4). */
function returnedBy({ call, result = {}, fails }: EvalStep, { servers }: Choice): JsonObject {
  if (typeof fails === 'object') return { success: false, ...fails };
  return shownTools(servers).get(call)?.tool.results === 'raw' ? result : { success: true, data: result };
}

/** A part of a suite for one machine of several: every case is in exactly one shard. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** `2/4`; undefined for any other text. */
export function shardOf(text: string): Shard | undefined {
  const [, number = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  return shard.number >= 1 && shard.number <= shard.of ? shard : undefined;
}

/** Cases that follow one another stay together: an engine reads the tools of their choice once. */
export function casesOfShard(choices: readonly Choice[], { number, of }: Shard): readonly Choice[] {
  const total = choices.reduce((sum, { cases }) => sum + cases.length, 0);
  const isOwn = (place: number): boolean => Math.floor((place * of) / total) === number - 1;
  let place = 0;
  return withSomeCases(choices, () => isOwn(place++));
}
