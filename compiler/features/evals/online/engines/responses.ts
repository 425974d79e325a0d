/** Responses (OpenAI API reference, Create a model response), which newer models of that service ask for. */
import type { Json, JsonObject } from '@haft/runtime';
import { sentMessages } from '../conversation.ts';
import {
  CUT_OFF,
  type Engine,
  NO_FORM,
  DECLINED,
  type ReadAnswer,
  answerWith,
  areTyped,
  callAt,
  countAt,
  incomplete,
  listAt,
  mapAt,
  textAt,
  textOfParts,
  tokensAt,
} from '../engine.ts';
import { OPENAI } from './openai.ts';

export const RESPONSES: Engine = {
  id: 'responses',
  path: '/responses',
  headers: OPENAI.headers,
  /** The interface has no seed: repetitions differ by chance alone. */
  body(conversation, { model, temperature, maxTokens }) {
    const { tools, system } = conversation;
    return {
      model,
      tools: tools.map(({ name, description, inputSchema }) => {
        // Strict tools would need another schema than that of the server.
        return { type: 'function', name, description, parameters: inputSchema, strict: false };
      }),
      instructions: system,
      input: sentMessages(conversation, calledWith),
      max_output_tokens: maxTokens,
      store: false,
      ...(temperature !== undefined && { temperature }),
    };
  },
  optional: { max_output_tokens: undefined, store: undefined, temperature: undefined },
  read(response) {
    const usage = mapAt(response, 'usage');
    const cached = countAt(mapAt(usage, 'input_tokens_details'), 'cached_tokens');
    return { ...readItems(response), tokens: tokensAt(usage, 'input_tokens', 'output_tokens', cached) };
  },
};

function calledWith(name: string, args: JsonObject, output: string, index: number): readonly JsonObject[] {
  const id = `call_${index}`;
  return [
    { type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) },
    { type: 'function_call_output', call_id: id, output },
  ];
}

function readItems(response: Json): ReadAnswer {
  const items = listAt(response, 'output');
  if (!items) return NO_FORM;
  const ended = textAt(mapAt(response, 'incomplete_details'), 'reason');
  if (ended === 'content_filter') return DECLINED;
  const status = textAt(response, 'status') ?? 'completed';
  if (status !== 'completed') return status === 'incomplete' ? CUT_OFF : incomplete(status);
  if (!areTyped(items)) return NO_FORM;
  const ofType = (type: string): readonly Json[] => items.filter((item) => textAt(item, 'type') === type);
  const calls = ofType('function_call').map((item) => callAt(item, 'arguments'));
  // A message without a list of parts is one unreadable part.
  const parts = ofType('message').flatMap((item) => listAt(item, 'content') ?? [null]);
  if (calls.length === 0 && parts.some((part) => textAt(part, 'type') === 'refusal')) return DECLINED;
  return answerWith(calls, textOfParts(parts, 'output_text'));
}
