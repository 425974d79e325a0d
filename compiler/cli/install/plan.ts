/** Everything that an installation would do, for all hosts, before anything is written. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { positionOf } from '../../install/layout.ts';
import { planFile } from '../../install/plan-file.ts';
import type { FileTarget, Happened, Manner, Task } from '../../install/plan-file.ts';
import type { FileRecord, InstallState } from '../../install/state.ts';
import { wantedEntry } from '../../install/wanted.ts';
import type { Wanted, Wishes } from '../../install/wanted.ts';
import { Failure } from '../command-line/failure.ts';
import { readRegular } from '../inside/read.ts';
import { statsOf } from '../inside/place.ts';
import { MANIFEST, sha256 } from '../write/manifest.ts';
import { missingFolder, planCopy } from './copies.ts';
import type { CopyPlan } from './copies.ts';
import type { Options } from './options.ts';
import type { Installable } from './output.ts';
import { ownFolders } from './machine.ts';
import type { Surroundings, Target } from './target.ts';
import { readTree } from './tree.ts';

/** What happens for one host. */
export interface HostPlan {
  readonly target: Target;
  readonly entries: Readonly<Record<string, Happened | 'no remote'>>;
  readonly skills: Readonly<Record<string, Happened>>;
  readonly wanted: readonly Wanted[];
  /** Sentences with a place, and what to do: nothing is written then. */
  readonly refusals: readonly Refusal[];
}

export interface Refusal {
  readonly message: string;
  readonly hint: string;
  /** The text to paste, by the keys that lead to each entry. */
  readonly snippets?: readonly { readonly path: readonly string[]; readonly entry: unknown }[];
}

export interface Context extends Surroundings {
  readonly options: Options;
  readonly installable: Installable;
  /** Absolute. */
  readonly out: string;
  readonly node: string;
}

/** What is being put together; later hosts see what earlier ones will have done. */
export interface Draft {
  readonly files: Map<string, { readonly before: Uint8Array | null; after: string | null; made: string | undefined }>;
  readonly copies: Map<string, CopyPlan>;
  /** By path of the state file. */
  readonly states: Map<string, { readonly before: InstallState; after: InstallState }>;
}

export function planHost(target: Target, state: string, draft: Draft, context: Context): HostPlan {
  const { options, installable } = context;
  const wishes = wishesOf(target, context);
  const wanted = installable.servers.map((server) => wantedEntry(server, target.host, wishes));
  const missing = options.remove ? [] : wanted.flatMap((one) => missingVariables(one, context));
  const named = options.remove ? [] : wanted.flatMap(({ name }) => wrongName(name, target));
  const { entries, refusals } = planEntries(target, wanted, { state, draft, context });
  if (options.copy && !options.remove) planServers(target, { state, draft, context });
  dropServers(target, { state, draft, context });
  const skills =
    options.skills && target.skills !== undefined ? planSkills(target, target.skills, { state, draft, context }) : {};
  return { target, entries, skills, wanted, refusals: [...missing, ...named, ...refusals] };
}

interface Place {
  readonly state: string;
  readonly draft: Draft;
  readonly context: Context;
}

function wishesOf({ scope, host }: Target, { options, machine, root, installable, node }: Context): Wishes {
  const distro = machine.env['WSL_DISTRO_NAME'];
  const isOutside = distro !== undefined && host.environment === 'desktop' && options.configPath !== undefined;
  const portable = options.portable && scope === 'project';
  return {
    launch: isOutside ? ['wsl.exe', '-d', distro, '--', node] : [portable ? 'node' : node],
    scriptOf: (name, { projectFolder }) => {
      const script = installable.servers.find((server) => server.name === name)?.script ?? '';
      if (options.copy) return join(ownFolders(machine).data, 'servers', name, 'server.mjs');
      const below = relative(root, script).split(sep).join('/');
      return portable ? (projectFolder === undefined ? below : `${projectFolder}/${below}`) : script;
    },
    url: options.url,
    values: options.values,
    fromShell: options.fromShell,
    set: new Set(Object.keys(machine.env).filter((name) => machine.env[name])),
    allowMissing: options.allowMissing,
  };
}

