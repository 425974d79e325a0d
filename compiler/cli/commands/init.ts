/** `haft init`: writes an example server and skill that compile and run without further steps. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from '../command-line/command.ts';
import { EXAMPLE } from '../tasks/example.ts';
import { Failure } from '../command-line/failure.ts';
import { slashed } from '../project/root.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Create an example server and skill.',
  positional: '[folder]',
  flags: {},
  examples: [
    ['haft init', 'Create specs/text-tools/ in this folder.'],
    ['haft init my-tools && cd my-tools && haft compile', 'Create and compile a new project.'],
  ],
  run({ cwd, positionals }) {
    const folder = resolve(cwd, positionals[0] ?? '.');
    for (const path of Object.keys(EXAMPLE)) clearLeftOvers(dirname(join(folder, path)));
    const taken = Object.keys(EXAMPLE).filter((path) => existsSync(join(folder, path)));
    if (taken.length > 0) {
      throw new Failure(
        `"${taken[0]}" already exists; nothing was written.`,
        'Choose another folder: haft init <folder>.',
      );
    }
    writeWhole(
      Object.entries(EXAMPLE).map(([path, content]) => ({ path: join(folder, path), content })),
      true,
    );
    process.stdout.write(nextSteps(slashed(cwd, folder)));
    return 0;
  },
};

function nextSteps(folder: string): string {
  const inside = folder === '' ? '' : `  cd ${/\s/.test(folder) ? `"${folder}"` : folder}\n`;
  return `Wrote ${Object.keys(EXAMPLE).join(', ')}.

Next:
${inside}  haft compile                                        skills, servers, evals and host entries in generated/
  node generated/servers/text-tools/server.mjs --list   the tools as a model sees them
`;
}
