/** Reads what a host reads: its files, the entries in them, the programs and scripts that they name. */
import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readEntry } from '../../doctor/read-entry.ts';
import type { EntryForm } from '../../doctor/read-entry.ts';
import type {
  ObservedFile,
  ObservedHost,
  ObservedLaunch,
  ObservedScript,
  ObservedServer,
} from '../../doctor/observed.ts';
import { expand, hostEnvironment, isUnset, referencesIn } from '../../doctor/variables.ts';
import type { Host } from '../../hosts/host.ts';
import { HOSTS } from '../../hosts/index.ts';
import { noted } from '../../hosts/notes.ts';
import { readCompiled } from '../../install/compiled.ts';
import { canonical, isSame } from '../../install/edit.ts';
import { positionOf } from '../../install/layout.ts';
import type { FileRecord } from '../../install/state.ts';
import { DEFAULT_URL, desiredEntry } from '../../install/desired-entry.ts';
import type { Scope } from '../../install/desired-entry.ts';
import { readRegular } from '../inside/read.ts';
import { statsOf } from '../inside/place.ts';
import { findProgram, shownPath } from '../install/current-system.ts';
import type { Installable } from '../install/output.ts';
import { readStateFile, statePath } from '../install/run.ts';
import { configPath } from '../install/target.ts';
import type { Surroundings } from '../install/target.ts';
import { sha256 } from '../write/manifest.ts';
import { approvalOf } from './approval.ts';
import { readHostFile } from './read-host-file.ts';
import { observeSkills } from './skills.ts';

export interface Bench extends Surroundings {
  readonly installable: Installable;
}

const SCOPES: readonly Scope[] = ['user', 'project'];

export function observe(host: Host, asked: boolean, bench: Bench): ObservedHost {
  // In the home folder, the file of the project may be the user's.
  const isOwn = (scope: Scope): boolean =>
    scope === 'user' || !pathsOf(host, 'user', bench).some((path) => pathsOf(host, scope, bench).includes(path));
  const files = [
    ...SCOPES.filter(isOwn).flatMap((scope) => observeFile(host, scope, asked, bench)),
    ...observeLocal(host, bench),
  ];
  return { host, asked, files, elsewhere: asked ? elsewhere(host, bench) : [], skills: observeSkills(host, bench) };
}

/** Whether anything of ours is in its files. */
export function isConnected({ files }: ObservedHost): boolean {
  return files.some(({ servers, gone, misplaced, problem }) => {
    return servers.length + gone.length + misplaced.length > 0 || problem !== undefined;
  });
}

function observeFile(host: Host, scope: Scope, asked: boolean, bench: Bench): ObservedFile[] {
  const config = host.config[scope];
  if (!config) return [];
  const path = configPath(config, scope, bench);
  const record = readStateFile(statePath({ scope }, bench)).files[path];
  const recorded = Object.entries(record?.entries ?? {}).flatMap(([name, one]) => (one.host === host.id ? [name] : []));
  const names = [...new Set([...bench.installable.servers.map(({ name }) => name), ...recorded])];
  const read = readHostFile(path, config.format);
  const file = shownPath(path, bench.system);
  const nothing = { scope, file, approved: () => undefined, gone: [], misplaced: [], servers: [] };
  if ('problem' in read) {
    const isOurs = asked || recorded.length > 0 || names.some((name) => read.text.includes(name));
    if (!isOurs) return [nothing];
    const { at, message, hint } = read.problem;
    return [{ ...nothing, problem: { line: positionOf(read.text, at).line, message, hint } }];
  }
  const map = noted(read.value, ...host.container);
  const has = (name: string): boolean => noted(map, name) !== undefined;
  return [
    {
      scope,
      file,
      approved: approvalOf(host, scope, bench),
      gone: recorded.filter((name) => !has(name)),
      misplaced: names.flatMap((name) => (has(name) ? [] : misplacedIn(read.value, host, name))),
      servers: names.filter(has).map((name) => observeServer({ host, name, entry: noted(map, name), record, bench })),
    },
  ];
}

/** Servers that the host itself has added for this folder only: nothing where none of ours is among them. */
function observeLocal(host: Host, bench: Bench): ObservedFile[] {
  const config = host.config.user;
  if (!host.local || !config) return [];
  const path = configPath(config, 'user', bench);
  const read = readHostFile(path, config.format);
  if ('problem' in read) return [];
  const container = host.local(bench.root);
  const map = noted(read.value, ...container);
  const names = bench.installable.servers.map(({ name }) => name).filter((name) => noted(map, name) !== undefined);
  if (names.length === 0) return [];
  const local: Host = { ...host, container };
  const servers = names.map((name) =>
    observeServer({ host: local, name, entry: noted(map, name), record: undefined, bench }),
  );
  const file = shownPath(path, bench.system);
  return [{ scope: 'user', file, approved: () => undefined, gone: [], misplaced: [], servers }];
}

/** Below a key that another host has for its servers. */
function misplacedIn(whole: unknown, host: Host, name: string): ObservedFile['misplaced'] {
  const own = host.container.join('.');
  const others = [...new Map(HOSTS.map(({ container }) => [container.join('.'), container]))];
  return others
    .filter(([key, container]) => key !== own && noted(whole, ...container, name) !== undefined)
    .map(([key]) => ({ name, key: `${key}.${name}` }));
}