function missingVariables({ name, missing }: Wanted, { installable }: Context): Refusal[] {
  const env = installable.servers.find((server) => server.name === name)?.env;
  return missing.map((variable) => ({
    message: `Server "${name}" needs ${variable}: ${env?.[variable]?.description.trim() ?? ''}`,
    hint: `Add --env ${variable}=<value>, or --env-from-shell ${variable} if the host has it, or --allow-missing.`,
  }));
}

function wrongName(name: string, { host }: Target): Refusal[] {
  if (host.serverName?.test(name) !== false && !host.reservedServers.includes(name)) return [];
  return [
    {
      message: `${host.title} takes no server with the name "${name}".`,
      hint: 'Rename the server, or leave it out with --only.',
    },
  ];
}

type Entries = Pick<HostPlan, 'entries' | 'refusals'>;

function planEntries(target: Target, wanted: readonly Wanted[], { state, draft, context }: Place): Entries {
  const { options, out } = context;
  const record = draft.states.get(state)?.after.files[target.path];
  const tasks = tasksOf(wanted, record, context);
  const manner = { remove: options.remove, force: options.force, from: out, hash: hashText, lives: isOutput };
  const { host, config } = target;
  const file = { path: target.path, host: host.id, format: config.format, container: host.container };
  const { done, refusals } = planInFile(file, tasks, manner, { state, draft });
  if (refusals.length > 0 || options.remove) return { entries: done, refusals };
  const gone = formerTasks(tasks, record, context);
  const dropped = gone.length > 0 ? planInFile(file, gone, { ...manner, remove: true }, { state, draft }) : undefined;
  const remote = wanted.filter(({ entry }) => !entry).map(({ name }) => [name, 'no remote'] as const);
  return { entries: { ...done, ...dropped?.done, ...Object.fromEntries(remote) }, refusals: dropped?.refusals ?? [] };
}

interface InFile {
  readonly done: Readonly<Record<string, Happened>>;
  readonly refusals: readonly Refusal[];
}

/** Puts the tasks of one file into the draft; with a refusal, the draft is as it was. */
export function planInFile(
  target: Omit<FileTarget, 'text' | 'record'>,
  tasks: readonly Task[],
  manner: Manner,
  { state, draft }: Pick<Place, 'state' | 'draft'>,
): InFile {
  const { path, container } = target;
  const file = fileOf(path, draft);
  const states = draft.states.get(state);
  const record = states?.after.files[path];
  const text = file.after;
  const planned = planFile({ ...target, text, record }, tasks, manner);
  if ('problem' in planned) {
    const { at, message, hint } = planned.problem;
    const { line, column } = positionOf(text ?? '', at);
    const snippets = tasks.map((task) => ({ path: [...(task.container ?? container), task.name], entry: task.entry }));
    const paste = manner.remove ? {} : { snippets };
    return { done: {}, refusals: [{ message: `${path}:${line}:${column}: ${message}`, hint, ...paste }] };
  }
  file.after = planned.text;
  file.made ??= record?.made ?? (file.before === null ? missingFolder(dirname(path)) : undefined);
  if (states) states.after = withFile(states.after, path, planned.record && made(planned.record, file.made));
  return { done: planned.done, refusals: [] };
}

function made(record: FileRecord, folder: string | undefined): FileRecord {
  return folder === undefined ? record : { ...record, made: folder };
}

/** A removal also finds what this output folder had once. */
function tasksOf(wanted: readonly Wanted[], record: FileRecord | undefined, context: Context): Task[] {
  const tasks = wanted.flatMap(({ name, entry }) => (entry ? [{ name, entry }] : []));
  return context.options.remove ? [...tasks, ...formerTasks(tasks, record, context)] : tasks;
}

