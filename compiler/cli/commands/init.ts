/** `haft init`: an example server and skill that compile at once and run at once. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from '../command.ts';
import { EXAMPLE } from '../example.ts';
import { Failure } from '../failure.ts';
import { slashed } from '../root.ts';
import { clearLeftOvers, writeWhole } from '../write/whole.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Write an example server and skill to begin with.',
  positional: '[folder]',
  flags: {},
  examples: [
    ['haft init', 'Write specs/text-tools/ into this folder.'],
    ['haft init my-tools && cd my-tools && haft compile', 'Begin in a new folder, and compile it.'],
  ],
  run({ cwd, positionals }) {
    const folder = resolve(cwd, positionals[0] ?? '.');
    for (const path of Object.keys(EXAMPLE)) clearLeftOvers(dirname(join(folder, path)));
    const taken = Object.keys(EXAMPLE).filter((path) => existsSync(join(folder, path)));
    if (taken.length > 0) {
      throw new Failure(
        `"${taken[0]}" is there already; nothing was written.`,
        'Name another folder: haft init <folder>.',
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
