/** `haft compile --inputs` and `--outputs`: lists for build engines, one path a line; nothing is written. */
import { checkProject } from '../spine.ts';
import type { FormatName } from '../../report/format-names.ts';
import type { Invocation } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { Project } from '../../edge/project/project.ts';
import { reportFindings } from '../../edge/command-line/report.ts';
import { todayOf } from '../../edge/project/today.ts';
import { inputsOf } from '../../edge/build-inputs/inputs.ts';
import { outputsOf } from '../../edge/build-inputs/outputs.ts';

type List = 'inputs' | 'outputs';

export function listFlag(flags: Invocation['flags']): List | undefined {
  const [list, second] = (['inputs', 'outputs', 'check'] as const).filter((name) => flags[name] === true);
  if (second)
    throw new Failure(`\`--${list}\` and \`--${second}\` cannot be used together.`, 'Run the command once for each.');
  return list === 'check' ? undefined : list;
}

interface Asked {
  readonly invocation: Invocation;
  readonly format: FormatName;
}

/** The inputs are known also for invalid specs, the outputs only for valid ones. */
export async function printList(list: List, project: Project, { invocation, format }: Asked): Promise<0 | 1> {
  const checked = await checkProject(project, { today: todayOf(invocation) });
  const { diagnostics, texts, compiled, sources } = checked;
  if (list === 'inputs') return print(list, await inputsOf(project, checked), format);
  if (compiled) return print(list, outputsOf(project, compiled.plan, sources), format);
  reportFindings({ diagnostics, sources: texts, root: project.root, cwd: invocation.cwd }, format);
  return 1;
}

function print(list: List, paths: readonly string[], format: FormatName): 0 {
  const text = format === 'json' ? JSON.stringify({ [list]: paths }, null, 2) : paths.join('\n');
  process.stdout.write(text === '' ? '' : `${text}\n`);
  return 0;
}
