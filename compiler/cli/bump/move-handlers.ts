/** The functions of handlers that a bump moves: what git knows of them, and the handler files as they become. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../base/diagnostic.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { changedImports, releasedFile } from '../../edge/handlers/released-code.ts';
import type { ToolPlan } from '../../plan/model.ts';
import { functionName } from '../../plan/names.ts';
import type { ProposalInput } from './choose.ts';

export const NO_HANDLERS = { files: [], done: [] };

export interface MovedFiles {
  readonly files: readonly SourceFile[];
  readonly done: readonly string[];
  /** The file of the released function, relative to the project. */
  readonly path?: string;
  /** Modules that the released function uses are not as they were. */
  readonly usesChanged?: boolean;
}

/** As the key `handler` of the same spec names it. */
export function relativeToSpec(path: string, { source }: ToolPlan): string {
  return path.slice(source.lastIndexOf('/') + 1);
}

interface HandlerWork {
  /** The released tool, and the tool that is its successor. */
  readonly released: ToolPlan;
  readonly successor: string;
  readonly isRename?: boolean;
  readonly keepsSuccessor?: boolean;
  /** What earlier tools of one run have made of the file. */
  readonly text?: string;
}

/** Nothing to do where neither of them has a function. @throws Failure where the file cannot be edited safely: with the steps to do by hand. */
export async function handlerOf({ project }: ProposalInput, now: ToolPlan, work: HandlerWork): Promise<MovedFiles> {
  const { released, successor, isRename = false, keepsSuccessor = false } = work;
  const path = now.handlerFile;
  if (path === undefined || released.behavior.kind !== 'handler') return NO_HANDLERS;
  const { parseHandler } = await import('../../edge/handlers/parse-handler.ts');
  const { readHandlers } = await import('../../edge/handlers/read-handlers.ts');
  const { moveHandler } = await import('../../edge/handlers/successor-handler.ts');
  const [read] = await readHandlers(project, [{ path, name: functionName(successor) }]);
  const [old, next] = [released.name, successor].map((tool) => ({ tool, name: functionName(tool) }));
  if (!read || !old || !next) throw new Error('a path is read as one file, two names give two');
  if (!read.exists) return { files: [], done: [`${path} does not exist, so no function was moved.`], path };
  const wrong = (read.file.problem ?? read.file.refusal)?.message;
  const original = await releasedFile(project, released, path);
  const move = { path, text: work.text ?? read.source.text, old, successor: next, isRename, keepsSuccessor };
  const moved = wrong ?? moveHandler({ ...move, released: original }, parseHandler);
  if (typeof moved === 'string') throw byHand(wrong ?? `${moved}.`, path, old.name, next.name);
  const conflict = moved.files.find((file) => file.path !== path && existsSync(join(project.root, file.path)));
  if (conflict) throw byHand(`"${conflict.path}" already exists.`, path, old.name, next.name);
  if (!original || moved.path === '') return moved;
  const changed = await changedImports(project, original);
  const warnings = changed.map(
    (one) => `"${old.name}" uses ${one} as it is now, which is not as it was released: check that it still works.`,
  );
  return { ...moved, done: [...moved.done, ...warnings], usesChanged: changed.length > 0 };
}

function byHand(problem: string, path: string, old: string, next: string): Failure {
  return new Failure(
    `Cannot edit the handler: ${problem} Nothing was written.`,
    `In ${path}, export the edited function as "${next}" and the released one as "${old}"; then run the command again.`,
  );
}
