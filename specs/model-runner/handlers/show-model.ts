/** What a runner tells of one model: Ollama in one answer, llama.cpp in its list of models and in its settings. */
import type { Json, ServiceReply, ToolFailure } from '@haft/runtime';
import type { Handlers, ShowModelResult } from '../../../generated/servers/model-runner/tools.ts';
import { at, countAt, listAt, textAt } from './read.ts';
import type { ToolCall } from './wire.ts';

/** Statuses with which a runner says that it does not have an address. */
const NO_SUCH_ADDRESS: ReadonlySet<number> = new Set([404, 405, 501]);

/** Handler of the tool `show_model`. */
export const showModel: Handlers['showModel'] = async ({ model }, call) => {
  const shown = await call.request('runner', { method: 'POST', path: '/api/show', json: { model } });
  if ('error' in shown) return shown;
  if (shown.failure?.code === 'unknown_model') return shown.failure;
  if (shown.failure !== undefined && !NO_SUCH_ADDRESS.has(shown.status)) return shown.failure;
  if (shown.failure === undefined && isShown(shown.json)) return fromOllama(model, shown.json);
  const listed = await call.request('runner', { path: '/v1/models' });
  if ('error' in listed) return listed;
  if (listed.failure !== undefined) return listed.failure;
  if (at(listed.json, 'object') !== 'list') return noList(call);
  const models = listAt(listed.json, 'data');
  const entry = models.find((one) => at(one, 'id') === model || listAt(one, 'aliases').includes(model));
  if (entry === undefined) return unknownModel(call, model, models);
  // Without "autoload" a router would load the model, which takes minutes and may push another one out of the memory.
  const props = await call.request('runner', { path: '/props', query: { model, autoload: false } });
  return fromList(call, model, entry, 'error' in props ? undefined : settingsIn(props));
};

/** Some runners answer addresses that they do not have with 200 and a complaint. */
function isShown(json: Json | undefined): boolean {
  return ['capabilities', 'details', 'model_info'].some((member) => at(json, member) !== undefined);
}

function fromOllama(model: string, json: Json | undefined): ShowModelResult {
  const info = at(json, 'model_info') ?? {};
  // The name begins with the architecture of the model: llama.context_length.
  const architecture = textAt(info, 'general.architecture') ?? '';
  const capabilities = at(json, 'capabilities');
  return known(model, {
    abilities: Array.isArray(capabilities) ? capabilities.filter((one) => typeof one === 'string') : undefined,
    family: textAt(json, 'details', 'family'),
    parameters: textAt(json, 'details', 'parameter_size'),
    quantization: textAt(json, 'details', 'quantization_level'),
    largest_context_length: countAt(info, `${architecture}.context_length`),
  });
}

/** The settings of the model that answers; those of a router tell nothing of a model. */
function settingsIn({ failure, json }: ServiceReply): Json | undefined {
  return failure === undefined && at(json, 'role') !== 'router' ? json : undefined;
}

function fromList(call: ToolCall, model: string, entry: Json, props: Json | undefined): ShowModelResult | ToolFailure {
  const told = {
    abilities: abilitiesIn(props),
    parameters: sizeOf(countAt(entry, 'meta', 'n_params')),
    quantization: textAt(entry, 'meta', 'ftype') ?? textAt(props, 'model_ftype'),
    context_length:
      countAt(props, 'default_generation_settings', 'n_ctx') ??
      countAt(entry, 'meta', 'n_ctx') ??
      countAt(entry, 'context_length') ??
      countAt(entry, 'max_model_len'),
    largest_context_length: countAt(entry, 'meta', 'n_ctx_train'),
  };
  if (Object.values(told).every((value) => value === undefined)) return notTold(call);
  return known(model, { ...told, state: textAt(entry, 'status', 'value') });
}

function abilitiesIn(props: Json | undefined): string[] | undefined {
  const template = at(props, 'chat_template_caps');
  const modalities = at(props, 'modalities');
  if (template === undefined && modalities === undefined) return undefined;
  // Either alone is not enough: one is about offering tools, the other about the calls in a conversation.
  const tools = at(template, 'supports_tools') === true && at(template, 'supports_tool_calls') === true;
  const senses = ['vision', 'audio', 'video'].filter((sense) => at(modalities, sense) === true);
  return ['completion', ...(tools ? ['tools'] : []), ...senses];
}

/** As models are spoken of: 8.0B, 751.63M. */
function sizeOf(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)}B`;
  return count >= 1e6 ? `${(count / 1e6).toFixed(2)}M` : `${(count / 1e3).toFixed(2)}K`;
}

type Told = { readonly [Member in keyof ShowModelResult]?: ShowModelResult[Member] | undefined };

function known(model: string, told: Told): ShowModelResult {
  return { model, ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) };
}

function notTold(call: ToolCall): ToolFailure {
  return call.fail(
    'This runner does not tell what its models can do.',
    'Call check_tool_calling to see whether the model calls tools.',
    'abilities_not_told',
  );
}

function unknownModel(call: ToolCall, model: string, models: readonly Json[]): ToolFailure {
  const names = models.flatMap((one) => textAt(one, 'id') ?? []);
  const few = names.slice(0, 5).map((name) => `"${name}"`);
  const has = few.length === 0 ? 'no model at all' : `${few.join(', ')}${names.length > few.length ? ', …' : ''}`;
  return call.fail(
    `The runner has no model "${model}"; it has ${has}.`,
    'Take the exact name from list_models. If the wanted one is missing there, ask the user to download it.',
    'unknown_model',
  );
}

function noList(call: ToolCall): ToolFailure {
  return call.fail(
    'A server answers at this address, but not with a list of models.',
    'Ask the user to check MODEL_RUNNER_URL; another program may be listening there.',
    'wrong_address',
  );
}
