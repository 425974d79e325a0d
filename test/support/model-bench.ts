/** Local models into the hosts of a home folder, as the command line asks for them. */
import { readModelOptions } from '../../compiler/features/connect/run/install/model/options.ts';
import { installModel } from '../../compiler/features/connect/run/install/model/run.ts';
import type { ModelPlan } from '../../compiler/features/connect/run/install/model/run.ts';
import type { InstallDraft } from '../../compiler/features/connect/run/install/draft.ts';
import type { InstallBench } from './install-bench.ts';
import { wordsOf } from './install-bench.ts';

interface ModelInstalled {
  readonly plans: readonly ModelPlan[];
  readonly draft: InstallDraft;
  /** By host and setting. */
  readonly done: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** `line`: hosts and flags; the tag is `qwen3:8b` unless the line has one. */
export function localModel({ home, project }: InstallBench, line: string): ModelInstalled {
  const words = wordsOf(line.includes('--local-model') ? line : `--local-model=qwen3:8b ${line}`);
  const options = readModelOptions({ cwd: project, ...words });
  const machine = { platform: 'linux', home, env: {} } as const;
  const { plans, draft } = installModel(options, { system: machine, root: project });
  return { plans, draft, done: Object.fromEntries(plans.map(({ host, done }) => [host.id, done])) };
}
