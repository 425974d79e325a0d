/** Tries a model with a question that needs a tool and, when it called one, with a question that needs none. */
import type { Json, ToolFailure } from '@haft/runtime';
import type { Handlers } from '../../../generated/servers/model-runner/tools.ts';
import { judge } from './judge.ts';
import type { Answer } from './judge.ts';
import { NEEDS_NONE, NEEDS_TOOL, TOOLS } from './questions.ts';
import { at, listAt, textAt } from './read.ts';
import type { ToolCall } from './wire.ts';

/** Room for models that think first. */
const MOST_TOKENS = 1024;

/** Characters of the model's own words that are passed on. */
const LONGEST = 1000;

/** Handler of the tool `check_tool_calling`. */
export const checkToolCalling: Handlers['checkToolCalling'] = async ({ model }, call) => {
  const needed = await ask(call, model, NEEDS_TOOL);
  if ('error' in needed) return needed;
  const unneeded = needed.calls.length > 0 ? await ask(call, model, NEEDS_NONE) : undefined;
  if (unneeded !== undefined && 'error' in unneeded) return unneeded;
  const withoutNeed = unneeded?.calls.length;
  const [first] = needed.calls;
  const written = first?.arguments;
  return {
    ...judge(needed, withoutNeed),
    calls: needed.calls.length,
    ...(first?.tool !== undefined && { tool: cut(first.tool) }),
    ...(written !== undefined && { arguments: cut(typeof written === 'string' ? written : JSON.stringify(written)) }),
    ...(needed.text !== '' && { text: cut(needed.text) }),
    ...(withoutNeed !== undefined && { calls_without_need: withoutNeed }),
    ...(needed.model !== undefined && { model: needed.model }),
  };
};

interface ModelAnswer extends Answer {
  readonly model: string | undefined;
}

/** Runners read tool_choice differently or not at all, so the model is left to decide. */
async function ask(call: ToolCall, model: string, question: string): Promise<ModelAnswer | ToolFailure> {
  const reply = await call.request('runner', {
    method: 'POST',
    path: '/v1/chat/completions',
    json: {
      model,
      messages: [{ role: 'user', content: question }],
      tools: TOOLS,
      temperature: 0,
      max_tokens: MOST_TOKENS,
      stream: false,
    },
  });
  if ('error' in reply) return reply.code === 'timeout' ? tooLate(call) : reply;
  if (reply.failure !== undefined) return reply.failure;
  const choice = at(reply.json, 'choices', 0);
  const message = at(choice, 'message');
  if (typeof message !== 'object' || message === null) return noModelBehind(call, reply.json === undefined);
  return {
    calls: listAt(message, 'tool_calls').map((one) => ({
      tool: textAt(one, 'function', 'name'),
      arguments: at(one, 'function', 'arguments'),
    })),
    text: wordsOf(message),
    cut: at(choice, 'finish_reason') === 'length',
    model: textAt(reply.json, 'model'),
  };
}

/** A model that thinks aloud may print its call there. */
function wordsOf(message: Json): string {
  return textAt(message, 'content') ?? textAt(message, 'reasoning') ?? textAt(message, 'reasoning_content') ?? '';
}

function cut(text: string): string {
  const whole = text.toWellFormed();
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST).toWellFormed()}…` : whole;
}

/** The words of `on_timeout`: a request ends a moment before the call does. */
function tooLate(call: ToolCall): ToolFailure {
  return call.fail(
    'The local model did not answer within four minutes.',
    'Try once more, because the first call loads the model and the next one finds it loaded. Then choose a smaller model; the runner was told to stop this one.',
    'timeout',
  );
}

function noModelBehind(call: ToolCall, isText: boolean): ToolFailure {
  if (isText) {
    return call.fail(
      'The answer of the runner is not JSON.',
      'Try again once; if it happens again, ask the user to check MODEL_RUNNER_URL.',
      'bad_response',
    );
  }
  return call.fail(
    'A server answers at this address, but not with the answer of a model.',
    'Ask the user to check MODEL_RUNNER_URL; another program may be listening there.',
    'wrong_address',
  );
}
