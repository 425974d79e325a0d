/** Builds once, and again whenever a file changes, until told to stop. */
import type { FSWatcher } from 'chokidar';
import { Failure } from '../failure.ts';
import type { Project, ProjectOptions } from '../project.ts';
import { batches } from './batches.ts';
import { openSession } from './session.ts';
import type { Built, Occasion } from './session.ts';
import { isUnfinished, stateOf, watchFiles } from './watch-files.ts';

export interface Watching extends ProjectOptions {
  readonly today: () => string;
  /** After each build, with the milliseconds it took. */
  readonly built: (built: Built, ms: number, project: Project | undefined) => void | Promise<void>;
  /** The world refused: a disk is full, the spec folder is gone. The next change tries again. */
  readonly refused: (failure: Failure) => void;
}

export interface Watch {
  /** Only ever rejects: with a bug. */
  readonly crashed: Promise<never>;
  readonly close: () => Promise<void>;
}

/** Resolves after the first build, with everything watched. */
export async function startWatch({ today, built, refused, ...options }: Watching): Promise<Watch> {
  const session = openSession(options);
  const imported = new Set<string>();
  let watcher: FSWatcher | undefined;
  /** What was refused last. */
  let told: string | undefined;

  const build = async (occasion: Omit<Occasion, 'today'>): Promise<void> => {
    const began = performance.now();
    try {
      const result = await session.build({ today: today(), ...occasion });
      told = undefined;
      if (result) await built(result, performance.now() - began, session.opened().value);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // The look after a refusal meets it again.
      if (!(occasion.onlyIfNew && error.message === told)) refused(error);
      told = error.message;
    }
    watchImported();
  };
  const watchImported = (): void => {
    for (const path of session.imported()) {
      if (!imported.has(path)) watcher?.add(path);
      imported.add(path);
    }
  };

  let crash: (error: unknown) => void = () => {};
  const crashed = new Promise<never>((_resolve, reject) => (crash = reject));
  const queue = batches({
    crashed: crash,
    run: (changed) => build({ changed }),
    look: () => build({ onlyIfNew: true }),
    isUnfinished,
    state: () => stateOf(session.opened().value),
  });
  // Watched before the first build: what changes during it is not missed.
  watcher = await watchFiles(session.opened, queue.event);
  await build({});
  return {
    crashed,
    async close() {
      queue.close();
      await watcher.close();
    },
  };
}
