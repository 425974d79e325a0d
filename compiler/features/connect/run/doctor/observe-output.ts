/** The output folder, the notes of installations and haft.yaml, as far as they can be read: nothing of them ends an examination. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedOutput } from '../../doctor/observed.ts';
import { type InstallState, EMPTY_STATE } from '../../install/state.ts';
import { readJsonMap } from '../../../../plan/read-json.ts';
import { changedInput } from '../../../../edge/cache/state.ts';
import { Failure, attempt, unlessFailed } from '../../../../edge/command-line/failure.ts';
import { readRegular, statsOf } from '../../../../edge/project-files/read.ts';
import { shownPath } from '../install/current-system.ts';
import type { InstallSurroundings } from '../install/target.ts';
import { type Installable, SERVER_SCRIPT, compiledNames, outFolder, readServer, readSkill } from '../install/output.ts';
import { readStateFile, statePath } from '../install/run.ts';
import { rootOf, slashed } from '../../../../edge/project/root.ts';
import { type Manifest, MANIFEST, ownContents, readManifest, sha256 } from '../../../../edge/write/manifest.ts';
import { ownOutput } from '../../../../edge/write/own-output.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';

type Unread = ObservedOutput['unread'][number];

/** `option`: the folder of `--out`. */
export function readBench(cwd: string, system: InstallSurroundings['system'], option: string | undefined): DoctorInput {
  const unread: Unread[] = [];
  const noting = <T>(file: string, task: () => T, instead: T): T =>
    unlessFailed(task, ({ message, hint }) => {
      unread.push({ file, message, hint });
      return instead;
    });
  const usual = { root: rootOf(cwd), out: join(rootOf(cwd), 'generated') };
  const { root, out } = noting('haft.yaml', () => outFolder(cwd, option), usual);
  const states = {
    user: noting('installs.json', () => readState(statePath({ scope: 'user' }, { root, system })), EMPTY_STATE),
    project: noting('installs.json', () => readState(statePath({ scope: 'project' }, { root, system })), EMPTY_STATE),
  };
  const manifest = noting(MANIFEST, () => readManifest(out), new Map());
  const relative = (path: string): string => slashed(cwd, path) || path;
  const changed = attempt(() => changedInput(root, out));
  return {
    system,
    root,
    states,
    installable: installableOf(out, manifest),
    output: {
      ...(option !== undefined && { flag: option }),
      ...(changed !== undefined && { changed: shownPath(relative(changed), system) }),
      servers: serversIn(out, manifest),
      damaged: damagedIn(out, manifest).map((one) => ({ ...one, file: relative(one.file) })),
      unread,
    },
  };
}

/** @throws Failure for a file that is not the notes of installations. */
function readState(path: string): InstallState {
  const stats = statsOf(path);
  const isNoted = stats?.isFile() !== true || readJsonMap(readRegular(path).toString())?.['stateVersion'] === 1;
  if (isNoted) return readStateFile(path);
  throw new Failure(
    `"${path}" is damaged, so Haft does not know what it has installed.`,
    'Delete it, and run `haft install` again: entries that are as compiled become its own again.',
  );
}

/** Without a manifest, the folders say it. */
function serversIn(out: string, manifest: Manifest): ObservedOutput['servers'] {
  if (manifest.size > 0) return compiledNames(manifest).servers;
  const folders = attempt(() => readdirSync(join(out, 'servers'))) ?? [];
  return folders.length > 0 ? folders : 'unknown';
}

function installableOf(out: string, manifest: Manifest): Installable {
  const names = serversIn(out, manifest);
  return {
    servers: (names === 'unknown' ? [] : names).flatMap((name) => attempt(() => readServer(out, name)) ?? []),
    skills: compiledNames(manifest).skills.flatMap((name) => attempt(() => readSkill(out, name)) ?? []),
  };
}

/** Of servers and skills, which hosts read. */
function damagedIn(out: string, manifest: Manifest): ObservedOutput['damaged'] {
  if (manifest.size === 0)
    return existsSync(join(out, 'servers'))
      ? [{ file: join(out, MANIFEST), how: 'has no list of compiled files', edited: false }]
      : [];
  const isOwn = ownOutput(out);
  return [...manifest].flatMap(([path, entry]) => {
    if (!SERVER_SCRIPT.test(path) && !path.startsWith('skills/')) return [];
    const file = join(out, path);
    const fault = faultOf(file, ownContents(entry), () => isOwn({ path, listed: true }));
    return fault === undefined ? [] : [{ file, ...fault }];
  });
}

type Fault = Omit<ObservedOutput['damaged'][number], 'file'>;

function faultOf(file: string, hashes: readonly string[], isOwn: () => boolean): Fault | undefined {
  return unlessFailed(
    (): Fault | undefined => {
      if (!statsOf(file)) return { how: 'does not exist', edited: false };
      const bytes = readRegular(file);
      if (hashes.includes(sha256(bytes))) return undefined;
      if (bytes.length === 0) return { how: 'is empty', edited: false };
      const isCut = isOurs(bytes) && bytes.at(-1) !== LINE_END;
      const edited = !isCut && !isOwn();
      return { how: isCut ? 'was cut off' : 'is not as `haft compile` wrote it', edited };
    },
    ({ message }) => ({ how: `cannot be read (${message})`, edited: true }),
  );
}

/** A whole file ends with one. */
const LINE_END = 10;

/** A skill starts with its front matter, and every other file with the header of Haft. */
function isOurs(bytes: Buffer): boolean {
  return /^(?:---\n|(?:#!.*\n)?\/\/ Generated by Haft)/.test(bytes.toString('latin1', 0, 300));
}

export interface DoctorInput extends InstallSurroundings {
  readonly installable: Installable;
  readonly output: ObservedOutput;
  readonly states: Readonly<Record<EntryScope, InstallState>>;
}
