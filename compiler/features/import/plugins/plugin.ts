/** A plugin of a host: which plugins a marketplace has, its commands as skills, and what of it no spec can say. */
import { shellWord } from '../../../base/text/escape.ts';
import { wordSet } from '../../../base/word-lists.ts';
import { isObject, ownMember } from '@haft/runtime/language';
import { readFrontMatter, splitFrontMatter } from '../../../spec/shape/front-matter.ts';
import { documentText } from '../../../spec/yaml/print-value.ts';
import type { ImportedFile, Loss } from '../imported.ts';
import { loss } from '../builders.ts';
import { serversIn } from '../mcp/host-file.ts';
import type { RawSource } from '../mcp/source.ts';
import { firstSentence } from '../openapi/text.ts';

/** Where hosts look for the list of a marketplace, and for the manifest of a plugin; the first that is there counts. */
export const MARKETPLACES = ['.claude-plugin/', '.agents/plugins/', '.github/plugin/', '.cursor-plugin/', ''].map(
  (folder) => `${folder}marketplace.json`,
);
export const MANIFESTS = ['.claude-plugin/', '.codex-plugin/', '.github/plugin/', '.cursor-plugin/', ''].map(
  (folder) => `${folder}plugin.json`,
);
export const SERVER_FILES = ['.mcp.json', 'mcp.json'];

export interface ListedPlugin {
  readonly name: string;
  readonly description: string;
  /** Below the folder of the marketplace; undefined for one that is elsewhere. */
  readonly folder: string | undefined;
  /** Folders of its skills as the marketplace names them, which means no others: several plugins may share a folder. */
  readonly skills: readonly string[] | undefined;
}

/** Entries without a name are none. */
export function pluginsIn(marketplace: unknown): readonly ListedPlugin[] {
  const { plugins, metadata } = isObject(marketplace) ? marketplace : {};
  const entries: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  const base = isObject(metadata) && typeof metadata['pluginRoot'] === 'string' ? metadata['pluginRoot'] : '.';
  return entries.flatMap((entry: unknown): ListedPlugin[] => {
    if (!isObject(entry) || typeof entry['name'] !== 'string') return [];
    const { name, description, source, skills } = entry;
    const named = [skills].flat().filter((one) => typeof one === 'string');
    const path = isObject(source) && source['source'] === 'local' ? source['path'] : source;
    const isHere = typeof path === 'string' && !/^[a-z][a-z+.-]*:/i.test(path);
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        // A path that says where it starts needs no base.
        folder: isHere ? (path.startsWith('.') ? path : `${base}/${path}`) : undefined,
        skills: named.length > 0 ? named : undefined,
      },
    ];
  });
}

