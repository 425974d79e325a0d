/** What llama-server 0.7.0 (b11669) told of its models, word for word but for names and numbers of the models. */
import { ALIAS, MODELS } from './constants.ts';

const META = {
  vocab_type: 2,
  n_vocab: 151_936,
  n_ctx: 4096,
  n_ctx_train: 131_072,
  n_embd: 1024,
  n_params: 596_049_920,
  size: 484_220_320,
  ftype: 'Q4_K - Medium',
};

const CREATED = 1_790_000_000;
const TEXT_ONLY = { input_modalities: ['text'], output_modalities: ['text'] };
const NOTHING_TOLD = { parent_model: '', format: 'gguf', family: '', families: [''], parameter_size: '' };

/** `GET /v1/models` of one model. */
export const SINGLE_LIST = {
  models: [
    {
      name: ALIAS,
      model: ALIAS,
      modified_at: '',
      size: '',
      digest: '',
      type: 'model',
      description: '',
      tags: [''],
      capabilities: ['completion'],
      parameters: '',
      details: { ...NOTHING_TOLD, quantization_level: '' },
    },
  ],
  object: 'list',
  data: [
    {
      id: ALIAS,
      aliases: [ALIAS],
      tags: [],
      object: 'model',
      architecture: TEXT_ONLY,
      created: CREATED,
      owned_by: 'llamacpp',
      meta: META,
    },
  ],
};

/** `GET /v1/models` of a router: only a model that is loaded tells its numbers. */
export const ROUTER_LIST = {
  data: [routed(MODELS.small, 'loaded'), routed(MODELS.large, 'unloaded')],
  object: 'list',
};

function routed(id: string, value: 'loaded' | 'unloaded'): object {
  const args = ['/usr/bin/llama-server', '--alias', id, '--ctx-size', '4096'];
  return {
    id,
    aliases: [],
    tags: [],
    object: 'model',
    owned_by: 'llamacpp',
    created: CREATED,
    status: { value, args, preset: `[${id}]\nctx-size = 4096\n\n` },
    architecture: TEXT_ONLY,
    source: 'models_dir',
    can_remove: false,
    context_length: 4096,
    ...(value === 'loaded' && { meta: META }),
  };
}

/** `GET /props` of the process that has the model; most of the settings are left out. */
export const PROPS = {
  default_generation_settings: {
    params: { seed: 4_294_967_295, temperature: 0.800000011920929, chat_format: 'Content-only' },
    n_ctx: 4096,
  },
  total_slots: 1,
  model_alias: ALIAS,
  model_ftype: 'Q4_K - Medium',
  model_path: '/models/tiny.gguf',
  modalities: { vision: true, video: false, audio: false },
  endpoint_slots: true,
  endpoint_props: false,
  endpoint_metrics: false,
  chat_template: '{%- if tools %}…{%- endif %}',
  chat_template_caps: {
    supports_object_arguments: true,
    supports_parallel_tool_calls: true,
    supports_preserve_reasoning: false,
    supports_reasoning_effort: false,
    supports_string_content: true,
    supports_system_role: true,
    supports_tool_calls: true,
    supports_tools: true,
    supports_typed_content: false,
  },
  bos_token: '<|endoftext|>',
  eos_token: '<|im_end|>',
  build_info: 'b11669-Debian',
  is_sleeping: false,
  cors_proxy_enabled: false,
};

/** `GET /props` of a router itself. */
export const ROUTER_PROPS = {
  role: 'router',
  max_instances: 4,
  models_autoload: true,
  model_alias: 'llama-server',
  model_path: 'none',
  default_generation_settings: { params: null, n_ctx: 0 },
  ui_settings: {},
  build_info: 'b11669-Debian',
  cors_proxy_enabled: false,
};
