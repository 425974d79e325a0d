/** `haft init`: writes an example server and skill that compile and run without further steps, and the files of a project. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from '../../edge/command-line/command.ts';
import { EXAMPLE, missingFiles, packageWithScripts } from '../init/project-files.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { slashed } from '../../edge/project/root.ts';
import { clearLeftOvers, writeWhole } from '../../edge/write/whole.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'Create an example server and skill.',
  positional: '[folder]',
  flags: {},
  examples: [
    [
      'haft init',
      'Create specs/text-tools/ in this folder, and tsconfig.json, .gitignore, .gitattributes and package.json if missing.',
    ],
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
    const files = { ...EXAMPLE, ...missingFiles(folder) };
    const scripts = packageWithScripts(folder);
    writeWhole(
      Object.entries(files).map(([path, content]) => ({ path: join(folder, path), content })),
      true,
    );
    if (scripts !== undefined) writeWhole([{ path: join(folder, 'package.json'), content: scripts }]);
    const added = scripts === undefined ? '' : 'Added the scripts compile and watch to package.json.\n';
    process.stdout.write(`Wrote ${Object.keys(files).join(', ')}.\n${added}${nextSteps(slashed(cwd, folder), files)}`);
    return 0;
  },
};

function nextSteps(folder: string, files: Readonly<Record<string, string>>): string {
  const compile = `${commandName()} compile`;
  const list = 'node generated/servers/text-tools/server.mjs --list';
  const isNew = files['package.json']?.includes('devDependencies') === true;
  const steps = [
    ...(isNew ? [['npm install', 'Haft itself, for the scripts of package.json']] : []),
    [compile, 'skills, servers, evals and host entries in generated/'],
    [list, 'the tools as a model sees them'],
  ];
  const inside = folder === '' ? '' : `  cd ${quoted(folder)}\n`;
  const lines = steps.map(([line = '', help = '']) => `  ${line.padEnd(list.length)}   # ${help}\n`);
  return `
Next:
${inside}${lines.join('')}
With \`npm install --save-dev typescript @types/node\`, \`haft compile\` also checks the types of handlers.
`;
}

/** As the reader has just called it. */
function commandName(): string {
  const { npm_command: command, npm_config_user_agent: agent = '' } = process.env;
  const isRun = command === 'exec' || basename(dirname(process.argv[1] ?? '')) === '.bin';
  if (!isRun) return 'haft';
  return agent.startsWith('pnpm') ? 'pnpm exec haft' : 'npx haft';
}

function quoted(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path;
  return /["$`\\!]/.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`;
}
