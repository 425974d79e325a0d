/** Gemini CLI extension: servers and skills in one folder. */
import { withoutUndefined } from '../../../base/json.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { contentFiles, jsonFile, oneLine } from '../files.ts';
import { stdioFlags } from '../../../emit/host-files/desired-entry.ts';
import { addressNotes, addressOf, hasStdio, startedByHosts } from '../transports.ts';
import type { PackFormat } from '../format.ts';

export const geminiFormat: PackFormat = {
  id: 'gemini',
  title: 'Gemini CLI extension',
  verified: 'ran Gemini CLI 0.61.0',
  leavesOut: (content) => [
    ...startedByHosts(content).flatMap(({ plan }) => variablesNotAsked(plan)),
    ...addressNotes(content),
  ],
  obstacle: () => undefined,
  files: (content) => {
    const { name, version, description, servers } = content;
    const all = startedByHosts(content).flatMap(({ plan }) => settingsOf(plan));
    const settings = new Map(all.map((one) => [one.envVar, one]));
    return [
      jsonFile(
        `${name}/gemini-extension.json`,
        withoutUndefined({
          name,
          version,
          description,
          mcpServers:
            servers.length > 0 ? Object.fromEntries(servers.map(({ plan }) => [plan.name, entryOf(plan)])) : undefined,
          settings: settings.size > 0 ? [...settings.values()] : undefined,
        }),
      ),
      ...contentFiles(name, content),
    ];
  },
};

function entryOf(server: ServerPlan): object {
  const { transport, url } = addressOf(server);
  if (!hasStdio(server)) return transport === 'http' ? { httpUrl: url } : { url, type: transport };
  const script = ['${extensionPath}', 'servers', server.name, 'server.mjs'].join('${/}');
  return { command: 'node', args: [script, ...stdioFlags(server)] };
}

/** The installation asks for each: what is optional and no secret may come from the shell. */
function settingsOf({ env }: ServerPlan) {
  return Object.entries(env).flatMap(([name, { description, optional, secret }]) =>
    optional && !secret ? [] : [{ name, description: oneLine(description), envVar: name, sensitive: secret }],
  );
}

function variablesNotAsked({ name, env }: ServerPlan): string[] {
  const names = Object.keys(env).filter((variable) => env[variable]?.optional && !env[variable].secret);
  return names.length === 0
    ? []
    : [`${name}: the installation does not ask for ${names.join(', ')}; the shell may set them.`];
}
