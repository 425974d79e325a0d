/** Files of packages, and the parts that several formats have in common. */
import { json } from '../../emit/json.ts';
import type { Package, PackFile } from './format.ts';

export function textFile(path: string, text: string): PackFile {
  return { path, bytes: () => new TextEncoder().encode(text), executable: false };
}

export function jsonFile(path: string, value: unknown): PackFile {
  return textFile(path, json(value));
}

/** The file with another path. */
export function movedTo(folder: string, file: PackFile, name: string = file.path): PackFile {
  return { ...file, path: `${folder}/${name}` };
}

/** `servers/<name>/server.mjs` and `skills/<name>/…` below a folder. */
export function contentFiles(folder: string, { servers, skills }: Package): PackFile[] {
  return [
    ...servers.map(({ plan, script }) => movedTo(`${folder}/servers/${plan.name}`, script, 'server.mjs')),
    ...skills.flatMap(({ plan, files }) => files.map((file) => movedTo(`${folder}/skills/${plan.name}`, file))),
  ];
}

/** One line, as manifests want their descriptions. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
