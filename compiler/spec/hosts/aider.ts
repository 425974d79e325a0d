/** The host aider, which starts no tool servers: only its model is set up. */
import { YAML } from './format.ts';
import { type ModelHost, openAiAddress } from './local-model.ts';

export const aider: ModelHost = {
  id: 'aider',
  title: 'aider',
  programs: ['aider'],
  localModel: {
    verified: 'docs',
    file: {
      user: { paths: ['~/.aider.conf.yml'], format: YAML },
      project: { paths: ['.aider.conf.yml'], format: YAML },
    },
    settings: (runner) => [
      { path: ['model'], value: `openai/${runner.model}` },
      { path: ['openai-api-base'], value: openAiAddress(runner) },
      // It calls no interface of OpenAI without a key; a runner reads none.
      { path: ['openai-api-key'], value: 'local' },
    ],
  },
};
