/** Chat completions (OpenAI API reference, Create chat completion), the interface that most engines serve. */
import type { Json, JsonObject } from '@haft/runtime';
import { sentMessages } from '../conversation.ts';
import {
  CUT_OFF,
  type Engine,
  NO_FORM,
  DECLINED,
  type ReadAnswer,
  answerWith,
  callAt,
  countAt,
  incomplete,
  listAt,
  mapAt,
  textAt,
  textOfParts,
  tokensAt,
} from '../engine.ts';

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
      messages: [{ role: 'system', content: conversation.system }, ...sentMessages(conversation, calledWith)],
      max_tokens: maxTokens,
      // No `tool_choice`: engines ignore the name of a tool in it, and answer `none` with the call as text.
      ...(seed !== undefined && { seed }),
      ...(temperature !== undefined && { temperature }),
    };
  },
  optional: {
    max_tokens: 'max_completion_tokens',
    max_completion_tokens: undefined,
    seed: undefined,
    temperature: undefined,
  },
  read(response) {
    const usage = mapAt(response, 'usage');
    const cached = countAt(mapAt(usage, 'prompt_tokens_details'), 'cached_tokens');
    return { ...readChoice(response), tokens: tokensAt(usage, 'prompt_tokens', 'completion_tokens', cached) };
  },
};

function readChoice(response: Json): ReadAnswer {
  const choice = listAt(response, 'choices')?.[0];
  const message = mapAt(choice, 'message');
  const finish = textAt(choice, 'finish_reason');
  if (!message) return NO_FORM;
  if (finish === 'length') return CUT_OFF;
  if (finish === 'content_filter' || textAt(message, 'refusal')) return DECLINED;
  if (finish && !WHOLE.has(finish)) return incomplete(finish);
  const { tool_calls: calls, content } = message;
  if (!Array.isArray(calls ?? [])) return NO_FORM;
  const functions = (listAt(message, 'tool_calls') ?? []).map((call) => mapAt(call, 'function'));
  const isCall = finish === 'tool_calls' || finish === 'function_call';
  return answerWith(
    functions.map((one) => callAt(one, 'arguments')),
    isCall ? undefined : textOf(content),
  );
}

/** The reasons to stop after a whole answer; `eos` is that of some engines. */
const WHOLE = new Set(['stop', 'tool_calls', 'function_call', 'eos']);

/** Null is an empty answer; some services give a list of parts. */
function textOf(content: Json | undefined): string | undefined {
  if (Array.isArray(content)) return textOfParts(content, 'text');
  return content === null ? '' : typeof content === 'string' ? content : undefined;
}

function calledWith(name: string, args: JsonObject, result: string, index: number): readonly JsonObject[] {
  const id = `call_${index}`;
  const call = { name, arguments: JSON.stringify(args) };
  return [
    { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: result },
  ];
}
