/** `haft init`: writes an example server and skill that compile and run without further steps, and the files of a project. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { shellWord } from '../../base/text/escape.ts';
import { type Command, SPECS, textFlag } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { CONFIG_FILE, folderWith, rootOf, slashed } from '../../edge/project/root.ts';
import { clearLeftOvers, writeWhole } from '../../edge/write/whole.ts';
import { COMPILER_OPTIONS } from '../../edge/handlers/typescript.ts';
import { readRegular } from '../../edge/project-files/read.ts';
import { VERSION } from '../../base/version.ts';
import { reportFindings } from '../../edge/command-line/report.ts';
import { type OpenedProject, openProject } from '../../edge/project/project.ts';
import { exampleFiles } from '../init/example.ts';
import { isObject, ownMember } from '@haft/runtime/language';
import { putEntry } from '../../emit/host-files/edit.ts';
import { readJson } from '../../plan/read-json.ts';
import { JSON_ONLY } from '../../spec/hosts/config-file.ts';

const PACKAGE = 'package.json';

/** The folders of a new project, and what commands in it need. */
interface Place {
  /** The project; absolute, as the others. */
  readonly folder: string;
  readonly specs: string;
  readonly out: string;
  /** The flag with the spec folder, where its settings name another; else empty. */
  readonly flag: string;
}

/** Without it, commands in the folder would be about the project around it. */
const OWN_CONFIG =
  '# Settings of this project. The file also marks its folder: haft.yaml of a folder above does not apply here.\n';

export const initCommand: Command = {
  name: 'init',
  summary: 'Create an example server and skill.',
  positional: '[folder]',
  flags: { specs: SPECS },
  examples: [
    [
      'haft init',
      'Create text-tools/ in the spec folder, and tsconfig.json, .gitignore, .gitattributes and package.json if missing.',
    ],
    ['haft init my-tools && cd my-tools && haft compile', 'Create and compile a new project.'],
  ],
  run(invocation) {
    const { cwd, positionals } = invocation;
    const folder = resolve(cwd, positionals[0] ?? '.');
    const opened = openedIn(folder, textFlag(invocation, 'specs'));
    if ('diagnostics' in opened) {
      reportFindings({ ...opened, cwd }, 'text');
      return 1;
    }
    process.stdout.write(writeProject(opened, cwd));
    return 0;
  },
};

/** By its haft.yaml, where it has one; `specs` is relative to the folder. */
function openedIn(folder: string, specs: string | undefined): Place | OpenedProject {
  const defaults = { specs: join(folder, 'specs'), out: join(folder, 'generated') };
  const hasConfig = existsSync(join(folder, CONFIG_FILE));
  const opened = hasConfig ? openProject({ cwd: folder }) : undefined;
  if (opened && !opened.value) return opened;
  const set = opened?.value ?? defaults;
  const written = specs === undefined ? set.specs : resolve(folder, specs);
  const flag = written === set.specs ? '' : ` --specs ${shellWord(slashed(folder, written) || '.')}`;
  return { folder, specs: written, out: set.out, flag };
}

/** Gives what is printed. @throws Failure where a file of the example exists. */
function writeProject(place: Place, cwd: string): string {
  const { folder, specs, out, flag } = place;
  const inside = join(specs, 'text-tools');
  clearLeftOvers(inside);
  const example = Object.entries(exampleFiles({ root: slashed(inside, folder), out: slashed(inside, out) })).map(
    ([name, content]) => [slashed(folder, join(inside, name)), content] as const,
  );
  const conflict = example.find(([path]) => existsSync(join(folder, path)));
  if (conflict)
    throw new Failure(
      `"${conflict[0]}" already exists; nothing was written.`,
      'Choose another folder: haft init <folder>.',
    );
  const scripts = { compile: `haft compile${flag}`, watch: `haft watch${flag}` };
  const files = { ...Object.fromEntries(example), ...missingFiles(place, scripts) };
  const own = PACKAGE in files ? undefined : readRegular(join(folder, PACKAGE)).toString('utf8');
  const existing = own === undefined ? undefined : withScripts(own, scripts);
  writeWhole(
    Object.entries(files).map(([path, content]) => ({ path: join(folder, path), content })),
    true,
  );
  if (existing && 'text' in existing) writeWhole([{ path: join(folder, PACKAGE), content: existing.text }]);
  const hasScripts = existing === undefined || 'text' in existing;
  return `Wrote ${Object.keys(files).join(', ')}.\n${existing ? scriptsLine(existing, scripts) : ''}${nextSteps(cwd, place, files, hasScripts)}`;
}

