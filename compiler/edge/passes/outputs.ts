/** The pass over `outputs:` of haft.yaml: each names an emitter, and turns off none that is required. */
import type { Pass } from './pass.ts';

/** The emitters are loaded only where haft.yaml names one: they are the largest part of the compiler. */
export const outputs: Pass = {
  name: 'outputs',
  async run(state) {
    const { config, settings } = state.project;
    if (!config || settings.outputs.length === 0) return state;
    const { checkOutputs } = await import('../../emit/outputs.ts');
    const wrong = checkOutputs(settings.outputs, config.document);
    return { ...state, fixed: [...state.fixed, ...wrong], texts: [...state.texts, ...config.sources] };
  },
};
