/** The Messages API (Anthropic API reference, Messages, version 2023-06-01), which llama.cpp serves too. */
import { isObject } from '@haft/runtime/language';
import type { JsonObject } from '@haft/runtime';
import type { EvalTurn } from '../../../../plan/model.ts';
import { CUT_OFF, type Engine, NO_FORM, anthropicTokens, mapAt, textAt } from '../engine.ts';

export const ANTHROPIC: Engine = {
  id: 'anthropic',
  path: '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  /** The interface has no seed: repetitions differ by chance alone. */
  body({ tools, system, after, request }, { model, temperature, maxTokens }) {
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
      messages: [...after.flatMap(messagesOfTurn), { role: 'user', content: request }],
      ...(temperature !== undefined && { temperature }),
    };
  },
  read(response) {
    const tokens = anthropicTokens(response);
    const blocks = isObject(response) ? response['content'] : undefined;
    if (!Array.isArray(blocks)) return { kind: 'error', message: NO_FORM, tokens };
    if (textAt(response, 'stop_reason') === 'max_tokens') return { kind: 'error', message: CUT_OFF, tokens };
    const call = blocks.find((block) => textAt(block, 'type') === 'tool_use');
    if (call === undefined) {
      const text = blocks.map((block) => textAt(block, 'text') ?? '').join('');
      return { kind: 'text', text, tokens };
    }
    const [name, args] = [textAt(call, 'name'), mapAt(call, 'input')];
    if (name === undefined || !args) return { kind: 'error', message: NO_FORM, tokens };
    return { kind: 'call', name, arguments: args, tokens };
  },
};

function messagesOfTurn(turn: EvalTurn, index: number): readonly JsonObject[] {
  if (turn.user !== undefined) return [{ role: 'user', content: turn.user }];
  if (turn.call === undefined) return [{ role: 'assistant', content: turn.assistant ?? '' }];
  const id = `toolu_${index}`;
  const result = { type: 'tool_result', tool_use_id: id, content: JSON.stringify(turn.result ?? {}) };
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: turn.call, input: turn.arguments ?? {} }] },
    { role: 'user', content: [result] },
  ];
}
