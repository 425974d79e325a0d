/** Everything that an installation would do, for all hosts, before anything is written. */
import { join, relative, sep } from 'node:path';
import type { EntryStatus } from '../../install/plan-file.ts';
import { desiredEntry } from '../../../../emit/host-files/desired-entry.ts';
import type { DesiredEntry, EntryOptions, NoEntryReason } from '../../../../emit/host-files/desired-entry.ts';
import type { Context, InstallDraft, InstallRefusal } from './draft.ts';
import { ownFolders } from './current-system.ts';
import { dropServers, planServers, planSkills } from './plan-copied.ts';
import { presentIn } from './present-values.ts';
import { planEntries, textNow } from './plan-entries.ts';
import type { Target } from './target.ts';

/** What happens for one host. */
export interface HostPlan {
  readonly target: Target;
  readonly entries: Readonly<Record<string, EntryStatus | NoEntryReason>>;
  readonly skills: Readonly<Record<string, EntryStatus>>;
  readonly wanted: readonly DesiredEntry[];
  /** Sentences with a place, and what to do: nothing is written then. */
  readonly refusals: readonly InstallRefusal[];
}

export function planHost(target: Target, state: string, draft: InstallDraft, context: Context): HostPlan {
  const { options, installable } = context;
  const entryOptions = entryOptionsOf(target, context);
  const present = presentIn(textNow(target.path, draft), target);
  const wanted = installable.servers.map((server) =>
    desiredEntry(
      server,
      target.host,
      options.remove ? entryOptions : withPresent(entryOptions, present(server), options.url),
    ),
  );
  const missing = options.remove ? [] : wanted.flatMap((one) => missingVariables(one, context));
  const named = options.remove ? [] : wanted.flatMap(({ name }) => wrongName(name, target));
  const { entries, refusals } = planEntries(target, wanted, { state, draft, context });
  if (options.copy && !options.remove) planServers(target, { state, draft, context });
  dropServers(target, { state, draft, context });
  const skills =
    options.skills && target.skills !== undefined ? planSkills(target, target.skills, { state, draft, context }) : {};
  return { target, entries, skills, wanted, refusals: [...missing, ...named, ...refusals] };
}

/** What the command line says comes first. */
function withPresent(
  entryOptions: EntryOptions,
  present: ReturnType<ReturnType<typeof presentIn>>,
  url?: string,
): EntryOptions {
  const known = Object.entries(present.values).filter(([name]) => !entryOptions.fromShell.has(name));
  return {
    ...entryOptions,
    values: { ...Object.fromEntries(known), ...entryOptions.values },
    fromShell: new Set([...present.fromShell, ...entryOptions.fromShell]),
    url: url ?? present.url,
  };
}

function entryOptionsOf({ scope, host }: Target, { options, system, root, installable, node }: Context): EntryOptions {
  const distro = system.env['WSL_DISTRO_NAME'];
  const isOutside = distro !== undefined && host.environment === 'desktop' && options.configPath !== undefined;
  const portable = options.portable && scope === 'project';
  return {
    launch: isOutside ? ['wsl.exe', '-d', distro, '--', node] : [portable ? 'node' : node],
    scriptOf: (name, { projectFolder }) => {
      const script = installable.servers.find((server) => server.name === name)?.script ?? '';
      if (options.copy) return join(ownFolders(system).data, 'servers', name, 'server.mjs');
      const below = relative(root, script).split(sep).join('/');
      return portable ? (projectFolder === undefined ? below : `${projectFolder}/${below}`) : script;
    },
    url: options.url,
    values: options.values,
    fromShell: options.fromShell,
    set: new Set(Object.keys(system.env).filter((name) => system.env[name])),
    allowMissing: options.allowMissing,
  };
}

function missingVariables({ name, missing }: DesiredEntry, { installable }: Context): InstallRefusal[] {
  const env = installable.servers.find((server) => server.name === name)?.env;
  return missing.map((variable) => ({
    message: `Server "${name}" needs ${variable}: ${env?.[variable]?.description.trim() ?? ''}`,
    hint: `Add --env ${variable}=<value>, or --env-from-shell ${variable} if the host has it, or --allow-missing.`,
  }));
}

function wrongName(name: string, { host }: Target): InstallRefusal[] {
  if (host.serverName?.test(name) !== false && !host.reservedServers.includes(name)) return [];
  return [
    {
      message: `${host.title} does not accept a server with the name "${name}".`,
      hint: 'Rename the server, or leave it out with --only.',
    },
  ];
}
