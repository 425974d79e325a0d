/** One check of the handlers' types, where the project has a TypeScript. */
import { NOTHING_FOUND, checkTypes } from '../handlers/check-types.ts';
import type { TypeFindings } from '../handlers/check-types.ts';
import { findTypeScript } from '../handlers/typescript.ts';
import type { Project } from '../project/project.ts';

/** Interrupted, `tsc` ends before we do. */
export async function typesOf(project: Project, handlers: readonly string[]): Promise<TypeFindings> {
  const typescript = findTypeScript(project.root);
  if (!typescript) return NOTHING_FOUND;
  const stop = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    stop.abort();
    process.kill(process.pid, signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await checkTypes({ project, typescript, handlers, signal: stop.signal });
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
