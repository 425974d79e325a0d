/** `haft schema`: the JSON Schema of the spec language, for editors. */
import { SPEC_SCHEMA } from '../../check/shape/language.ts';
import type { Command } from '../command.ts';

export const schemaCommand: Command = {
  name: 'schema',
  summary: 'Print the JSON Schema of spec files, for editors.',
  flags: {},
  examples: [
    ['haft schema > haft.schema.json', 'Write it to a file.'],
    [
      '# yaml-language-server: $schema=./haft.schema.json',
      'As the first line of a spec: completion and hover in editors.',
    ],
  ],
  run() {
    process.stdout.write(`${JSON.stringify(SPEC_SCHEMA, null, 2)}\n`);
    return 0;
  },
};
