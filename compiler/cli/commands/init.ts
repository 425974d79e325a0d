/** `haft init`: writes an example server and skill that compile and run without further steps, and the files of a project. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from '../../edge/command-line/command.ts';
import { EXAMPLE } from '../init/example.ts';
import { missingFiles, packageWithScripts } from '../init/project-files.ts';
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
    process.stdout.write(
      `Wrote ${Object.keys(files).join(', ')}.\n${added}${nextSteps(cwd, slashed(cwd, folder), files)}`,
    );
    return 0;
  },
};

function nextSteps(cwd: string, folder: string, files: Readonly<Record<string, string>>): string {
  const compile = `${commandName()} compile`;
  const list = 'node generated/servers/text-tools/server.mjs --list';
  const isNew = files['package.json']?.includes('devDependencies') === true;
  const install = installCommand(resolve(cwd, folder), isNew);
  const steps = [
    ...(install === undefined ? [] : [[install, 'Haft itself, for the scripts of package.json']]),
    [compile, 'skills, servers, evals and host entries in generated/'],
    [list, 'the tools as a model sees them'],
  ];
  const inside = folder === '' ? '' : `  cd ${quoted(folder)}\n`;
  const lines = steps.map(([line = '', help = '']) => `  ${line.padEnd(list.length)}   # ${help}\n`);
  return `
Next:
${inside}${lines.join('')}
With \`npm install --save-dev typescript @types/node\`, \`${compile}\` also checks the types of handlers.
`;
}

/** Works without a `haft` on the PATH. */
function commandName(): string {
  return (process.env['npm_config_user_agent'] ?? '').startsWith('pnpm') ? 'pnpm exec haft' : 'npx haft';
}

/** Undefined where the folder, or one around it, has Haft. A clone is installed by its path: a registry may not have its version. */
function installCommand(folder: string, isNew: boolean): string | undefined {
  if (!isNew && hasHaft(folder)) return undefined;
  const compiler = packageAround(realpathSync(import.meta.dirname));
  const runtime = join(dirname(compiler), 'runtime');
  const isClone = basename(dirname(compiler)) !== 'node_modules' && existsSync(join(runtime, 'package.json'));
  if (isClone) return `npm install --save-dev ${quoted(runtime)} ${quoted(compiler)}`;
  return isNew ? 'npm install' : 'npm install --save-dev haft';
}

function packageAround(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageAround(dirname(folder));
}

function hasHaft(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, 'node_modules/.bin/haft')) || (parent !== folder && hasHaft(parent));
}

function quoted(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path;
  return /["$`\\!]/.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`;
}
