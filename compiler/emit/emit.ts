/** Plan → OutputFile[]: every file of the output folder, sorted by path; total. */
import { compareText, invariant } from '../base/diagnostic.ts';
import type { Plan } from '../plan/model.ts';
import type { Host } from '../spec/hosts/host.ts';
import { DEFAULT_HOSTS } from '../spec/hosts/index.ts';
import type { EmitContext, Emitter } from './emitter.ts';
import type { OutputFile } from './output-file.ts';
import { emittersFor } from './outputs.ts';
import type { CarriedFiles } from './skill/served.ts';

/**
 * `toProject` leads from the output folder to the project, such as `..`: generated TypeScript imports the author's files.
 * `carried` has the files of the skills that servers serve, `hosts` are those that get a file.
 */
export function emit(
  plan: Plan,
  toProject: string,
  carried: CarriedFiles = new Map(),
  hosts: readonly Host[] = DEFAULT_HOSTS,
  emitters: readonly Emitter[] = emittersFor([]),
): readonly OutputFile[] {
  const context = { toProject, carried, hosts };
  const files = emitters
    .flatMap((emitter) => filesOf(emitter, plan, context))
    .sort((a, b) => compareText(a.path, b.path));
  files.forEach((file, index) => invariant(file.path !== files[index - 1]?.path, `"${file.path}" is emitted once`));
  return files;
}

function filesOf(emitter: Emitter, plan: Plan, context: EmitContext): readonly OutputFile[] {
  switch (emitter.of) {
    case 'skill':
      return plan.skills.flatMap((skill) => emitter.files(skill, context));
    case 'server':
      return plan.servers.flatMap((server) => emitter.files(server, context, plan));
    case 'project':
      return emitter.files(plan, context);
  }
}
