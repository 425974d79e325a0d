/** `haft import plugin`: the skills and commands of a plugin folder, or of one plugin of a marketplace. */
import { withoutUndefined } from '../../../base/json.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import type { OnStep } from '../../../base/progress.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { textFlag, text, toggle } from '../../../edge/command-line/command.ts';
import { Failure, onDisk } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { readRegular, isWithin, realPlace, statsOf } from '../../../edge/project-files/read.ts';
import { parseJson } from '../../../edge/project/record-file.ts';
import { slashed } from '../../../edge/project/root.ts';
import { MAX_FILE_BYTES } from '../../../spec/yaml/decode.ts';
import { folderOf as folderOfFile } from '../folders.ts';
import type { Loss } from '../imported.ts';
import {
  type ListedPlugin,
  MANIFESTS,
  MARKETPLACES,
  SERVER_FILES,
  commandPaths,
  commandSkill,
  foreignLosses,
  isBelow,
  manifestLosses,
  pluginsIn,
  rootLosses,
  serverLosses,
  serversOf,
} from '../plugins/plugin.ts';
import { type SkillSource, importSkills } from '../skills/import-skills.ts';
import { type ImportJob, type ImportRun, type Importer, WRITES, digestOf, refuseEmpty } from './importer.ts';
import { causesOf, lineOf, orderOfFolder, walkSkills } from './skills.ts';

export const plugin: Importer = {
  summary: 'Import the skills and commands of a plugin, and name its MCP servers.',
  positional: '<folder>',
  flags: {
    plugin: text('name', 'The plugin, where the folder is a marketplace with several.'),
    list: toggle('Print the plugins of a marketplace; import nothing.', { without: [...WRITES, 'plugin'] }),
  },
  examples: [
    ['haft import plugin ../reviews', 'The folder of a plugin.'],
    ['haft import plugin ../team-plugins --list', 'What a marketplace has.'],
    ['haft import plugin ../team-plugins --plugin reviews', 'One plugin of it.'],
  ],
  selects: undefined,
  argument: 'one folder',
  first(invocation, project) {
    const plugin = textFlag(invocation, 'plugin');
    const order = orderOfFolder(invocation, project, 'plugin', plugin);
    return { ...order, options: withoutUndefined({ plugin }), run: invocation.flags['list'] === true ? list : run };
  },
  again: { isPath: () => true, run },
};

function list({ source, root }: ImportJob) {
  const plugins = marketplaceIn(folderOf(root, source), source);
  if (!plugins) throw new Failure(`"${source}" is no marketplace.`, `It has none of ${MARKETPLACES.join(', ')}.`);
  return { listed: tableOf(plugins) };
}

function run(job: ImportJob): ImportRun {
  const { source, root, options } = job;
  const folder = folderOf(root, source);
  const plugins = marketplaceIn(folder, source);
  if (!plugins) return runOn(folder, source, job, undefined);
  const local = plugins.filter((one) => one.folder !== undefined);
  const wanted = options['plugin'];
  const chosen =
    wanted === undefined ? (local.length === 1 ? local[0] : undefined) : plugins.find((one) => one.name === wanted);
  if (!chosen && wanted === undefined) return { undecided: `${tableOf(plugins)}Choose one with --plugin.\n` };
  if (!chosen)
    throw new Failure(`"${source}" has no plugin "${String(wanted)}".`, '`--list` prints those that it has.');
  if (chosen.folder === undefined)
    throw new Failure(
      `Plugin "${chosen.name}" is not in "${source}": the marketplace names another place.`,
      'Clone that repository, and import its folder.',
    );
  const path = join(folder, chosen.folder);
  if (!isWithin(folder, path))
    throw new Failure(`Plugin "${chosen.name}" is outside of "${source}".`, 'Import its folder by itself.');
  return runOn(folderOf(folder, chosen.folder), posix.join(source, chosen.folder), job, chosen.skills);
}

function folderOf(root: string, written: string): string {
  const folder = resolve(root, written);
  if (statsOf(folder)?.isDirectory()) return realPlace(folder);
  throw new Failure(`There is no folder "${written}".`, 'Clone a repository first: `git clone <url>`.');
}

function tableOf(plugins: readonly ListedPlugin[]): string {
  const width = Math.max(0, ...plugins.map(({ name }) => name.length));
  const rows = plugins.map(({ name, description, folder }) => {
    return `  ${name.padEnd(width)}  ${folder === undefined ? '(elsewhere) ' : ''}${description}`.trimEnd();
  });
  return `${rows.join('\n')}\n\n${pluralize(plugins.length, 'plugin')}. Nothing was imported.\n`;
}

function marketplaceIn(folder: string, source: string): readonly ListedPlugin[] | undefined {
  const file = MARKETPLACES.find((one) => statsOf(join(folder, one)));
  return file === undefined ? undefined : pluginsIn(jsonIn(folder, file, source));
}

function jsonIn(folder: string, file: string, source: string): unknown {
  const name = posix.join(source, file);
  const bytes = readRegular(join(folder, file), { borders: [folder], most: MAX_FILE_BYTES });
  return parseJson(bytes.toString(), name, 'Correct it in the plugin.');
}

