/** `haft explain <rule>`: the page of one rule or kind of change. */
import type { Command } from '../../edge/command-line/command.ts';
import { pageOf } from '../explain/page.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explain a rule or a kind of change: why it exists, with examples.',
  positional: '<rule>',
  flags: {},
  examples: [['haft explain tool/verb-first', 'Why a tool name starts with a verb.']],
  run({ positionals: [id = ''] }) {
    process.stdout.write(pageOf(id));
    return 0;
  },
};
