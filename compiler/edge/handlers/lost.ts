/** Handlers whose code existed before and is missing now, so that no stub may replace it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HandlerFile, HandlerUse } from '../../check/handlers.ts';
import { idOf } from '../../check/analysis/names/tool-references.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import type { Plan } from '../../plan/model.ts';
import { allTools, plannedId } from '../../plan/named-tools.ts';
import type { Project } from '../project/project.ts';
import { attempt } from '../command-line/failure.ts';

/** Handlers that this session has found, by `keyOf`. */
export type KnownHandlers = Set<string>;

function keyOf({ path, name }: HandlerUse): string {
  return `${path}\n${name}`;
}

/**
 * A function that this session has seen; or a deleted file, when the contract or the output of an earlier compile
 * has the tool with its handler.
 */
export function lostHandlers(
  { root, out }: Project,
  released: Plan | undefined,
  knownHandlers: KnownHandlers,
): (use: HandlerUse) => boolean {
  const tools = released ? allTools(released) : [];
  const shipped = new Set(
    tools.flatMap((one) => (one.tool.behavior.kind === 'handler' ? [qualifiedName(plannedId(one))] : [])),
  );
  return (use) => {
    if (knownHandlers.has(keyOf(use))) return true;
    if (existsSync(join(root, use.path))) return false;
    return shipped.has(qualifiedName(idOf(use.tool))) || isImported(use, out);
  };
}

function isImported({ tool, path }: HandlerUse, out: string): boolean {
  const entry = join(out, 'servers', tool.server?.spec.name ?? '', 'server.ts');
  return attempt(() => readFileSync(entry, 'utf8').includes(`/${path}";`)) === true;
}

/** What exists now, and what existed and can return; removed tools are dropped. */
export function rememberHandlers(
  knownHandlers: KnownHandlers,
  uses: readonly HandlerUse[],
  files: readonly HandlerFile[],
): void {
  const exportsByPath = new Map(files.map(({ path, exports }) => [path, new Set(exports.map(({ name }) => name))]));
  const retained = uses
    .filter((use) => knownHandlers.has(keyOf(use)) || exportsByPath.get(use.path)?.has(use.name))
    .map(keyOf);
  knownHandlers.clear();
  for (const key of retained) knownHandlers.add(key);
}
