/** The files that `haft init` adds around the example for editors, npm and Git, where they are missing. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPILER_OPTIONS } from '../../edge/handlers/compiler-options.ts';
import { readRegular } from '../../edge/project-files/read.ts';
import { CONFIG_FILE, rootOf } from '../../edge/project/root.ts';
import { VERSION } from '../../base/version.ts';
import { readJsonMap } from '../../plan/read-json.ts';

const PACKAGE = 'package.json';
const SCRIPTS: Readonly<Record<string, string>> = { compile: 'haft compile', watch: 'haft watch' };

const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': json({
    compilerOptions: { ...COMPILER_OPTIONS, types: ['node'] },
    include: ['specs', 'generated'],
  }),
  '.gitignore': 'node_modules/\n.haft/\n',
  // Lines of two compiles, mixed by git, are neither; after a merge, `haft merge` or `haft compile` writes what is right.
  '.gitattributes': 'generated/** -merge linguist-generated\n',
  [PACKAGE]: json({ private: true, type: 'module', scripts: SCRIPTS }),
};

/** New files by path, relative to the folder. */
export function missingFiles(folder: string): Readonly<Record<string, string>> {
  const isInside = existsSync(join(rootOf(dirname(folder)), CONFIG_FILE));
  const files = {
    ...FILES,
    ...(isInside && { [CONFIG_FILE]: OWN_CONFIG }),
    ...(!isInPackage(dirname(folder)) && { [PACKAGE]: WITH_HAFT }),
  };
  return Object.fromEntries(Object.entries(files).filter(([path]) => !existsSync(join(folder, path))));
}

/** Its scripts run after an installation. */
const WITH_HAFT = json({
  private: true,
  type: 'module',
  scripts: SCRIPTS,
  devDependencies: { haft: `^${VERSION}` },
});

/** A package around the folder, such as the root of a workspace, has what its parts need. */
function isInPackage(folder: string): boolean {
  return existsSync(join(folder, PACKAGE)) || (dirname(folder) !== folder && isInPackage(dirname(folder)));
}

/** Without it, commands in the folder would be about the project around it. */
const OWN_CONFIG =
  '# Settings of this project. The file also marks its folder: haft.yaml of a folder above does not apply here.\n';

/** The existing package.json with our scripts. Nothing where they are there, or where anything else of its text would change. */
export function packageWithScripts(folder: string): string | undefined {
  const path = join(folder, PACKAGE);
  if (!existsSync(path)) return undefined;
  const text = readRegular(path).toString('utf8');
  const content = readJsonMap(text);
  const { scripts = {} } = content ?? {};
  if (!content || typeof scripts !== 'object' || scripts === null || Array.isArray(scripts)) return undefined;
  const indent = /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '';
  const end = text.endsWith('\n') ? '\n' : '';
  const print = (value: object): string => JSON.stringify(value, undefined, indent) + end;
  const next = print({ ...content, scripts: { ...SCRIPTS, ...scripts } });
  const isNew = Object.keys(SCRIPTS).some((name) => !Object.hasOwn(scripts, name));
  return isNew && print(content) === text ? next : undefined;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
