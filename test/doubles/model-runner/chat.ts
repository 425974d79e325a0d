/** `POST /v1/chat/completions`, not streamed. */
import type { Reply } from '../wire.ts';
import type { ChatBody } from './chat-body.ts';
import { ALIAS, NEEDS_TOOL, RIGHT_CALL } from './constants.ts';
import type { Face, Trouble } from './constants.ts';
import { body, llama, shapeOf, tell } from './failures.ts';
import { hasModel } from './models.ts';

/** The answer to a body that the contract describes. */
export function chat(face: Face, asked: ChatBody): Reply {
  const refused = refusal(face, asked);
  if (refused !== undefined) return refused;
  const answer = spoken(face, asked);
  return face.runner === 'ollama' ? body(200, ollamaBody(asked, answer)) : llama(200, llamaBody(face, asked, answer));
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

/** A call as the model writes it. */
interface SpokenCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** What the model says. */
interface Spoken {
  readonly content: string;
  readonly finish: 'stop' | 'length' | 'tool_calls';
  readonly calls?: readonly SpokenCall[];
  readonly reasoning?: string;
}

function spoken(face: Face, asked: ChatBody): Spoken {
  const { trouble } = face;
  if (trouble === 'silent') return { content: '', finish: 'length', reasoning: 'Let me think about' };
  if (trouble === 'no-words') return { content: '', finish: 'stop' };
  const needed = NEEDS_TOOL.test(asked.messages.at(-1)?.content ?? '');
  // Without support for tools in its template, llama-server leaves them out without a word.
  const offered = asked.tools !== undefined && trouble !== 'no-tools' && trouble !== 'talks';
  if (!offered || (!needed && trouble !== 'always-calls')) return talk(asked);
  if (trouble === 'printed-call') return { content: JSON.stringify(RIGHT_CALL), finish: 'stop' };
  return { content: '', finish: trouble === 'cut-call' ? 'length' : 'tool_calls', calls: callsOf(trouble) };
}

function callsOf(trouble: Trouble): readonly SpokenCall[] {
  const changed = (sent: unknown): SpokenCall[] => [{ ...RIGHT_CALL, arguments: sent }];
  switch (trouble) {
    case 'wrong-arguments':
      return changed('{"city":"<tool_call>","clock":"24-hour"}');
    case 'broken-arguments':
      return changed('{city: Oslo}');
    case 'object-arguments':
      return changed({ city: 'Oslo', clock: '24-hour' });
    case 'cut-call':
      return changed('{"city":"Oslo');
    case 'wrong-tool':
      return [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }];
    case 'several-calls':
      return [RIGHT_CALL, RIGHT_CALL];
    default:
      return [RIGHT_CALL];
  }
}

/** A word is a token. */
function talk({ messages, max_tokens: most = Infinity }: ChatBody): Spoken {
  const heard = `I heard ${messages.length}; the last is: ${messages.at(-1)?.content ?? ''}`.split(' ');
  return { content: heard.slice(0, most).join(' '), finish: heard.length > most ? 'length' : 'stop' };
}

const CREATED = 1_790_000_000;
const USAGE = { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 };

function ollamaBody({ model }: ChatBody, { content, finish, calls: made, reasoning }: Spoken): object {
  const calls = made && {
    tool_calls: made.map((call, index) => ({ id: `call_x1y2z3a${index}`, index, type: 'function', function: call })),
  };
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

function llamaBody({ runner }: Face, { model }: ChatBody, { content, finish, calls: made }: Spoken): object {
  const calls = made && {
    tool_calls: made.map((call, index) => ({
      type: 'function',
      function: call,
      id: `Zr4pT9qLx7Rb2NwYp8Hd4Jm6Kc1Vf3G${index}`,
    })),
  };
  return {
    choices: [{ finish_reason: finish, index: 0, message: { role: 'assistant', content, ...calls } }],
    created: CREATED,
    model: runner === 'router' ? model : ALIAS,
    system_fingerprint: 'b11669-Debian',
    object: 'chat.completion',
    usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } },
    id: 'chatcmpl-Qe2WmT8yUo5Pa1SdFg7HjKl3ZxCvBn09',
    timings: { prompt_n: 31, predicted_n: 12, predicted_per_second: 41.7 },
  };
}