function elsewhere(host: Host, bench: Bench): ObservedHost['elsewhere'] {
  const own = new Set(SCOPES.flatMap((scope) => pathsOf(host, scope, bench)));
  const found = HOSTS.flatMap((other) =>
    SCOPES.flatMap((scope) =>
      pathsOf(other, scope, bench).flatMap((path) => {
        const { format } = other.config[scope] ?? {};
        if (own.has(path) || !format || !statsOf(path)) return [];
        const read = readHostFile(path, format);
        const map = 'value' in read ? noted(read.value, ...other.container) : undefined;
        const names = bench.installable.servers.filter(({ name }) => noted(map, name) !== undefined);
        return names.map(({ name }) => ({ file: shownPath(path, bench.system), name }));
      }),
    ),
  );
  return [...new Map(found.map((one) => [`${one.file} ${one.name}`, one])).values()];
}

function pathsOf(host: Host, scope: Scope, bench: Bench): string[] {
  const config = host.config[scope];
  return config ? [configPath(config, scope, bench)] : [];
}

interface EntryPlace {
  readonly host: Host;
  readonly name: string;
  readonly entry: unknown;
  readonly record: FileRecord | undefined;
  readonly bench: Bench;
}

function observeServer(place: EntryPlace): ObservedServer {
  const { host, name, entry, bench } = place;
  const form = readEntry(host, entry);
  const launch = form.kind === 'program' ? observeLaunch(form, place) : undefined;
  return {
    name,
    key: [...host.container, name].join('.'),
    form: form.kind === 'address' ? { ...form, url: expand(form.url, host, bench.system, bench.root) } : form,
    ...(launch && { launch }),
    stale: isStale(form, place),
  };
}

function observeLaunch(form: EntryForm & { kind: 'program' }, { host, name, bench }: EntryPlace): ObservedLaunch {
  const { system, root } = bench;
  const whole = (text: string): string => expand(text, host, system, root);
  const [command, args] = [whole(form.command), form.args.map(whole)];
  const values = Object.entries(form.values).map(([key, value]) => [key, whole(value)] as const);
  const environment = { ...hostEnvironment(host, system, form.names), ...Object.fromEntries(values) };
  const path = environment['PATH'] ?? '';
  const left = [
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
  const file = args.find((arg) => /^[^-].*\.[cm]?js$/.test(arg));
  const script = file === undefined ? undefined : observeScript(resolve(root, file), name, bench);
  const behind = Object.entries(script?.compiled?.programs ?? {});
  return {
    command,
    program: programOf(command, path, bench),
    path,
    args,
    environment,
    unexpanded: left,
    ...(script !== undefined && { script }),
    missing: behind.flatMap(([upstream, program]) =>
      programOf(program, path, bench) === undefined ? [{ upstream, program }] : [],
    ),
  };
}

function programOf(command: string, path: string, { system, root }: Bench): string | undefined {
  const isPath = isAbsolute(command) || /[/\\]/.test(command);
  const full = resolve(root, command);
  const [names, folders] = isPath ? [[basename(full)], dirname(full)] : [[command], path];
  return findProgram(names, { ...system, env: { PATH: folders } });
}

function observeScript(file: string, name: string, { installable }: Bench): ObservedScript {
  const own = installable.servers.find((server) => server.name === name);
  if (!statsOf(file)?.isFile()) return { file, exists: false, outdated: false };
  const bytes = readRegular(file);
  const compiled = readCompiled(Buffer.from(bytes).toString());
  const outdated = own !== undefined && join(own.script) !== file && sha256(bytes) !== sha256(readFileSync(own.script));
  return { file, exists: true, outdated, ...(compiled && { compiled }) };
}

/** Whether an entry without changes by hand would be written differently now. */
function isStale(form: EntryForm, { host, name, entry, record, bench }: EntryPlace): boolean {
  const server = bench.installable.servers.find((one) => one.name === name);
  const known = record?.entries[name]?.hashes.includes(sha256(Buffer.from(canonical(entry))));
  if (!server || !known || form.kind === 'wrong') return false;
  const script = form.kind === 'program' ? form.args.find((arg) => arg.endsWith('server.mjs')) : undefined;
  const at = form.kind === 'program' && script !== undefined ? form.args.indexOf(script) : 0;
  const before = form.kind === 'program' ? form.args.slice(0, at) : [];
  const values = form.kind === 'program' ? Object.entries(form.values) : [];
  const referred = values.flatMap(([key, value]) => (value !== '' && isUnset(value) ? [key] : []));
  const wanted = desiredEntry(server, host, {
    launch: [form.kind === 'program' ? form.command : 'node', ...before],
    scriptOf: () => script ?? server.script,
    url: form.kind === 'address' ? form.url : DEFAULT_URL,
    values: Object.fromEntries(values.filter(([key]) => !referred.includes(key))),
    fromShell: new Set([...referred, ...(form.kind === 'program' ? form.names : [])]),
    set: new Set(),
    allowMissing: true,
  });
  return wanted.entry !== undefined && !isSame(wanted.entry, entry);
}
