/** The list of models, and what Ollama tells of one. */
import type { Reply } from '../wire.ts';
import { MODELS } from './constants.ts';
import type { Face } from './constants.ts';
import { body, llama } from './failures.ts';
import { ROUTER_LIST, SINGLE_LIST } from './recorded.ts';

const CREATED = 1_790_000_000;

/** `GET /v1/models`. */
export function listModels({ runner, trouble }: Face): Reply {
  if (runner === 'ollama') {
    const models = Object.values(MODELS).map((id) => entry(id, 'library'));
    // Read in its source: the list of no models is null.
    return body(200, { object: 'list', data: trouble === 'empty-list' ? null : models });
  }
  if (trouble === 'empty-list') return llama(200, { object: 'list', data: [] });
  return llama(200, runner === 'llama-server' ? SINGLE_LIST : ROUTER_LIST);
}

function entry(id: string, owner: string): object {
  return { id, object: 'model', created: CREATED, owned_by: owner };
}

/** `POST /api/show` of a model that there is. */
export function showModel(model: string): Reply {
  const large = model === MODELS.large;
  const architecture = large ? 'llama' : 'qwen3';
  return body(200, {
    modelfile: `FROM ${model}`,
    details: {
      parent_model: '',
      format: 'gguf',
      family: architecture,
      families: [architecture],
      parameter_size: large ? '70.6B' : '751.63M',
      quantization_level: 'Q4_K_M',
    },
    model_info: {
      'general.architecture': architecture,
      'general.parameter_count': large ? 70_553_706_560 : 751_632_384,
      [`${architecture}.rope.scaling.original_context_length`]: 1,
      [`${architecture}.context_length`]: large ? 131_072 : 40_960,
      'tokenizer.ggml.tokens': null,
    },
    capabilities: large ? ['completion', 'tools'] : ['completion', 'tools', 'thinking'],
  });
}

/** `GET /api/ps`: the small model is loaded, with the context of a runner that was told nothing. */
export function loadedModels({ trouble }: Face): Reply {
  const small = {
    name: MODELS.small,
    model: MODELS.small,
    size: 1_200_000_000,
    digest: '7df6b6e09427a769808717c0a93cadc4ae99ed4eb8bf5ca557c90846becea435',
    details: { family: 'qwen3', parameter_size: '751.63M', quantization_level: 'Q4_K_M' },
    expires_at: '2026-11-20T12:00:00Z',
    size_vram: 0,
    context_length: 4096,
  };
  return body(200, { models: trouble === 'empty-list' ? [] : [small] });
}

/** Whether the runner has a model of this name. */
export function hasModel(model: string): boolean {
  return Object.values<string>(MODELS).includes(model);
}