/** A folder with its manifest. */
interface Plugin {
  readonly folder: string;
  readonly source: string;
  readonly manifest: { readonly file: string; readonly value: unknown } | undefined;
}

/** The skills below a folder, its commands as skills, and its servers as losses that name the next command. */
function runOn(folder: string, source: string, { before }: ImportJob, skills: readonly string[] | undefined) {
  const file = MANIFESTS.find((one) => statsOf(join(folder, one)));
  const manifest = file === undefined ? undefined : { file, value: jsonIn(folder, file, source) };
  const commands = commandsOf(folder, commandPaths(manifest?.value));
  const content = withProgress(({ count }) => skillsOf(folder, skills, count));
  const commandSkills = commands.map(({ path, text }) => commandSkill(path, text));
  const files = [...content.files, ...commandSkills.flatMap((one) => one.file ?? [])];
  if (manifest === undefined && skills === undefined && files.length === 0)
    throw new Failure(
      `"${source}" is neither a plugin nor a marketplace.`,
      `A plugin has skills or commands, and one of ${MANIFESTS.join(', ')}.`,
    );
  const ownPaths = new Set([...commands.map(({ path }) => path), ...MANIFESTS, ...MARKETPLACES, ...SERVER_FILES]);
  const outside = withoutKnown(content.outside, ownPaths, folder);
  const name = basename(folder);
  const folders = new Set(commandSkills.flatMap(({ file }) => (file ? [folderOfFile(file.path)] : [])));
  const imported = importSkills({ ...content, files, outside, name, made: folders, ...(before && { before }) });
  const losses = [
    ...commandSkills.flatMap((one) => one.losses),
    ...lossesOf({ folder, source, manifest }),
    ...files.flatMap(rootLosses),
  ];
  const { documents } = imported;
  const none = `There is no skill and no command in "${source}".`;
  const causes = [...causesOf(folder, content.left, imported.losses), ...losses];
  refuseEmpty({ documents, losses: causes }, none, 'Name a plugin that has skills or commands.');
  const digest = digestOf(JSON.stringify([...files.map(lineOf), losses.map(({ from }) => from)]));
  return { imported: { ...imported, losses: [...imported.losses, ...losses] }, digest };
}

/** What else the plugin has, and what its manifest says. */
function lossesOf(plugin: Plugin): readonly Loss[] {
  const { folder, manifest } = plugin;
  const names = onDisk('read', folder, () => readdirSync(folder)).sort();
  const [, ...named] = commandPaths(manifest?.value);
  const missing = named.filter((path) => !existsSync(join(folder, path)));
  return [
    ...serversIn(plugin),
    ...foreignLosses(names),
    ...(manifest ? manifestLosses(manifest.value, manifest.file, missing) : []),
  ];
}

/** Those that are chosen; the others are of other plugins. */
function skillsOf(folder: string, skills: readonly string[] | undefined, onStep: OnStep) {
  const content = walkSkills(folder, onStep);
  if (skills === undefined) return content;
  const isChosen = ({ path }: { readonly path: string }): boolean => isBelow(path, skills);
  return { ...content, files: content.files.filter(isChosen), left: content.left.filter(isChosen) };
}

/** Files that are something else of the plugin are not outside of it. */
function withoutKnown(outside: SkillSource['outside'], ownPaths: ReadonlySet<string>, folder: string) {
  const there = [...ownPaths].filter((path) => statsOf(join(folder, path))?.isFile()).length;
  return { count: Math.max(0, outside.count - there), paths: outside.paths.filter((path) => !ownPaths.has(path)) };
}

/** Each file once, whatever paths lead to it. @throws Failure for a path out of the plugin. */
function commandsOf(folder: string, paths: readonly string[]) {
  const files = new Set(paths.flatMap((path) => commandsAt(folder, path)));
  return [...files].sort().map((path) => {
    const bytes = readRegular(join(folder, path), { borders: [folder], most: MAX_FILE_BYTES });
    return { path, text: bytes.toString() };
  });
}

function commandsAt(folder: string, path: string): readonly string[] {
  const root = join(folder, path);
  if (!isWithin(folder, root) || (existsSync(root) && !isWithin(folder, realPlace(root))))
    throw new Failure(`The manifest names "${path}", which is outside of the plugin.`, 'Correct it in the plugin.');
  const stats = statsOf(root);
  if (stats?.isFile()) return path.endsWith('.md') ? [slashed(folder, root)] : [];
  if (!stats?.isDirectory()) return [];
  const entries = onDisk('read', root, () => readdirSync(root, { withFileTypes: true, recursive: true }));
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
  return files.map((entry) => slashed(folder, join(entry.parentPath, entry.name)));
}

function serversIn({ folder, source, manifest }: Plugin): readonly Loss[] {
  const losses = (file: string, entries: unknown) => serverLosses(entries, file, posix.join(source, file));
  const { entries, file } = serversOf(manifest?.value);
  const files = [...new Set([...(file === undefined ? [] : [posix.normalize(file)]), ...SERVER_FILES])];
  const first = files.find((one) => statsOf(join(folder, one))?.isFile());
  return [
    ...(manifest && entries ? losses(manifest.file, entries) : []),
    ...(first === undefined ? [] : losses(first, jsonIn(folder, first, source))),
  ];
}
