/** Reads the entry of one server, and checks whether its program, folder and script exist. */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type EntryForm, readEntry } from '../../doctor/read-entry.ts';
import type { ObservedLaunch, ObservedScript, ObservedServer } from '../../doctor/observed.ts';
import { expand, isUnset, referencesIn, hostEnvironment } from '../../doctor/variables.ts';
import type { Host } from '../../../../spec/hosts/host.ts';
import { memberBelow } from '../../../../spec/hosts/switches.ts';
import type { HostSystem } from '../../../../spec/hosts/config-file.ts';
import { type CompiledServer, desiredEntry, readCompiled } from '../../../../emit/host-files/desired-entry.ts';
import { canonical, isSame } from '../../../../emit/host-files/edit.ts';
import type { FileRecord } from '../../install/state.ts';
import { unlessFailed } from '../../../../edge/command-line/failure.ts';
import { readRegular, isWithin, statsOf } from '../../../../edge/project-files/read.ts';
import { findProgram, ownFolders } from '../install/current-system.ts';
import { hashText } from '../install/plan-entries.ts';
import { sha256 } from '../../../../edge/write/manifest.ts';
import type { DoctorInput } from './observe-output.ts';
import { mistypedIn } from './observe-settings.ts';

interface EntryPlace {
  readonly host: Host;
  readonly name: string;
  readonly entry: unknown;
  readonly record: FileRecord | undefined;
  readonly bench: DoctorInput;
  readonly isLocal: boolean;
}

export function observeServer(place: EntryPlace): ObservedServer {
  const { host, name, entry, bench, record, isLocal } = place;
  const { system, root } = bench;
  const form = readEntry(host, entry);
  const launch = form.kind === 'program' ? observeLaunch(form, place) : undefined;
  const compiled = bench.installable.servers.find((server) => server.name === name);
  const names = form.kind === 'program' ? [...Object.keys(form.values), ...form.names] : [];
  const own = record?.entries[name]?.hashes.includes(hashText(canonical(entry))) ?? false;
  return {
    name,
    key: [...host.container, name].join('.'),
    form: form.kind === 'address' ? expandAddress(form, (text) => expand(text, host, system, root), system) : form,
    own,
    isLocal,
    missing: compiled ? openVariables(compiled, host, system).filter((one) => !names.includes(one)) : [],
    mistyped: mistypedIn(entry, host, 'entry', [...host.container, name]),
    ...(launch && { launch }),
    stale: own && isStale(form, place),
  };
}

/** Required variables that a fresh entry gives no value. */
export function openVariables({ env }: CompiledServer, host: Host, system: HostSystem): readonly string[] {
  const required = Object.entries(env).flatMap(([name, { optional }]) => (optional ? [] : [name]));
  return required.filter((name) => host.environment === 'desktop' || !system.env[name]);
}

function expandAddress(
  form: EntryForm & { readonly kind: 'address' },
  whole: (text: string) => string,
  { env }: HostSystem,
): EntryForm {
  const literal = Object.entries(form.headers).map(([name, value]) => [name, whole(value)] as const);
  const referred = Object.entries(form.headersFrom).flatMap(([name, { variable, before }]) => {
    const value = env[variable];
    return value ? [[name, before + value] as const] : [];
  });
  return { ...form, url: whole(form.url), headers: Object.fromEntries([...literal, ...referred]) };
}

function observeLaunch(form: EntryForm & { kind: 'program' }, place: EntryPlace): ObservedLaunch {
  const { host, name, entry, bench } = place;
  const { system, root } = bench;
  const whole = (text: string): string => expand(text, host, system, root);
  const [command, args] = [whole(form.command), form.args.map(whole)];
  const values = Object.entries(form.values).map(([key, value]) => [key, whole(value)] as const);
  const environment = { ...hostEnvironment(host, system, form.names), ...Object.fromEntries(values) };
  const path = environment['PATH'] ?? '';
  const folder = folderOf(host, entry, whole, root);
  const program = programOf(command, path, { system, root: folder });
  const file = args.find((arg) => /^[^-].*\.[cm]?js$/.test(arg));
  const script = file === undefined ? undefined : observeScript(file, folder, name, bench);
  const behind = Object.entries(script?.compiled?.programs ?? {});
  return {
    command,
    program,
    path,
    isClosed: program === undefined && isPath(command) && statsIfReadable(resolve(folder, command))?.isFile() === true,
    folder,
    ...(statsIfReadable(folder)?.isDirectory() ? {} : { noFolder: { key: host.start?.folder ?? 'cwd', folder } }),
    ...limitOf(host, entry),
    args,
    environment,
    unexpanded: unexpandedIn(form, [command, ...args], values),
    ...(script !== undefined && { script }),
    missing: behind.flatMap(([upstream, one]) =>
      programOf(one, path, { system, root: folder }) === undefined ? [{ upstream, program: one }] : [],
    ),
  };
}

