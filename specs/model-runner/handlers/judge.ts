/** What a model did with the two questions, and what that means. */
import type { CheckToolCallingResult } from '../../../generated/servers/model-runner/tools.ts';
import { PRINTED_CALL, RIGHT_ARGUMENTS, RIGHT_TOOL } from './questions.ts';

export type Verdict = CheckToolCallingResult['verdict'];

/** A call as it stood in the answer. */
export interface ModelCall {
  readonly tool: string | undefined;
  /** As sent; agents expect a text that is JSON. */
  readonly arguments: unknown;
}

/** One answer. */
export interface Answer {
  readonly calls: readonly ModelCall[];
  readonly text: string;
  /** Whether the model stopped at the limit of tokens and not by itself. */
  readonly cut: boolean;
}

export interface Judgment {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Judges the first answer, and with it the number of calls that the other question got, if it was asked. */
export function judge(answer: Answer, withoutNeed: number | undefined): Judgment {
  const needed = judgeNeeded(answer);
  if (withoutNeed === undefined || withoutNeed === 0) return needed;
  const also = `called a tool for a question that needs none`;
  if (needed.verdict !== 'works') return { ...needed, reason: `${needed.reason} It also ${also}.` };
  return { verdict: 'calls_without_need', reason: `The needed call is right, but the model also ${also}.` };
}

function judgeNeeded(answer: Answer): Judgment {
  const { calls, cut } = answer;
  const [call] = calls;
  if (call === undefined) return judgeText(answer);
  if (calls.length > 1) {
    return { verdict: 'several_calls', reason: `The model made ${calls.length} calls where one was needed.` };
  }
  if (call.tool !== RIGHT_TOOL) {
    const called = call.tool === undefined ? 'The call has no name' : `The model called "${call.tool}"`;
    return { verdict: 'wrong_tool', reason: `${called}; "${RIGHT_TOOL}" was needed.` };
  }
  const wrong = wrongIn(call.arguments);
  if (wrong === undefined) {
    return { verdict: 'works', reason: 'The model made the one call that was needed, with the right arguments.' };
  }
  if (cut) return { verdict: 'cut_off', reason: `The call was cut off at the limit of tokens: ${wrong}.` };
  return { verdict: 'wrong_arguments', reason: `The model called the right tool, but ${wrong}.` };
}

function judgeText({ text, cut }: Answer): Judgment {
  if (PRINTED_CALL.test(text)) {
    return { verdict: 'call_as_text', reason: 'The model printed a call as text, where no agent sees it.' };
  }
  if (cut) return { verdict: 'cut_off', reason: 'The answer was cut off at the limit of tokens, before any call.' };
  if (text.trim() === '') return { verdict: 'no_answer', reason: 'The model neither called a tool nor wrote a text.' };
  return { verdict: 'no_call', reason: 'The model answered in text and called no tool.' };
}

/** What is wrong with the arguments, or nothing. */
function wrongIn(sent: unknown): string | undefined {
  if (typeof sent !== 'string') return 'its arguments are not sent as JSON text';
  const given = parse(sent);
  if (given === undefined) return 'its arguments are not JSON';
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'its arguments are no JSON object';
  const values = new Map<string, unknown>(Object.entries(given));
  for (const [name, right] of Object.entries(RIGHT_ARGUMENTS)) {
    if (!values.has(name)) return `the argument "${name}" is missing`;
    const value = values.get(name);
    if (typeof value !== 'string' || !right.test(value)) return `the argument "${name}" is ${short(value)}`;
  }
  const unknown = [...values.keys()].find((name) => !Object.hasOwn(RIGHT_ARGUMENTS, name));
  return unknown === undefined ? undefined : `the tool has no argument ${short(unknown)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONGEST = 60;

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
