/** The files of hosts: the settings by which one leaves something out, and values of types that it does not take. */
import { join } from 'node:path';
import type { MistypedValue, ObservedHost, ObservedSetting } from '../../doctor/observed.ts';
import { kindOf } from '../../doctor/read-entry.ts';
import type { Host, TypedSetting } from '../../../../spec/hosts/host.ts';
import { type FileSyntax, userPath } from '../../../../spec/hosts/config-file.ts';
import { type Switch, memberBelow } from '../../../../spec/hosts/switches.ts';
import { membersOf } from '../../../../plan/read-json.ts';
import { shownPath } from '../install/current-system.ts';
import { type InstallSurroundings, configPaths, SCOPES } from '../install/target.ts';
import { textOf } from '../install/plan-entries.ts';
import { entryAt } from '../../../../emit/host-files/edit.ts';
import type { EditProblem } from '../../../../emit/host-files/editor.ts';
import { type Failure, unlessFailed } from '../../../../edge/command-line/failure.ts';
import { readRegular, statsOf } from '../../../../edge/project-files/read.ts';

export function observeSettings(host: Host, servers: readonly string[], around: InstallSurroundings) {
  const unread = new Map<string, ObservedHost['output']['unread'][number]>();
  const settings = (host.switches ?? []).flatMap((turns) =>
    sourcesOf(turns, host, around).flatMap(({ path, scope, format }): ObservedSetting[] => {
      const file = shownPath(path, around.system);
      const read = readHostFile(path, format);
      if ('problem' in read) {
        const { message, hint } = read.problem;
        if (turns.files) unread.set(path, { file, message: `${host.title}: ${message}`, hint });
        return [];
      }
      return settingsIn(read.value, turns, host, servers, around.root).map((one) => ({
        ...one,
        file,
        scope,
      }));
    }),
  );
  return { settings, unread: [...unread.values()] };
}

function sourcesOf({ files }: Switch, host: Host, around: InstallSurroundings) {
  if (files)
    return files.map(({ of, path, format }) => {
      const own = userPath(path, around.system);
      return { path: of === 'user' ? own : join(around.root, own), scope: of, format };
    });
  return SCOPES.flatMap((scope) => {
    const config = host.config[scope];
    if (!config) return [];
    return configPaths(config, scope, around).map((path) => ({ path, scope, format: config.format }));
  });
}

function settingsIn(whole: unknown, turns: Switch, host: Host, servers: readonly string[], root: string) {
  const path = turns.path.map((key) => key.replace('{folder}', () => root));
  const places =
    turns.place === 'file'
      ? [{ path }]
      : servers.map((server) => ({ server, path: [...host.container, server, ...path] }));
  return places.flatMap((place) => {
    const value = memberBelow(whole, ...place.path);
    return value === undefined ? [] : [{ ...place, key: place.path.join('.'), value, turns }];
  });
}

export function mistypedIn(
  value: unknown,
  { types = [] }: Host,
  place: TypedSetting['place'],
  above: readonly string[],
): readonly MistypedValue[] {
  return types
    .filter((setting) => setting.place === place)
    .flatMap((setting) => {
      const member = memberBelow(value, ...setting.path);
      const wrong = member === undefined ? undefined : wrongPart(member, setting.type);
      return wrong ? [{ key: [...above, ...setting.path, ...wrong.path].join('.'), found: wrong.found, setting }] : [];
    });
}

/** The part of a value that has the wrong type; undefined if all of it is right. */
function wrongPart(value: unknown, type: TypedSetting['type']) {
  const members = membersOf(value);
  if (type === 'map of strings' && members) {
    const [key, member] = Object.entries(members).find(([, one]) => typeof one !== 'string') ?? [];
    return key === undefined ? undefined : { path: [key], found: kindOf(member) };
  }
  const isRight =
    type === 'list'
      ? Array.isArray(value)
      : type === 'map' || type === 'map of strings'
        ? members !== undefined
        : typeof value === type;
  return isRight ? undefined : { path: [], found: kindOf(value) };
}

export type HostFile =
  | {
      readonly value: unknown;
      /** Null where there is no file. */
      readonly text: string | null;
      /** Why it is not changed, although a host may read it. */
      readonly encoding?: EditProblem;
    }
  | { readonly problem: EditProblem; readonly text: string };

/** A file that is not there has nothing in it. */
export function readHostFile(path: string, format: FileSyntax): HostFile {
  const read = (): HostFile => {
    if (!statsOf(path)) return { value: {}, text: null };
    const bytes = readRegular(path);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const encoding = unlessFailed(() => void textOf(path, bytes), problemOf);
    const outcome = entryAt(text, format, []);
    if ('problem' in outcome) return { problem: encoding ?? outcome.problem, text };
    return { value: outcome.value ?? {}, text, ...(encoding && { encoding }) };
  };
  return unlessFailed(read, (failure) => ({ problem: problemOf(failure), text: '' }));
}

function problemOf({ message, hint }: Failure): EditProblem {
  return { at: 0, message, hint };
}

/** What is below a key of a file, where servers mostly are; nothing in one that cannot be read, which hides no other host. */
export function mapIn(read: HostFile, container: readonly string[]): Readonly<Record<string, unknown>> {
  return ('value' in read && membersOf(memberBelow(read.value, ...container))) || {};
}