function folderOf({ start }: Host, entry: unknown, whole: (text: string) => string, root: string): string {
  const written = start?.folder === undefined ? undefined : memberBelow(entry, start.folder);
  return typeof written === 'string' ? resolve(root, whole(written)) : root;
}

function limitOf({ start }: Host, entry: unknown): Pick<ObservedLaunch, 'limit'> {
  const written = start?.limit && memberBelow(entry, start.limit.key);
  if (!start?.limit || typeof written !== 'number') return {};
  return { limit: { key: start.limit.key, milliseconds: written * start.limit.milliseconds } };
}

function unexpandedIn(
  form: EntryForm & { kind: 'program' },
  [command, ...args]: readonly [string, ...string[]],
  values: readonly (readonly [string, string])[],
): ObservedLaunch['unexpanded'] {
  return [
    ...[...new Set([command, ...args].flatMap(referencesIn))].map((reference) => ({
      key: referencesIn(command).includes(reference) ? form.keys.command : form.keys.args,
      reference,
    })),
    ...values
      .filter(([, value]) => !isUnset(value))
      .flatMap(([key, value]) =>
        referencesIn(value).map((reference) => ({ key: `${form.keys.env}.${key}`, reference })),
      ),
  ];
}

/** Nothing as well for what cannot be looked at: it is a finding where it is examined itself. */
function statsIfReadable(path: string): ReturnType<typeof statsOf> {
  return unlessFailed(() => statsOf(path));
}

function isPath(command: string): boolean {
  return isAbsolute(command) || /[/\\]/.test(command);
}

function programOf(command: string, path: string, { system, root }: Pick<DoctorInput, 'system' | 'root'>) {
  const full = resolve(root, command);
  const [names, folders] = isPath(command) ? [[basename(full)], dirname(full)] : [[command], path];
  return findProgram(names, { ...system, env: { PATH: folders } });
}

function observeScript(written: string, folder: string, name: string, bench: DoctorInput): ObservedScript {
  const file = resolve(folder, written);
  const own = bench.installable.servers.find((server) => server.name === name);
  const about = {
    file,
    relative: !isAbsolute(written),
    copied: isWithin(join(ownFolders(bench.system).data, 'servers'), file),
  };
  const bytes = unlessFailed(
    () => statsOf(file) && readRegular(file),
    ({ message }) => message,
  );
  if (bytes === undefined) return { ...about, exists: false, outdated: false };
  if (typeof bytes === 'string') return { ...about, exists: true, unread: bytes, outdated: false };
  const compiled = readCompiled(bytes.toString());
  const isOther = own !== undefined && join(own.script) !== file;
  const newest = isOther ? unlessFailed(() => readRegular(own.script)) : undefined;
  const outdated = newest !== undefined && sha256(bytes) !== sha256(newest);
  return { ...about, exists: true, outdated, ...(compiled && { compiled }) };
}

const NO_PROGRAM: Pick<EntryForm & { kind: 'program' }, 'command' | 'args' | 'values' | 'names'> = {
  command: 'node',
  args: [],
  values: {},
  names: [],
};

/** Whether an entry would be written differently now. */
function isStale(form: EntryForm, { host, name, entry, bench }: EntryPlace): boolean {
  const server = bench.installable.servers.find((one) => one.name === name);
  if (!server || form.kind === 'wrong') return false;
  const { command, args, values: written, names } = form.kind === 'program' ? form : NO_PROGRAM;
  const script = args.find((arg) => arg.endsWith('server.mjs'));
  const before = args.slice(0, script === undefined ? 0 : args.indexOf(script));
  const values = Object.entries(written);
  const referred = values.flatMap(([key, value]) => (value !== '' && isUnset(value) ? [key] : []));
  const wanted = desiredEntry(server, host, {
    launch: [command, ...before],
    scriptOf: () => script ?? server.script,
    url: form.kind === 'address' ? form.url : undefined,
    values: Object.fromEntries(values.filter(([key]) => !referred.includes(key))),
    fromShell: new Set([...referred, ...names]),
    set: new Set(),
    allowMissing: true,
  });
  return wanted.entry !== undefined && !isSame(wanted.entry, entry);
}
