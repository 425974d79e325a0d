/** Errors as runners tell them, in each of their shapes. */
import { json } from '../wire.ts';
import type { Reply } from '../wire.ts';
import { KEY } from './constants.ts';
import type { Face, Shape } from './constants.ts';
import type { WireRequest } from '../wire.ts';

/** One recorded error, before it has a shape. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  /** What llama-server adds to some. */
  readonly more?: Readonly<Record<string, number>>;
}

const PROMPT = 13_392;
const CONTEXT = 8192;

/** Failures of the runner as a whole, whichever address is asked. */
export function failureOf({ trouble, text }: Face, { headers }: WireRequest): Failure | undefined {
  switch (trouble) {
    case 'loading':
      return { status: 503, message: 'Loading model', type: 'unavailable_error' };
    case 'out-of-memory':
      return { status: 500, message: text ?? 'out of memory', type: 'api_error' };
    case 'not-loaded':
      return { status: 500, message: 'model name=tiny failed to load', type: 'server_error' };
    case 'queue-full':
      return {
        status: 503,
        message: 'server busy, please try again.  maximum pending requests exceeded',
        type: 'api_error',
      };
    case 'context-overflow':
      return {
        status: 400,
        message: `request (${PROMPT} tokens) exceeds the available context size (${CONTEXT} tokens), try increasing it`,
        type: 'exceed_context_size_error',
        more: { n_prompt_tokens: PROMPT, n_ctx: CONTEXT },
      };
    case 'bad-output':
      return {
        status: 500,
        message: 'The model produced output that does not match the expected peg-native format',
        type: 'server_error',
      };
    case 'needs-key': {
      const given = headers['authorization'] === `Bearer ${KEY}` || headers['x-api-key'] === KEY;
      return given ? undefined : { status: 401, message: 'Invalid API Key', type: 'authentication_error' };
    }
    default:
      return undefined;
  }
}

/** An error in the shape of one runner. */
export function tell({ status, message, type, more = {} }: Failure, shape: Shape): Reply {
  if (shape === 'text') return body(status, { error: message });
  if (shape === 'ollama') return body(status, { error: { message, type, param: null, code: null } });
  return llama(status, { error: { code: status, message, type, ...more } });
}

/** The shape of the runner's OpenAI-compatible interface, unless the face has another. */
export function shapeOf({ runner, shape }: Face): Shape {
  return shape ?? (runner === 'ollama' ? 'ollama' : 'llama-server');
}

/** Runners print JSON without blanks. */
export function body(status: number, value: unknown): Reply {
  return { ...json(status, value), body: JSON.stringify(value) };
}

/** The same with the headers of llama-server, as recorded. */
export function llama(status: number, value: unknown): Reply {
  return { status, headers: LLAMA_HEADERS, body: JSON.stringify(value) };
}

const LLAMA_HEADERS = {
  Server: 'llama.cpp',
  'Access-Control-Allow-Origin': '',
  'Content-Type': 'application/json; charset=utf-8',
};
