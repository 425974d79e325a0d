/** Mistakes of folders that a tool reads from or writes to: no argument chooses them, and no path leaves them. */
import { templateVariables } from './variables.ts';
import { parseTemplate } from '@haft/runtime/language';
import type { NodePath } from '../yaml/spec.ts';
import type { PlacedProblem } from './behavior.ts';

interface FileOfFolder {
  readonly folder?: string | undefined;
  readonly path?: string | undefined;
}

/** `base` is the path of both keys below the behavior. */
export function folderProblems({ folder = '/', path = '' }: FileOfFolder, base: NodePath): PlacedProblem[] {
  return [...wrongFolder(folder, [...base, 'folder']), ...wrongPath(path, [...base, 'path'])];
}

function wrongFolder(folder: string, path: NodePath): PlacedProblem[] {
  const { parts } = parseTemplate(folder);
  const [first] = parts;
  const chosen = templateVariables(folder).find(({ path: [root] }) => root !== 'env');
  if (chosen) {
    const word = folder.slice(chosen.offset, chosen.offset + chosen.length);
    const hint = 'Write the folder here or use {env.NAME}; arguments belong in `path`.';
    return [{ path, message: 'The folder must not depend on an argument.', hint, word }];
  }
  const start = typeof first === 'object' ? first.fallback : first;
  if (start === undefined || /^(?:\/|[A-Za-z]:[/\\]|\\\\)/.test(start)) return [];
  const message = `The folder "${folder}" is not an absolute path.`;
  return [{ path, message, hint: 'Start it with "/" or a drive such as "C:\\", or use {env.NAME}.' }];
}

/** The runtime rejects such a path in every call. */
function wrongPath(below: string, path: NodePath): PlacedProblem[] {
  if (!/^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(below)) return [];
  const message = `The path "${below}" does not stay below the folder.`;
  return [{ path, message, hint: 'Write it relative to the folder, without "." and ".." parts.' }];
}
