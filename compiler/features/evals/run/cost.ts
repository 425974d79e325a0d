/** What requests can cost at most, before their tokens are counted. */
import type { Tokens } from '../online/engine.ts';
import type { Question } from '../online/questions.ts';
import { costText } from '../report/figures-text.ts';

export interface Prices {
  /** Per million tokens. */
  readonly input: number;
  readonly output: number;
  /** The maximum of a response, in tokens. */
  readonly longest: number;
}

/** What a service adds to a request, such as its instructions for calls, has fewer tokens. */
const ADDED_TOKENS = 1000;

/** An upper bound for a request of this many bytes: each token has one or more. A side that is `counted` is no part of it. */
export function mostCost(bytes: number, { input, output, longest }: Prices, counted?: Tokens): number {
  const sent = counted?.input ? 0 : bytes + ADDED_TOKENS;
  const received = counted?.output ? 0 : longest;
  return (sent * input + received * output) / 1_000_000;
}

/** Characters by token, as engines of many languages come out; a forecast needs no more. */
const CHARACTERS_PER_TOKEN = 4;

/** `about 7,534 tokens of input, at most 1.20 in the currency of `price`, repetitions aside`. */
export function sizeText(questions: readonly Question[], prices: Prices | undefined): string {
  const characters = questions.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  const input = `about ${Math.ceil(characters / CHARACTERS_PER_TOKEN).toLocaleString('en')} tokens of input`;
  if (!prices) return input;
  const cost = questions.reduce((sum, question) => sum + mostOf(question, prices), 0);
  return `${input}, ${costText(cost, 2)}, repetitions aside`;
}

/** With all steps of a journey: each request repeats what was called before it, and what that returned. */
function mostOf({ body, steps }: Question, prices: Prices): number {
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const turns = steps.reduce((sum, step) => sum + bytes(step) + prices.longest, 0);
  return (steps.length + 1) * mostCost(bytes(body) + turns, prices);
}
