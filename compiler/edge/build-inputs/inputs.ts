/** The files that a compile reads: with only these, in an empty folder, it gives the same output and the same exit code. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { compareText } from '../../base/diagnostic.ts';
import { handlerFiles } from '../../emit/server/handler-imports.ts';
import { RECORDED } from '../project/recorded.ts';
import type { CheckedProject } from '../passes/run-passes.ts';
import { bordersOf, isInside, realPlace, targetOf } from '../project-files/read.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import type { Project } from '../project/project.ts';

/** Relative to the project, sorted; a link is listed as itself, next to its target. */
export async function inputsOf(project: Project, { sources, planned }: CheckedProject): Promise<string[]> {
  const { root, specs } = project;
  const { texts, files, refused, diagnostics } = sources;
  const borders = bordersOf(project);
  const read = [
    ...texts.map(({ path }) => path),
    ...files.map(({ path }) => path),
    // Paths that are not valid text are in neither list.
    ...diagnostics.map(({ span }) => span.file),
  ].map((path) => join(root, path));
  const named = [...new Set((planned?.plan.servers ?? []).flatMap(handlerFiles))].map((path) => join(root, path));
  const handlers = named.filter((path) => isInside(realPlace(path), borders));
  const imported = await readForHandlers(handlers, root);
  const paths = [
    ...[CONFIG_FILE, ...RECORDED].map((name) => join(root, name)),
    // A spec folder in which there is nothing to read still has to be there.
    ...(read.length + refused.length > 0 ? read : [specs]),
    ...handlers,
    ...imported.files,
  ];
  const linked = paths.map((path) => linkPathTo(path, root)).flatMap(({ links, ends }) => [...links, ...ends]);
  const all = new Set([
    ...linked,
    ...imported.links,
    // The link itself, and never its target, which a copy of the inputs must not contain.
    ...refused.flatMap(({ path }) => [join(root, path), ...linkPathTo(dirname(join(root, path)), root).links]),
  ]);
  return [...all].map((path) => slashed(root, path) || '.').sort(compareText);
}

async function readForHandlers(handlers: readonly string[], root: string) {
  const there = handlers.filter((path) => existsSync(path));
  if (there.length === 0) return { files: [], links: [] };
  const { importedBy, governingFiles } = await import('./imported.ts');
  const { modules, targets } = await importedBy(there, root);
  return {
    files: [...modules, ...(await governingFiles(modules))],
    links: targets.flatMap((path) => linkPathTo(path, root).links),
  };
}

/** More links than this on one path lead in a circle. */
const MAX_LINKS = 40;

/**
 * The links of a path, absolute, in the order in which they are followed, and its target, where that exists. Links above
 * both `root` and the path are the machine's business.
 */
function linkPathTo(path: string, root: string) {
  const links: string[] = [];
  let target = path;
  for (let step = firstLink(target, root); step && links.length < MAX_LINKS; step = firstLink(target, root)) {
    links.push(step.link);
    target = step.target;
  }
  return { links, ends: existsSync(target) ? [target] : [] };
}

/** `target` is the whole path again, with the link followed. */
function firstLink(path: string, root: string): { readonly link: string; readonly target: string } | undefined {
  const parts = relative(root, path).split(sep);
  const below = parts.findIndex((part) => part !== '..');
  for (let count = below + 1; count <= parts.length; count += 1) {
    const link = join(root, ...parts.slice(0, count));
    const target = targetOf(link);
    if (target !== undefined) return { link, target: resolve(dirname(link), target, ...parts.slice(count)) };
  }
  return undefined;
}
