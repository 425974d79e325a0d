/** The Messages API (Anthropic API reference, Messages, version 2023-06-01), which llama.cpp serves too. */
import type { Json, JsonObject } from '@haft/runtime';
import { sentMessages } from '../conversation.ts';
import {
  CUT_OFF,
  type Engine,
  NO_FORM,
  DECLINED,
  type ReadAnswer,
  anthropicTokens,
  answerWith,
  areTyped,
  callAt,
  incomplete,
  listAt,
  textAt,
  textOfParts,
} from '../engine.ts';

export const ANTHROPIC: Engine = {
  id: 'anthropic',
  path: '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  /** The interface has no seed: repetitions differ by chance alone. */
  body(conversation, { model, temperature, maxTokens }) {
    const { tools, system } = conversation;
    return {
      model,
      max_tokens: maxTokens,
      tools: tools.map(({ name, description, inputSchema }, index) => ({
        name,
        description,
        input_schema: inputSchema,
        // The prefix up to here is the same for every case, and kept by the service.
        ...(index === tools.length - 1 && { cache_control: { type: 'ephemeral' } }),
      })),
      system,
      messages: sentMessages(conversation, calledWith),
      ...(temperature !== undefined && { temperature }),
    };
  },
  optional: { temperature: undefined },
  read(response) {
    return { ...readBlocks(response), tokens: anthropicTokens(response) };
  },
};

function readBlocks(response: Json): ReadAnswer {
  const blocks = listAt(response, 'content');
  const stop = textAt(response, 'stop_reason');
  if (!blocks || !areTyped(blocks)) return NO_FORM;
  if (stop === 'max_tokens') return CUT_OFF;
  if (stop === 'refusal') return DECLINED;
  if (stop !== undefined && !WHOLE.has(stop)) return incomplete(stop);
  const calls = blocks.filter((block) => textAt(block, 'type') === 'tool_use').map((block) => callAt(block, 'input'));
  return answerWith(calls, stop === 'tool_use' ? undefined : textOfParts(blocks, 'text'));
}

/** The reasons to stop after a whole answer. */
const WHOLE = new Set(['end_turn', 'stop_sequence', 'tool_use']);

function calledWith(name: string, input: JsonObject, content: string, index: number): readonly JsonObject[] {
  const id = `toolu_${index}`;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ];
}