function scriptsLine(existing: ReturnType<typeof withScripts>, scripts: Readonly<Record<string, string>>): string {
  if ('problem' in existing) {
    const list = Object.entries(scripts).map(([name, line]) => `${JSON.stringify(name)}: ${JSON.stringify(line)}`);
    return `No script was added to package.json, which ${existing.problem}. Add them by hand: ${list.join(', ')}.\n`;
  }
  const { added } = existing;
  if (added.length === 0) return 'No script was added to package.json, which has scripts with the same names.\n';
  return `Added the ${added.length === 1 ? 'script' : 'scripts'} ${added.join(' and ')} to package.json.\n`;
}

function nextSteps(
  cwd: string,
  { folder, out, flag }: Place,
  files: Readonly<Record<string, string>>,
  hasScripts: boolean,
): string {
  const compile = `${commandName()} compile${flag}`;
  const outPath = slashed(folder, out) || '.';
  const list = `node ${quotePath(`${outPath}/servers/text-tools/server.mjs`)} --list`;
  const isNew = files[PACKAGE]?.includes('devDependencies') === true;
  const install = installCommand(folder, isNew);
  const steps = [
    ...(install === undefined
      ? []
      : [[install, `Haft itself${hasScripts ? ', for the scripts of package.json' : ''}`]]),
    [compile, `skills, servers, evals and host entries in ${outPath}/`],
    [list, 'the tools as a model sees them'],
  ];
  const where = slashed(cwd, folder);
  const inside = where === '' ? '' : `  cd ${quotePath(where)}\n`;
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
  if (!isNew && folderWith('node_modules/.bin/haft', folder) !== undefined) return undefined;
  const compiler = folderWith(PACKAGE, realpathSync(import.meta.dirname)) ?? '';
  const runtime = join(dirname(compiler), 'runtime');
  const isClone = basename(dirname(compiler)) !== 'node_modules' && existsSync(join(runtime, 'package.json'));
  if (isClone) return `npm install --save-dev ${quotePath(runtime)} ${quotePath(compiler)}`;
  return isNew ? 'npm install' : 'npm install --save-dev haft';
}

function quotePath(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path;
  return /["$`\\!]/.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`;
}

/** New files by path, relative to the folder. */
function missingFiles(
  { folder, specs, out }: Place,
  scripts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [specsPath, outPath] = [specs, out].map((path) => slashed(folder, path) || '.');
  const isInside = existsSync(join(rootOf(dirname(folder)), CONFIG_FILE));
  // The scripts run after an installation. A package around the folder, such as the root of a workspace, has what its parts need.
  const isAlone = folderWith(PACKAGE, dirname(folder)) === undefined;
  const haft = isAlone ? { devDependencies: { haft: `^${VERSION}` } } : {};
  const files = {
    'tsconfig.json': json({
      compilerOptions: { ...COMPILER_OPTIONS, types: ['node'] },
      include: [specsPath, outPath],
    }),
    '.gitignore': 'node_modules/\n.haft/\n',
    // Lines of two compiles, mixed by git, are neither; after a merge, `haft merge` or `haft compile` writes what is right.
    '.gitattributes': `${gitPattern(`${outPath}/**`)} -merge linguist-generated\n`,
    ...(isInside && { [CONFIG_FILE]: OWN_CONFIG }),
    [PACKAGE]: json({ private: true, type: 'module', scripts, ...haft }),
  };
  return Object.fromEntries(Object.entries(files).filter(([path]) => !existsSync(join(folder, path))));
}

/** Attributes follow behind a blank. */
function gitPattern(pattern: string): string {
  return /\s|"/.test(pattern) ? JSON.stringify(pattern) : pattern;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

interface AddedScripts {
  readonly text: string;
  /** Those that it did not have, whatever they are there. */
  readonly added: readonly string[];
}

/** The text with the scripts, or why it cannot have them, as the rest of a sentence about the file. */
export function withScripts(
  text: string,
  scripts: Readonly<Record<string, string>>,
): AddedScripts | { readonly problem: string } {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  if ('problem' in read) return { problem: `is not valid JSON: ${read.problem}` };
  if (!isObject(read.value)) return { problem: 'is not a JSON object' };
  const own = ownMember(read.value, 'scripts') ?? {};
  if (!isObject(own)) return { problem: 'has `scripts` that are not an object' };
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(own, name));
  let edited = text;
  for (const name of added) {
    const put = putEntry(edited, JSON_ONLY, ['scripts', name], scripts[name]);
    if ('problem' in put) return { problem: 'cannot be edited without a risk for the rest of it' };
    edited = put.value.text;
  }
  return { text: edited, added };
}
