/** `hosts/<file>`: the entries of all servers as one host reads them; `mcp.json` is the form of EXT §2.5. */
import type { Host } from '../../spec/hosts/host.ts';
import { newFile } from './edit.ts';
import { type EntryOptions, desiredEntry } from './desired-entry.ts';
import type { Plan } from '../../plan/model.ts';
import { visible } from '../../base/visible-text.ts';

/** The variable with the absolute path of the output folder: committed files cannot know it. */
export const OUT_VARIABLE = 'HAFT_OUT';
/** In files of hosts that know no variables there. */
const OUT_PATH = '/absolute/path/of/generated';

/** How a host's file names the output folder. */
export function outFolder({ variable }: Host): string {
  return variable?.(OUT_VARIABLE) ?? OUT_PATH;
}

/** The file of Claude Code is the one that EXT §2.5 describes. */
export function hostFileName({ id, config }: Host): string {
  if (id === 'claude-code') return 'mcp.json';
  const { syntax } = (config.project ?? config.user)?.format ?? { syntax: 'json' };
  return `${id}.${syntax}`;
}

export function hostFile({ servers }: Plan, host: Host): string {
  const { format } = host.config.project ?? host.config.user ?? {};
  if (!format) return '';
  const entries = servers.flatMap((server) => {
    const { name, entry } = desiredEntry(server, host, ENTRY_OPTIONS);
    return entry ? [[name, entry] as const] : [];
  });
  return visible(newFile(format, host.container, Object.fromEntries(entries)));
}

/** Variables that are required are referred to; no value is known. */
const ENTRY_OPTIONS: EntryOptions = {
  launch: ['node'],
  scriptOf: (name, host) => `${outFolder(host)}/servers/${name}/server.mjs`,
  url: undefined,
  values: {},
  fromShell: new Set(),
  set: new Set(),
  allowMissing: true,
};
