/** The files that a server offers to hosts, and the pages of its views: they are printed into it. */
import { filterMemo } from '../../base/memo.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import type { ServerSpec } from '../documents/server.ts';
import type { ServerPart, SkillFile, SpecDraft, ToolPart } from '../model.ts';
import { viewPageOf, viewPagePath } from './viewed.ts';

interface NamedFile {
  readonly path: NodePath;
  readonly file: string;
  readonly isIcon: boolean;
}

/** In the order of the document. */
export function filesNamed({ prompts = [], resources = [], icons = [] }: ServerSpec): NamedFile[] {
  const iconsAt = (path: NodePath, list: ServerSpec['icons'] = []): NamedFile[] =>
    list.map(({ file }, at) => ({ path: [...path, 'icons', at, 'file'], file, isIcon: true }));
  return [
    ...iconsAt([], icons),
    ...resources.flatMap(({ file, icons: own }, at) => [
      ...(file === undefined ? [] : [{ path: ['resources', at, 'file'], file, isIcon: false }]),
      ...iconsAt(['resources', at], own),
    ]),
    ...prompts.flatMap(({ messages = [], icons: own }, at) => [
      ...(typeof messages === 'string' ? [] : messages).flatMap(({ file }, index) =>
        file === undefined ? [] : [{ path: ['prompts', at, 'messages', index, 'file'], file, isIcon: false }],
      ),
      ...iconsAt(['prompts', at], own),
    ]),
  ];
}

/** Each server with those of its files that are there. */
export function offeredFiles({ servers, files }: SpecDraft): readonly (readonly [ServerPart, readonly SkillFile[]])[] {
  return servers.flatMap((server) => {
    const named = new Set(filesNamed(server.spec).map(({ file }) => folderOf(server) + file));
    return named.size === 0 ? [] : [[server, files.filter(({ path }) => named.has(path))] as const];
  });
}

/** What of a server names a file. */
export function offerPath(server: ServerPart, { path }: SkillFile): NodePath {
  return filesNamed(server.spec).find(({ file }) => folderOf(server) + file === path)?.path ?? ['name'];
}

export function folderOf({ file }: Pick<ServerPart, 'file'>): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/** Names of the files below the folder of a part, as its document writes them. */
export function filesBelow(part: Pick<ServerPart, 'file'>, files: readonly SkillFile[]): string[] {
  const folder = folderOf(part);
  return files.filter(({ path }) => path.startsWith(folder)).map(({ path }) => path.slice(folder.length));
}

export const withPage = filterMemo((tool: ToolPart) => viewPagePath(tool) !== undefined);

/** Each tool with a page, and that page. */
export function viewPages({ toolLists, files }: SpecDraft): readonly (readonly [ToolPart, readonly SkillFile[]])[] {
  return toolLists.flatMap(withPage).flatMap((tool) => {
    const page = viewPageOf(tool, files);
    return page ? [[tool, [page]] as const] : [];
  });
}
