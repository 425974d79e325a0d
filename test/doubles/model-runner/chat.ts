/** `POST /v1/chat/completions`, not streamed. */
import type { Reply } from '../wire.ts';
import type { ChatBody } from './chat-body.ts';
import { ALIAS } from './constants.ts';
import type { Face } from './constants.ts';
import { body, shapeOf, tell } from './failures.ts';
import { hasModel } from './models.ts';

/** The answer to a body that the contract describes. */
export function chat(face: Face, asked: ChatBody): Reply {
  const refused = refusal(face, asked);
  if (refused !== undefined) return refused;
  const answer = { ...spoken(face, asked) };
  return body(200, face.runner === 'ollama' ? ollamaBody(asked, answer) : llamaBody(face, asked, answer));
}

function refusal(face: Face, { model, messages, tools }: ChatBody): Reply | undefined {
  const shape = shapeOf(face);
  const bad = (message: string): Reply => tell({ status: 400, message, type: 'invalid_request_error' }, shape);
  if (face.runner === 'ollama') {
    if (messages.length === 0) return bad("[] is too short - 'messages'");
    if (!hasModel(model))
      return tell({ status: 404, message: `model '${model}' not found`, type: 'not_found_error' }, shape);
    if (tools !== undefined && face.trouble === 'no-tools') return bad(`${model} does not support tools`);
  }
  if (face.runner !== 'router' || hasModel(model)) return undefined;
  return bad(model === '' ? 'model name is missing from the request' : `model '${model}' not found`);
}

/** What the model says. */
interface Spoken {
  readonly content: string;
  readonly finish: 'stop' | 'length' | 'tool_calls';
  readonly call?: { readonly name: string; readonly arguments: string };
  readonly reasoning?: string;
}

/** A word is a token. */
function spoken({ trouble }: Face, { messages, tools, max_tokens: most = Infinity }: ChatBody): Spoken {
  if (trouble === 'silent') return { content: '', finish: 'length', reasoning: 'Let me think about' };
  const [tool] = tools ?? [];
  const call = { name: tool?.function.name ?? '', arguments: '{"city":"Oslo"}' };
  if (tool !== undefined && trouble === 'printed-call') return { content: JSON.stringify(call), finish: 'stop' };
  // Without support for tools in its template, llama-server leaves them out without a word.
  if (tool !== undefined && trouble !== 'no-tools') return { content: '', finish: 'tool_calls', call };
  const heard = `I heard ${messages.length}; the last is: ${messages.at(-1)?.content ?? ''}`.split(' ');
  return { content: heard.slice(0, most).join(' '), finish: heard.length > most ? 'length' : 'stop' };
}

const CREATED = 1_790_000_000;
const USAGE = { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 };

function ollamaBody({ model }: ChatBody, { content, finish, call, reasoning }: Spoken): object {
  const calls = call && { tool_calls: [{ id: 'call_x1y2z3a4', index: 0, type: 'function', function: call }] };
  return {
    id: 'chatcmpl-417',
    object: 'chat.completion',
    created: CREATED,
    model,
    system_fingerprint: 'fp_ollama',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...(reasoning && { reasoning }), ...calls },
        finish_reason: finish,
      },
    ],
    usage: USAGE,
  };
}

function llamaBody({ runner }: Face, { model }: ChatBody, { content, finish, call }: Spoken): object {
  const calls = call && { tool_calls: [{ type: 'function', function: call, id: 'Zr4pT9qLx7Rb2NwYp8Hd4Jm6Kc1Vf3Gs' }] };
  return {
    choices: [{ finish_reason: finish, index: 0, message: { role: 'assistant', content, ...calls } }],
    created: CREATED,
    model: runner === 'router' ? model : ALIAS,
    system_fingerprint: 'b11669-unknown',
    object: 'chat.completion',
    usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } },
    id: 'chatcmpl-Qe2WmT8yUo5Pa1SdFg7HjKl3ZxCvBn09',
    timings: { prompt_n: 31, predicted_n: 12, predicted_per_second: 41.7 },
  };
}
