/** Type-checks handlers in the background of a watch, so that a build does not wait for TypeScript. */
import { Failure } from '../../edge/command-line/failure.ts';
import { type TypeFindings, checkTypes } from '../../edge/handlers/check-types.ts';
import { findTypeScript } from '../../edge/handlers/typescript.ts';
import type { Project } from '../../edge/project/project.ts';
import type { BuildResult } from './session.ts';

/** `report`: the whole result for the latest build, also when nothing was found. */
export function typesInBackground(report: (findings: TypeFindings) => void, refused: (failure: Failure) => void) {
  let running: AbortController | undefined;
  return {
    /** Starts a check of what was built; one that is under way for an earlier build ends without a result. */
    after({ done }: BuildResult, project: Project | undefined): void {
      running?.abort();
      running = undefined;
      if (!done || !project || done.handlers.length === 0) return;
      const typescript = findTypeScript(project.root);
      if (!typescript) return;
      const check = new AbortController();
      const { signal } = check;
      running = check;
      checkTypes({ project, typescript, handlers: done.handlers, signal }).then(
        (findings) => signal.aborted || report(findings),
        (error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          if (!signal.aborted) refused(error);
        },
      );
    },
    stop: () => running?.abort(),
  };
}