/** Entries of servers that this output folder had once, and that are not among the tasks. */
function formerTasks(tasks: readonly Task[], record: FileRecord | undefined, { options, out }: Context): Task[] {
  const known = Object.entries(record?.entries ?? {}).filter(([name, { from }]) => {
    return from === out && !tasks.some((task) => task.name === name) && isFormer(name, options);
  });
  return known.map(([name]) => ({ name, entry: undefined }));
}

/** What is no longer compiled goes: with a removal that asks for it, and with an installation of everything. */
function isFormer(name: string, { remove, only }: Options): boolean {
  return only.length === 0 || (remove && only.includes(name));
}

function fileOf(path: string, draft: Draft): NonNullable<ReturnType<Draft['files']['get']>> {
  const known = draft.files.get(path);
  if (known) return known;
  const before = statsOf(path) ? readRegular(path) : null;
  const file = { before, after: before === null ? null : decode(path, before), made: undefined };
  draft.files.set(path, file);
  return file;
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure(`"${path}" is not UTF-8.`, 'Save it as UTF-8.');
  }
}

/** Whether something was compiled into the folder. */
function isOutput(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

export function hashText(text: string): string {
  return sha256(Buffer.from(text));
}

function withFile(state: InstallState, path: string, record: FileRecord | undefined): InstallState {
  const { [path]: _old, ...files } = state.files;
  return { ...state, files: record ? { ...files, [path]: record } : files };
}

function planSkills(target: Target, folder: string, place: Place): Record<string, Happened> {
  const { installable, options, out } = place.context;
  const wanted = installable.skills.map(({ name, folder: source, files }) => ({
    to: join(folder, name),
    name,
    source,
    files,
  }));
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  const gone = Object.entries(copies).filter(([to, { from, hosts }]) => {
    const chosen = hosts.includes(target.host.id) && isFormer(to.slice(folder.length + 1), options);
    return chosen && from === out && dirname(to) === folder && !wanted.some((one) => one.to === to);
  });
  const done = wanted.map(({ name, ...one }) => [name, planOne(one, target, place, options)] as const);
  const dropped = gone.map(([to]) => {
    const copy = { to, source: '', files: new Map<string, never>() };
    return [to.slice(folder.length + 1), planOne(copy, target, place, { ...options, remove: true })] as const;
  });
  return Object.fromEntries([...done, ...dropped]);
}

type Copied = Pick<Parameters<typeof planCopy>[0], 'to' | 'files' | 'source'>;

type CopyOptions = Pick<Options, 'remove' | 'force' | 'link'>;

function planOne(copy: Copied, { host }: Target, { state, draft, context }: Place, options: CopyOptions): Happened {
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
function planServers(target: Target, place: Place): void {
  for (const { name, script } of place.context.installable.servers) {
    const file = readTree(dirname(script)).get('server.mjs');
    const to = join(ownFolders(place.context.machine).data, 'servers', name);
    const copy = file && { to, files: new Map([['server.mjs', file]]), source: '' };
    const happened = copy && planOne(copy, target, place, { ...place.context.options, link: false });
    if (happened === 'foreign' || happened === 'edited' || happened === 'other project')
      throw new Failure(`"${to}" is not a copy of this server.`, 'Move it away, or use --force.');
  }
}

/** All copies that a removal asks for; with an installation, those of servers that are no longer compiled. */
function dropServers(target: Target, place: Place): void {
  const { options, installable, out, machine } = place.context;
  const folder = join(ownFolders(machine).data, 'servers');
  const copies = place.draft.states.get(place.state)?.after.copies ?? {};
  for (const [to, { hosts, from }] of Object.entries(copies)) {
    const name = to.slice(folder.length + 1);
    const isKept = !options.remove && (from !== out || installable.servers.some((server) => server.name === name));
    if (
      !isKept &&
      isFormer(name, options) &&
      dirname(to) === folder &&
      hosts.includes(target.host.id) &&
      existsSync(to)
    )
      planOne({ to, files: new Map(), source: '' }, target, place, { ...options, remove: true, link: false });
  }
}