/** A command of a plugin is a text that a user calls by its name: as a skill, a model can choose it as well. */
export function commandSkill(path: string, text: string): { file?: ImportedFile; losses: readonly Loss[] } {
  const parts = splitFrontMatter(text);
  const front = parts && readFrontMatter(parts.yaml);
  if (front && 'problem' in front) return { losses: [skippedCommand(path, front.problem, front.hint)] };
  const name = (path.split('/').at(-1) ?? '').replace(/\.md$/, '');
  const body = parts?.body ?? text;
  const { description: summary, 'argument-hint': hint, name: _name, model, ...more } = front?.value ?? {};
  const written = typeof summary === 'string' && summary.trim() !== '' ? summary : undefined;
  const about = written ?? firstSentence(body.replaceAll(/^#.*$/gm, '').trim());
  if (about === '') return { losses: [skippedCommand(path, 'It has no description.', 'Write one.')] };
  const folder = path.replace(/\.md$/, '');
  const matter = documentText({ name, description: about, ...more });
  const bytes = new TextEncoder().encode(`---\n${matter}---\n${body}`);
  const losses: Loss[] = [];
  if (hint !== undefined || /\$(?:ARGUMENTS|\d)/.test(body)) {
    const message = 'The command has arguments, and $ARGUMENTS is not filled in in a skill.';
    losses.push(
      loss('lossy', folder, 'arguments of commands', message, 'Say in the steps where the value comes from.'),
    );
  }
  if (model !== undefined) {
    const message = 'The command names the model that runs it; a skill is read by any.';
    losses.push(loss('lossy', folder, 'models of commands', message, 'Write the skill for any model.'));
  }
  return { file: { path: `${folder}/SKILL.md`, bytes, executable: false }, losses };
}

const AGAIN = 'Correct it in the plugin, and import it again.';

function skippedCommand(path: string, why: string, hint: string): Loss {
  return {
    ...loss('skipped', path, 'commands', `"${path}" is not imported. ${why}`, `${hint} ${AGAIN}`, path),
    cause: hint,
  };
}

/** Whether a path below a plugin is in one of the folders that a marketplace names, such as `./skills/pdf/`. */
export function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((written) => {
    const parts = written.split('/').filter((part) => part !== '' && part !== '.');
    return parts.every((part, at) => path.split('/')[at] === part);
  });
}

/** `file`: a SKILL.md as the plugin has it. */
export function rootLosses({ path, bytes }: ImportedFile): readonly Loss[] {
  if (!/(?:^|\/)SKILL\.md$/.test(path) || !/\$\{?\w*PLUGIN_ROOT\b/.test(new TextDecoder().decode(bytes))) return [];
  const from = path.replace(/\/?SKILL\.md$/, '') || '.';
  const message = 'The text names the folder of the plugin, which a skill on its own does not have.';
  const hint = 'Copy what it needs into the folder of the skill, and name it from there.';
  return [loss('todo', from, 'files of plugins', message, hint)];
}

/** Parts of plugins that Agent Skills and MCP do not have, by the folders and files that they are in. */
const FOREIGN: Readonly<Record<string, string>> = {
  agents: 'agents',
  hooks: 'hooks',
  'output-styles': 'output styles',
  workflows: 'workflows',
  '.lsp.json': 'language servers',
};

/** Keys of a manifest that are carried, or that only describe the plugin to people. */
const CARRIED_KEYS = wordSet(
  '$schema name displayName version description author homepage repository license keywords category interface commands skills mcpServers',
);

/** `file`: the manifest; `missing`: paths in it that lead nowhere. */
export function manifestLosses(manifest: unknown, file: string, missing: readonly string[]): readonly Loss[] {
  const keys = Object.keys(isObject(manifest) ? manifest : {}).filter((key) => !CARRIED_KEYS.has(key));
  const nowhere = missing.map((path) =>
    loss('skipped', path, 'paths of manifests', `"${file}" names "${path}", which is not there.`, AGAIN, path),
  );
  const unread = keys.map((key) => {
    const message = `The key ${JSON.stringify(key)} of "${file}" is not imported: it is for hosts of plugins.`;
    return loss('skipped', `${file}#${key}`, 'keys of manifests', message, 'Keep it in the plugin.', file);
  });
  return [...nowhere, ...unread];
}

/** Files and folders of commands: those that hosts look for, and those that a manifest names. */
export function commandPaths(manifest: unknown): readonly string[] {
  const named = isObject(manifest) ? [manifest['commands']].flat() : [];
  return ['commands', ...named.flatMap((one) => (typeof one === 'string' ? [one] : []))];
}

/** `names`: files and folders at the top of the plugin. */
export function foreignLosses(names: readonly string[]): readonly Loss[] {
  return names.flatMap((name) => {
    const subject = ownMember(FOREIGN, name);
    const message = `The ${subject} of the plugin ("${name}") are not imported: they work in one host only.`;
    return subject === undefined ? [] : loss('skipped', name, subject, message, 'Keep them in the plugin.', name);
  });
}

/** The servers in a file of entries or in a manifest; `path`: that file as a user can write it. */
export function serverLosses(entries: unknown, file: string, path: string): readonly Loss[] {
  const named = isObject(entries) && isObject(entries['mcpServers']) ? entries : { mcpServers: entries };
  return [...serversIn(named).keys()].map((name) => {
    const from = `${file}#${name}`;
    const message = `The MCP server "${name}" of the plugin is not imported: only the running server knows its tools.`;
    const hint = `Run \`haft import mcp --name ${shellWord(name)} --config ${shellWord(`${path}#${name}`)}\`.`;
    return loss('todo', from, `MCP server ${name}`, message, hint, from);
  });
}

/** What hosts put in place of the folder of the plugin, in the texts of an entry. */
export function inPlugin(server: RawSource, folder: string): RawSource {
  const put = (text: string): string =>
    text.replaceAll(/\$\{(?:CLAUDE_PLUGIN_ROOT|CODEX_PLUGIN_ROOT|PLUGIN_ROOT)\}/g, () => folder);
  const env = Object.fromEntries(Object.entries(server.env).map(([name, value]) => [name, put(value)]));
  return {
    ...server,
    env,
    ...(server.command && { command: server.command.map(put) }),
    ...(server.cwd !== undefined && { cwd: put(server.cwd) }),
  };
}

/** The value of `mcpServers` in a manifest: entries, or the path of a file with them. */
export function serversOf(manifest: unknown): { readonly entries?: object; readonly file?: string } {
  const value = isObject(manifest) ? manifest['mcpServers'] : undefined;
  if (typeof value === 'string') return { file: value };
  return isObject(value) ? { entries: value } : {};
}
