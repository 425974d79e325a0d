/** From a request to an answer, in the order in which runners look at it. */
import type { Journal } from '../journal.ts';
import { text } from '../wire.ts';
import type { Reply, WireRequest } from '../wire.ts';
import { chat } from './chat.ts';
import { parseObject, readChatBody } from './chat-body.ts';
import { MODELS } from './constants.ts';
import type { Face } from './constants.ts';
import { body, failureOf, llama, shapeOf, tell } from './failures.ts';
import { hasModel, listModels, loadedModels, showModel } from './models.ts';
import { PROPS, ROUTER_PROPS } from './recorded.ts';

/** An answer; one that never comes; or one that breaks off after these bytes of it. */
export type Outcome = Reply | 'never' | { readonly breaks: Reply };

/** Answers a request with one face of the double. */
export function dispatch(face: Face, request: WireRequest, journal: Journal): Outcome {
  const { method, path, query } = request;
  const address = `${method} ${path}`;
  if (query.size > 0 && path !== '/props') journal.unknown(request, 'a query');
  if (address === 'GET /health' && face.runner !== 'ollama') return llama(200, { status: 'ok' });
  if (address === 'GET /' && face.runner === 'ollama') return text(200, 'Ollama is running');
  const trouble = troubleOf(face, request);
  if (trouble !== undefined) return trouble;
  if (address === 'GET /v1/models') return listModels(face);
  if (address === 'GET /props' && face.runner !== 'ollama') return settings(face, request, journal);
  if (method === 'POST' && !(request.headers['content-type'] ?? '').startsWith('application/json'))
    return surprise(request, journal, 'a body that is not JSON');
  if (address === 'POST /v1/chat/completions') return chatted(face, request, journal);
  if (address === 'POST /api/show' && face.runner === 'ollama') return shown(face, request, journal);
  if (address === 'GET /api/ps' && face.runner === 'ollama') return loadedModels(face);
  if (face.runner !== 'ollama')
    return tell({ status: 404, message: 'File Not Found', type: 'not_found_error' }, 'llama-server');
  return surprise(request, journal, 'the double does not have this address');
}

/** What has nothing to do with the address. */
function troubleOf(face: Face, request: WireRequest): Outcome | undefined {
  const failure = failureOf(face, request);
  // Ollama's own interface tells errors as a text.
  const own = request.path.startsWith('/api/') && face.runner === 'ollama' ? 'text' : shapeOf(face);
  if (failure !== undefined) return tell(failure, face.shape ?? own);
  switch (face.trouble) {
    case 'slow':
      return 'never';
    case 'stranger':
      return body(200, {});
    case 'broken-json':
      return { ...body(200, {}), body: '{"id":"chatcmpl-417","choices":[{"index":0,"mess' };
    case 'dies':
      return { breaks: body(200, { id: 'chatcmpl-417', choices: [] }) };
    default:
      return undefined;
  }
}

/** A single model ignores the query. A router hands on to the process of the model, and starts it unless told not to. */
function settings({ runner, trouble }: Face, request: WireRequest, journal: Journal): Reply {
  const { model, autoload, ...rest } = Object.fromEntries(request.query);
  if (Object.keys(rest).length > 0) return surprise(request, journal, 'a query');
  const tools = trouble !== 'no-tools';
  const caps = { ...PROPS.chat_template_caps, supports_tools: tools, supports_tool_calls: tools };
  if (runner === 'llama-server') return llama(200, { ...PROPS, chat_template_caps: caps });
  if (model === undefined) return llama(200, ROUTER_PROPS);
  const refused = (message: string): Reply =>
    tell({ status: 400, message, type: 'invalid_request_error' }, 'llama-server');
  if (!hasModel(model)) return refused(`model '${model}' not found`);
  if (model === MODELS.small) return llama(200, { ...PROPS, model_alias: model });
  // The double loads nothing: who lets it do so did not mean to.
  return autoload === 'false' ? refused('model is not loaded') : surprise(request, journal, 'loading a model');
}

function chatted(face: Face, request: WireRequest, journal: Journal): Reply {
  const asked = readChatBody(request.body);
  return typeof asked === 'string' ? surprise(request, journal, asked) : chat(face, asked);
}

function shown({ shape = 'text' }: Face, request: WireRequest, journal: Journal): Reply {
  const { model, ...rest } = parseObject(request.body) ?? {};
  if (typeof model !== 'string' || Object.keys(rest).length > 0) return surprise(request, journal, 'more than a model');
  if (hasModel(model)) return showModel(model);
  return tell({ status: 404, message: `model '${model}' not found`, type: 'not_found_error' }, shape);
}

/** Nothing is known of this: the test is told, and so is whoever asked. */
function surprise(request: WireRequest, journal: Journal, reason: string): Reply {
  journal.unknown(request, reason);
  return text(599, `The double does not know this: ${reason}.`);
}
