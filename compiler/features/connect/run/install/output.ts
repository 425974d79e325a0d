/** The output folder as something that can be installed: servers with their scripts, skills with their files. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CompiledServer, readCompiled } from '../../../../emit/host-files/desired-entry.ts';
import { Failure, unknownName } from '../../../../edge/command-line/failure.ts';
import { type Manifest, readManifest } from '../../../../edge/write/manifest.ts';
import { readRegular } from '../../../../edge/project-files/read.ts';
import { type Tree, readTree } from './tree.ts';
import { openProject } from '../../../../edge/project/project.ts';
import { CONFIG_FILE, rootOf } from '../../../../edge/project/root.ts';

export interface Installable {
  readonly servers: readonly (CompiledServer & { readonly script: string })[];
  readonly skills: readonly { readonly name: string; readonly folder: string; readonly files: Tree }[];
}

/** @throws Failure where nothing was compiled. */
export function readInstallable(out: string, only: readonly string[]): Installable {
  const { servers, skills } = compiledNames(readManifest(out));
  if (servers.length + skills.length === 0)
    throw new Failure(`"${out}" has no compiled server or skill.`, 'Run `haft compile` first.');
  const all = [...servers, ...skills];
  for (const name of only) {
    if (all.includes(name)) continue;
    throw unknownName([`There is no server or skill "${name}".`, name], all, `Known: ${all.join(', ')}.`);
  }
  const chosen = (name: string): boolean => only.length === 0 || only.includes(name);
  return {
    servers: servers.filter(chosen).map((name) => readServer(out, name)),
    skills: skills.filter(chosen).map((name) => readSkill(out, name)),
  };
}

/** Of the compiled servers and skills. */
export function compiledNames(manifest: Manifest): { readonly servers: string[]; readonly skills: string[] } {
  const names = (pattern: RegExp): string[] => [...manifest.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []);
  return { servers: names(SERVER_SCRIPT), skills: names(/^skills\/([^/]+)\/SKILL\.md$/) };
}

/** Below the output folder. */
export const SERVER_SCRIPT = /^servers\/([^/]+)\/server\.mjs$/;

export function readServer(out: string, name: string): Installable['servers'][number] {
  const script = join(out, 'servers', name, 'server.mjs');
  const server = readCompiled(readRegular(script).toString());
  if (!server) throw new Failure(`"${script}" is not a server of this version of Haft.`, 'Run `haft compile` first.');
  return { ...server, name, script };
}

export function readSkill(out: string, name: string): Installable['skills'][number] {
  const folder = join(out, 'skills', name);
  return { name, folder, files: readTree(folder) };
}

/** The project and its output folder, absolute, from the command line or `haft.yaml`. */
export function outFolder(cwd: string, option: string | undefined) {
  const root = rootOf(cwd);
  if (option !== undefined) return { root, out: resolve(cwd, option) };
  if (!existsSync(join(root, CONFIG_FILE))) return { root, out: join(root, 'generated') };
  const { value } = openProject({ cwd });
  if (!value)
    throw new Failure(`"${CONFIG_FILE}" has errors.`, '`haft check` shows them; or name the folder with --out.');
  return { root, out: value.out };
}
