/** Everything that an installation would do, for all hosts, before anything is written. */
import { dirname, join, relative, sep } from 'node:path';
import type { EntryStatus } from '../../install/plan-file.ts';
import type { DesiredEntry, EntryOptions, NoEntryReason } from '../../../../emit/host-files/desired-entry.ts';
import { desiredEntry } from '../../../../emit/host-files/desired-entry.ts';
import type { Context, InstallDraft, InstallPlace, InstallRefusal } from './draft.ts';
import { isFormer, isOutput } from './draft.ts';
import { ownFolders } from './current-system.ts';
import type { Target } from './target.ts';
import { planEntries, textNow } from './plan-entries.ts';
import { isUnset, referencesIn } from '../../doctor/variables.ts';
import { readEntry } from '../../doctor/read-entry.ts';
import { memberBelow } from '../../../../spec/hosts/switches.ts';
import { entryAt } from '../../../../emit/host-files/edit.ts';
import type { Installable } from './output.ts';
import { existsSync } from 'node:fs';
import type { InstallState } from '../../install/state.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';
import { type CopyPlan, planCopy } from './copies.ts';
import type { Options } from './options.ts';
import { readTree } from './tree.ts';

const NOTHING: Present = { values: {}, fromShell: new Set(), url: undefined };

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
function withPresent(entryOptions: EntryOptions, present: ReturnType<ReturnType<typeof presentIn>>, url?: string) {
  const entries = Object.entries(present.values).filter(([name]) => !entryOptions.fromShell.has(name));
  return {
    ...entryOptions,
    values: { ...Object.fromEntries(entries), ...entryOptions.values },
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
  if (host.serverName?.test(name) !== false && !host.reservedServers?.includes(name)) return [];
  return [
    {
      message: `${host.title} does not accept a server with the name "${name}".`,
      hint: 'Rename the server, or leave it out with --only.',
    },
  ];
}

/** What an entry already says that only its user knows: an installation that is not told otherwise keeps it. */
type Present = Pick<EntryOptions, 'values' | 'fromShell'> & { readonly url: string | undefined };

/** `text` is that of the file, null where there is none. */
function presentIn(
  text: string | null,
  { host, config }: Pick<Target, 'host' | 'config'>,
): (server: Installable['servers'][number]) => Present {
  const read = text === null ? undefined : entryAt(text, config.format, host.container);
  const map = read && 'value' in read ? read.value : undefined;
  return ({ name, env }) => {
    const entry = memberBelow(map, name);
    const form = entry === undefined ? undefined : readEntry(host, entry);
    if (form?.kind === 'address')
      return {
        ...NOTHING,
        url: URL.canParse(form.url) && /^https?:$/.test(new URL(form.url).protocol) ? form.url : undefined,
      };
    if (form?.kind !== 'program') return NOTHING;
    const written = Object.entries(form.values).filter(([key]) => Object.hasOwn(env, key));
    const referred = written.filter(([, value]) => value !== '' && isUnset(value)).map(([key]) => key);
    // A reference inside of a text is what a host does not replace.
    const values = written.filter(([, value]) => value !== '' && referencesIn(value).length === 0);
    const names = form.names.filter((key) => Object.hasOwn(env, key));
    return { values: Object.fromEntries(values), fromShell: new Set([...referred, ...names]), url: undefined };
  };
}

/** What an installation does to the folders that it copies: skills, and the scripts of `--copy`. */
function planSkills(target: Target, folder: string, place: InstallPlace): Record<string, EntryStatus> {
  const { installable, options, out } = place.context;
  const wanted = installable.skills.map(({ name, folder: source, files }) => ({
    to: join(folder, name),
    name,
    source,
    files,
  }));
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  const former = Object.entries(copies).filter(([to, { from, hosts }]) => {
    const chosen = hosts.includes(target.host.id) && isFormer(to.slice(folder.length + 1), options);
    return chosen && from === out && dirname(to) === folder && !wanted.some((one) => one.to === to);
  });
  const done = wanted.map(({ name, ...one }) => [name, planOne(one, target, place, options)] as const);
  const dropped = former.map(([to]) => {
    const copy = { to, source: '', files: new Map<string, never>() };
    return [to.slice(folder.length + 1), planOne(copy, target, place, { ...options, remove: true })] as const;
  });
  return Object.fromEntries([...done, ...dropped]);
}

type Copied = Pick<Parameters<typeof planCopy>[0], 'to' | 'files' | 'source'>;

type CopyOptions = Pick<Options, 'remove' | 'force' | 'link'>;

function planOne(copy: Copied, { host }: Target, { state, draft, context }: InstallPlace, options: CopyOptions) {
  const states = draft.states.get(state);
  const record = states?.after.copies[copy.to];
  const { remove, force, link } = options;
  const earlier = draft.copies.get(copy.to);
  if (earlier && record && !remove) {
    const hosts = [...new Set([...record.hosts, host.id])].sort();
    if (states) states.after = withCopy(states.after, copy.to, { ...record, hosts });
    return earlier.happened;
  }
  const plan = planCopy(
    { ...copy, host: host.id, record },
    { remove, force, link, from: context.out, lives: isOutput },
  );
  draft.copies.set(copy.to, plan);
  if (states) states.after = withCopy(states.after, copy.to, plan.record);
  return plan.happened;
}

function withCopy(state: InstallState, to: string, record: CopyPlan['record']): InstallState {
  const { [to]: _old, ...copies } = state.copies;
  return { ...state, copies: record ? { ...copies, [to]: record } : copies };
}

/** The scripts of `--copy`, each in a folder of its own. */
function planServers(target: Target, place: InstallPlace): void {
  for (const { name, script } of place.context.installable.servers) {
    const file = readTree(dirname(script)).get('server.mjs');
    const to = join(ownFolders(place.context.system).data, 'servers', name);
    const copy = file && { to, files: new Map([['server.mjs', file]]), source: '' };
    const happened = copy && planOne(copy, target, place, { ...place.context.options, link: false });
    if (happened === 'foreign' || happened === 'edited' || happened === 'other project')
      throw new Failure(`"${to}" is not a copy of this server.`, 'Move it away, or use --force.');
  }
}

/** All copies that a removal asks for; with an installation, those of servers that are no longer compiled. */
function dropServers(target: Target, place: InstallPlace): void {
  const { options, installable, out, system } = place.context;
  const folder = join(ownFolders(system).data, 'servers');
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  for (const [to, { hosts, from }] of Object.entries(copies)) {
    const name = to.slice(folder.length + 1);
    const isStillCompiled =
      !options.remove && (from !== out || installable.servers.some((server) => server.name === name));
    if (
      !isStillCompiled &&
      isFormer(name, options) &&
      dirname(to) === folder &&
      hosts.includes(target.host.id) &&
      existsSync(to)
    )
      planOne({ to, files: new Map(), source: '' }, target, place, { ...options, remove: true, link: false });
  }
}
