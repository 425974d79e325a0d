/** Chat completions (OpenAI API reference, Create chat completion), the interface that most engines serve. */
import { isObject } from '@haft/runtime/language';
import type { Json, JsonObject } from '@haft/runtime';
import { readJson } from '../../../../plan/read-json.ts';
import type { EvalTurn } from '../../../../plan/model.ts';
import type { Conversation } from '../conversation.ts';
import { CUT_OFF, type Engine, type EngineAnswer, NO_FORM, type Tokens, countAt, mapAt, textAt } from '../engine.ts';

export const OPENAI: Engine = {
  id: 'openai',
  path: '/chat/completions',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body(conversation, { model, seed, temperature, maxTokens }) {
    return {
      model,
      // First, and the same bytes in each request.
      tools: conversation.tools.map(({ name, description, inputSchema }) => {
        return { type: 'function', function: { name, description, parameters: inputSchema } };
      }),
      messages: messagesOf(conversation),
      max_tokens: maxTokens,
      // No `tool_choice`: engines ignore the name of a tool in it, and answer `none` with the call as text.
      ...(seed !== undefined && { seed }),
      ...(temperature !== undefined && { temperature }),
    };
  },
  withoutRejected: adaptBody,
  read(response) {
    const choices = isObject(response) ? response['choices'] : undefined;
    const choice = Array.isArray(choices) ? choices[0] : undefined;
    const message = mapAt(choice, 'message');
    const tokens = tokensOf(response);
    if (!message) return { kind: 'error', message: NO_FORM, tokens };
    if (textAt(choice, 'finish_reason') === 'length') return { kind: 'error', message: CUT_OFF, tokens };
    const calls = message['tool_calls'];
    const call = Array.isArray(calls) ? mapAt(calls[0], 'function') : undefined;
    return { ...(call ? calledBy(call) : { kind: 'text', text: textAt(message, 'content') ?? '' }), tokens };
  },
};

/** Newer models reject what older ones and most engines need: the error names it (API reference, Errors). */
function adaptBody(body: object, error: JsonObject): object | undefined {
  const message = textAt(error, 'message') ?? '';
  if (
    !/unsupported|not supported|does not support|unrecognized|unknown parameter/i.test(
      `${textAt(error, 'code')} ${message}`,
    )
  )
    return undefined;
  const name = textAt(error, 'param') ?? ADAPTED.find((one) => message.includes(one));
  if (name === undefined || !ADAPTED.includes(name) || !(name in body)) return undefined;
  const members = Object.entries(body).map(([key, value]) => [key === name ? RENAMED[key] : key, value] as const);
  return Object.fromEntries(members.flatMap(([key, value]) => (key === undefined ? [] : [[key, value]])));
}

const RENAMED: Readonly<Record<string, string>> = { max_tokens: 'max_completion_tokens' };
/** Of these, an engine that has none of them answers all the same. */
const ADAPTED: readonly string[] = ['max_tokens', 'seed', 'temperature'];

function messagesOf({ system, after, request }: Conversation): JsonObject[] {
  return [{ role: 'system', content: system }, ...after.flatMap(messagesOfTurn), { role: 'user', content: request }];
}

function messagesOfTurn(turn: EvalTurn, index: number): readonly JsonObject[] {
  if (turn.user !== undefined) return [{ role: 'user', content: turn.user }];
  if (turn.call === undefined) return [{ role: 'assistant', content: turn.assistant ?? '' }];
  const id = `call_${index}`;
  const call = { name: turn.call, arguments: JSON.stringify(turn.arguments ?? {}) };
  return [
    { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: JSON.stringify(turn.result ?? {}) },
  ];
}

/** Arguments are JSON in a string; some engines give the map itself. */
function calledBy(call: JsonObject): DistributiveOmit<EngineAnswer> {
  const name = textAt(call, 'name');
  const args = parseArguments(call['arguments']);
  if (name === undefined) return { kind: 'error', message: NO_FORM };
  return args
    ? { kind: 'call', name, arguments: args }
    : { kind: 'error', message: `The arguments of the call of "${name}" are not a JSON object.` };
}

type DistributiveOmit<T> = T extends unknown ? Omit<T, 'tokens'> : never;

function parseArguments(value: Json | undefined): JsonObject | undefined {
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  // A call without arguments.
  if (value.trim() === '') return {};
  const read = readJson(value);
  const args = 'value' in read ? read.value : undefined;
  return isObject(args) ? args : undefined;
}

function tokensOf(response: Json): Tokens {
  const usage = mapAt(response, 'usage');
  return {
    input: countAt(usage, 'prompt_tokens'),
    output: countAt(usage, 'completion_tokens'),
    cached: countAt(mapAt(usage, 'prompt_tokens_details'), 'cached_tokens'),
  };
}
